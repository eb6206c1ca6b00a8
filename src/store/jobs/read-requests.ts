// Users' requests to read pages now. A read request waits here until the process that leads its tournament, or reads the lists,
// claims it. Several users share one request for the same target. A request raises the priority of pages and never exceeds the
// request budget.
import type { Database, Sql, Transaction } from '../database.ts'
import type { Clock } from '#platform/clock.ts'
import { sourceOffSetting } from '../admin/settings.ts'
import { Listeners } from '../listeners.ts'
import { listsLease, tournamentLease } from './leases.ts'

/**
 * 'import': the target is our tournament's id. 'athlete': our athlete's id; the athlete's pages are read again. 'athletes': '<our
 * tournament's id>:<ids of its athletes>', for new followers; only the pages that can add something are read (decision 046).
 * 'available': the list of tournaments that can be added, target ''.
 */
export type ReadRequestKind = 'import' | 'athlete' | 'athletes' | 'available'

/** `alreadyRead`: no page was fetched, because all had been read at most this many ms before the request was claimed. */
export type ReadRequestResult = { ok: boolean; why?: string; ms?: number; alreadyRead?: number }

type Claim = { kinds: readonly ReadRequestKind[]; tournamentIds: readonly number[]; holder: string }

/** `athleteIds`: empty for a request that is not about athletes. */
export type Claimed = {
  id: number
  kind: ReadRequestKind
  target: string
  athleteIds: number[]
  tournamentId: number | null
  requestedAt: number
}

export type Submitted = { id: number } & ({ cooling: true; ago: number } | { cooling: false })

export type Finished = { id: number; kind: ReadRequestKind; target: string; athleteIds: number[]; ok: boolean }

const coolDown = '30 seconds'
/** After this time another process may claim the request, like a job (jobs.ts). */
const claimLease = '30 seconds'
const retention = '1 day'
/** In ms. */
const pollInterval = 1_000
/** The target is the key of an index, whose entries PostgreSQL limits to 2,700 bytes. */
const maxAthletes = 200
const channel = 'rollcall_read_requests'

/** `catchUp` resolves when the projection of this process has applied all committed changes. */
export async function openReadRequests({ sql, listener }: Database, clock: Clock, catchUp: () => Promise<void>) {
  const submitted = new Listeners()
  const finished = new Listeners<[finished: Finished]>()

  /** The largest known id; null before the first poll. */
  let newest: number | null = null
  // A process polls for the requests of others, because NOTIFY would serialise the commits of users' writes.
  const polling = clock.every(pollInterval, async () => {
    if (submitted.size === 0) return
    const [row] = await sql<{ id: number | null }[]>`select max(id) as id from read_requests`.catch(() => [])
    const id = row?.id ?? 0
    if (newest !== null && id > newest) submitted.emit()
    newest = Math.max(newest ?? 0, id)
  })
  const stopListening = await listener.listen(channel, (text) => {
    const done = JSON.parse(text) as Omit<Finished, 'athleteIds'>
    finished.emit({ ...done, athleteIds: athletesOf(done) })
  })

  async function submit(kind: ReadRequestKind, target: string, byUserId?: number): Promise<Submitted> {
    const made = await sql.begin((tx) => writeRequest(tx, kind, target, byUserId))
    if (!made.cooling) submitted.emit()
    return made
  }

  return {
    /** `cooling`: an equal request succeeded less than 30 s ago (`ago`, ms). Then nothing is read, and `id` is that request's. */
    submit,
    /**
     * Requests the pages of a tournament's athletes for new followers, as one request. Beyond 200 athletes, the others wait for the
     * fetch plan.
     */
    requestAthletes(tournamentId: number, athleteIds: readonly number[], byUserId?: number): Promise<Submitted> {
      const ids = [...new Set(athleteIds)].toSorted((a, b) => a - b).slice(0, maxAthletes)
      return submit('athletes', `${tournamentId}:${ids.join()}`, byUserId)
    },
    /**
     * False while no request about a tournament, or about the lists (null), is answered, so that nobody should wait: no ingest
     * process holds a lease, or an administrator has switched reading off.
     */
    async areAnswered(tournamentId: number | null): Promise<boolean> {
      const names = [listsLease, ...(tournamentId === null ? [] : [tournamentLease(tournamentId)])]
      const [row] = await sql<{ are_answered: boolean }[]>`
        select exists (select from leases where name = any(${names}::text[]) and expires_at > now())
          and not exists (select from settings where key = ${sourceOffSetting} and value = 'true'::jsonb) as are_answered`
      return row?.are_answered ?? false
    },
    /**
     * Waits at most `waitMs` for the result; null if there is none in time. Before it returns a result, this process's projection
     * has applied what was recorded for the request.
     */
    async outcome(id: number, waitMs: number): Promise<ReadRequestResult | null> {
      const deadline = clock.monotonic() + waitMs
      let wake = Promise.withResolvers<void>()
      const unsubscribe = finished.add((done) => {
        if (done.id === id) wake.resolve()
      })
      try {
        for (;;) {
          const result = await resultOf(sql, id)
          if (result) await catchUp()
          const left = deadline - clock.monotonic()
          if (result || left <= 0) return result
          const cancel = clock.after(Math.min(pollInterval, left), wake.resolve)
          await wake.promise
          cancel()
          wake = Promise.withResolvers()
        }
      } finally {
        unsubscribe()
      }
    },
    /**
     * Claims the requests that wait for these tournaments ('available' belongs to none), including those whose previous claim has
     * expired.
     */
    claim: (what: Claim): Promise<Claimed[]> => claimRequests(sql, what),
    /** Stores the result of a claimed request, and notifies the callers that wait for it. */
    finish: (id: number, result: ReadRequestResult): Promise<void> => sql.begin((tx) => finishRequest(tx, id, result)),
    /** Calls the listener after a request was submitted: at once in this process, within a second in others. */
    onSubmitted: (listener: () => void): (() => void) => submitted.add(listener),
    onFinished: (listener: (finished: Finished) => void): (() => void) => finished.add(listener),
    async close() {
      await polling.stop()
      stopListening()
    },
  }
}

/**
 * Serialises submit and finish for a target: a request submitted while an equal one finishes finds that one either open or
 * finished, so no page is read twice.
 */
const lockTarget = (tx: Transaction, kind: ReadRequestKind, target: string) =>
  tx`select pg_advisory_xact_lock(hashtext(${`read request ${kind} ${target}`}))`

async function writeRequest(
  tx: Transaction,
  kind: ReadRequestKind,
  target: string,
  byUserId?: number,
): Promise<Submitted> {
  await lockTarget(tx, kind, target)
  const [recent] = await tx<{ id: number; ago: number }[]>`
    select id, extract(epoch from clock_timestamp() - finished_at)::float8 * 1000 as ago from read_requests
    where kind = ${kind} and target = ${target} and state = 'done' and finished_at > clock_timestamp() - ${coolDown}::interval
    order by finished_at desc limit 1`
  if (recent) return { id: recent.id, cooling: true, ago: recent.ago }
  const [row] = await tx<{ id: number }[]>`
    insert into read_requests (kind, target, requested_by, requested_at)
    values (${kind}, ${target}, ${byUserId ?? null}, clock_timestamp())
    on conflict (kind, target) where state in ('waiting', 'running') do update set kind = excluded.kind returning id`
  return { id: row?.id ?? NaN, cooling: false }
}

async function resultOf(sql: Sql, id: number): Promise<ReadRequestResult | null> {
  const [row] = await sql<{ result: ReadRequestResult | null }[]>`
    select result from read_requests where id = ${id} and state in ('done', 'failed')`
  return row?.result ?? null
}

async function claimRequests(sql: Sql, { kinds, tournamentIds, holder }: Claim): Promise<Claimed[]> {
  const rows = await sql<Omit<Claimed, 'athleteIds'>[]>`
    with open as (
      select request.id,
        case request.kind
          when 'athlete' then (select tournament_id from athletes where athletes.id = request.target::integer)
          when 'athletes' then split_part(request.target, ':', 1)::integer
          when 'import' then request.target::integer
        end as tournament_id
      from read_requests request
      where request.kind = any(${[...kinds]}::text[])
        and (request.state = 'waiting' or (request.state = 'running' and request.claimed_at < now() - ${claimLease}::interval))
      order by request.id for update of request skip locked
    )
    update read_requests request set state = 'running', claimed_by = ${holder}, claimed_at = now()
    from open
    where request.id = open.id and (request.kind = 'available' or open.tournament_id = any(${[...tournamentIds]}::integer[]))
    returning request.id, request.kind, request.target, open.tournament_id as "tournamentId",
      extract(epoch from request.requested_at)::float8 * 1000 as "requestedAt"`
  return rows.toSorted((a, b) => a.id - b.id).map((row) => ({ ...row, athleteIds: athletesOf(row) }))
}

function athletesOf({ kind, target }: { kind: ReadRequestKind; target: string }): number[] {
  if (kind === 'athlete') return [Number(target)]
  return kind === 'athletes' ? target.split(/[:,]/).slice(1).map(Number) : []
}

async function finishRequest(tx: Transaction, id: number, result: ReadRequestResult): Promise<void> {
  const [request] = await tx<{ kind: ReadRequestKind; target: string }[]>`
    select kind, target from read_requests where id = ${id}`
  if (request) await lockTarget(tx, request.kind, request.target)
  const [row] = await tx<{ kind: ReadRequestKind; target: string }[]>`
    update read_requests set state = ${result.ok ? 'done' : 'failed'}, finished_at = now(), result = ${JSON.stringify(result)}::jsonb
    where id = ${id} and state in ('waiting', 'running') returning kind, target`
  if (!row) return
  await tx`select pg_notify(${channel}, ${JSON.stringify({ id, kind: row.kind, target: row.target, ok: result.ok })})`
  // Includes requests that no process claims, because their tournament is no longer read.
  await tx`delete from read_requests where coalesce(finished_at, requested_at) < now() - ${retention}::interval`
}
