// What an administrator sees of the reading of the source: each page with its age, the budget of each host, who reads, what
// waits in the queue, the off switch. Beyond the document; the figures of quality/reliability.md part 2.
import * as z from 'zod/mini'
import { adminTexts, ListQuery } from './administration.ts'

/** A page that is still to be read ('new'), read on time, late, not understood, not answering, or no longer served. */
const pageStates = ['new', 'ok', 'stale', 'quarantined', 'down', 'gone'] as const

export const SourceQuery = z.extend(ListQuery, {
  /** 'problems': every page that is stale, quarantined or down, waits for a confirmation, or has unreadable rows. */
  state: z._default(z.enum(['all', 'problems', ...pageStates], adminTexts.pageState), 'all'),
  /** 0: of all tournaments, and those of none. */
  tournamentId: z._default(
    z.coerce
      .number(adminTexts.tournament)
      .check(
        z.int(adminTexts.tournament),
        z.minimum(0, adminTexts.tournament),
        z.maximum(2_147_483_647, adminTexts.tournament),
      ),
    0,
  ),
})

export const SourcePage = z.object({
  /** 'home', '3105/board/5066/1': the page's name everywhere. */
  key: z.string(),
  kind: z.string(),
  tournamentId: z.nullable(z.number()),
  tournamentName: z.nullable(z.string()),
  state: z.enum(pageStates),
  /** The last request, and the last one whose answer was understood. */
  attemptedAt: z.nullable(z.string()),
  lastSuccessAt: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  /** Seconds since the last success; null for never. */
  age: z.nullable(z.number()),
  /** Seconds between two readings, as promised now; null while nobody needs the page. */
  interval: z.nullable(z.number()),
  requestsLastMinute: z.number(),
  requestsLastDay: z.number(),
  /** Failed requests in a row; the back-off grows with them and ends at `retryAt`. */
  failures: z.number(),
  retryAt: z.nullable(z.string()),
  lastStatus: z.nullable(z.number()),
  lastError: z.nullable(z.string()),
  lastBytes: z.nullable(z.number()),
  /** Milliseconds that the last answer took. */
  lastMs: z.nullable(z.number()),
  /** What could not be read on it, one sentence each, ten at most; `problemCount` counts all. */
  problems: z.array(z.string()),
  problemCount: z.number(),
  /** It told something so surprising that it waits to be told it a second time. */
  waitsForConfirmation: z.boolean(),
  /** The newest stored body that could not be understood, for `sourceBody`. */
  bodyId: z.nullable(z.number()),
})
export type SourcePage = z.infer<typeof SourcePage>

/** The budget of one host, shared by all processes. */
export const SourceHost = z.object({
  host: z.string(),
  /** Requests that may be made at once now; null for a source without a limit, like the three figures below. */
  tokens: z.nullable(z.number()),
  perMinute: z.nullable(z.number()),
  perDay: z.nullable(z.number()),
  spentToday: z.nullable(z.number()),
  requestsUnderWay: z.number(),
  /** Nobody asks the host anything before this (it asked for silence, or refused us). */
  pausedUntil: z.nullable(z.string()),
  /** Failures in a row. When the circuit is open, one probe a minute is all that is asked. */
  failures: z.number(),
  circuit: z.enum(['closed', 'open']),
})
export type SourceHost = z.infer<typeof SourceHost>

export const SourceLease = z.object({
  /** 'lists' or 'tournament:12'. */
  name: z.string(),
  tournamentName: z.nullable(z.string()),
  holder: z.string(),
  fence: z.number(),
  expiresAt: z.string(),
  held: z.boolean(),
})
export type SourceLease = z.infer<typeof SourceLease>

/** What waits of a kind of work. 'read' are users' requests to have pages read. */
export const JobStatus = z.object({
  kind: z.enum(['alert', 'mail', 'read']),
  waiting: z.number(),
  /** Since when the oldest of them waits. */
  oldestAt: z.nullable(z.string()),
  /** How often one had to be tried again. */
  retriedLastDay: z.number(),
  /** How many were given up. */
  failedLastDay: z.number(),
})
export type JobStatus = z.infer<typeof JobStatus>

export const SourceResponse = z.object({
  success: z.literal(true),
  serverTime: z.string(),
  /** True: no request reaches the source, by an administrator's word. */
  off: z.boolean(),
  offChangedAt: z.nullable(z.string()),
  offChangedBy: z.nullable(z.string()),
  requests: z.object({
    lastMinute: z.number(),
    /** Those of each of the last 30 minutes, oldest first; the last is `lastMinute`. */
    perMinute: z.array(z.number()),
    lastHour: z.number(),
    lastDay: z.number(),
    failedLastDay: z.number(),
    bytesLastDay: z.number(),
    /** The oldest request that is counted: the run log is of limited length. */
    countedSince: z.nullable(z.string()),
  }),
  /** How many pages are in each state, of all. */
  states: z.record(z.string(), z.number()),
  hosts: z.array(SourceHost),
  leases: z.array(SourceLease),
  jobs: z.array(JobStatus),
  /** Those with problems first, then those asked most lately; at most `limit`. */
  pages: z.array(SourcePage),
  /** Pages that the query finds. */
  total: z.number(),
})
export type SourceResponse = z.infer<typeof SourceResponse>

export const SwitchBody = z.object({ off: z.boolean() })
export const SwitchResponse = z.object({ success: z.literal(true), off: z.boolean() })

/** The most characters of a stored body that are shown. */
export const shownBodyLimit = 500_000
/** A stored page as it came, as text: never to be put into a document as HTML. */
export const SourceBody = z.object({
  success: z.literal(true),
  id: z.number(),
  key: z.string(),
  at: z.string(),
  problems: z.array(z.string()),
  body: z.string(),
  /** Characters of the whole; `body` holds the first 500,000. */
  length: z.number(),
})
export type SourceBody = z.infer<typeof SourceBody>
