// node bench/writes.soak.ts [kills] [writes a second]: follows and unfollows, by default two hundred a second, while the server is
// killed again and again (reliability R-02). Unanswered writes are retried; acknowledged writes must be in the database at the
// end. Exits with 1 when an acknowledged write is lost or a write is refused with a 4xx status.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { addFollowers } from './followers.ts'
import { importDay } from './import-day.ts'
import { startWriters } from './writers.ts'
import { connect } from '#support/sql.ts'

const [kills = 20, perSecond = 200] = process.argv.slice(2).map(Number)
/** Each user writes twice a second, below the limit of 300 follows and unfollows a minute. */
const users = perSecond / 2
/** The time between the start of a process and its kill, ms: `least` plus up to `more` at random. */
const livesFor = { least: 1_000, more: 4_000 }

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-soak-'))
await using database = await startDatabaseServer({ dataDir })
// A follow waits for the athlete's pages, so the server must also run ingest.
const day = await startDay({ athletes: Array.from({ length: 15 }, () => 8) })
const start = (port: number): ReturnType<typeof startRollCall> =>
  startRollCall({ sourceUrl: day.url, dataDir: join(dataDir, 'server'), databaseUrl: database.url, port })
let rollCall = await start(0)
const { url } = rollCall
const sql = connect(database.url)
const { tournamentId, athleteIds } = await importDay(url, String(day.id), sql)
const cookies = await addFollowers(database.url, { users, tournamentId, followedBy: () => [] })
const startedAt = systemClock.monotonic()
const writers = startWriters({ url, cookies, athleteIds, perSecond })
const downFor: number[] = []
for (let kill = 0; kill < kills; kill++) {
  await systemClock.sleep(livesFor.least + Math.random() * livesFor.more)
  const at = systemClock.monotonic()
  await rollCall.kill()
  rollCall = await start(Number(new URL(url).port))
  downFor.push(systemClock.monotonic() - at)
}
await systemClock.sleep(livesFor.least)
const seconds = (systemClock.monotonic() - startedAt) / 1_000
const failures = await writers.stop(sql)
await rollCall.kill()
const up = seconds - downFor.reduce((sum, ms) => sum + ms, 0) / 1_000
console.log(
  `R-02: ${kills} kills, ${writers.acknowledged()} acknowledged writes of ${users} users, ${(writers.acknowledged() / up).toFixed(0)} a second while the server was up, ` +
    `${writers.retries()} retries, ${Math.round(Math.max(...downFor))} ms for a restart at most, ${failures.length} failures`,
)
for (const line of failures.slice(0, 20)) console.log(line)
await sql.end()
await day.close()
await database.stop()
await removeData(dataDir)
process.exitCode = failures.length === 0 ? 0 : 1
