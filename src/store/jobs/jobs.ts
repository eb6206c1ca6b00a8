// The outbox of emails and alerts. A job is a row, written in the transaction of the change that it reports. A process claims it
// for a minute; if that process dies, another one claims it afterwards. A job is done, retried, failed, or dropped when it has
// expired (docs/decisions/031).
import type { Sql, Transaction } from '../database.ts'
import { Listeners } from '../listeners.ts'
import type { Query } from '../postgres/sql.ts'

export type JobKind = 'mail' | 'alert'

export type NewJob = {
  /** A later job of the same kind and key replaces an earlier one; null: it replaces none. */
  key: string | null
  payload: object
  /** Urgent jobs are claimed first. */
  urgent?: boolean
  /** Expires after this, ms. */
  usefulFor: number
  /** The device of an alert; the job is deleted with it. */
  deviceId?: number
}

/** The fields of a claimed job of any kind. */
export type Job = {
  id: number
  /** Number of claims, including this one. */
  attempts: number
  /** Time until it expires, ms. */
  left: number
}

/** The jobs of one kind, for their worker. */
export type JobQueue<Claimed extends Job> = {
  /** Claims up to `count` due jobs for the duration of the lease: urgent ones first, then the oldest. */
  claim(count: number): Promise<Claimed[]>
  /** Deletes a job that is done or no longer needed. */
  done(job: Claimed): Promise<void>
  /** Deletes a job that cannot be done, and counts the failure. */
  fail(job: Claimed): Promise<void>
  /**
   * Retries after `wait` ms, or after the default back-off. Returns false if the job expires before that, which counts as a
   * failure, or if another worker has claimed the job since.
   */
  retry(job: Claimed, wait?: number): Promise<boolean>
  /** Calls the listener after jobs were queued in this process. */
  onQueued(listener: () => void): () => void
}

/** Figures of one kind. 'read' means the read requests of users (read-requests.ts). */
export type JobStatus = {
  kind: JobKind | 'read'
  waiting: number
  /** When the oldest waiting job was queued, ISO 8601. */
  oldestAt: string | null
  retriedLastDay: number
  failedLastDay: number
}

export type ClaimedRow<Payload> = Job & { payload: Payload; urgent: boolean; queuedAt: string }

/** How long a claim lasts, ms. */
export const jobLease = 60_000

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Back-off before the second attempt, the third and so on, ms; the last value applies to all later attempts. */
const backoffs = [2 * second, 10 * second, 30 * second, minute, 3 * minute, 15 * minute, hour, 3 * hour, 6 * hour]
/** Without jitter, the back-off is at most this share of the time until the job expires, so that a few attempts remain. */
const maxShareOfTimeLeft = 1 / 5

/**
 * The back-off, ms: at least a second, plus up to half of it as jitter, so that a recovering service does not get all retries at
 * once.
 */
function backoffOf({ attempts, left }: Job): number {
  const usual = backoffs[Math.min(attempts, backoffs.length) - 1] ?? second
  return Math.round(Math.max(second, Math.min(usual, left * maxShareOfTimeLeft)) * (1 + Math.random() / 2))
}

/**
 * Queues jobs in the caller's transaction, urgent ones first, until `maxQueued` of the kind wait. Returns how many were dropped,
 * including those of removed devices.
 */
export async function enqueue(
  tx: Transaction,
  kind: JobKind,
  jobs: readonly NewJob[],
  maxQueued = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  if (jobs.length === 0) return 0
  const wanted = tx`
    jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as wanted
      (key text, payload jsonb, urgent boolean, "usefulFor" double precision, "deviceId" bigint)`
  // Replaces a job by one with a new id, so that the worker of the old job does not mark the new one as done.
  await tx`delete from jobs using ${wanted} where jobs.kind = ${kind} and jobs.key = wanted.key`
  const queued = await tx`
    insert into jobs (kind, key, payload, urgent, device_id, expires_at)
    select ${kind}, wanted.key, wanted.payload, coalesce(wanted.urgent, false), wanted."deviceId",
      now() + wanted."usefulFor" * interval '1 millisecond'
    from ${wanted}
    where wanted."deviceId" is null or exists (select 1 from push_devices where id = wanted."deviceId")
    order by coalesce(wanted.urgent, false) desc
    limit (select greatest(0, ${maxQueued}::bigint - count(*)) from jobs where kind = ${kind})
    on conflict do nothing returning 1`
  return jobs.length - queued.length
}

/** The end of a statement whose CTE `ended` has the kinds of the failed jobs; it counts them. */
const countFailures = (sql: Sql) => sql`
  insert into job_failures (kind, hour, failed)
  select kind, date_trunc('hour', now()), count(*) from ended group by kind order by kind
  on conflict (kind, hour) do update set failed = job_failures.failed + excluded.failed`

/** The parts of the `JobQueue` of a kind. */
export function createQueue<Payload>(sql: Sql, kind: JobKind) {
  const queued = new Listeners()
  const fail = async ({ id, attempts }: Job): Promise<void> => {
    await sql`with ended as (delete from jobs where id = ${id} and attempts = ${attempts} returning kind) ${countFailures(sql)}`
  }
  return {
    /** Runs when awaited, or as part of a larger statement. */
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
    async retry(job: Job, wait = backoffOf(job)): Promise<boolean> {
      const delay = sql`${wait} * interval '1 millisecond'`
      // If the job's lease has expired and another worker has claimed it, `attempts` has changed, and this statement changes
      // nothing.
      const postponed = await sql`
        with postponed as (
          update jobs set due_at = now() + ${delay}
          where id = ${job.id} and attempts = ${job.attempts} and expires_at > now() + ${delay} returning kind)
        insert into job_failures (kind, hour, retried) select kind, date_trunc('hour', now()), 1 from postponed
        on conflict (kind, hour) do update set retried = job_failures.retried + 1 returning 1`
      if (postponed.length === 0) await fail(job)
      return postponed.length > 0
    },

    /** Wakes this process's worker; called after the commit. */
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

  /** Deletes expired jobs, which count as failed, and old figures. */
  async sweep(): Promise<void> {
    await sql`
      with ended as (delete from jobs where expires_at <= now() and due_at <= now() returning kind) ${countFailures(sql)}`
    await sql`delete from job_failures where hour < now() - interval '2 days'`
  },
})
