// What users want read now. An ask waits here until the process that reads that tournament takes it; the same wish of
// many users is one ask. It passes no budget: it only raises the priority of pages.
import type { Database, Sql, Transaction } from '../database.ts'
import type { Clock } from '#platform/clock.ts'

/** 'import': target is our tournament's id. 'athlete': our athlete's id. 'available': the list of what can be added, target ''. */
export type AskKind = 'import' | 'athlete' | 'available'

/** `alreadyRead`: nothing was read for it, because all was read at most so long before, in ms. */
export type AskResult = { ok: boolean; why?: string; ms?: number; alreadyRead?: number }

export type Claimed = { id: number; kind: AskKind; target: string; tournamentId: number | null; askedAt: number }

export type Asked = { id: number } & ({ cooling: true; ago: number } | { cooling: false })

export type Finished = { id: number; kind: AskKind; target: string; ok: boolean }

export type Asks = {
  /** `cooling`: the same was done less than 30 s ago (`ago`, ms) and is not done again; its outcome is that of then. */
  ask(kind: AskKind, target: string, byUserId?: number): Promise<Asked>
  /** The result, waited for `waitMs` at most; null when there is none in time. What was recorded for it is in this process's projection. */
  outcome(id: number, waitMs: number): Promise<AskResult | null>
  /** Takes what waits for these tournaments (and, with the kind 'available', for none), and what a vanished process took. */
  claim(what: { kinds: readonly AskKind[]; tournamentIds: readonly number[]; holder: string }): Promise<Claimed[]>
  finish(id: number, result: AskResult): Promise<void>
  /** Something was asked: at once in this process, within a second in others. */
  onAsked(listener: () => void): () => void
  onFinished(listener: (finished: Finished) => void): () => void
}

const coolDown = '30 seconds'
/** Whose process vanished is taken by another then, as a job is after its lease (jobs.ts). */
const claimLife = '30 seconds'
const kept = '1 day'
const lookEvery = 1_000
const channel = 'rollcall_asks'

/** `caughtUp` resolves when the projection of this process shows all that is committed. */
export async function openAsks(
  { sql, listener }: Database,
  clock: Clock,
  caughtUp: () => Promise<void>,
): Promise<Asks & { close(): Promise<void> }> {
  const asked = new Set<() => void>()
  const finished = new Set<(finished: Finished) => void>()
  const ring = (): void => {
    for (const each of asked) each()
  }
  const onFinished = (hear: (finished: Finished) => void): (() => void) => {
    finished.add(hear)
    return () => finished.delete(hear)
  }

  let newest = 0
  // Users' writes do not ring (NOTIFY makes commits queue): other processes look.
  const looks = clock.every(lookEvery, async () => {
    if (asked.size === 0) return
    const [row] = await sql<{ id: number | null }[]>`select max(id) as id from asks`.catch(() => [])
    const id = row?.id ?? 0
    if (id > newest && newest > 0) ring()
    newest = Math.max(newest, id, 1)
  })
  const stopListening = await listener.listen(channel, (text) => {
    const done = JSON.parse(text) as Finished
    for (const hear of finished) hear(done)
  })

  return {
    async ask(kind, target, byUserId) {
      const made = await sql.begin((tx) => writeAsk(tx, kind, target, byUserId))
      if (!made.cooling) ring()
      return made
    },
    async outcome(id, waitMs) {
      const onNews = (hear: () => void) => onFinished((done) => done.id === id && hear())
      const result = await waitFor(() => resultOf(sql, id), { waitMs, clock, onNews })
      if (result) await caughtUp()
      return result
    },
    claim: (what) => claimAsks(sql, what),
    finish: (id, result) => sql.begin((tx) => finishAsk(tx, id, result)),
    onAsked(hear) {
      asked.add(hear)
      return () => asked.delete(hear)
    },
    onFinished,
    async close() {
      await looks.stop()
      stopListening()
    },
  }
}

/** Whoever asks the moment an ask ends finds it either open or done: never neither, which would read the same page twice. */
const oneAtATime = (tx: Transaction, kind: AskKind, target: string) =>
  tx`select pg_advisory_xact_lock(hashtext(${`ask ${kind} ${target}`}))`

async function writeAsk(tx: Transaction, kind: AskKind, target: string, byUserId?: number): Promise<Asked> {
  await oneAtATime(tx, kind, target)
  const [recent] = await tx<{ id: number; ago: number }[]>`
    select id, extract(epoch from clock_timestamp() - finished_at)::float8 * 1000 as ago from asks
    where kind = ${kind} and target = ${target} and state = 'done' and finished_at > clock_timestamp() - ${coolDown}::interval
    order by finished_at desc limit 1`
  if (recent) return { id: recent.id, cooling: true, ago: recent.ago }
  const [row] = await tx<{ id: number }[]>`
    insert into asks (kind, target, asked_by, asked_at) values (${kind}, ${target}, ${byUserId ?? null}, clock_timestamp())
    on conflict (kind, target) where state in ('waiting', 'running') do update set kind = excluded.kind returning id`
  return { id: row?.id ?? NaN, cooling: false }
}

async function resultOf(sql: Sql, id: number): Promise<AskResult | null> {
  const [row] = await sql<{ result: AskResult | null }[]>`
    select result from asks where id = ${id} and state in ('done', 'failed')`
  return row?.result ?? null
}

/** Reads again on news, and every second, until there is something or `waitMs` are over; then null. */
async function waitFor<Result>(
  read: () => Promise<Result | null>,
  { waitMs, clock, onNews }: { waitMs: number; clock: Clock; onNews: (hear: () => void) => () => void },
): Promise<Result | null> {
  const until = clock.monotonic() + waitMs
  let wake = (): void => {}
  let isNews = false
  const stopHearing = onNews(() => {
    isNews = true
    wake()
  })
  try {
    for (;;) {
      isNews = false
      const found = await read()
      const left = until - clock.monotonic()
      if (found !== null || left <= 0) return found
      if (isNews) continue
      await new Promise<void>((resolve) => {
        const cancel = clock.after(Math.min(lookEvery, left), resolve)
        wake = () => {
          cancel()
          resolve()
        }
      })
    }
  } finally {
    stopHearing()
  }
}

async function claimAsks(
  sql: Sql,
  { kinds, tournamentIds, holder }: { kinds: readonly AskKind[]; tournamentIds: readonly number[]; holder: string },
): Promise<Claimed[]> {
  const rows = await sql<{ id: number; kind: AskKind; target: string; tournament_id: number | null; asked: number }[]>`
    with wanted as (
      select ask.id, case ask.kind when 'athlete' then (select tournament_id from athletes where athletes.id = ask.target::integer) when 'import' then ask.target::integer end as tournament_id
      from asks ask
      where ask.kind = any(${[...kinds]}::text[]) and (ask.state = 'waiting' or (ask.state = 'running' and ask.claimed_at < now() - ${claimLife}::interval))
      order by ask.id for update of ask skip locked
    )
    update asks set state = 'running', claimed_by = ${holder}, claimed_at = now()
    from wanted where asks.id = wanted.id and (asks.kind = 'available' or wanted.tournament_id = any(${[...tournamentIds]}::integer[]))
    returning asks.id, asks.kind, asks.target, wanted.tournament_id, extract(epoch from asks.asked_at)::float8 * 1000 as asked`
  return rows
    .map(({ tournament_id, asked, ...ask }) => ({ ...ask, tournamentId: tournament_id, askedAt: asked }))
    .toSorted((a, b) => a.id - b.id)
}

async function finishAsk(tx: Transaction, id: number, result: AskResult): Promise<void> {
  const [open] = await tx<{ kind: AskKind; target: string }[]>`select kind, target from asks where id = ${id}`
  if (open) await oneAtATime(tx, open.kind, open.target)
  const [row] = await tx<{ kind: AskKind; target: string }[]>`
    update asks set state = ${result.ok ? 'done' : 'failed'}, finished_at = now(), result = ${JSON.stringify(result)}::jsonb
    where id = ${id} and state in ('waiting', 'running') returning kind, target`
  if (!row) return
  await tx`select pg_notify(${channel}, ${JSON.stringify({ id, kind: row.kind, target: row.target, ok: result.ok })})`
  await tx`delete from asks where finished_at < now() - ${kept}::interval`
}
