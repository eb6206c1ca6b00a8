// The queue of all that leaves RollCall: mails and alerts. A job is a row, written in the transaction of what it tells of.
// One process claims it for a minute; should that process die, another claims it after that. It is done once, tried again
// later, or dropped when nobody wants it any more (docs/decisions/031).
import type { Sql, Transaction } from '../database.ts'
import { Listeners } from '../listeners.ts'
import type { Query } from '../postgres/sql.ts'

export type JobKind = 'mail' | 'alert'

export type NewJob = {
  /** A later job of the kind with the same key replaces an earlier one; null: none does. */
  key: string | null
  payload: object
  /** Claimed before all that are not. */
  urgent?: boolean
  /** Nobody wants it after so many ms. */
  usefulFor: number
  /** The device that it is for: the job goes with it. */
  deviceId?: number
}

/** A claimed job, as far as its kind does not matter. */
export type Job = {
  id: number
  /** How often it was claimed, this time included. */
  attempts: number
  /** For how long it is still of use, in ms. */
  left: number
}

/** The jobs of one kind, for the worker that does them. */
export type JobQueue<Claimed extends Job> = {
  /** Takes up to `count` that are due, the urgent first, then the oldest; nobody else gets them during the lease. */
  claim(count: number): Promise<Claimed[]>
  /** It is done, or nobody wants it. */
  done(job: Claimed): Promise<void>
  /** It can never be done. */
  fail(job: Claimed): Promise<void>
  /** Puts it back for `wait` ms, or as long as is usual; false when it would be of no use by then, and has failed. */
  retry(job: Claimed, wait?: number): Promise<boolean>
  /** Something was queued: at once, and in this process only. */
  onQueued(listener: () => void): () => void
}

/** What waits of a kind, and how it went in the last day. 'read' are the requests of users to read pages (read-requests.ts). */
export type JobStatus = {
  kind: JobKind | 'read'
  waiting: number
  /** Since when the oldest waits, in ISO 8601. */
  oldestAt: string | null
  retriedLastDay: number
  failedLastDay: number
}

export type ClaimedRow<Payload> = Job & { payload: Payload; urgent: boolean; queuedAt: string }

/** How long a claimed job is nobody else's, in ms. */
export const jobLease = 60_000

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Waits before the second attempt, the third and so on, in ms; the last holds for all later ones. */
const waits = [2 * second, 10 * second, 30 * second, minute, 3 * minute, 15 * minute, hour, 3 * hour, 6 * hour]
/** A wait is at most this part of the time for which the job is still of use, so that it is tried a few times before its end. */
const longestPart = 1 / 5

/** In ms; longer by up to a half, so that a service that is back is not asked by all at once. */
function usualWait({ attempts, left }: Job): number {
  const usual = waits[Math.min(attempts, waits.length) - 1] ?? second
  return Math.round(Math.max(second, Math.min(usual, left * longestPart)) * (1 + Math.random() / 2))
}

/**
 * Queues jobs in the caller's transaction, the urgent first, until `most` of the kind wait; returns how many had no room.
 * A job whose device is gone has none.
 */
export async function enqueue(
  tx: Transaction,
  kind: JobKind,
  jobs: readonly NewJob[],
  most = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  if (jobs.length === 0) return 0
  const wanted = tx`
    jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as wanted
      (key text, payload jsonb, urgent boolean, "usefulFor" double precision, "deviceId" bigint)`
  // Deleted and made anew, not changed: whoever sends the old one must not take the new one for sent.
  await tx`delete from jobs using ${wanted} where jobs.kind = ${kind} and jobs.key = wanted.key`
  const queued = await tx`
    insert into jobs (kind, key, payload, urgent, device_id, expires_at)
    select ${kind}, wanted.key, wanted.payload, coalesce(wanted.urgent, false), wanted."deviceId",
      now() + wanted."usefulFor" * interval '1 millisecond'
    from ${wanted}
    where wanted."deviceId" is null or exists (select 1 from push_devices where id = wanted."deviceId")
    order by coalesce(wanted.urgent, false) desc
    limit (select greatest(0, ${most}::bigint - count(*)) from jobs where kind = ${kind})
    on conflict do nothing returning 1`
  return jobs.length - queued.length
}

/** Ends a statement in which `ended` holds the kinds of the jobs that it gave up. */
const noteFailed = (sql: Sql) => sql`
  insert into job_failures (kind, hour, failed)
  select kind, date_trunc('hour', now()), count(*) from ended group by kind order by kind
  on conflict (kind, hour) do update set failed = job_failures.failed + excluded.failed`

/** What the `JobQueue` of a kind is made of. */
export function createQueue<Payload>(sql: Sql, kind: JobKind) {
  const queued = new Listeners()
  const fail = async ({ id, attempts }: Job): Promise<void> => {
    await sql`with ended as (delete from jobs where id = ${id} and attempts = ${attempts} returning kind) ${noteFailed(sql)}`
  }
  return {
    /** Runs when it is awaited, or as a part of a larger statement. */
    claim: (count: number): Query<ClaimedRow<Payload>[]> => sql`
      update jobs set attempts = attempts + 1, due_at = now() + ${jobLease} * interval '1 millisecond'
      where id in (
        select id from jobs where kind = ${kind} and due_at <= now() and expires_at > now()
        order by urgent desc, id limit ${count} for update skip locked)
      returning id, attempts, payload, urgent, device_id, queued_at as "queuedAt",
        extract(epoch from expires_at - now())::float8 * 1000 as "left"`,

    async done({ id }: Job): Promise<void> {
      await sql`delete from jobs where id = ${id}`
    },
    fail,
    async retry(job: Job, wait = usualWait(job)): Promise<boolean> {
      const delay = sql`${wait} * interval '1 millisecond'`
      // Whoever outlived the lease leaves the job to its next holder.
      const put = await sql`
        with put as (
          update jobs set due_at = now() + ${delay}
          where id = ${job.id} and attempts = ${job.attempts} and expires_at > now() + ${delay} returning kind)
        insert into job_failures (kind, hour, retried) select kind, date_trunc('hour', now()), 1 from put
        on conflict (kind, hour) do update set retried = job_failures.retried + 1 returning 1`
      if (put.length === 0) await fail(job)
      return put.length > 0
    },

    /** Wakes this process's worker: after the commit of what was queued. */
    wake: () => queued.emit(),
    onQueued: (listener: () => void) => queued.add(listener),
  }
}

export const createJobs = (sql: Sql) => ({
  status: (): Promise<JobStatus[]> => sql<JobStatus[]>`
    select kind, waiting, oldest as "oldestAt", retried as "retriedLastDay", failed as "failedLastDay"
    from (values ('alert'), ('mail')) as kinds (kind)
    cross join lateral (
      select count(*)::integer as waiting, min(queued_at) as oldest
      from jobs where jobs.kind = kinds.kind and expires_at > now()
    ) as waiting
    cross join lateral (
      select coalesce(sum(retried), 0)::integer as retried, coalesce(sum(failed), 0)::integer as failed
      from job_failures where job_failures.kind = kinds.kind and hour > now() - interval '1 day'
    ) as lately
    union all
    select 'read', (count(*) filter (where state in ('waiting', 'running')))::integer,
      min(requested_at) filter (where state in ('waiting', 'running')), 0,
      (count(*) filter (where state = 'failed' and finished_at > now() - interval '1 day'))::integer
    from read_requests`,

  /** Drops what nobody wants any more. */
  async sweep(): Promise<void> {
    await sql`
      with ended as (delete from jobs where expires_at <= now() and due_at <= now() returning kind) ${noteFailed(sql)}`
    await sql`delete from job_failures where hour < now() - interval '2 days'`
  },
})
