// The outbox of emails and alerts. A job is a row, written in the transaction of the change that it reports. A process claims it
// for a minute; if that process dies, another one claims it afterwards. A job is done, retried, failed, or dropped when it has
// expired (docs/decisions/031).
import { inBatches } from '#platform/batches.ts'
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
  /** The push service of an alert. */
  service?: string
}

/** The fields of a claimed job of any kind. */
export type Job = {
  id: number
  /** Number of claims, including this one. */
  attempts: number
  /** Time until it expires, ms. */
  left: number
  /** The push service of an alert; '' for an email. Jobs of different services do not wait for each other. */
  service: string
}

/** The jobs of one kind, for their worker. */
export type JobQueue<Claimed extends Job> = {
  /**
   * Claims due jobs for the duration of the lease, up to `count` of each service: urgent ones first, then those that have been due
   * for the longest time. `free` has other counts for some services.
   */
  claim(count: number, free?: ReadonlyMap<string, number>): Promise<Claimed[]>
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
  /** Includes those that expired. */
  failedLastDay: number
  expiredLastDay: number
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
/** Jobs that end within this time, ms, are recorded by one statement. */
export const endedTogether = 50
const sweptAtOnce = 10_000

/**
 * The back-off, ms: at least a second, plus up to half of it as jitter, so that a recovering service does not get all retries at
 * once.
 */
function backoffOf({ attempts, left }: Job): number {
  const usual = backoffs[Math.min(attempts, backoffs.length) - 1] ?? second
  return Math.round(Math.max(second, Math.min(usual, left * maxShareOfTimeLeft)) * (1 + Math.random() / 2))
}

/** Queues jobs in the caller's transaction; at most a few thousand, since a statement has a time limit. */
export async function enqueue(tx: Transaction, kind: JobKind, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const wanted = tx`
    jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as wanted
      (key text, payload jsonb, urgent boolean, "usefulFor" double precision, "deviceId" bigint, service text)`
  // Replaces a job by one with a new id, so that the worker of the old job does not mark the new one as done.
  await tx`delete from jobs using ${wanted} where jobs.kind = ${kind} and jobs.key = wanted.key`
  await tx`
    insert into jobs (kind, key, payload, urgent, device_id, service, expires_at)
    select ${kind}, wanted.key, wanted.payload, coalesce(wanted.urgent, false), wanted."deviceId", coalesce(wanted.service, ''),
      now() + wanted."usefulFor" * interval '1 millisecond'
    from ${wanted} on conflict do nothing`
}

/** The end of a statement whose CTE `ended` has the failed jobs: their kinds, and whether they expired. It counts them. */
const countFailures = (sql: Sql) => sql`
  insert into job_failures (kind, hour, failed, expired)
  select kind, date_trunc('hour', now()), count(*), count(*) filter (where is_expired) from ended group by kind order by kind
  on conflict (kind, hour) do update set
    failed = job_failures.failed + excluded.failed, expired = job_failures.expired + excluded.expired`

/** The parts of the `JobQueue` of a kind. */
export function createQueue<Payload>(sql: Sql, kind: JobKind) {
  const queued = new Listeners()
  const fail = async ({ id, attempts }: Job): Promise<void> => {
    await sql`
      with ended as (delete from jobs where id = ${id} and attempts = ${attempts} returning kind, false as is_expired)
      ${countFailures(sql)}`
  }
  /**
   * The services with jobs, each found by one look into the index. They are few: a service is a domain of the accepted push
   * services.
   */
  const services = async (): Promise<string[]> => {
    const rows = await sql<{ service: string }[]>`
      with recursive found as (
        select min(service) as service from jobs where kind = ${kind}
        union all
        select (select min(service) from jobs where kind = ${kind} and service > found.service) from found
        where found.service is not null
      ) select service from found where service is not null`
    return rows.map(({ service }) => service)
  }
  return {
    /** Claims jobs of one service. Runs when awaited, or as part of a larger statement. */
    claimOf: (service: string, count: number): Query<ClaimedRow<Payload>[]> => sql`
      update jobs set attempts = attempts + 1, due_at = now() + ${jobLease} * interval '1 millisecond'
      where id in (
        select id from jobs where kind = ${kind} and service = ${service} and due_at <= now() and expires_at > now()
        order by urgent desc, due_at, id limit ${count} for update skip locked)
      returning id, attempts, payload, urgent, device_id, service, queued_at as "queuedAt",
        extract(epoch from expires_at - now())::float8 * 1000 as "left"`,

    /**
     * Calls `claim` for each service that has jobs and room for some. One statement for each, because with a limit for each service
     * in one statement PostgreSQL sorts the whole queue.
     */
    async claimEach<Claimed>(
      claim: (service: string, count: number) => PromiseLike<readonly Claimed[]>,
      count: number,
      free: ReadonlyMap<string, number> = new Map(),
    ): Promise<Claimed[]> {
      const claimed: Claimed[] = []
      for (const service of await services()) {
        const room = free.get(service) ?? count
        if (room > 0) claimed.push(...(await claim(service, room)))
      }
      return claimed
    },

    /** Jobs that end together are deleted by one statement; in the order of their ids, so that no two statements deadlock. */
    done: inBatches(async (done: readonly Job[]): Promise<void[]> => {
      const ids = done.map(({ id }) => id)
      await sql`
        delete from jobs where id in (select id from jobs where id = any(${ids}::bigint[]) order by id for update)`
      return ids.map(() => undefined)
    }, endedTogether),
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
    select kind, waiting, oldest as "oldestAt", retried as "retriedLastDay", failed as "failedLastDay", expired as "expiredLastDay"
    from (values ('alert'), ('mail')) as kinds (kind)
    cross join lateral (
      select count(*)::integer as waiting, min(queued_at) as oldest
      from jobs where jobs.kind = kinds.kind and expires_at > now()
    ) as waiting
    cross join lateral (
      select coalesce(sum(retried), 0)::integer as retried, coalesce(sum(failed), 0)::integer as failed,
        coalesce(sum(expired), 0)::integer as expired
      from job_failures where job_failures.kind = kinds.kind and hour > now() - interval '1 day'
    ) as lately
    union all
    select 'read', (count(*) filter (where state in ('waiting', 'running')))::integer,
      min(requested_at) filter (where state in ('waiting', 'running')), 0,
      (count(*) filter (where state = 'failed' and finished_at > now() - interval '1 day'))::integer, 0
    from read_requests`,

  /**
   * Deletes expired jobs, which count as failed, and old figures. Returns the number of expired jobs by kind. Deletes up to 10,000
   * at a time, because a statement has a time limit.
   */
  async sweep(): Promise<ReadonlyMap<JobKind, number>> {
    const expired = new Map<JobKind, number>()
    for (let swept = sweptAtOnce; swept >= sweptAtOnce;) {
      const rows = await sql<{ kind: JobKind; count: number }[]>`
        with ended as (
          delete from jobs where id in (
            select id from jobs where expires_at <= now() and due_at <= now()
            order by expires_at limit ${sweptAtOnce} for update skip locked)
          returning kind, true as is_expired
        ), counted as (${countFailures(sql)})
        select kind, count(*)::integer as count from ended group by kind`
      for (const { kind, count } of rows) expired.set(kind, (expired.get(kind) ?? 0) + count)
      swept = rows.reduce((sum, { count }) => sum + count, 0)
    }
    await sql`delete from job_failures where hour < now() - interval '2 days'`
    return expired
  },
})
