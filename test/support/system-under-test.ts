// A simulated competition system, ingest and a store in one process, with a clock that stands still until `pass` advances it. For
// tests and benchmarks of when pages are read and what is recorded.
import { createIngest, type Ingest, type IngestConfig } from '#ingest'
import { clockOn, type Clock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { startSimulator, type SimulatorControl, type SimulatorOptions, type Truth } from '#simulator/index.ts'
import { bjjcompsystem } from '#sources'
import { openStore, type Held, type Store } from '#store'

export type SystemUnderTest = AsyncDisposable & {
  simulator: SimulatorControl
  clock: Clock
  store: Store
  ingest: Ingest
  /** The log, one JSON object per line. */
  logged(): string
  /** The metrics of the first process, as text. */
  metrics(): Promise<string>
  /** Adds a tournament of the simulator for a user; resolves with RollCall's id once the import request is stored. */
  add(tournament: number): Promise<number>
  /** Makes that user follow athletes, by their ids at the source. */
  follow(tournamentId: number, athletes: readonly number[]): Promise<void>
  /** Sets how many people have the tournament open. */
  setViewers(tournamentId: number, viewers: number): Promise<void>
  /**
   * Advances the clock, here and at the source, and performs everything that becomes due. `step`: the longest single advance, ms;
   * larger steps are faster if nothing happens except readings.
   */
  pass(ms: number, step?: number): Promise<void>
  /** Advances the clock, here and at the source, without performing anything, as if all processes were suspended. */
  passAtSource(ms: number): void
  /** Shifts RollCall's wall clock by `ms`; the source's clock and the monotonic clock are unaffected. */
  jump(ms: number): void
  /** The tournament as the first process holds it in memory; throws if it does not. */
  held(tournamentId: number): Held
  /** Starts the ingest of a second process on the same database; `pass` advances it as well. */
  join(nodeId: string): Promise<Ingest>
  /** Ends an ingest like a killed process: it does nothing more and releases nothing. */
  kill(ingest: Ingest): void
}

export type SystemOptions = {
  databaseUrl: string
  simulator?: SimulatorOptions
  config?: Partial<IngestConfig>
  /** The time at the start, epoch ms. */
  startAt?: number
}

/** 08:00 in Houston, on the day of the simulator's default tournament: an hour and a half before its first fights. */
export const morning = Date.parse('2026-09-12T13:00:00Z')

/** How often the presence of viewers is renewed, ms of real time; it expires after half a minute. */
const presenceEvery = 10_000

/** Opens a system; nothing is read before `pass`. By default the request budget is unlimited. */
export async function openSystem({
  databaseUrl,
  simulator: simulated = {},
  config = {},
  startAt = morning,
}: SystemOptions): Promise<SystemUnderTest> {
  const simulator = await startSimulator({ startAt, speed: 0, ...simulated })
  const { clock, advance, jump, sourceNow } = manualClock(startAt)
  let logged = ''
  const log = createLog('info', { write: (line) => void (logged += line) })
  const openNode = async (
    nodeId: string,
  ): Promise<{ store: Store; ingest: Ingest; metrics: () => Promise<string> }> => {
    const metrics = createMetrics()
    const opened = await openStore({ databaseUrl, clock, log, sourceUrl: simulator.url })
    const ingest = createIngest({
      store: opened,
      source: bjjcompsystem,
      config: {
        sourceUrl: simulator.url,
        eventsUrl: simulator.url,
        publicUrl: undefined,
        contact: undefined,
        permission: undefined,
        budget: 'unlimited',
        ...config,
      },
      clock,
      log,
      metrics,
      nodeId,
      random: () => 0.5,
    })
    return { store: opened, ingest, metrics: () => metrics.metrics() }
  }
  const first = await openNode('first')
  const { store } = first
  const nodes = [first]
  const running = new Set([first.ingest])
  const viewers = new Map<number, number>()
  let presentAt = -Infinity
  let userId: number | undefined

  const drain = async (): Promise<void> => {
    for (const ingest of running) await ingest.drain()
  }
  const renewPresence = async (): Promise<void> => {
    if (performance.now() - presentAt < presenceEvery || viewers.size === 0) return
    presentAt = performance.now()
    await store.watch.setViewers('clients', viewers)
  }
  const user = async (): Promise<number> => {
    if (userId !== undefined) return userId
    const account = await store.accounts.register({
      username: 'follower',
      email: 'follower@rollcall.example',
      passwordHash: '-',
    })
    if (typeof account === 'string') throw new Error(account)
    userId = account.id
    return userId
  }
  const held = (tournamentId: number): Held => {
    const found = store.projection.get(tournamentId)
    if (!found) throw new Error(`tournament ${tournamentId} is not held`)
    return found
  }

  const close = async (): Promise<void> => {
    for (const node of nodes) await node.ingest.stop()
    for (const node of nodes) await node.store.close()
    await simulator.close()
  }
  return {
    simulator: simulator.control,
    clock,
    store,
    ingest: first.ingest,
    logged: () => logged,
    metrics: first.metrics,
    async add(tournament) {
      await drain()
      const { ids, unknown } = await store.tournaments.add([String(tournament)])
      const [id] = ids
      if (id === undefined) throw new Error(`the source does not list ${unknown.join()}`)
      await store.follows.addTournaments(await user(), [id])
      await store.readRequests.submit('import', String(id))
      return id
    },
    async follow(tournamentId, athletes) {
      await store.projection.catchUp()
      for (const athlete of athletes) {
        const found = held(tournamentId).athleteBySourceId(String(athlete))
        if (!found) throw new Error(`athlete ${athlete} is not known`)
        await store.follows.follow(await user(), found.id)
      }
    },
    async setViewers(tournamentId, count) {
      viewers.set(tournamentId, count)
      presentAt = -Infinity
      await renewPresence()
    },
    async pass(ms, step = 5_000) {
      const end = clock.monotonic() + ms
      await drain()
      while (clock.monotonic() < end) {
        const due = Math.min(...[...running].map((ingest) => ingest.nextDueAt()))
        const advanceBy = Math.min(Math.max(due - clock.monotonic(), 50), step, end - clock.monotonic())
        advance(advanceBy)
        simulator.control.clock({ set: sourceNow() })
        await renewPresence()
        await drain()
      }
      await Promise.all(nodes.map(({ store: opened }) => opened.projection.catchUp()))
    },
    passAtSource(ms) {
      advance(ms)
      simulator.control.clock({ set: sourceNow() })
    },
    jump,
    held,
    async join(nodeId) {
      const node = await openNode(nodeId)
      nodes.push(node)
      running.add(node.ingest)
      return node.ingest
    },
    kill(ingest) {
      running.delete(ingest)
    },
    [Symbol.asyncDispose]: close,
  }
}

/** A clock that stands still until it is advanced. Its timers run in real time, because the database answers in real time. */
function manualClock(startAt: number) {
  let elapsed = 0
  let wallClockError = 0
  const sourceNow = (): number => startAt + elapsed
  const clock: Clock = clockOn({
    now: () => sourceNow() + wallClockError,
    monotonic: () => elapsed,
    after: (ms, task) => {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
  })
  return {
    clock,
    sourceNow,
    advance: (ms: number) => void (elapsed += Math.ceil(ms)),
    jump: (ms: number) => void (wallClockError += ms),
  }
}

/**
 * The differences between a tournament in the projection and its true state, one sentence each. Compares the numbers of athletes
 * and categories, the number of placements in each category, and the athletes and the winner of each match; also reports a match
 * that has ended in the projection only.
 */
export function differences(held: Held, truth: Truth): string[] {
  const { state } = held
  const found: string[] = []
  if (state.athletes.size !== truth.athletes) found.push(`${state.athletes.size} athletes instead of ${truth.athletes}`)
  if (state.categories.size !== truth.categories.length)
    found.push(`${state.categories.size} categories instead of ${truth.categories.length}`)
  const categories = new Map([...state.categories.values()].map((category) => [category.bjjCompSystemId, category]))
  const places = new Map(
    [...state.matches.values()].map((match) => [`${match.categoryId}/${match.matchNumber}`, match]),
  )
  for (const category of truth.categories) {
    const known = categories.get(String(category.id))
    if (!known) found.push(`no category ${category.id}`)
    else if (known.placements.length !== category.placements.length)
      found.push(
        `category ${category.id} has ${known.placements.length} placements instead of ${category.placements.length}`,
      )
  }
  for (const real of truth.matches) {
    const name = `match ${real.categoryId}/${real.match}`
    const match = places.get(`${categories.get(String(real.categoryId))?.id}/${real.match}`)
    if (!match) {
      found.push(`${name} is missing`)
      continue
    }
    const sides = match.sides.map((side) => (side.kind === 'athlete' ? side.bjjCompSystemId : null))
    const realSides = real.sides.map((side) => (side.athleteId === null ? null : String(side.athleteId)))
    if (!haveSameElements(sides, realSides)) found.push(`${name}: sides ${sides.join()} instead of ${realSides.join()}`)
    const winner = match.outcome?.kind === 'won' ? sides[match.outcome.winner] : null
    if (real.ending === 'won' && winner !== String(real.winnerId))
      found.push(`${name}: winner ${winner} instead of ${real.winnerId}`)
    if (real.ending === null && match.outcome !== null) found.push(`${name}: has ended only here`)
  }
  return found
}

const haveSameElements = (some: readonly (string | null)[], others: readonly (string | null)[]): boolean => {
  const sorted = (texts: readonly (string | null)[]): string =>
    texts
      .map(String)
      .sort((a, b) => (a < b ? -1 : 1))
      .join()
  return sorted(some) === sorted(others)
}
