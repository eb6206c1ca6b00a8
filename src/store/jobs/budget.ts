// The request budget: one token bucket per host, for all processes and purposes (reliability 2.1). Times come from the injected
// clock, so that a benchmark can simulate a day in a minute. After a clock was set back, the bucket begins to fill again within
// 15 s, and a pause lasts at most a day longer.
import type { Sql } from '../database.ts'
import type { Clock } from '#platform/clock.ts'

export type Limits = {
  perSecond: number
  /** The bucket's capacity. */
  burst: number
  perDay: number
  /** Concurrent requests of all processes. */
  inFlight: number
  /** Tokens that a request of this purpose leaves for more urgent ones. */
  reserve: number
  holder: string
}

export type TakeResult =
  | { ok: true; slot: string }
  | { ok: false; waitMs: number; why: 'rate' | 'day' | 'in-flight' | 'paused' }

/** A slot that was not released becomes free after this time, ms; longer than a request may take. */
const slotTtl = 15_000
/** How long to wait before trying again while all slots are taken, ms. */
const slotWait = 100
const hour = 3_600_000

type Row = { tokens: number; refilled: number; day: string; spent_today: number; blocked: number | null }

export function createBudget(sql: Sql, clock: Clock) {
  return {
    /** Takes a token and a slot for one request; if that is not possible now, returns how long to wait and why. */
    take: (host: string, limits: Limits): Promise<TakeResult> =>
      sql.begin(async (tx): Promise<TakeResult> => {
        const now = clock.now()
        const at = new Date(now).toISOString()
        const day = at.slice(0, 10)
        await tx`insert into budgets (host, tokens, refilled_at, day) values (${host}, ${limits.burst}, ${at}, ${day}) on conflict do nothing`
        const [row] = await tx<Row[]>`
          select tokens, extract(epoch from refilled_at)::float8 * 1000 as refilled, day::text, spent_today, extract(epoch from blocked_until)::float8 * 1000 as blocked
          from budgets where host = ${host} for update`
        if (!row) return { ok: false, waitMs: slotWait, why: 'rate' }
        // A pause of more than a day was stored by a process with a wrong clock.
        if (row.blocked !== null && row.blocked > now && row.blocked < now + 24 * hour)
          return { ok: false, waitMs: row.blocked - now, why: 'paused' }
        const spent = row.day === day ? row.spent_today : 0
        if (spent >= limits.perDay) return { ok: false, waitMs: hour, why: 'day' }
        const tokens = Math.min(limits.burst, row.tokens + (Math.max(0, now - row.refilled) / 1000) * limits.perSecond)
        const needed = 1 + Math.min(limits.reserve, limits.burst - 1)
        if (tokens < needed) {
          // A process with a wrong clock has stored this time: the bucket would stay empty until then.
          if (row.refilled > now + slotTtl) await tx`update budgets set refilled_at = ${at} where host = ${host}`
          return { ok: false, waitMs: Math.ceil(((needed - tokens) / limits.perSecond) * 1000), why: 'rate' }
        }
        await tx`delete from budget_slots where host = ${host} and (expires_at <= ${at} or expires_at > ${new Date(now + 2 * slotTtl).toISOString()})`
        const [slots] = await tx<{ count: number }[]>`
          select count(*)::integer as count from budget_slots where host = ${host}`
        if ((slots?.count ?? 0) >= limits.inFlight) return { ok: false, waitMs: slotWait, why: 'in-flight' }
        const [slot] = await tx<{ id: string }[]>`
          insert into budget_slots (host, holder, expires_at) values (${host}, ${limits.holder}, ${new Date(now + slotTtl).toISOString()}) returning id::text`
        await tx`update budgets set tokens = ${tokens - 1}, refilled_at = ${at}, day = ${day}, spent_today = ${spent + 1},
          per_second = ${limits.perSecond}, burst = ${limits.burst}, per_day = ${limits.perDay} where host = ${host}`
        return { ok: true, slot: slot?.id ?? '' }
      }),
    /** Releases the slot of a finished request. */
    async release(host: string, slot: string): Promise<void> {
      await sql`delete from budget_slots where host = ${host} and id = ${slot}`
    },
    /** Stops requests to the host until `until` (epoch ms). A later end that is already set is kept. */
    async pause(host: string, until: number): Promise<void> {
      const [at, now] = [new Date(until).toISOString(), new Date(clock.now()).toISOString()]
      await sql`
        insert into budgets (host, tokens, refilled_at, day, blocked_until) values (${host}, 0, ${now}, ${now.slice(0, 10)}, ${at})
        on conflict (host) do update set blocked_until = greatest(budgets.blocked_until, excluded.blocked_until)`
    },
    /** Stores the host's health for administrators: consecutive failures, and whether its circuit is open. */
    async noteHealth(
      host: string,
      { failures, circuitOpen }: { failures: number; circuitOpen: boolean },
    ): Promise<void> {
      const now = new Date(clock.now()).toISOString()
      await sql`
        insert into budgets (host, tokens, refilled_at, day, failures, circuit_open) values (${host}, 0, ${now}, ${now.slice(0, 10)}, ${failures}, ${circuitOpen})
        on conflict (host) do update set failures = excluded.failures, circuit_open = excluded.circuit_open`
    },
  }
}
