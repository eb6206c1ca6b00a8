import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { categoriesOf, halls } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const second = 1_000
const minute = 60 * second
const tournament = 3105
const alpha = 'Alpha'

let database: TestDatabase
let system: SystemUnderTest
/** Our id of the tournament. */
let id: number

beforeEach(async () => {
  database = await openTestDatabase()
  system = await openSystem({
    databaseUrl: database.url,
    config: { budget: undefined },
    simulator: {
      tournaments: [
        {
          id: tournament,
          mats: 8,
          days: 2,
          oddities: 1,
          hall: halls.observed,
          teams: [{ name: alpha, entries: 126 }],
          categories: categoriesOf('open', { athletes: 320, categories: 90, largest: 12 }),
        },
      ],
    },
  })
  id = await system.add(tournament)
})
afterEach(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

async function importAll(): Promise<void> {
  do await system.pass(10 * second)
  while (system.held(id).state.tournament.import.state !== 'done')
}

const athletes = () => [...system.held(id).state.athletes.values()]

/** Our ids of the first `count` athletes of the team. */
const teamMembers = (count: number): number[] =>
  athletes()
    .filter(({ team }) => team === alpha)
    .slice(0, count)
    .map((athlete) => athlete.id)

/** Our ids of athletes of different teams who fight today. */
const athletesOfOtherTeams = (): number[] =>
  [...Map.groupBy(athletes(), ({ team }) => team)].flatMap(([team, mates]) => {
    const today = mates.find((mate) => matchesOf(mate.id).some(({ date }) => date === '2026-09-12'))
    return team === null || team === alpha || !today ? [] : today.id
  })

const matchesOf = (athlete: number) => system.held(id).matchesOfAthlete(athlete)

/** Requests a read of athletes; resolves with its result and the requests that the source got until then. */
async function request(ids: readonly number[]) {
  system.simulator.clearRequests()
  const submitted = await system.store.readRequests.requestAthletes(id, ids)
  for (let passed = 0; passed < 30 * second; passed += 250) {
    await system.pass(250, 250)
    const result = await system.store.readRequests.outcome(submitted.id, 0)
    if (result) return { result, pages: system.simulator.requests() }
  }
  throw new Error('the request was not answered')
}

/** Imports until the boards have named the teams; most brackets have not been read yet. */
async function importBoards(): Promise<void> {
  do await system.pass(second)
  while (teamMembers(126).length < 60)
}

describe('requests at once for more than thirty athletes, each of another team,', () => {
  it('cost fewer than ten pages in all, and each is answered within 2 s', async () => {
    await importAll()
    await system.pass(2 * minute)
    const requested = athletesOfOtherTeams()
    expect(requested.length).toBeGreaterThan(30)
    system.simulator.clearRequests()
    const { readRequests } = system.store
    const submitted = await Promise.all(requested.map((athlete) => readRequests.requestAthletes(id, [athlete])))
    const outcomes = () => Promise.all(submitted.map((each) => readRequests.outcome(each.id, 0)))
    let results = await outcomes()
    for (let passed = 0; passed < 30 * second && results.some((result) => !result); passed += 250) {
      await system.pass(250, 250)
      results = await outcomes()
    }
    const pages = system.simulator.requests()
    expect(results.every((result) => result?.ok === true && (result.ms ?? Infinity) < 2_000)).toBe(true)
    expect(pages.total).toBeLessThan(10)
  })
})

describe('a request for the athletes of a team', () => {
  it('costs no more pages for 40 athletes than for three separate ones, and is answered within 2 s', async () => {
    await importAll()
    await system.pass(2 * minute)
    let singles = 0
    for (const athlete of athletesOfOtherTeams().slice(0, 3)) {
      singles += (await request([athlete])).pages.total
      await system.pass(minute)
    }
    const { result, pages } = await request(teamMembers(40))
    expect(pages.total).toBeLessThanOrEqual(singles)
    expect(result).toMatchObject({ ok: true })
    expect(result.ms).toBeLessThan(2_000)
  })

  it('reads one list of the club for all of them while their brackets are not known yet', async () => {
    await importBoards()
    const { result, pages } = await request(teamMembers(126))
    expect(result).toMatchObject({ ok: true })
    expect([pages.byKind.by_club, pages.byKind.by_competitor]).toEqual([1, undefined])
    const { matches } = system.simulator.truth(tournament)
    const places = (sourceId: string): string[] =>
      matches
        .filter(({ sides }) => sides.some(({ athleteId }) => athleteId === Number(sourceId)))
        .map(({ mat, fightNumber }) => `${mat}/${fightNumber}`)
    const shown = athletes()
      .filter(({ team }) => team === alpha)
      .map((athlete) => ({
        athlete,
        own: matchesOf(athlete.id).map(({ mat, fightNumber }) => `${mat}/${fightNumber}`),
      }))
    expect(shown.length).toBeGreaterThan(100)
    expect(shown.filter(({ athlete, own }) => !places(athlete.bjjCompSystemId).every((p) => own.includes(p)))).toEqual(
      [],
    )
  })

  it('reads their individual lists when the list of the club fails', async () => {
    await importBoards()
    system.simulator.addFault({ match: 'by_club', kind: 'status', status: 500 })
    const { result, pages } = await request(teamMembers(3))
    expect(result).toMatchObject({ ok: true })
    expect([pages.byKind.by_club, pages.byKind.by_competitor]).toEqual([1, 3])
  })

  it('reads the individual lists of athletes whom a truncated list of the club does not show', async () => {
    await importBoards()
    system.simulator.addFault({ match: 'by_club', kind: 'empty-lists' })
    const { result, pages } = await request(teamMembers(3))
    expect(result).toMatchObject({ ok: true })
    expect([pages.byKind.by_club, pages.byKind.by_competitor]).toEqual([1, 3])
  })
})
