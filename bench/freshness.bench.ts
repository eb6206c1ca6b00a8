// Measures how soon RollCall shows a change at the source: three hours of a day on eight mats, forty followed athletes, within
// the default request budget. The simulated clock measures, to the second, the time until a change is recorded; the real clock
// measures the time from the end of a page's transfer to the message on a socket.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { createLive } from '#live'
import type { Match } from '#domain/match.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import type { TrueMatch } from '#simulator/index.ts'
import { firstFights, openCityOpen, type CityOpen } from '#support/city-open.ts'
import { print, quantile } from './figure.ts'

const second = 1_000
const minute = 60 * second
const settling = 10 * minute
const watching = 180 * minute
/** The wait after the last changes; a change that is still not recorded then counts as lost. */
const grace = 5 * minute
/** The next three fights of a mat are near (decision D20). */
const near = 3

type Kind = 'near' | 'other' | 'result'
type Fact = 'placed' | 'sides' | 'started' | 'result'
/** A change at the source that a follower waits for. */
type Pending = { match: string; fact: Fact; kind: Kind; value: string; since: number }

await using open = await openCityOpen()
const { system, tournament, tournamentId, watched } = open
await using screen = await openScreen(open)
await system.pass(firstFights + minute - system.clock.now())
system.simulator.clearRequests()

/** The times until the changes were recorded, in ms. */
const times: Record<Kind, number[]> = { near: [], other: [], result: [] }
/** For each message, the time since its page was sent, in ms. */
const messageDelays: number[] = []
let pending: Pending[] = []
let before = truths()
const from = system.clock.now() + settling
const until = from + watching
while (system.clock.now() < until + grace && (system.clock.now() < until || pending.length > 0)) {
  await system.pass(second)
  const sent = await screen.received()
  const now = system.clock.now()
  const after = truths()
  if (now >= from && now < until) {
    pending.push(...changesBetween(before, after, now))
    messageDelays.push(...sent)
  }
  before = after
  resolvePending(now)
}
for (const { kind } of pending) times[kind].push(Infinity)

reportSeconds('until a change near the call is recorded, p95', times.near, 20)
reportSeconds('until another change is recorded, p95', times.other, 45)
reportSeconds('until a result is recorded, p95', times.result, 40)
print('from a page that was sent to the message on a socket, p99', quantile(messageDelays, 0.99), 'ms', { most: 500 })
console.log(
  `  p50 ${quantile(messageDelays, 0.5).toFixed(0)} ms, slowest ${quantile(messageDelays, 1).toFixed(0)} ms, ${messageDelays.length} messages`,
)

type Truths = Map<string, { facts: Record<Fact, string>; isNear: boolean; isOver: boolean }>

/** The true state of the fights of followed athletes. */
function truths(): Truths {
  const { matches } = system.simulator.truth(tournament)
  const nearKeys = new Set(matsOf(matches).flatMap((queue) => queue.slice(0, near).map(keyOf)))
  const isWatched = (match: TrueMatch): boolean =>
    match.sides.some(({ athleteId }) => athleteId !== null && watched.has(athleteId))
  return new Map(
    matches
      .filter(isWatched)
      .map((match) => [
        keyOf(match),
        { facts: factsOf(match), isNear: nearKeys.has(keyOf(match)), isOver: match.ending !== null },
      ]),
  )
}

/** The upcoming fights of each mat, in order. */
function matsOf(matches: readonly TrueMatch[]): TrueMatch[][] {
  const mats = Map.groupBy(
    matches.filter(({ ending, mat }) => ending === null && mat !== null),
    ({ mat }) => mat,
  )
  return [...mats.values()].map((queue) =>
    queue.toSorted(
      (a, b) => Number(b.status === 'started') - Number(a.status === 'started') || (a.when ?? 0) - (b.when ?? 0),
    ),
  )
}

function keyOf({ categoryId, match }: TrueMatch): string {
  return `${categoryId}/${match}`
}

function factsOf(match: TrueMatch): Record<Fact, string> {
  return {
    placed: `${match.mat} ${match.fightNumber} ${match.when === null ? null : Math.floor(match.when / minute)}`,
    sides: sidesText(match.sides.map(({ athleteId }) => athleteId)),
    started: String(match.status === 'started'),
    result: match.ending === 'won' ? String(match.winnerId) : String(match.ending),
  }
}

function changesBetween(earlier: Truths, later: Truths, now: number): Pending[] {
  return [...later].flatMap(([match, { facts, isNear, isOver }]) => {
    const known = earlier.get(match)
    if (!known) return []
    const changed = (fact: Fact): boolean => facts[fact] !== known.facts[fact]
    const changeOf = (fact: Fact, kind: Kind): Pending[] =>
      changed(fact) ? [{ match, fact, kind, value: facts[fact], since: now }] : []
    const kind = isNear || known.isNear ? 'near' : 'other'
    if (isOver) return isPublished(facts.result) ? changeOf('result', 'result') : []
    const start = facts.started === 'true' ? changeOf('started', 'near') : []
    return [...changeOf('placed', kind), ...changeOf('sides', kind), ...start]
  })
}

/** Whether a page shows the result. No page shows a walkover, or a winner that was not recorded. */
function isPublished(result: string): boolean {
  return result !== 'walkover' && result !== 'unrecorded'
}

/** Moves the changes that are recorded from `pending` to `times`; a later value of a fact also resolves the earlier ones. */
function resolvePending(now: number): void {
  if (pending.length === 0) return
  const { state } = system.held(tournamentId)
  const ids = new Map([...state.categories.values()].map((category) => [category.id, category.bjjCompSystemId]))
  const shown = new Map(
    [...state.matches.values()].map((match) => [`${ids.get(match.categoryId ?? 0)}/${match.matchNumber}`, match]),
  )
  const settled = new Set<Pending>()
  for (const [index, change] of pending.entries()) {
    const match = shown.get(change.match)
    if (!match || !shows(match, change)) continue
    for (const other of pending.slice(0, index + 1))
      if (other.match === change.match && other.fact === change.fact) settled.add(other)
  }
  for (const { kind, since } of settled) times[kind].push(now - since)
  pending = pending.filter((change) => !settled.has(change))
}

function shows(match: Match, { fact, value }: Pending): boolean {
  const winner = match.outcome?.kind === 'won' ? match.sides[match.outcome.winner] : null
  // Once a fight is over, its place, its sides and its start are irrelevant.
  if (fact !== 'result' && (match.board === 'left' || match.outcome)) return true
  switch (fact) {
    case 'placed': {
      const scheduledMinute = match.scheduledAt === null ? null : Math.floor(Date.parse(match.scheduledAt) / minute)
      return value === `${match.mat} ${match.fightNumber} ${scheduledMinute}`
    }
    case 'sides':
      return (
        value === sidesText(match.sides.map((side) => (side.kind === 'athlete' ? Number(side.bjjCompSystemId) : null)))
      )
    case 'started':
      return match.rawStatus === 'started' || match.rawStatus === 'finished'
    case 'result':
      return winner?.kind === 'athlete' ? winner.bjjCompSystemId === value : match.outcome !== null
  }
}

function sidesText(ids: readonly (number | null)[]): string {
  return ids.map(String).toSorted().join()
}

/** Opens a socket of the system's follower, on a server of its own. */
async function openScreen({ system }: CityOpen): Promise<AsyncDisposable & { received(): Promise<number[]> }> {
  const { store, clock, simulator } = system
  const live = createLive({
    store,
    config: { publicUrl: undefined },
    clock,
    log: createLog('warn'),
    metrics: createMetrics(),
  })
  const server = createServer()
  live.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const follower = await store.accounts.findByEmail('follower@rollcall.example')
  if (!follower) throw new Error('there is no follower')
  const session = await store.sessions.start({ userId: follower.account.id, remember: true, userAgent: null, ip: null })
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`, {
    headers: { cookie: `sid=${session}` },
  })
  const received = new Map<number, number>()
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as { type: string; seq?: number }
    if (message.type === 'match_update' && message.seq !== undefined) received.set(message.seq, Date.now())
  })
  await once(socket, 'open')
  socket.send('{"type":"subscribe"}')
  await once(socket, 'message')
  let sent: number[] = []
  return {
    /** For each message since the last call, the ms since its page was sent. */
    async received() {
      const { latest } = simulator.requests()
      simulator.clearRequests()
      sent = [...sent, ...latest.map(({ at, took }) => at + took)].toSorted((a, b) => a - b).slice(-20)
      // At most two pages are in flight, so the change is in one of the last two that were sent before the message.
      const delays = [...received.values()].flatMap((at) => {
        const [since] = sent.filter((moment) => moment <= at).slice(-2)
        return since === undefined ? [] : at - since
      })
      received.clear()
      return delays
    },
    async [Symbol.asyncDispose]() {
      socket.close()
      await live.close()
      server.close()
    },
  }
}

/** Prints times given in ms. */
function reportSeconds(name: string, times: readonly number[], goal: number): void {
  print(name, quantile(times, 0.95) / second, 's', { most: goal })
  console.log(
    `  p50 ${quantile(times, 0.5) / second} s, slowest ${quantile(times, 1) / second} s, ${times.length} changes`,
  )
}
