// node bench/held.soak.ts [minutes] [sockets] [seconds between blows]: sockets held open while a day of fights goes on, and
// what that does to the server's memory and files (reliability ). A blow is the database that ends as in a power
// cut, a way to it that drops packets, or a server that stands still; 0 for none. Ends with 1 when files grow or sockets are lost.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { startDay } from '#support/day.ts'
import { databaseProcesses, signalAll } from '#support/faults/database-processes.ts'
import { openTcpProxy } from '#support/faults/tcp-proxy.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { openCrowd } from './crowd.ts'
import { requireFiles } from './figure.ts'
import { addFollowers } from './followers.ts'
import { importDay } from './import-day.ts'

const [minutes = 10, sockets = 1_000, blowEvery = 60] = process.argv.slice(2).map(Number)
const sampleEvery = 5_000
/** Memory of the first part of the time is not looked at: caches fill, code is compiled. */
const warmUp = 0.3
const standsFor = 3_000
const cutOffFor = 10_000

requireFiles(sockets + 200)
const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-soak-'))
let database: DatabaseServer = await startDatabaseServer({ dataDir })
const portOf = (url: string): number => Number(new URL(url).port)
// The database has another port after each blow.
const wires = await openTcpProxy(portOf(database.url))
const databaseUrl = new URL(database.url)
databaseUrl.port = String(wires.port)
// Fifteen categories on eight mats, at ten times their speed.
const day = await startDay({ openFor: 10, athletes: Array.from({ length: 15 }, () => 8), plan: { mats: 8 } })
const rollCall = await startRollCall({
  sourceUrl: day.url,
  databaseUrl: databaseUrl.href,
  dataDir: join(dataDir, 'server'),
})
const sql = postgres(database.url, { max: 1 })
const { tournamentId, athleteIds } = await importDay(rollCall.url, String(day.id), sql)
await sql.end()
const cookies = await addFollowers(database.url, {
  users: Math.ceil(sockets / 10),
  tournamentId,
  followedBy: (index) => [1, 2, 3, 4].map((step) => athleteIds[(index * 7 + step * 11) % athleteIds.length] ?? 0),
})
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
  port: portOf(rollCall.url),
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
    await database.stop()
    database = await startDatabaseServer({ dataDir })
    wires.lead(portOf(database.url))
  },
  async () => {
    process.kill(rollCall.pid, 'SIGSTOP')
    await systemClock.sleep(standsFor)
    process.kill(rollCall.pid, 'SIGCONT')
  },
  async () => {
    wires.drop(true)
    await systemClock.sleep(cutOffFor)
    wires.drop(false)
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
await rollCall.stop()
await day.close()
await wires.close()
await database.stop()
await removeData(dataDir)
process.exitCode = isWrong ? 1 : 0

/** Of the straight line through the samples, by least squares, in MB an hour. */
function slope(points: readonly { at: number; megabytes: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(({ at }) => at), mean(({ megabytes }) => megabytes)]
  const spread = points.reduce((sum, { at }) => sum + (at - x) ** 2, 0)
  return (points.reduce((sum, { at, megabytes }) => sum + (at - x) * (megabytes - y), 0) / spread) * 3_600_000
}
