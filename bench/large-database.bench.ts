// Everything that RollCall does on a database of 1,000,000 follows, 200,000 users, 300 tournaments, 600,000 athletes and 50,000
// devices ([R-21]): the start, each statement once after a restart of the database and once more, and the calls of all screens.
// Then a change and its alert are delivered. test/integration/statements.test.ts fails if a statement is missing here.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { openStore } from '#store'
import { largeSizes, makeDatabase } from '#support/large-database/make.ts'
import { openWorkload, type Workload } from '#support/large-database/workload.ts'
import { removeData } from '#support/rollcall.ts'
import { print, quantile } from './figure.ts'

/** In ms. Searches are answered while the user types. */
const most = { statement: 250, search: 100, start: 30_000 }
const searches = ['searchAthletes', 'tournamentTeams', 'adminUsers', 'adminTournaments', 'adminAthletes', 'adminLinks']
const printed = 12

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-large-'))
try {
  const server = await startDatabaseServer({ dataDir, durable: false })
  await (await openStore({ databaseUrl: server.url, clock: systemClock })).close()
  const startedAt = performance.now()
  await makeDatabase(server.url, largeSizes)
  console.log(`  the database was made in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  // The next start begins with empty buffers.
  await server.stop()
  await measure()
} finally {
  await removeData(dataDir)
}

async function measure(): Promise<void> {
  await using server = await startDatabaseServer({ dataDir, durable: false })
  await using workload = await openWorkload(server.url, largeSizes)
  print('[R-21] start of a process until it holds every tournament', workload.readyAfter / 1_000, 's', {
    most: most.start / 1_000,
  })
  const held = workload.store.projection.figures().tournaments
  print('tournaments of users that are not held', largeSizes.tournaments - 1 - held, '', { most: 0 })
  printSlowest(workload, 0, 'at the start', () => true)
  const failures: string[] = []
  for (const pass of ['after a restart of the database', 'again']) {
    const before = workload.statements.length
    await workload.run((step, error) => failures.push(`${step}: ${String(error)}`))
    printSlowest(workload, before, `of a search, ${pass}`, (step) => searches.includes(step), most.search)
    printSlowest(workload, before, pass, (step) => !searches.includes(step))
  }
  print('steps that failed', failures.length, '', { most: 0 })
  for (const failure of failures) console.log(`  ${failure}`)
}

/** Prints the slowest statement of the steps since `first`, and lists those that take too long. */
function printSlowest(
  { statements }: Workload,
  first: number,
  what: string,
  isIncluded: (step: string) => boolean,
  limit = most.statement,
): void {
  const measured = statements.slice(first).filter(({ step }) => isIncluded(step))
  print(
    `[R-21] slowest statement ${what}`,
    quantile(
      measured.map(({ ms }) => ms),
      1,
    ),
    'ms',
    { most: limit },
  )
  const slow = Map.groupBy(
    measured.filter(({ ms }) => ms > limit),
    ({ text }) => text,
  )
  for (const [text, times] of [...slow].slice(0, printed)) {
    const [{ step, ms } = { step: '', ms: 0 }] = times.toSorted((a, b) => b.ms - a.ms)
    console.log(
      `  ${Math.round(ms)} ms, ${times.length} times too slow, ${step}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)}`,
    )
  }
}
