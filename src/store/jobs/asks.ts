// What users want read now. An ask waits here until the process that reads that tournament takes it; the same wish of
// many users is one ask. It passes no budget: it only raises the priority of pages.
import type { Database, Sql, Transaction } from '../database.ts'
import type { Clock } from '#platform/clock.ts'
import { Listeners } from '../listeners.ts'

/** 'import': target is our tournament's id. 'athlete': our athlete's id. 'available': the list of what can be added, target ''. */
export type AskKind = 'import' | 'athlete' | 'available'

/** `alreadyRead`: nothing was read for it, because all was read at most so long before, in ms. */
export type AskResult = { ok: boolean; why?: string; ms?: number; alreadyRead?: number }

type Claim = { kinds: readonly AskKind[]; tournamentIds: readonly number[]; holder: string }

export type Claimed = { id: number; kind: AskKind; target: string; tournamentId: number | null; askedAt: number }

export type Asked = { id: number } & ({ cooling: true; ago: number } | { cooling: false })

export type Finished = { id: number; kind: AskKind; target: string; ok: boolean }

const coolDown = '30 seconds'
/** Whose process vanished is taken by another then, as a job is after its lease (jobs.ts). */
const claimLife = '30 seconds'
const kept = '1 day'
const lookEvery = 1_000
const channel = 'rollcall_asks'

/** `caughtUp` resolves when the projection of this process shows all that is committed. */
export async function openAsks({ sql, listener }: Database, clock: Clock, caughtUp: () => Promise<void>) {
  const asked = new Listeners()
  const finished = new Listeners<[finished: Finished]>()

  let newest = 0
  // Users' writes do not ring (NOTIFY makes commits queue): other processes look.
  const looks = clock.every(lookEvery, async () => {
    if (asked.size === 0) return
    const [row] = await sql<{ id: number | null }[]>`select max(id) as id from asks`.catch(() => [])
    const id = row?.id ?? 0
    if (id > newest && newest > 0) asked.tell()
    newest = Math.max(newest, id, 1)
  })
  const stopListening = await listener.listen(channel, (text) => finished.tell(JSON.parse(text) as Finished))

  return {
    /** `cooling`: the same was done less than 30 s ago (`ago`, ms) and is not done again; its outcome is that of then. */
    async ask(kind: AskKind, target: string, byUserId?: number): Promise<Asked> {
      const made = await sql.begin((tx) => writeAsk(tx, kind, target, byUserId))
      if (!made.cooling) asked.tell()
      return made
    },
    /** The result, waited for `waitMs` at most; null when there is none in time. What was recorded for it is in this process's projection. */
    async outcome(id: number, waitMs: number): Promise<AskResult | null> {
      const until = clock.monotonic() + waitMs
      let news = Promise.withResolvers<void>()
      const stopHearing = finished.add((done) => {
        if (done.id === id) news.resolve()
      })
      try {
        for (;;) {
          const result = await resultOf(sql, id)
          if (result) await caughtUp()
          const left = until - clock.monotonic()
          if (result || left <= 0) return result
          // Looks again on news, and every second.
          const cancel = clock.after(Math.min(lookEvery, left), news.resolve)
          await news.promise
          cancel()
          news = Promise.withResolvers()
        }
      } finally {
        stopHearing()
      }
    },
    /** Takes what waits for these tournaments (and, with the kind 'available', for none), and what a vanished process took. */
    claim: (what: Claim): Promise<Claimed[]> => claimAsks(sql, what),
    finish: (id: number, result: AskResult): Promise<void> => sql.begin((tx) => finishAsk(tx, id, result)),
    /** Something was asked: at once in this process, within a second in others. */
    onAsked: (listener: () => void): (() => void) => asked.add(listener),
    onFinished: (listener: (finished: Finished) => void): (() => void) => finished.add(listener),
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

async function claimAsks(sql: Sql, { kinds, tournamentIds, holder }: Claim): Promise<Claimed[]> {
  const rows = await sql<Claimed[]>`
    with wanted as (
      select ask.id, case ask.kind when 'athlete' then (select tournament_id from athletes where athletes.id = ask.target::integer) when 'import' then ask.target::integer end as tournament_id
      from asks ask
      where ask.kind = any(${[...kinds]}::text[]) and (ask.state = 'waiting' or (ask.state = 'running' and ask.claimed_at < now() - ${claimLife}::interval))
      order by ask.id for update of ask skip locked
    )
    update asks set state = 'running', claimed_by = ${holder}, claimed_at = now()
    from wanted where asks.id = wanted.id and (asks.kind = 'available' or wanted.tournament_id = any(${[...tournamentIds]}::integer[]))
    returning asks.id, asks.kind, asks.target, wanted.tournament_id as "tournamentId", extract(epoch from asks.asked_at)::float8 * 1000 as "askedAt"`
  return rows.toSorted((a, b) => a.id - b.id)
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
