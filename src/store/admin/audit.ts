// Who did what: every administrator's action, sign-ins, and what was refused. Rows are written in batches behind the
// back of the request they tell of, but for an administrator's actions, which are written with what they did.
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

/** Whose doing it was: null for a stranger. */
export type Actor = { userId: number | null; ip: string | null; requestId: string | null }

const nobody: Actor = { userId: null, ip: null, requestId: null }

/**
 * No field may hold a secret: the target is named by kind and id, `detail` is one sentence, `note` the same for a program
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
  /** As it was given. */
  note: unknown
}

type AuditQuery = { before: number; limit: number; action: AuditAction | 'all' }

/** Decision D29 and quality/security.md A-05 ask for the list; 90 days of it are kept. */
const kept = '90 days'
const flushEvery = 250
const sweepEvery = 3_600_000
/** What waits to be written at most, and how much is written at once. */
const mostWaiting = 5_000
const batch = 500
/** A flood of refusals must not fill the disk: so many at once, and then so many a minute, for each process. */
const refusals = { burst: 1_000, perMinute: 120 }

/** As the table has it. */
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

export function openAudit(sql: Sql, clock: Clock, log?: Log) {
  let waiting: Row[] = []
  let left = refusals.burst
  let filledAt = clock.monotonic()
  let notRecorded = 0
  let writing: Promise<void> | null = null

  const insert = async (on: Transaction, rows: readonly Row[]): Promise<void> => {
    await on`
      insert into audit (at, actor_user_id, action, target, ip, request_id, detail)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (at timestamptz, actor_user_id integer, action text, target text, ip text, request_id text, detail jsonb)`
  }

  /** True while there is room for one more refusal. */
  const hasRoom = (): boolean => {
    const now = clock.monotonic()
    left = Math.min(refusals.burst, left + (Math.max(0, now - filledAt) / 60_000) * refusals.perMinute)
    filledAt = now
    if (left < 1) return false
    left--
    return true
  }

  async function write(): Promise<void> {
    if (notRecorded > 0 && waiting.length < mostWaiting) {
      const detail = `${notRecorded} more refusals or sign-ins came too fast to be listed.`
      const note = { code: 'tooFast', count: notRecorded }
      notRecorded = 0
      waiting.push(rowOf(clock.now(), nobody, { action: 'not-recorded', target: null, detail, note }))
    }
    while (waiting.length > 0) {
      const rows = waiting.slice(0, batch)
      await insert(sql, rows)
      waiting = waiting.slice(rows.length)
    }
  }

  /** Writes what is waiting. One writing at a time; while the database is away the rows wait for the next one. */
  function flush(): Promise<void> {
    writing ??= write()
      .catch((error: unknown) => log?.warn({ err: error }, 'the audit list could not be written'))
      .finally(() => {
        writing = null
      })
    return writing
  }

  const flushing = clock.every(flushEvery, flush)
  const sweep = async (): Promise<void> => {
    await sql`delete from audit where at < now() - ${kept}::interval`.catch((error: unknown) =>
      log?.warn({ err: error }, 'the audit list was not trimmed'),
    )
  }
  const firstSweep = sweep()
  const sweeping = clock.every(sweepEvery, sweep)

  return {
    /** Takes note of it and returns at once; it is in the table within a second. What comes too thick is counted only. */
    note(actor: Actor, event: AuditEvent): void {
      const isRefusal = event.action === 'forbidden' || event.action === 'too-many' || event.action === 'login-failed'
      if (waiting.length >= mostWaiting || (isRefusal && !hasRoom())) notRecorded++
      else waiting.push(rowOf(clock.now(), actor, event))
    },

    /** Writes it now, or in the transaction that does what it tells of. */
    record: (actor: Actor, event: AuditEvent, tx?: Transaction): Promise<void> =>
      insert(tx ?? sql, [rowOf(clock.now(), actor, event)]),

    /** The newest first, older than row `before` (0: none). `total` counts all of that action, whatever `before`. */
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
