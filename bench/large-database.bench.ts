// Everything that RollCall does on a database of 1,000,000 follows, 200,000 users, 300 tournaments, 600,000 athletes and 50,000
// devices ([R-21]): the start, each statement once after a restart of the database and once more, and the calls of all screens.
// Then a change and its alert are delivered. test/integration/statements.test.ts fails if a statement is missing here.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPush, findOrCreatePushKeys } from '#notify'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { largeSizes, makeDatabase, people } from '#support/large-database/make.ts'
import { openWorkload, type Workload } from '#support/large-database/workload.ts'
import { pushConfig, startPushService } from '#support/push.ts'
import { removeData } from '#support/rollcall.ts'
import { connect } from '#support/sql.ts'
import { print, quantile } from './figure.ts'

/** In ms. Searches are answered while the user types. */
const most = { statement: 250, search: 100, start: 30_000 }
const searches = ['searchAthletes', 'tournamentTeams', 'adminUsers', 'adminTournaments', 'adminAthletes', 'adminLinks']
const isSearch = (step: string): boolean => searches.includes(step.split(' ')[0] ?? '')
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
  print('tournaments of users that are not held', largeSizes.tournaments - held, '', { most: 0 })
  printSlowest(workload, 0, 'at the start', () => true)
  const failures: string[] = []
  for (const pass of ['after a restart of the database', 'again']) {
    const before = workload.statements.length
    await workload.run((step, error) => failures.push(`${step}: ${String(error)}`))
    printSlowest(workload, before, `of a search, ${pass}`, isSearch, most.search)
    printSlowest(workload, before, pass, (step) => !isSearch(step))
  }
  await deliver(workload, server.url)
  print('steps that failed', failures.length, '', { most: 0 })
  for (const failure of failures) console.log(`  ${failure}`)
}

/** Measures the time from a recorded result to its alert at a push service, for one of the followers of an athlete. */
async function deliver({ store, clock, steps }: Workload, databaseUrl: string): Promise<void> {
  await using service = await startPushService()
  const held = await store.projection.load(1)
  // The step decides the first match of the first division without a result.
  const next = [...(held?.state.matches.values() ?? [])].find(
    ({ matchNumber, outcome }) => matchNumber === 1 && !outcome,
  )
  const [side] = next?.sides ?? []
  const athlete = side?.kind === 'athlete' ? held?.athleteBySourceId(side.bjjCompSystemId ?? '') : undefined
  const [session] = await store.sessions.list(people.follower)
  await store.follows.follow(people.follower, athlete?.id ?? 0)
  const { endpoint, keys } = service.subscribe()
  await store.push.subscribe({ userId: people.follower, sessionId: session?.sessionId ?? 0 }, { endpoint, ...keys })
  // The clock of the steps shows this morning, and only what happens after a follow is alerted.
  const sql = connect(databaseUrl)
  for (const table of ['user_followed_athletes', 'push_devices'])
    await sql`update ${sql(table)} set created_at = created_at - interval '1 day' where user_id = ${people.follower}`
  // Every device has an address at this push service.
  await sql`update push_devices set endpoint = ${`${service.origin}/push/`} || id, p256dh = ${keys.p256dh}, auth = ${keys.auth} where endpoint <> ${endpoint}`
  await sql.end()
  const config = pushConfig(service)
  const push = createPush({
    store,
    config,
    keys: await findOrCreatePushKeys(store, config),
    origin: 'http://127.0.0.1',
    clock,
    log: createLog('error'),
    metrics: createMetrics(),
  })
  const readAt = performance.now()
  await push.check()
  console.log(`  the recipients of alerts were read in ${((performance.now() - readAt) / 1_000).toFixed(1)} s`)
  service.forget()
  const recordedAt = performance.now()
  await steps.get('a bracket with a result')?.()
  while (service.inbox.length === 0 && performance.now() - recordedAt < 60_000) {
    await systemClock.sleep(10)
    await clock.advance(10)
  }
  const seconds = service.inbox.length > 0 ? (performance.now() - recordedAt) / 1_000 : Infinity
  print('[R-21] from a result to its alert', seconds, 's', { most: 10 })
  await push.stop()
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
