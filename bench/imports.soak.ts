// node bench/imports.soak.ts [kills] [athletes] [embedded]: the server is killed without warning at random moments of the
// import of an event, until it was killed so often; when the import is done before, another begins (reliability R-01). Each
// start must go on by itself within ten seconds and ask again for no more than what was under way; it must never claim to be
// done before; and in the end all must be as an import says it that nobody disturbed, and as it is at the source. With
// `embedded` the database is the server's own and is killed with it. Ends with 1 when anything is wrong.
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
import { differences } from '#support/world.ts'
import { canonicalDump, duplicates, unlike } from './dump.ts'
import { retry } from './import-day.ts'
import { connect } from '#support/sql.ts'

const [kills = 50, athletes = 10_000] = process.argv.slice(2).map(Number)
const isEmbedded = process.argv[4] === 'embedded'
/** From the moment at which an import goes on to the end of its process, in ms, at most. */
const livesFor = 1_000
/** What R-01 allows: in ms, and pages asked for again for a kill. */
const resumesWithin = 10_000
const pagesAgain = 2
const lookEvery = 50

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-soak-'))
// The largest event there is: a thousand categories on thirty mats over three days.
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
const askedAgain = (): number => brackets().reduce((sum, [, count]) => sum + count - 1, 0)
const total = day.control.truth(day.id).categories.length

const wrong: string[] = []
const resumed: number[] = []
const again: number[] = []
let killed = 0
let imports = 0
const reference = await importOnce(0)
while (killed < kills) {
  imports++
  const dump = await importOnce(kills - killed)
  wrong.push(...unlike(dump, reference))
}
await day.close()
await removeData(dataDir)
const most = (figures: readonly number[]): number => Math.max(0, ...figures)
const mean = again.reduce((sum, count) => sum + count, 0) / Math.max(1, again.length)
if (most(resumed) > resumesWithin) wrong.push(`one start took ${most(resumed).toFixed(0)} ms to go on`)
if (most(again) > pagesAgain) wrong.push(`after one kill ${most(again)} pages were read again`)
console.log(
  `R-01: ${killed} kills in ${imports} imports of ${athletes} athletes (${total} categories, ${reference.length} rows), ` +
    `${isEmbedded ? 'each with its database' : 'the database apart'}; goes on after ${(resumed.toSorted((a, b) => a - b)[Math.floor(resumed.length / 2)] ?? 0).toFixed(0)} ms, ` +
    `at most ${most(resumed).toFixed(0)} ms; ${mean.toFixed(1)} pages read again for a kill, at most ${most(again)}; ${wrong.length} wrong`,
)
for (const line of wrong.slice(0, 20)) console.log(line)
process.exitCode = wrong.length === 0 ? 0 : 1

/** One import from nothing, killed so often or until it is done; what is known in the end. */
async function importOnce(killsLeft: number): Promise<string[]> {
  const folder = join(dataDir, `import-${imports}`)
  const serverDir = join(folder, 'server')
  const apart = isEmbedded ? undefined : await startDatabaseServer({ dataDir: folder })
  const start = (port: number): Promise<RollCall> =>
    startRollCall({ sourceUrl: day.url, dataDir: serverDir, port, ...(apart ? { databaseUrl: apart.url } : {}) })
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
    const asked = brackets().length
    const isWhole = categories.total > 0 && categories.done === categories.total
    if ((isWhole || state === 'done') && asked < total) wrong.push(`done is said after ${asked} of ${total} categories`)
    return state === 'done'
  }
  /** Until the source is asked for a category that it was not asked for before; false when there is none. */
  const goesOn = async (before: number): Promise<boolean> => {
    while (brackets().length === before) {
      if (before === total || (await retry(isDone))) return false
      await systemClock.sleep(lookEvery)
    }
    return true
  }
  const limit = killed + killsLeft
  let startedAt: number | null = null
  let repeated = 0
  const noteRepeated = (): void => {
    if (startedAt !== null) again.push(askedAgain() - repeated)
    repeated = askedAgain()
  }
  while (killed < limit && (await goesOn(brackets().length))) {
    if (startedAt !== null) resumed.push(systemClock.monotonic() - startedAt)
    await systemClock.sleep(Math.random() * livesFor)
    await rollCall.kill()
    killed++
    noteRepeated()
    startedAt = systemClock.monotonic()
    rollCall = await start(Number(new URL(url).port))
  }
  while (!(await retry(isDone))) await systemClock.sleep(lookEvery)
  noteRepeated()
  await rollCall.stop()
  const database: DatabaseServer = apart ?? (await startDatabaseServer({ dataDir: serverDir }))
  const sql = connect(database.url)
  const dump = await canonicalDump(sql, id)
  wrong.push(...(await duplicates(sql, id)))
  await sql.end()
  const store = await openStore({ databaseUrl: database.url, clock: systemClock, sourceUrl: day.url })
  const held = await store.projection.load(id)
  wrong.push(...(held ? differences(held, day.control.truth(day.id)) : ['the tournament is gone']))
  await store.close()
  await database.stop()
  await removeData(folder)
  console.log(`  import ${imports}: ${killed} kills so far`)
  return dump
}
