// What is known of every athlete that somebody follows, and what is missing (sharing-and-admin.md sections 2 and 3).
import * as z from 'zod/mini'
import { ListQuery } from './administration.ts'
import { Note } from './diagnostic-note.ts'
import { missingFields, type NoteCode } from './diagnostic-sentences.ts'

/** Ready, some fields missing, not read yet, cannot be read (section 4: green, yellow, orange, red). */
export const readiness = ['ready', 'partial', 'missing', 'error'] as const
export type Readiness = (typeof readiness)[number]

/** Why an athlete is not ready, the worst first. */
export const causes = [
  'importFailed',
  'unreadable',
  'down',
  'gone',
  'notListed',
  'notImported',
  'neverRead',
  'late',
  'noCategory',
  'noMatches',
  'noTimes',
  'noTimezone',
  'noDates',
  'incomplete',
] as const satisfies NoteCode[]
export type Cause = (typeof causes)[number]

/** 'not-ready' keeps all but the ready ones. */
export const DiagnosticsQuery = z.extend(ListQuery, {
  readiness: z._default(z.enum(['all', 'not-ready', ...readiness]), 'all'),
})

export const Diagnostic = z.object({
  athleteId: z.number(),
  athleteName: z.string(),
  displayReadiness: z.enum(readiness),
  missingFields: z.array(z.enum(missingFields)),
  hasBasicFollowRecord: z.boolean(),
  hasComprehensiveData: z.boolean(),
  hasScrapedData: z.boolean(),
  hasTournamentData: z.boolean(),
  /** One sentence each, the most useful first. */
  recommendations: z.array(z.string()),
  /** The codes of the recommendations. */
  causes: z.array(z.enum(causes)),
  tournamentId: z.number(),
  tournamentName: z.string(),
  followers: z.number(),
  matchCount: z.number(),
  /** When the newest of the pages was read that the data come from, and when the last try was; null for never. */
  lastReadAt: z.nullable(z.string()),
  lastTriedAt: z.nullable(z.string()),
})
export type Diagnostic = z.infer<typeof Diagnostic>

/** The summary counts all followed athletes; the list holds those that the query asks for, the worst first. */
export const DiagnosticsReport = z.object({
  success: z.literal(true),
  summary: z.object({
    totalFollowed: z.number(),
    ready: z.number(),
    partial: z.number(),
    missing: z.number(),
    error: z.number(),
  }),
  criticalIssues: z.array(z.string()),
  recommendedActions: z.array(z.string()),
  /** The same as codes with their numbers and names. */
  issues: z.array(Note),
  actions: z.array(Note),
  diagnostics: z.array(Diagnostic),
  /** Athletes that the query finds. */
  total: z.number(),
})
export type DiagnosticsReport = z.infer<typeof DiagnosticsReport>

export const DiagnosticResponse = z.object({ success: z.literal(true), diagnostic: Diagnostic })

/** `mended` names the fields that were missing and are there now; `message` says it all in one or two sentences. */
export const RepairResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  /** The sentences of the message as codes. */
  notes: z.array(Note),
  /** True when the source was read for it; false when that was done a moment ago, is still being done, or cannot be. */
  read: z.boolean(),
  mended: z.array(z.enum(missingFields)),
  /** False while the reading goes on in the background. */
  finished: z.boolean(),
  diagnostic: Diagnostic,
})
export type RepairResponse = z.infer<typeof RepairResponse>
