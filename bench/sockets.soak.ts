// node bench/sockets.soak.ts [minutes] [sockets] [seconds between faults]: the memory and open files of a server with many
// open sockets during a day of fights (reliability ). The faults, in turn: the database crashes, the server is
// suspended, the packets to the database are dropped; 0 seconds for none. Exits with 1 when the number of files grows by more
// than 20 or a socket is lost.
import { readdirSync, readFileSync } from 'node:fs'
import { systemClock } from '#platform/clock.ts'
import { killDatabase } from '#support/faults/database-processes.ts'
import { openLoadGenerator } from './load-generator.ts'
import { requireFiles } from './figure.ts'
import { openProxiedDay } from './soak-fixtures.ts'

const [minutes = 10, sockets = 1_000, faultEvery = 60] = process.argv.slice(2).map(Number)
/** In ms. */
const sampleEvery = 5_000
/** The share of the time at the beginning that is not measured, because caches fill and code is compiled. */
const warmUp = 0.3
/** In ms. */
const suspendedFor = 3_000
const cutOffFor = 10_000

requireFiles(sockets + 200)
const fixture = await openProxiedDay({ openFor: 10, plan: { mats: 8 } }, { users: Math.ceil(sockets / 10) })
const { dataDir, databaseProxy, day, rollCall, port, cookies } = fixture
const figures = (): { megabytes: number; files: number } => ({
  megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${rollCall.pid}/status`, 'utf8'))?.[1]) / 1_024,
  files: readdirSync(`/proc/${rollCall.pid}/fd`).length,
})
/** The server's own counts of open sockets, and of closed ones by close code. */
const socketCounts = async (): Promise<{ open: number; closed: string }> => {
  const text = await (await fetch(`${rollCall.url}/metrics`)).text()
  const closed = [...text.matchAll(/^rollcall_live_closed_total\{code="(\d+)"\} (\d+)/gm)]
  return {
    open: Number(/^rollcall_live_sockets (\d+)/m.exec(text)?.[1]),
    closed: closed.map(([, code, count]) => `${count} × ${code}`).join(', '),
  }
}
const before = figures()
const load = await openLoadGenerator({
  port,
  sockets,
  protocol: 'rollcall',
  subscribe: '{"type":"subscribe"}',
  cookies,
  opensPerSecond: 900,
  reconnects: true,
})
const opened = figures()
day.control.clock({ speed: 10 })

const faults = [
  async () => {
    killDatabase(dataDir)
    await fixture.endDatabase()
    await fixture.startDatabase()
  },
  async () => {
    process.kill(rollCall.pid, 'SIGSTOP')
    await systemClock.sleep(suspendedFor)
    process.kill(rollCall.pid, 'SIGCONT')
  },
  async () => {
    databaseProxy.dropPackets(true)
    await systemClock.sleep(cutOffFor)
    databaseProxy.dropPackets(false)
  },
]
const startedAt = systemClock.monotonic()
const samples: { at: number; megabytes: number; files: number }[] = []
let injected = 0
while (systemClock.monotonic() - startedAt < minutes * 60_000) {
  await systemClock.sleep(sampleEvery)
  const at = systemClock.monotonic() - startedAt
  samples.push({ at, ...figures() })
  if (faultEvery > 0 && at > (injected + 1) * faultEvery * 1_000) await faults[injected++ % faults.length]?.()
}
await systemClock.sleep(sampleEvery)
const { open, closed } = await socketCounts()
const later = samples.filter(({ at }) => at > warmUp * minutes * 60_000)
const files = { first: later[0]?.files ?? 0, last: samples.at(-1)?.files ?? 0 }
console.log(
  `${sockets} sockets for ${minutes} minutes, ${injected} faults: ${open} open at the end, closed ${closed || 'none'}; ` +
    `memory ${before.megabytes.toFixed(0)} MB before, ${opened.megabytes.toFixed(0)} MB with all open (${(((opened.megabytes - before.megabytes) * 1_024) / sockets).toFixed(1)} KB a socket), ` +
    `${later[0]?.megabytes.toFixed(0)} MB after warming up, ${samples.at(-1)?.megabytes.toFixed(0)} MB at the end, ${slope(later).toFixed(1)} MB an hour; ` +
    `files ${files.first} after warming up, ${files.last} at the end`,
)
const hasFailed = open !== sockets || files.last > files.first + 20
await load.close()
await fixture.close()
process.exitCode = hasFailed ? 1 : 0

/** The slope of the samples by least squares, MB per hour. */
function slope(points: readonly { at: number; megabytes: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(({ at }) => at), mean(({ megabytes }) => megabytes)]
  const spread = points.reduce((sum, { at }) => sum + (at - x) ** 2, 0)
  return (points.reduce((sum, { at, megabytes }) => sum + (at - x) * (megabytes - y), 0) / spread) * 3_600_000
}
