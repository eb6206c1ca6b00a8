// What is known of every athlete that somebody follows, and what is missing (sharing-and-admin.md sections 2 and 3).
import * as z from 'zod/mini'
import { ListQuery } from './administration.ts'

/** Ready, some fields missing, not read yet, cannot be read (section 4: green, yellow, orange, red). */
export const readiness = ['ready', 'partial', 'missing', 'error'] as const
export type Readiness = (typeof readiness)[number]

/** 'not-ready' keeps all but the ready ones. */
export const DiagnosticsQuery = z.extend(ListQuery, {
  readiness: z._default(z.enum(['all', 'not-ready', ...readiness]), 'all'),
})

export const Diagnostic = z.object({
  athleteId: z.number(),
  athleteName: z.string(),
  displayReadiness: z.enum(readiness),
  /** 'belt', 'team', 'division', 'matches' and the like. */
  missingFields: z.array(z.string()),
  hasBasicFollowRecord: z.boolean(),
  hasComprehensiveData: z.boolean(),
  hasScrapedData: z.boolean(),
  hasTournamentData: z.boolean(),
  /** One sentence each, the most useful first. */
  recommendations: z.array(z.string()),
  tournamentId: z.number(),
  tournamentName: z.string(),
  followers: z.number(),
  matchCount: z.number(),
  /** When the athlete's data was read last, and when the last try was; null for never. */
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
  diagnostics: z.array(Diagnostic),
  /** Athletes that the query finds. */
  total: z.number(),
})
export type DiagnosticsReport = z.infer<typeof DiagnosticsReport>

export const DiagnosticResponse = z.object({ success: z.literal(true), diagnostic: Diagnostic })

/** What was read again: `mended` names the fields that were missing and are there now. */
export const RepairResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  mended: z.array(z.string()),
  /** False while the reading goes on in the background. */
  finished: z.boolean(),
  diagnostic: Diagnostic,
})
export type RepairResponse = z.infer<typeof RepairResponse>
