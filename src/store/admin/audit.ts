// The audit log: administrators' actions, sign-ins and refusals. An administrator's action is written at once, a removal in the
// transaction that removes; sign-ins and refusals are written in batches, after the request.
import type { Sql, Transaction } from '../database.ts'
import { cleanText } from '#domain/name.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'

export type AuditAction =
  | 'login'
  | 'login-failed'
  | 'forbidden'
  | 'too-many'
  | 'remove-user'
  | 'remove-tournament'
  | 'remove-link'
  | 'set-timezone'
  | 'switch-source'
  | 'repair-athlete'
  | 'not-recorded'

/** `userId` is null for a caller who is not signed in. */
export type Actor = { userId: number | null; ip: string | null; requestId: string | null }

const noActor: Actor = { userId: null, ip: null, requestId: null }

/**
 * No field may contain a secret. `target`: kind and id. `detail`: one sentence. `note`: the same for programs
 * (contract/audit-note.ts).
 */
export type AuditEvent = { action: AuditAction; target: string | null; detail?: string | null; note?: object }

type AuditRow = {
  id: number
  at: string
  action: AuditAction
  actorUserId: number | null
  actorName: string | null
  target: string | null
  ip: string | null
  requestId: string | null
  detail: string | null
  note: unknown
}

type AuditQuery = { before: number; limit: number; action: AuditAction | 'all' }

/** As prescribed by decision D29 and quality/security.md A-05. */
const retention = '90 days'
/** In ms. */
const flushInterval = 250
/** In ms. */
const sweepInterval = 3_600_000
/** In rows. */
const maxWaiting = 5_000
/** In rows. */
const batchSize = 500
/** Limits the recorded refusals of each process, so that a flood of them does not fill the disk. */
const refusals = { burst: 1_000, perMinute: 120 }

/** A row of the table. */
const rowOf = (at: number, { userId, ip, requestId }: Actor, { action, target, detail = null, note }: AuditEvent) => ({
  at: new Date(at).toISOString(),
  actor_user_id: userId,
  action,
  target: target === null ? null : cleanText(target),
  ip,
  request_id: requestId,
  detail: { ...(detail !== null && { text: cleanText(detail) }), ...(note && { note }) },
})
type Row = ReturnType<typeof rowOf>

/** Writes queued events four times a second, and deletes old rows every hour, until `close`. */
export function openAudit(sql: Sql, clock: Clock, log?: Log) {
  let waiting: Row[] = []
  let tokens = refusals.burst
  let filledAt = clock.monotonic()
  let notRecorded = 0
  let writing: Promise<void> | null = null

  const insert = async (tx: Transaction, rows: readonly Row[]): Promise<void> => {
    await tx`
      insert into audit (at, actor_user_id, action, target, ip, request_id, detail)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (at timestamptz, actor_user_id integer, action text, target text, ip text, request_id text, detail jsonb)`
  }

  /** Takes a token for a refusal; false if there is none. */
  const takeToken = (): boolean => {
    const now = clock.monotonic()
    tokens = Math.min(refusals.burst, tokens + (Math.max(0, now - filledAt) / 60_000) * refusals.perMinute)
    filledAt = now
    if (tokens < 1) return false
    tokens--
    return true
  }

  async function write(): Promise<void> {
    if (notRecorded > 0 && waiting.length < maxWaiting) {
      const detail = `${notRecorded} more refusals or sign-ins came too fast to be listed.`
      const note = { code: 'tooFast', count: notRecorded }
      notRecorded = 0
      waiting.push(rowOf(clock.now(), noActor, { action: 'not-recorded', target: null, detail, note }))
    }
    while (waiting.length > 0) {
      const rows = waiting.slice(0, batchSize)
      await insert(sql, rows)
      waiting = waiting.slice(rows.length)
    }
  }

  /** Writes the waiting rows. Runs never overlap. While the database is unavailable the rows wait for the next run. */
  function flush(): Promise<void> {
    writing ??= write()
      .catch((error: unknown) => log?.warn({ err: error }, 'the audit log could not be written; its rows wait'))
      .finally(() => {
        writing = null
      })
    return writing
  }

  const flushing = clock.every(flushInterval, flush)
  const sweep = async (): Promise<void> => {
    await sql`delete from audit where at < now() - ${retention}::interval`.catch((error: unknown) =>
      log?.warn({ err: error }, 'old rows of the audit log could not be deleted'),
    )
  }
  const firstSweep = sweep()
  const sweeping = clock.every(sweepInterval, sweep)

  return {
    /** Queues the event; it is in the table within a second. Above the limits, events are only counted. */
    note(actor: Actor, event: AuditEvent): void {
      const isRefusal = event.action === 'forbidden' || event.action === 'too-many' || event.action === 'login-failed'
      if (waiting.length >= maxWaiting || (isRefusal && !takeToken())) notRecorded++
      else waiting.push(rowOf(clock.now(), actor, event))
    },

    /** Writes the event now, or in the transaction of its action. */
    record: (actor: Actor, event: AuditEvent, tx?: Transaction): Promise<void> =>
      insert(tx ?? sql, [rowOf(clock.now(), actor, event)]),

    /** The rows with an id below `before` (0: all rows), newest first. `total` counts all rows of the action. */
    async list({ before, limit, action }: AuditQuery): Promise<{ entries: AuditRow[]; total: number }> {
      await flush()
      const ofAction = action === 'all' ? sql`true` : sql`entry.action = ${action}`
      const entries = await sql<AuditRow[]>`
        select entry.id, entry.at, entry.action, entry.actor_user_id as "actorUserId", account.username as "actorName", entry.target, entry.ip,
          entry.request_id as "requestId", entry.detail ->> 'text' as detail, entry.detail -> 'note' as note
        from audit entry left join users account on account.id = entry.actor_user_id
        where ${ofAction} and (${before}::bigint = 0 or entry.id < ${before}::bigint)
        order by entry.id desc limit ${limit}`
      const [count] = await sql<{ total: number }[]>`
        select count(*)::integer as total from audit entry where ${ofAction}`
      return { total: count?.total ?? 0, entries }
    },

    flush,
    async close(): Promise<void> {
      await Promise.all([firstSweep, flushing.stop(), sweeping.stop()])
      await flush()
    },
  }
}

export type Audit = ReturnType<typeof openAudit>
