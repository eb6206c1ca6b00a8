// node bench/imports.soak.ts [kills] [athletes] [embedded]: kills the server at random moments of an import, and repeats this
// with further imports until there were enough kills (reliability R-01). After each restart the import must resume within ten
// seconds, repeat only the requests in flight, and never report too early that it is done; at the end the data must equal those
// of an undisturbed import and of the source. With `embedded` the database is the server's own and is killed with it. Exits
// with 1 when one of these fails.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { categoriesOf } from '#simulator/index.ts'
import { openStore } from '#store'
import { startDay } from '#support/day.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { differences } from '#support/system-under-test.ts'
import { canonicalDump, duplicates, differingLines } from './dump.ts'
import { retry } from './import-day.ts'
import { connect } from '#support/sql.ts'

const [kills = 50, athletes = 10_000] = process.argv.slice(2).map(Number)
const isEmbedded = process.argv[4] === 'embedded'
/** The maximum time from the resumption of an import to the next kill, ms. */
const killWithin = 1_000
/** The limits of R-01: the time in ms, and the number of repeated pages per kill. */
const resumesWithin = 10_000
const repeatedPages = 2
const pollEvery = 50

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-soak-'))
// The largest event: a thousand categories on thirty mats over three days.
const day = await startDay({
  openFor: -120,
  plan: {
    mats: 30,
    days: 3,
    publishedHoursBefore: 72,
    categories: categoriesOf('worlds', {
      athletes: Math.round(athletes * 1.085),
      categories: Math.ceil(athletes / 10),
      largest: 64,
      crowding: 1.2,
    }),
  },
})
const brackets = (): [string, number][] =>
  Object.entries(day.control.requests().byPath).filter(([path]) => /categories\/\d/.test(path))
const repeatedRequests = (): number => brackets().reduce((sum, [, count]) => sum + count - 1, 0)
const total = day.control.truth(day.id).categories.length

const failures: string[] = []
const resumed: number[] = []
const repeats: number[] = []
let killed = 0
let imports = 0
const reference = await importOnce(0)
while (killed < kills) {
  imports++
  const dump = await importOnce(kills - killed)
  failures.push(...differingLines(dump, reference))
}
await day.close()
await removeData(dataDir)
const most = (figures: readonly number[]): number => Math.max(0, ...figures)
const mean = repeats.reduce((sum, count) => sum + count, 0) / Math.max(1, repeats.length)
if (most(resumed) > resumesWithin) failures.push(`one import resumed after ${most(resumed).toFixed(0)} ms`)
if (most(repeats) > repeatedPages) failures.push(`after one kill ${most(repeats)} pages were read again`)
console.log(
  `R-01: ${killed} kills in ${imports} imports of ${athletes} athletes (${total} categories, ${reference.length} rows), ` +
    `${isEmbedded ? 'each with its embedded database' : 'with a separate database'}; resumes after ${(resumed.toSorted((a, b) => a - b)[Math.floor(resumed.length / 2)] ?? 0).toFixed(0)} ms, ` +
    `at most ${most(resumed).toFixed(0)} ms; ${mean.toFixed(1)} pages read again for a kill, at most ${most(repeats)}; ${failures.length} failures`,
)
for (const line of failures.slice(0, 20)) console.log(line)
process.exitCode = failures.length === 0 ? 0 : 1

/** Runs one import from an empty database, with at most this many kills; returns its data. */
async function importOnce(killsLeft: number): Promise<string[]> {
  const folder = join(dataDir, `import-${imports}`)
  const serverDir = join(folder, 'server')
  const ownDatabase = isEmbedded ? undefined : await startDatabaseServer({ dataDir: folder })
  const start = (port: number): Promise<RollCall> =>
    startRollCall({
      sourceUrl: day.url,
      dataDir: serverDir,
      port,
      ...(ownDatabase ? { databaseUrl: ownDatabase.url } : {}),
    })
  let rollCall = await start(0)
  const { url } = rollCall
  const visitor = await new Visitor(url).signUp()
  const fresh = { headers: { connection: 'close' } }
  await retry(() => visitor.call('availableTournaments', fresh))
  day.control.clearRequests()
  const { tournaments } = await retry(() =>
    visitor.call('addTournaments', { body: { tournaments: [{ value: String(day.id) }] }, ...fresh }),
  )
  const id = tournaments[0]?.id ?? 0
  const isDone = async (): Promise<boolean> => {
    const { state, categories } = (await visitor.call('tournament', { id, ...fresh })).tournament.import
    const requested = brackets().length
    const isWhole = categories.total > 0 && categories.done === categories.total
    if ((isWhole || state === 'done') && requested < total)
      failures.push(`done is reported after ${requested} of ${total} categories`)
    return state === 'done'
  }
  /** Waits until a further category is requested; false when the import is done instead. */
  const waitForResumption = async (before: number): Promise<boolean> => {
    while (brackets().length === before) {
      if (before === total || (await retry(isDone))) return false
      await systemClock.sleep(pollEvery)
    }
    return true
  }
  const limit = killed + killsLeft
  /** When the server was last restarted, monotonic ms. */
  let restartedAt: number | null = null
  let repeated = 0
  const noteRepeated = (): void => {
    if (restartedAt !== null) repeats.push(repeatedRequests() - repeated)
    repeated = repeatedRequests()
  }
  while (killed < limit && (await waitForResumption(brackets().length))) {
    if (restartedAt !== null) resumed.push(systemClock.monotonic() - restartedAt)
    await systemClock.sleep(Math.random() * killWithin)
    await rollCall.kill()
    killed++
    noteRepeated()
    restartedAt = systemClock.monotonic()
    rollCall = await start(Number(new URL(url).port))
  }
  while (!(await retry(isDone))) await systemClock.sleep(pollEvery)
  noteRepeated()
  await rollCall.stop()
  const database: DatabaseServer = ownDatabase ?? (await startDatabaseServer({ dataDir: serverDir }))
  const sql = connect(database.url)
  const dump = await canonicalDump(sql, id)
  failures.push(...(await duplicates(sql, id)))
  await sql.end()
  const store = await openStore({ databaseUrl: database.url, clock: systemClock, sourceUrl: day.url })
  const held = await store.projection.load(id)
  failures.push(...(held ? differences(held, day.control.truth(day.id)) : ['the tournament is missing']))
  await store.close()
  await database.stop()
  await removeData(folder)
  console.log(`  import ${imports}: ${killed} kills so far`)
  return dump
}
