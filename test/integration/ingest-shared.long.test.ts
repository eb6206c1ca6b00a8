import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchLimits, type IngestConfig } from '#ingest'
import { categoriesOf, type SimulatorOptions } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { differences, openSystem, type SystemUnderTest } from '#support/system-under-test.ts'
import { connect, type Sql } from '#support/sql.ts'

const second = 1_000
const minute = 60 * second
const tournament = 3105
/** Half an hour after the first fights in Houston. */
const duringTheDay = Date.parse('2026-09-12T15:00:00Z')

let database: TestDatabase
let system: SystemUnderTest

async function open(config: Partial<IngestConfig> = {}, simulator: SimulatorOptions = {}): Promise<void> {
  system = await openSystem({
    databaseUrl: database.url,
    startAt: duringTheDay,
    config,
    simulator: {
      tournaments: [
        {
          id: tournament,
          firstDay: '2026-09-12',
          mats: 8,
          categories: categoriesOf('open', { athletes: 120, categories: 30, largest: 12 }).filter(
            ({ appearsAt }) => appearsAt === undefined,
          ),
        },
      ],
      ...simulator,
    },
  })
}

/** Adds the tournament with a viewer and follows, and runs its import for `ms`. */
async function addWatched(ms: number): Promise<number> {
  const id = await system.add(tournament)
  await system.setViewers(id, 1)
  await system.pass(ms)
  const { athletes } = system.held(id).state
  await system.follow(
    id,
    [...athletes.values()].slice(0, 15).map((athlete) => Number(athlete.bjjCompSystemId)),
  )
  return id
}

beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

const differencesOf = (id: number): string[] => differences(system.held(id), system.simulator.truth(tournament))

async function expectCorrect(id: number): Promise<void> {
  for (let passed = 0; passed < 8 * minute && differencesOf(id).length > 0; passed += 5 * second)
    await system.pass(5 * second)
  expect(differencesOf(id)).toEqual([])
}

async function inDatabase<Result>(act: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(database.url)
  try {
    return await act(sql)
  } finally {
    await sql.end()
  }
}

const leaseTtl = 7 * second

/**
 * Renews the leases of both processes, because they expire by the database's clock, which is real time. After `killFirst`, the
 * leases of the first process expire by the simulated time that `pass` advances.
 */
function holdLeases() {
  const sql = connect(database.url)
  /** How long the leases of the killed process still hold, ms of simulated time; null before the kill. */
  let left: number | null = null
  const hold = (): Promise<unknown> => sql`
    update leases set expires_at = greatest(expires_at, now() + ${leaseTtl} * interval '1 millisecond')
    where expires_at > now() and (${left === null} or holder <> 'first')`
  let holding = Promise.resolve<unknown>(undefined)
  const timer = setInterval(() => {
    holding = holding.then(hold)
  }, 500)
  return {
    async killFirst(): Promise<void> {
      const [row] = await sql<{ left: number }[]>`
        select extract(epoch from max(expires_at) - now())::float8 * 1000 as left from leases where holder = 'first'`
      left = row?.left ?? 0
      await holding
      system.kill(system.ingest)
    },
    /** Advances time, also for the leases of the killed process. */
    async pass(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += second) {
        left = (left ?? leaseTtl) - second
        await sql`update leases set expires_at = now() + ${left > 0 ? minute : -second} * interval '1 millisecond' where holder = 'first'`
        await system.pass(second)
      }
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await holding
      await sql.end()
    },
  }
}

/** The largest number of requests within any minute. */
function busiestMinute(): number {
  const moments = system.simulator.requests().latest.map(({ simulatedAt }) => simulatedAt)
  return Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + minute).length))
}

describe('the request budget', () => {
  it('is never exceeded: two requests in flight, sixty in any minute', async () => {
    await open({ budget: undefined })
    system.simulator.addFault({ match: '.', kind: 'slow', delayMs: 20 })
    await addWatched(20 * second)
    await system.pass(2 * minute, second)
    expect(system.simulator.requests().maxInFlight).toBe(2)
    expect(busiestMinute()).toBeLessThanOrEqual(60)
    expect(busiestMinute()).toBeGreaterThan(40)
  })

  it('is shared by two processes', async () => {
    await open({ budget: undefined })
    await using _leases = holdLeases()
    system.simulator.addFault({ match: '.', kind: 'slow', delayMs: 20 })
    await system.join('second')
    await addWatched(20 * second)
    await system.pass(90 * second, second)
    expect(system.simulator.requests().maxInFlight).toBeLessThanOrEqual(2)
    expect(busiestMinute()).toBeLessThanOrEqual(60)
    expect(busiestMinute()).toBeGreaterThan(40)
  })
})

describe('a page that many users request', () => {
  it('is read at most two more times for a thousand requests for one athlete within a minute', async () => {
    await open()
    const id = await addWatched(20 * second)
    await system.pass(2 * minute)
    // The last athletes are not followed, so their own pages are read only on request.
    const athlete = [...system.held(id).state.athletes.values()].findLast(({ id: athleteId }) =>
      system
        .held(id)
        .matchesOfAthlete(athleteId)
        .some((match) => match.board === 'listed'),
    )
    if (!athlete) throw new Error('no athlete has an upcoming fight')
    const atStart = system.simulator.requests().byPath
    await system.pass(minute)
    const afterMinute = system.simulator.requests().byPath
    await inDatabase(async (sql) => {
      for (let round = 0; round < 50; round++) {
        await Promise.all(
          Array.from({ length: 20 }, () => system.store.readRequests.submit('athlete', String(athlete.id))),
        )
        await system.pass(1_200)
        // An answered request is not repeated for half a minute of the database's clock, which does not show the simulated time.
        await sql`update read_requests set finished_at = finished_at - interval '1.2 seconds'`
      }
    })
    const requests = system.simulator.requests().byPath
    /** By path, the requests of the second minute minus those of the first, in which no user requested anything. */
    const added = Object.entries(requests).map(([path, count]) => {
      const usual = (afterMinute[path] ?? 0) - (atStart[path] ?? 0)
      return [path, count - (afterMinute[path] ?? 0) - usual] as const
    })
    // The lists of followed athletes are read more and more often as their fights come near.
    const isOthers = (path: string): boolean =>
      path.includes('by_competitor') && !path.includes(`competitor_id=${athlete.bjjCompSystemId}&`)
    expect(added.filter(([path, more]) => more > 2 && !isOthers(path))).toEqual([])
    expect(added.some(([path, more]) => path.includes('by_competitor') && more > 0)).toBe(true)
  })
})

describe('a tournament that two users add', () => {
  it('is imported once', async () => {
    await open()
    const id = await system.add(tournament)
    expect(await system.add(tournament)).toBe(id)
    await system.pass(5 * second)
    const reader = await system.store.accounts.register({
      username: 'other',
      email: 'other@rollcall.example',
      passwordHash: '-',
    })
    if (typeof reader === 'string') throw new Error(reader)
    const { ids } = await system.store.tournaments.add([String(tournament)])
    await system.store.follows.addTournaments(reader.id, ids)
    const { id: requestId } = await system.store.readRequests.submit('import', String(id))
    await system.pass(10 * second)
    expect(ids).toEqual([id])
    expect(await system.store.readRequests.outcome(requestId, 1_000)).toMatchObject({ ok: true })
    expect(differencesOf(id)).toEqual([])
    const brackets = Object.entries(system.simulator.requests().byPath).filter(([path]) => /categories\/\d/.test(path))
    expect(brackets.filter(([, count]) => count > 1)).toEqual([])
  })
})

describe('reading the source', () => {
  const forbidding = 'User-agent: *\nDisallow: /\n'

  it('does not begin when robots.txt disallows it', async () => {
    await open({}, { robots: forbidding })
    await system.pass(5 * minute)
    expect(Object.keys(system.simulator.requests().byKind)).toEqual(['robots'])
    expect(system.ingest.robots()).toBe('disallowed')
    expect(system.logged()).toContain('SOURCE_PERMISSION')
  })

  it('follows the rules of a robots.txt that is redirected to another origin', async () => {
    const elsewhere = createServer((_request, response) => response.end(forbidding))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    await open()
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/rules.txt`
    system.simulator.addFault({ kind: 'redirect', match: '^/robots', location })
    await system.pass(5 * minute)
    elsewhere.close()
    expect(Object.keys(system.simulator.requests().byKind)).toEqual(['robots'])
    expect(system.ingest.robots()).toBe('disallowed')
  })

  it('begins despite robots.txt when the source’s operator permits it', async () => {
    await open({ permission: 'by letter of the federation' }, { robots: forbidding })
    const id = await addWatched(20 * second)
    expect(differencesOf(id)).toEqual([])
  })

  it('stops within five seconds of being switched off, until it is switched on', async () => {
    await open()
    const id = await addWatched(20 * second)
    await system.pass(minute)
    await system.store.settings.set('source.off', true)
    await system.pass(5 * second)
    system.simulator.clearRequests()
    await system.pass(5 * minute)
    expect(system.simulator.requests().total).toBe(0)
    await system.store.settings.set('source.off', false)
    await system.pass(15 * second)
    expect(system.simulator.requests().total).toBeGreaterThan(0)
    await expectCorrect(id)
  })
})

describe('two processes on one database', () => {
  const leader = (id: number): Promise<string | undefined> =>
    inDatabase(async (sql) => {
      const [row] = await sql<{ holder: string }[]>`select holder from leases where name = ${`tournament:${id}`}`
      return row?.holder
    })

  it('send as many requests as one does, within 2 % and two requests', async () => {
    const totals: number[] = []
    for (const processes of [1, 2]) {
      await open()
      await using _leases = processes === 2 ? holdLeases() : null
      if (processes === 2) await system.join('second')
      await addWatched(20 * second)
      await system.pass(6 * minute)
      totals.push(system.simulator.requests().total)
      if (processes === 2) break
      await system[Symbol.asyncDispose]()
      await database.close()
      database = await openTestDatabase()
    }
    const [one = 0, two = 0] = totals
    expect(Math.abs(two - one)).toBeLessThanOrEqual(0.02 * one + 2)
  }, 300_000)

  it('read a tournament one at a time: the second takes over within 10 s of a kill of the first [R-01] [R-11]', async () => {
    await open()
    await using leases = holdLeases()
    const id = await addWatched(20 * second)
    await system.join('second')
    // Here the first process has just renewed its lease.
    await system.pass(28 * second)
    await leases.killFirst()
    let elapsed = 0
    for (; elapsed < 40 * second && (await leader(id)) !== 'second'; elapsed += second) await leases.pass(second)
    expect(elapsed).toBeLessThanOrEqual(10 * second)
    expect(elapsed).toBeGreaterThan(4 * second)
    await expectCorrect(id)
  })

  it('record no answer that the first requested before the second took over [R-11]', async () => {
    // The answer arrives after the other process has taken over, even on a busy machine.
    await open({ limits: { ...fetchLimits, headers: minute, total: minute } })
    await using _leases = holdLeases()
    const id = await addWatched(20 * second)
    await system.join('second')
    await system.pass(30 * second)
    system.simulator.addFault({ match: 'tournament_days/\\d+\\?page=1', kind: 'slow', delayMs: 6_000, count: 1 })
    system.passAtSource(50 * second)
    const requestedAt = system.clock.now()
    const late = system.ingest.drain()
    await expect.poll(() => system.simulator.faults()[0]?.hits, { interval: 10 }).toBe(1)
    system.kill(system.ingest)
    await inDatabase((sql) => sql`update leases set expires_at = now()`)
    await system.pass(5 * second)
    expect(await leader(id)).toBe('second')
    await late
    const requests = system.simulator.requests().latest.filter((request) => request.simulatedAt === requestedAt)
    const requestRows = await inDatabase(
      (sql) =>
        sql`select 1 from source_requests where key like '%/board/%/1' and at = ${new Date(requestedAt).toISOString()}`,
    )
    // Both processes sent the request; only the second one's answer is recorded.
    expect(requests.filter(({ path }) => path.includes('?page=1'))).toHaveLength(2)
    expect(requestRows).toHaveLength(1)
    await expectCorrect(id)
  })

  it('complete an import that a killed one left unfinished, and read at most two brackets again [R-01]', async () => {
    await open({ budget: undefined })
    const id = await system.add(tournament)
    await system.setViewers(id, 1)
    await using leases = holdLeases()
    await system.pass(20 * second, second)
    await system.join('second')
    await leases.killFirst()
    expect(system.held(id).state.tournament.import.state).toBe('running')
    await leases.pass(20 * second)
    for (
      let passed = 0;
      passed < 5 * minute && system.held(id).state.tournament.import.state !== 'done';
      passed += second
    )
      await system.pass(second)
    expect(system.held(id).state.tournament.import.state).toBe('done')
    const again = Object.entries(system.simulator.requests().byPath).filter(
      ([path, count]) => /categories\/\d/.test(path) && count > 1,
    )
    expect(again.length).toBeLessThanOrEqual(2)
    await expectCorrect(id)
  })
})
