// node bench/silent.soak.ts [silent sockets] [turns]: causes twelve megabytes of updates for each of some sockets that read
// nothing, while a thousand others, whose users follow four athletes each, stay open (reliability R-06). The silent sockets must
// be closed (4008), the server's memory must not grow with them, and the others must not be delayed: measured in turn with silent
// sockets, with as many reading ones, and without either. Exits with 1 when a silent socket stays open, or memory grows with them
// by over 10 MB more than without.
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { systemClock } from '#platform/clock.ts'
import { openLoadGenerator } from './load-generator.ts'
import { machineNow, median, quantile, requireFiles } from './figure.ts'
import { retry } from './import-day.ts'
import { openServedEvent } from './soak-fixtures.ts'

const [silent = 20, turns = 3] = process.argv.slice(2).map(Number)
const others = 1_000
const mats = 8
/** Each round delays all mats, which is half a megabyte for a follower of all athletes. */
const rounds = 24
const roundEvery = 500
/** In MB. */
const maximumGrowth = 10
const megabyte = 1024 * 1024

requireFiles(others + silent + 200)
// The special users follow everybody.
const { event, rollCall, port, cookies, close } = await openServedEvent({
  users: others / 10 + silent,
  special: silent,
})
const load = await openLoadGenerator({
  port,
  sockets: others,
  protocol: 'rollcall',
  subscribe: '{"type":"subscribe"}',
  cookies: cookies.slice(silent),
  opensPerSecond: 500,
})
const resident = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${rollCall.pid}/status`, 'utf8'))?.[1]) / 1_024
const countClosedAsSlow = async (): Promise<number> =>
  Number(
    /^rollcall_live_closed_total\{code="4008"\} (\d+)/m.exec(
      await (await fetch(`${rollCall.url}/metrics`)).text(),
    )?.[1] ?? 0,
  )

/** Opens a socket of a follower of all athletes; after the first message it continues to read, or reads nothing more. */
async function open(cookie: string, keepsReading: boolean, onBytes: (bytes: number) => void): Promise<WebSocket> {
  const socket = new WebSocket(rollCall.url.replace('http', 'ws') + '/ws', { headers: { cookie } })
  socket.on('error', () => {})
  await new Promise<void>((resolve) => {
    socket.on('open', () => socket.send('{"type":"subscribe"}'))
    socket.once('message', () => resolve())
  })
  if (keepsReading) socket.on('message', (data) => onBytes((data as Buffer).length))
  else socket.pause()
  return socket
}

type Kind = 'none' | 'reading' | 'silent'
type Turn = { kind: Kind; p50: number; p99: number; grown: number; sent: number }

async function runTurn(kind: Kind): Promise<Turn> {
  let bytes = 0
  const count = kind === 'none' ? 0 : silent
  const sockets = await Promise.all(
    cookies.slice(0, count).map((cookie) => open(cookie, kind === 'reading', (length) => (bytes += length))),
  )
  const before = resident()
  const closedBefore = await countClosedAsSlow()
  let most = before
  const startTimes = new Map<number, number>()
  const report = await load.recordMatchTimes()
  for (let round = 0; round < rounds; round++) {
    const from = event.held().position.seq
    const at = machineNow()
    await event.batch(async () => {
      for (let mat = 1; mat <= mats; mat++) await event.delayMat(mat, 1)
    })
    for (let seq = from + 1; seq <= event.held().position.seq; seq++) startTimes.set(seq, at)
    most = Math.max(most, resident())
    await systemClock.sleep(Math.max(0, at + roundEvery - machineNow()))
  }
  await systemClock.sleep(2_000)
  const { seqs, at } = await report()
  if (kind === 'silent')
    await retry(async () => {
      most = Math.max(most, resident())
      if ((await countClosedAsSlow()) - closedBefore < count) throw new Error('a silent socket is still open')
    })
  for (const socket of sockets) socket.terminate()
  const times = seqs.map((seq, index) => (at[index] ?? Infinity) - (startTimes.get(seq) ?? -Infinity))
  return {
    kind,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    grown: most - before,
    sent: bytes / Math.max(1, count) / megabyte,
  }
}

// One turn of each kind warms up code and caches.
const kinds: Kind[] = ['none', 'silent', 'reading']
for (const kind of kinds) await runTurn(kind)
const results: Turn[] = []
const failures: string[] = []
for (let round = 0; round < turns; round++)
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[(index + round) % kinds.length] ?? 'none'
    const result = await runTurn(kind).catch((error: Error) => failures.push(error.message))
    if (typeof result === 'object') results.push(result)
  }
const medianOf = (kind: Kind, figure: (turn: Turn) => number): number =>
  median(results.filter((each) => each.kind === kind).map(figure))
const grown = medianOf('silent', (each) => each.grown)
if (grown > medianOf('none', (each) => each.grown) + maximumGrowth)
  failures.push(`memory grew by ${grown.toFixed(0)} MB`)
const line = (kind: Kind): string =>
  `p50 ${medianOf(kind, ({ p50 }) => p50).toFixed(0)}, p99 ${medianOf(kind, ({ p99 }) => p99).toFixed(0)} ms, memory +${medianOf(kind, (each) => each.grown).toFixed(0)} MB`
console.log(
  `R-06: ${silent} sockets that never read, ${medianOf('reading', ({ sent }) => sent).toFixed(1)} MB sent to each of as many that do, ${turns} turns of each, medians: ` +
    `the ${others} others without them ${line('none')}; with silent ones ${line('silent')}; with reading ones ${line('reading')}; ` +
    `${await countClosedAsSlow()} closed with 4008; p99 with silent ones ${(medianOf('silent', ({ p99 }) => p99) / medianOf('none', ({ p99 }) => p99)).toFixed(2)} times that without; ${failures.length} failures`,
)
for (const each of failures.slice(0, 20)) console.log(each)
await load.close()
await close()
process.exitCode = failures.length === 0 ? 0 : 1
