// Follow diagnostics: the known and missing data of every followed athlete (sharing-and-admin.md sections 2 and 3).
import * as z from 'zod/mini'
import { ListQuery } from './administration.ts'
import { Note } from './diagnostic-note.ts'
import { missingFields, type NoteCode } from './diagnostic-sentences.ts'

/**
 * `ready`: all data known and read on time. `partial`: fields missing, or read late. `missing`: not imported or not read yet.
 * `error`: cannot be imported or read, or no longer listed. Section 4: green, yellow, orange, red.
 */
export const readiness = ['ready', 'partial', 'missing', 'error'] as const
export type Readiness = (typeof readiness)[number]

/** Why an athlete is not ready, worst first. */
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

/** `readiness` 'not-ready' selects all athletes but the ready ones. */
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
  /** One sentence each, most useful first. */
  recommendations: z.array(z.string()),
  /** The codes of the recommendations. */
  causes: z.array(z.enum(causes)),
  tournamentId: z.number(),
  tournamentName: z.string(),
  followers: z.number(),
  matchCount: z.number(),
  /** The newest reading, and the last attempt, among the pages with the athlete's data; null for none. */
  lastReadAt: z.nullable(z.string()),
  lastTriedAt: z.nullable(z.string()),
})
export type Diagnostic = z.infer<typeof Diagnostic>

/**
 * `totalFollowed` counts all followed athletes. The other figures, issues and actions are about the `judged` ones: at most a
 * thousand, first of live tournaments, then of upcoming and of past ones. `diagnostics` has those that match the query, worst first;
 * a search also finds others, at most a thousand.
 */
export const DiagnosticsReport = z.object({
  success: z.literal(true),
  summary: z.object({
    totalFollowed: z.number(),
    judged: z.number(),
    ready: z.number(),
    partial: z.number(),
    missing: z.number(),
    error: z.number(),
  }),
  criticalIssues: z.array(z.string()),
  recommendedActions: z.array(z.string()),
  /** The sentences of `criticalIssues` and of `recommendedActions`, as codes with values. */
  issues: z.array(Note),
  actions: z.array(Note),
  diagnostics: z.array(Diagnostic),
  /** The number of athletes that match the query. */
  total: z.number(),
})
export type DiagnosticsReport = z.infer<typeof DiagnosticsReport>

export const DiagnosticResponse = z.object({ success: z.literal(true), diagnostic: Diagnostic })

/** `nowKnown`: the fields that were missing and are known now. `message`: the result in one or two sentences. */
export const RepairResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  /** The sentences of the message as codes. */
  notes: z.array(Note),
  /**
   * True if the source was read for this call; false if it was read a moment before, is still being read, or no longer serves
   * the tournament.
   */
  read: z.boolean(),
  nowKnown: z.array(z.enum(missingFields)),
  /** False while the data is still being read. */
  finished: z.boolean(),
  diagnostic: Diagnostic,
})
export type RepairResponse = z.infer<typeof RepairResponse>
