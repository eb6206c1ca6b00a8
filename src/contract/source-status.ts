// The administrator's view of how the source is read: the age of each page, the budget of each host, leases, queues, and the
// switch that turns reading off. Not in the specification; the figures are those of quality/reliability.md part 2.
import * as z from 'zod/mini'
import { adminTexts, ListQuery } from './administration.ts'
import { largestId } from './id.ts'

/** In this order: not read yet, read on time, read late, not understood, not answering, no longer served. */
const pageStates = ['new', 'ok', 'stale', 'quarantined', 'down', 'gone'] as const

export const SourceQuery = z.extend(ListQuery, {
  /** 'problems': pages that are stale, quarantined or down, wait for confirmation, or have unreadable rows. */
  state: z._default(z.enum(['all', 'problems', ...pageStates], adminTexts.pageState), 'all'),
  /** 0: all pages, including those that belong to no tournament. */
  tournamentId: z._default(
    z.coerce
      .number(adminTexts.tournament)
      .check(
        z.int(adminTexts.tournament),
        z.minimum(0, adminTexts.tournament),
        z.maximum(largestId, adminTexts.tournament),
      ),
    0,
  ),
})

export const SourcePage = z.object({
  /** 'home', '3105/board/5066/1'. */
  key: z.string(),
  kind: z.string(),
  tournamentId: z.nullable(z.number()),
  tournamentName: z.nullable(z.string()),
  state: z.enum(pageStates),
  /** The last request, and the last one with a readable response. */
  attemptedAt: z.nullable(z.string()),
  lastSuccessAt: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  /** Seconds since the last success; null for never. */
  age: z.nullable(z.number()),
  /** The current interval of readings, in seconds; null while the page is not needed. */
  interval: z.nullable(z.number()),
  requestsLastMinute: z.number(),
  requestsLastDay: z.number(),
  /** Consecutive failed requests. The back-off grows with them and ends at `retryAt`. */
  failures: z.number(),
  retryAt: z.nullable(z.string()),
  lastStatus: z.nullable(z.number()),
  lastError: z.nullable(z.string()),
  lastBytes: z.nullable(z.number()),
  /** The duration of the last response, in ms. */
  lastMs: z.nullable(z.number()),
  /** What could not be read, one sentence each, at most ten; `problemCount` counts all. */
  problems: z.array(z.string()),
  problemCount: z.number(),
  /** True if the last reading was anomalous, and is applied only if the next one confirms it. */
  waitsForConfirmation: z.boolean(),
  /** The newest stored body that could not be read, for the call `adminSourceBody`. */
  bodyId: z.nullable(z.number()),
})
export type SourcePage = z.infer<typeof SourcePage>

/** The budget of one host, shared by all processes. */
export const SourceHost = z.object({
  host: z.string(),
  /** The number of requests allowed now. It and the next three figures are null for a source without a limit. */
  tokens: z.nullable(z.number()),
  perMinute: z.nullable(z.number()),
  perDay: z.nullable(z.number()),
  spentToday: z.nullable(z.number()),
  requestsInFlight: z.number(),
  /** No requests before this time, because of Retry-After or a refusal. */
  pausedUntil: z.nullable(z.string()),
  /** Consecutive failures. While the circuit is open, one probe a minute is sent. */
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

/** The queue of one kind of job. 'read': users' requests to read pages. `waiting` includes the jobs in progress. */
export const JobStatus = z.object({
  kind: z.enum(['alert', 'mail', 'read']),
  waiting: z.number(),
  /** When the oldest waiting job was queued. */
  oldestAt: z.nullable(z.string()),
  /** The number of retries; 0 for 'read'. */
  retriedLastDay: z.number(),
  /** The number of jobs that failed permanently or expired. */
  failedLastDay: z.number(),
  /** How many of these expired before they were sent; 0 for 'read'. */
  expiredLastDay: z.number(),
})
export type JobStatus = z.infer<typeof JobStatus>

export const SourceResponse = z.object({
  success: z.literal(true),
  serverTime: z.string(),
  /** True while an administrator has switched off all requests to the source. */
  off: z.boolean(),
  offChangedAt: z.nullable(z.string()),
  offChangedBy: z.nullable(z.string()),
  requests: z.object({
    lastMinute: z.number(),
    /** The requests of each of the last 30 minutes, oldest first; the last value is `lastMinute`. */
    perMinute: z.array(z.number()),
    lastHour: z.number(),
    lastDay: z.number(),
    failedLastDay: z.number(),
    bytesLastDay: z.number(),
    /** The time of the oldest counted request: the request log has a limited length. */
    countedSince: z.nullable(z.string()),
  }),
  /** The number of pages in each state, regardless of the query. */
  states: z.record(z.string(), z.number()),
  hosts: z.array(SourceHost),
  leases: z.array(SourceLease),
  jobs: z.array(JobStatus),
  /** Pages with problems first, then the most recently requested; at most `limit`. */
  pages: z.array(SourcePage),
  /** The number of pages that match the query. */
  total: z.number(),
})
export type SourceResponse = z.infer<typeof SourceResponse>

export const SwitchBody = z.object({ off: z.boolean() })
export const SwitchResponse = z.object({ success: z.literal(true), off: z.boolean() })

/** How many characters of a stored body are returned. */
export const shownBodyLimit = 500_000
/** A stored page as raw text. Never insert it into a document as HTML. */
export const SourceBody = z.object({
  success: z.literal(true),
  id: z.number(),
  key: z.string(),
  at: z.string(),
  problems: z.array(z.string()),
  body: z.string(),
  /** The length of the whole body, in characters; `body` has the first 500,000. */
  length: z.number(),
})
export type SourceBody = z.infer<typeof SourceBody>
