// Measures how long a change takes from the recorder to open screens: ten thousand sockets of a thousand users, in another
// process, while fights end and mats are delayed. Every user follows four athletes and the ten stars, whom all users follow.
// Changes for all users are sent in turn through RollCall, a bare loop over `ws`, and socket.io, each with the same number of
// sockets and the same bytes.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createLive } from '#live'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { openLoadGenerator } from './load-generator.ts'
import { machineNow, median, print, quantile, requireFiles } from './figure.ts'
import { addFollowers } from './followers.ts'
import { memoryInUse } from './memory.ts'
import { startSocketRival } from './socket-rival.ts'

const users = 1_000
const socketsEach = 10
const sockets = users * socketsEach
/** Below the server's limit of a thousand a second. */
const opensPerSecond = 900
/** Each of the ten stars fights on a different mat; the athletes on the other mats have fewer followers. */
const starMats = 10
const mats = starMats + 6
const warmUp = 6
/** The changes that only a few users follow: their number, and the time from one to the next, ms. */
const ordinary = { rounds: 24, every: 500 }
const rounds = 7
/** The pause between two measurements, ms. */
const pauseBetween = 150

const files = requireFiles(sockets + 200)
const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using database = await startDatabaseServer({ dataDir, durable: false })
const log = createLog('warn')
const store = await openStore({ databaseUrl: database.url, clock: systemClock, log })
const event = await openFixtureEvent(store, { categories: 3 * mats, mats })
const inCategory = event.athleteIds.length / (3 * mats)
const stars = Array.from({ length: starMats }, (_, index) => event.athleteIds[index * inCategory] ?? 0)
// Categories are assigned to the mats in turn.
const elsewhere = event.athleteIds.filter((_, index) => Math.floor(index / inCategory) % mats >= starMats)
const cookies = await addFollowers(database.url, {
  users,
  tournamentId: event.tournamentId,
  followedBy: (index) => [
    ...stars,
    ...[1, 2, 3, 4].map((step) => elsewhere[(index * 7 + step * 61) % elsewhere.length] ?? 0),
  ],
})
/** When the last batch of changes was ready to be sent. */
let changesReadyAt = 0
store.projection.onChanges(() => (changesReadyAt = machineNow()))
const live = createLive({ store, config: { publicUrl: undefined }, clock: systemClock, log, metrics: createMetrics() })
const server = createServer()
live.attach(server)
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
await once(server, 'listening')

const before = memoryInUse()
const { port } = server.address() as AddressInfo
const load = await openLoadGenerator({
  port,
  sockets,
  protocol: 'rollcall',
  subscribe: '{"type":"subscribe"}',
  cookies,
  opensPerSecond,
})
const memoryPerSocket = (memoryInUse() - before) / sockets / 1024

/** By sequence number: when the reading with the change was passed to the recorder. */
const startTimes = new Map<number, number>()
const record = async (act: () => Promise<unknown>): Promise<void> => {
  const from = event.held().position.seq
  const at = machineNow()
  await act()
  for (let seq = from + 1; seq <= event.held().position.seq; seq++) startTimes.set(seq, at)
  await systemClock.sleep(Math.max(0, at + ordinary.every - machineNow()))
}
for (let round = 0; round < warmUp; round++) await record(() => event.delayMat((round % 2) + 1, 1))
const report = await load.recordMatchTimes()
const loopDelay = monitorEventLoopDelay({ resolution: 5 })
loopDelay.enable()
for (let round = 0; round < ordinary.rounds; round++) {
  const mat = starMats + 1 + (round % (mats - starMats))
  await record(() => (round % 3 === 0 ? event.delayMat(mat, 1) : event.finishNextFight(mat, 0)))
}
loopDelay.disable()
const { seqs, at } = await report()
const times = seqs.map((seq, index) => (at[index] ?? Infinity) - (startTimes.get(seq) ?? 0))
print(`change recorded to message received, ${sockets} sockets open, p99`, quantile(times, 0.99), 'ms', { most: 500 })
console.log(
  `  p50 ${quantile(times, 0.5).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms, ${times.length} messages`,
)
print('event-loop delay during the delivery, p99', loopDelay.percentile(99) / 1e6, 'ms', { most: 50 })
print('memory per socket, with all its state', memoryPerSocket, 'KB', { most: 12 })

const rivals = await Promise.all(
  (['ws', 'socket.io'] as const).map(async (name) => {
    const rival = await startSocketRival(name)
    const empty = await rival.memory()
    const rivalLoad = await openLoadGenerator({ port: rival.port, sockets, protocol: name })
    const memory = ((await rival.memory()) - empty) / sockets / 1024
    return { name, rival, load: rivalLoad, memory, one: noTimes(), burst: noTimes() }
  }),
)

/** The times to the last delivery, and the longest delay of the event loop in each round, ms. */
type Times = { last: number[]; loopDelay: number[] }
const ours = { one: noTimes(), burst: noTimes() }
const recorded: number[] = []
const loop = monitorEventLoopDelay({ resolution: 5 })

/** Records one page with changes on this many mats, whose stars all users follow. */
async function sendToAll(changes: number, times: Times): Promise<{ bytes: number; sample: string }> {
  const { done } = await load.expect(changes)
  loop.reset()
  loop.enable()
  const from = machineNow()
  await event.batch(async () => {
    for (let mat = 1; mat <= changes; mat++) await event.delayMat(mat, 1)
  })
  const { last, bytes, sample } = await done
  loop.disable()
  times.last.push(last - changesReadyAt)
  times.loopDelay.push(loop.max / 1e6)
  recorded.push(last - from)
  return { bytes: bytes / sockets, sample }
}

async function sendThroughRival(
  rival: (typeof rivals)[number],
  text: string,
  count: number,
  times: Times,
): Promise<void> {
  const { done } = await rival.load.expect(count)
  const sent = await rival.rival.send(text, count)
  times.last.push((await done).last - sent.at)
  times.loopDelay.push(sent.loopDelay)
}

let bytes = 0
for (let round = -1; round < rounds; round++) {
  // The first round only warms up code and connections.
  const isCounted = round >= 0
  const one = await sendToAll(1, isCounted ? ours.one : noTimes())
  bytes = one.bytes
  for (const rival of rotate(rivals, round)) {
    await systemClock.sleep(pauseBetween)
    await sendThroughRival(rival, one.sample, 1, isCounted ? rival.one : noTimes())
  }
  await systemClock.sleep(pauseBetween)
  await sendToAll(10, isCounted ? ours.burst : noTimes())
  for (const rival of rotate(rivals, round)) {
    await systemClock.sleep(pauseBetween)
    await sendThroughRival(rival, one.sample, 10, isCounted ? rival.burst : noTimes())
  }
  await systemClock.sleep(pauseBetween)
}
const [ws, socketIo] = rivals
if (!ws || !socketIo) throw new Error('a rival is missing')
const lastOne = (of: { one: Times }): number => median(of.one.last)
const lastBurst = (of: { burst: Times }): number => median(of.burst.last)
print('one change to all, last delivery, RollCall / bare ws loop', lastOne(ours) / lastOne(ws), 'times', { most: 1.2 })
print('ten changes to all, last delivery, socket.io / RollCall', lastBurst(socketIo) / lastBurst(ours), 'times', {
  least: 5,
})
print(
  'event-loop delay while all are notified, median of the longest per round',
  median([...ours.one.loopDelay, ...ours.burst.loopDelay]),
  'ms',
  { most: 50 },
)
const line = (name: string, of: { one: Times; burst: Times }, memory: number): string =>
  `  ${name}: one ${lastOne(of).toFixed(0)} ms, ten ${lastBurst(of).toFixed(0)} ms to the last of ${sockets}; ` +
  `event-loop delay ${median(of.one.loopDelay).toFixed(0)} and ${median(of.burst.loopDelay).toFixed(0)} ms, ` +
  `at worst ${Math.max(...of.one.loopDelay, ...of.burst.loopDelay).toFixed(0)} ms; ${memory.toFixed(1)} KB a socket`
console.log(line('RollCall', ours, memoryPerSocket))
for (const rival of rivals) console.log(line(rival.name, rival, rival.memory))
console.log(
  `  ${bytes.toFixed(0)} bytes a change, ${rounds} rounds, the servers in turn; from recording to the last delivery ` +
    `${median(recorded).toFixed(0)} ms; ${files} open files at most a process`,
)

await Promise.all([load, ...rivals.flatMap((rival) => [rival.load, rival.rival])].map((each) => each.close()))
await live.close()
server.close()
await store.close()
await database.stop()
await rm(dataDir, { recursive: true })

function noTimes(): Times {
  return { last: [], loopDelay: [] }
}

/** The list, rotated by one more in each round. */
function rotate<Each>(list: readonly Each[], round: number): Each[] {
  const by = Math.abs(round) % list.length
  return [...list.slice(by), ...list.slice(0, by)]
}
