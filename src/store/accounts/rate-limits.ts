// Rate limits across all processes: a row counts the uses of a key within a window (docs/decisions/007). Times are the
// database's.
import { hash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Sql } from '../database.ts'
import { inTurn } from '../in-turn.ts'
import { makeRoom } from './cache.ts'

/** A number of uses within a number of seconds. */
export type Allowance = { points: number; seconds: number }
/**
 * After `free` failures within `seconds`, the next attempt has to wait for a second; each further failure doubles the wait, up to
 * `seconds`.
 */
export type FailureAllowance = { free: number; seconds: number }
/** One use every so many ms, for which at most `longest` ms are waited. */
export type Pace = { every: number; longest: number }

/** A refusal is repeated from memory for this time, in ms, so that a client that ignores it causes no statements. */
const refusalTtl = 1_000
/** The maximum number of refusals in memory. */
const capacity = 10_000

const keyOf = (name: string): Buffer => hash('sha256', name, 'buffer')

export function createRateLimits(sql: Sql, clock: Clock) {
  /** By refused name: when it may be used again, and until when the refusal is repeated from memory; monotonic ms. */
  const refusals = new Map<string, { retryAt: number; until: number }>()
  /** By name: the number of refunds that are not written yet. */
  const refunds = new Map<string, number>()

  // Written together: refunds occur when the process is overloaded, and one connection for each would not be available.
  const writeRefunds = inTurn(async () => {
    const written = [...refunds]
    refunds.clear()
    const rows = written.map(([name, count]) => ({ key: keyOf(name).toString('hex'), count }))
    try {
      await sql`
        update rate_limits counted set points = greatest(0, counted.points - row.count)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (key text, count integer)
        where counted.key = decode(row.key, 'hex') and counted.ends_at > now()`
    } catch (error) {
      for (const [name, count] of written) refunds.set(name, (refunds.get(name) ?? 0) + count)
      throw error
    }
  })

  return {
    /**
     * Counts one use and returns 0. If the allowance of the window is used up, counts nothing and returns the ms until the window
     * ends.
     */
    async take(name: string, { points, seconds }: Allowance): Promise<number> {
      const refusal = refusals.get(name)
      const at = clock.monotonic()
      if (refusal && at < Math.min(refusal.until, refusal.retryAt)) return refusal.retryAt - at
      refusals.delete(name)
      const key = keyOf(name)
      const counted = await sql`
        insert into rate_limits as known (key, points, ends_at) values (${key}, 1, now() + ${seconds} * interval '1 second')
        on conflict (key) do update set
          points = case when known.ends_at > now() then known.points + 1 else 1 end,
          ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
        where known.ends_at <= now() or known.points < ${points} returning 1`
      if (counted.length > 0) return 0
      const [row] = await sql<{ wait: number }[]>`
        select extract(epoch from ends_at - now())::float8 * 1000 as wait from rate_limits where key = ${key}`
      const wait = Math.max(1, row?.wait ?? 1)
      makeRoom(refusals, capacity)
      refusals.set(name, { retryAt: at + wait, until: at + refusalTtl })
      return wait
    },

    /** Takes back one counted use; if that fails, the next refund repeats it. */
    async refund(name: string): Promise<void> {
      refusals.delete(name)
      makeRoom(refunds, capacity)
      refunds.set(name, (refunds.get(name) ?? 0) + 1)
      await writeRefunds()
    },

    /** Counts one use without a limit; returns the number of uses in the window. */
    async count(name: string, seconds: number): Promise<number> {
      const [row] = await sql<{ points: number }[]>`
        insert into rate_limits as known (key, points, ends_at)
        values (${keyOf(name)}, 1, now() + ${seconds} * interval '1 second')
        on conflict (key) do update set
          points = case when known.ends_at > now() then known.points + 1 else 1 end,
          ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
        returning points`
      return row?.points ?? 1
    },

    reserve: (name: string, pace: Pace): Promise<number | null> => reserve(sql, name, pace),

    /**
     * Counts a failure in advance, so that concurrent attempts also count. If the last failure's delay is not over, counts
     * nothing and returns the ms to wait. Otherwise returns functions that revoke the failure: `undo` this one with its delay,
     * `clear` all.
     */
    async tryWithDelay(
      name: string,
      { free, seconds }: FailureAllowance,
    ): Promise<number | { undo(): Promise<void>; clear(): Promise<void> }> {
      const key = keyOf(name)
      const failures = sql`case when known.ends_at > now() then known.points + 1 else 1 end`
      const [counted] = await sql<{ blockedUntil: string | null }[]>`
        insert into rate_limits as known (key, points, ends_at) values (${key}, 1, now() + ${seconds} * interval '1 second')
        on conflict (key) do update set
          points = ${failures},
          ends_at = case
            when known.ends_at > now() and known.points + 1 < ${free}::integer then known.ends_at else excluded.ends_at
          end,
          blocked_until = case
            when ${failures} >= ${free}::integer
            then now() + least(2 ^ least(${failures} - ${free}::integer, 30), ${seconds}) * interval '1 second'
          end
        where known.ends_at <= now() or known.blocked_until is null or known.blocked_until <= now()
        returning blocked_until::text as "blockedUntil"`
      if (!counted) {
        const [row] = await sql<{ wait: number }[]>`
          select extract(epoch from blocked_until - now())::float8 * 1000 as wait from rate_limits where key = ${key}`
        return Math.max(1, row?.wait ?? 1)
      }
      return {
        async undo() {
          await sql`
            update rate_limits set points = points - 1,
              blocked_until = nullif(blocked_until, ${counted.blockedUntil}::timestamptz)
            where key = ${key} and points > 0`
        },
        async clear() {
          await sql`delete from rate_limits where key = ${key}`
        },
      }
    },
  }
}

/** Reserves the next use at this pace; returns the ms until then, or null, and reserves none, if that is too long. */
async function reserve(sql: Sql, name: string, { every, longest }: Pace): Promise<number | null> {
  const [row] = await sql<{ wait: number }[]>`
    insert into rate_limits as known (key, points, ends_at, blocked_until)
    values (${keyOf(name)}, 1, now() + interval '1 hour', now() + ${every} * interval '1 millisecond')
    on conflict (key) do update set ends_at = excluded.ends_at,
      blocked_until = greatest(known.blocked_until, now()) + ${every} * interval '1 millisecond'
    where known.blocked_until is null or known.blocked_until <= now() + ${longest - every} * interval '1 millisecond'
    returning extract(epoch from blocked_until - now())::float8 * 1000 as wait`
  return row?.wait ?? null
}
