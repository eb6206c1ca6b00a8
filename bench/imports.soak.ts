// node bench/imports.soak.ts [kills] [athletes]: the server is killed without warning at random moments of the import of an
// event, until it was killed so often or the import is done; then the import starts anew (reliability R-01). Each start must
// go on by itself, and in the end all must be as it is at the source. Ends with 1 when it is not.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { categoriesOf } from '#simulator/index.ts'
import { openStore } from '#store'
import { startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { differences } from '#support/world.ts'
import { patiently } from './import-day.ts'

const [kills = 50, athletes = 2_000] = process.argv.slice(2).map(Number)
/** From the start of a process to its end, in ms: from that on, and so much more at random. */
const livesFor = { least: 200, more: 3_000 }

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-soak-'))
const wrong: string[] = []
let killed = 0
let imports = 0
let mostAgain = 0
while (killed < kills) {
  await using database = await startDatabaseServer({ dataDir: join(dataDir, `database-${imports}`) })
  const day = await startDay({
    openFor: -120,
    plan: {
      mats: 12,
      categories: categoriesOf('open', { athletes, categories: Math.ceil(athletes / 10), largest: 40 }),
    },
  })
  const start = (port: number): ReturnType<typeof startRollCall> =>
    startRollCall({ sourceUrl: day.url, dataDir: join(dataDir, `server-${imports}`), databaseUrl: database.url, port })
  let rollCall = await start(0)
  const { url } = rollCall
  const visitor = await new Visitor(url).signUp()
  const fresh = { headers: { connection: 'close' } }
  await patiently(() => visitor.ask('availableTournaments', fresh))
  const { tournaments } = await patiently(() =>
    visitor.ask('addTournaments', { body: { tournaments: [{ value: String(day.id) }] }, ...fresh }),
  )
  const tournamentId = tournaments[0]?.id ?? 0
  const progress = async () => (await visitor.ask('tournament', { id: tournamentId, ...fresh })).tournament.import
  day.control.clearRequests()
  const before = killed
  while (killed < kills && (await patiently(progress)).state !== 'done') {
    await systemClock.sleep(livesFor.least + Math.random() * livesFor.more)
    await rollCall.kill()
    killed++
    rollCall = await start(Number(new URL(url).port))
  }
  await patiently(async () => {
    if ((await progress()).state !== 'done') throw new Error('the import is not over')
  })
  const again = Object.entries(day.control.requests().byPath).reduce(
    (sum, [path, count]) => sum + (/categories\/\d/.test(path) ? count - 1 : 0),
    0,
  )
  mostAgain = Math.max(mostAgain, again / Math.max(1, killed - before))
  await rollCall.kill()
  const store = await openStore({ databaseUrl: database.url, clock: systemClock, sourceUrl: day.url })
  const held = await store.projection.load(tournamentId)
  wrong.push(...(held ? differences(held, day.control.truth(day.id)) : ['the tournament is gone']))
  await store.close()
  await day.close()
  await database.stop()
  imports++
}
await removeData(dataDir)
console.log(
  `R-01: ${killed} kills in ${imports} imports of ${athletes} athletes, ${mostAgain.toFixed(1)} pages read again for a kill at most, ${wrong.length} wrong`,
)
for (const line of wrong.slice(0, 20)) console.log(line)
process.exitCode = wrong.length === 0 ? 0 : 1
