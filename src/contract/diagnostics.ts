// What is known of every athlete that somebody follows, and what is missing (sharing-and-admin.md sections 2 and 3).
import * as z from 'zod/mini'
import { ListQuery } from './administration.ts'

/** Ready, some fields missing, not read yet, cannot be read (section 4: green, yellow, orange, red). */
export const readiness = ['ready', 'partial', 'missing', 'error'] as const
export type Readiness = (typeof readiness)[number]

const count = (number: number, one: string, many: string): string => (number === 1 ? `1 ${one}` : `${number} ${many}`)
const athletes = (number: number): string => count(number, 'athlete', 'athletes')

/** What the report and a repair say. */
export const diagnosticTexts = {
  sourceOff: 'Reading is switched off: nothing is refreshed until an administrator switches it on again.',
  // One athlete: what to do, for each cause.
  notListed: 'The competition system no longer lists this athlete. Check for a withdrawal.',
  importFailed: 'The tournament could not be imported. Remove it and add it again.',
  unreadable: 'A page of this athlete could not be understood. Look at it in the Source tab.',
  down: 'A page of this athlete does not answer. It is tried again by itself.',
  gone: 'The competition system no longer serves a page of this athlete.',
  notImported: 'The tournament is still being imported. Wait until it is done.',
  neverRead: 'The brackets of this athlete have not been read yet. Refresh the data.',
  late: 'The data was not read on time. Refresh the data.',
  noCategory: 'No category is known for this athlete yet. Refresh the data after the entries are published.',
  noMatches: 'A bracket is published, but no match of this athlete was found. Run a quick repair.',
  noTimes: 'A match is listed without a time or a mat. It fills in when the competition system tells them.',
  noDates: 'The dates of the tournament are not known yet.',
  noTimezone: 'The time zone of the tournament is not known. Set it in the Source tab.',
  incomplete: 'Some facts of this athlete are not known. Run a quick repair.',
  // The whole report.
  critical: {
    unreadable: (number: number, tournament: string): string =>
      `${tournament}: pages of ${athletes(number)} could not be understood.`,
    down: (number: number, tournament: string): string => `${tournament}: pages of ${athletes(number)} do not answer.`,
    gone: (number: number, tournament: string): string =>
      `${tournament}: pages of ${athletes(number)} are no longer served.`,
    notListed: (number: number, tournament: string): string => `${tournament}: ${athletes(number)} no longer listed.`,
    importFailed: (number: number, tournament: string): string =>
      `${tournament} could not be imported; it is missing for ${athletes(number)}.`,
  },
  actions: {
    look: 'Look at the pages that could not be understood in the Source tab.',
    refresh: (number: number): string =>
      `Refresh the data of ${athletes(number)} that ${number === 1 ? 'was' : 'were'} not read on time.`,
    repair: (number: number): string => `Run a quick repair for ${athletes(number)} with missing facts.`,
    setTimezone: (tournament: string): string => `Set the time zone of ${tournament}.`,
    waitForImport: (tournament: string): string => `Wait until ${tournament} is imported.`,
    addAgain: (tournament: string): string => `Remove ${tournament} and add it again.`,
  },
  // A repair.
  readAgain: 'Read again.',
  mended: (fields: readonly string[]): string => `Read again. Now known: ${fields.join(', ')}.`,
  notReadAgain: (seconds: number): string => `Not read again: it was read ${seconds} s ago.`,
  stillMissing: (fields: readonly string[]): string => `Still missing: ${fields.join(', ')}.`,
  complete: 'Nothing is missing.',
  beingRead: 'The data is being read and will appear shortly.',
  archived: 'The competition system no longer serves this tournament. What is known of it is kept.',
  repairFailed: 'The competition system could not be read. The last known data stays.',
} as const

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

/** `mended` names the fields that were missing and are there now; `message` says it all in one or two sentences. */
export const RepairResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  /** True when the source was read for it; false when that was done a moment ago, is still being done, or cannot be. */
  read: z.boolean(),
  mended: z.array(z.string()),
  /** False while the reading goes on in the background. */
  finished: z.boolean(),
  diagnostic: Diagnostic,
})
export type RepairResponse = z.infer<typeof RepairResponse>
