// node bench/held.soak.ts [minutes] [sockets] [seconds between blows]: sockets held open while a day of fights goes on, and
// what that does to the server's memory and files (reliability ). A blow is the database that ends as in a power
// cut, a way to it that drops packets, or a server that stands still; 0 for none. Ends with 1 when files grow or sockets are lost.
import { readdirSync, readFileSync } from 'node:fs'
import { systemClock } from '#platform/clock.ts'
import { databaseProcesses, signalAll } from '#support/faults/database-processes.ts'
import { openCrowd } from './crowd.ts'
import { requireFiles } from './figure.ts'
import { openWiredDay } from './soak-stages.ts'

const [minutes = 10, sockets = 1_000, blowEvery = 60] = process.argv.slice(2).map(Number)
const sampleEvery = 5_000
/** Memory of the first part of the time is not looked at: caches fill, code is compiled. */
const warmUp = 0.3
const standsFor = 3_000
const cutOffFor = 10_000

requireFiles(sockets + 200)
// Fifteen categories on eight mats, at ten times their speed.
const stage = await openWiredDay({ openFor: 10, plan: { mats: 8 } }, { users: Math.ceil(sockets / 10) })
const { dataDir, wires, day, rollCall, port, cookies } = stage
const figures = (): { megabytes: number; files: number } => ({
  megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${rollCall.pid}/status`, 'utf8'))?.[1]) / 1_024,
  files: readdirSync(`/proc/${rollCall.pid}/fd`).length,
})
/** By close code, and the sockets that are open: the server's own count. */
const live = async (): Promise<{ open: number; closed: string }> => {
  const text = await (await fetch(`${rollCall.url}/metrics`)).text()
  const closed = [...text.matchAll(/^rollcall_live_closed_total\{code="(\d+)"\} (\d+)/gm)]
  return {
    open: Number(/^rollcall_live_sockets (\d+)/m.exec(text)?.[1]),
    closed: closed.map(([, code, count]) => `${count} × ${code}`).join(', '),
  }
}
const before = figures()
const crowd = await openCrowd({
  port,
  sockets,
  speaks: 'rollcall',
  hello: '{"type":"subscribe"}',
  cookies,
  perSecond: 900,
  returns: true,
})
const opened = figures()
day.control.clock({ speed: 10 })

const blows = [
  async () => {
    signalAll(databaseProcesses(dataDir).slice(0, 1), 'SIGQUIT')
    await stage.endDatabase()
    await stage.startDatabase()
  },
  async () => {
    process.kill(rollCall.pid, 'SIGSTOP')
    await systemClock.sleep(standsFor)
    process.kill(rollCall.pid, 'SIGCONT')
  },
  async () => {
    wires.dropPackets(true)
    await systemClock.sleep(cutOffFor)
    wires.dropPackets(false)
  },
]
const began = systemClock.monotonic()
const samples: { at: number; megabytes: number; files: number }[] = []
let struck = 0
while (systemClock.monotonic() - began < minutes * 60_000) {
  await systemClock.sleep(sampleEvery)
  const at = systemClock.monotonic() - began
  samples.push({ at, ...figures() })
  if (blowEvery > 0 && at > (struck + 1) * blowEvery * 1_000) await blows[struck++ % blows.length]?.()
}
await systemClock.sleep(sampleEvery)
const { open, closed } = await live()
const later = samples.filter(({ at }) => at > warmUp * minutes * 60_000)
const files = { first: later[0]?.files ?? 0, last: samples.at(-1)?.files ?? 0 }
console.log(
  `${sockets} sockets for ${minutes} minutes, ${struck} blows: ${open} open at the end, closed ${closed || 'none'}; ` +
    `memory ${before.megabytes.toFixed(0)} MB before, ${opened.megabytes.toFixed(0)} MB with all open (${(((opened.megabytes - before.megabytes) * 1_024) / sockets).toFixed(1)} KB a socket), ` +
    `${later[0]?.megabytes.toFixed(0)} MB after warming up, ${samples.at(-1)?.megabytes.toFixed(0)} MB at the end, ${slope(later).toFixed(1)} MB an hour; ` +
    `files ${files.first} then, ${files.last} at the end`,
)
const isWrong = open !== sockets || files.last > files.first + 20
await crowd.close()
await stage.close()
process.exitCode = isWrong ? 1 : 0

/** Of the straight line through the samples, by least squares, in MB an hour. */
function slope(points: readonly { at: number; megabytes: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(({ at }) => at), mean(({ megabytes }) => megabytes)]
  const spread = points.reduce((sum, { at }) => sum + (at - x) ** 2, 0)
  return (points.reduce((sum, { at, megabytes }) => sum + (at - x) * (megabytes - y), 0) / spread) * 3_600_000
}
