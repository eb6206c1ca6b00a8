// Athletes who withdrew or were overweight: what a follower sees must not depend on when RollCall read the tournament.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type NoMatchReason, noMatchReasons } from '#contract/idle-athletes.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { openSystem, type SystemUnderTest } from '#support/system-under-test.ts'
import { presentFollowed } from '#views/followed.ts'

const second = 1_000
const minute = 60 * second
const tournament = 3105
/** Brackets whose first round has only fights or also byes, and a bracket of three. */
const categories = (
  [
    ['Light', 8],
    ['Middle', 2],
    ['Heavy', 3],
    ['Feather', 5],
  ] as const
).map(([weight, athletes]) => ({ age: 'Adult', gender: 'Male', belt: 'BLUE', weight, athletes }) as const)

let database: TestDatabase
let system: SystemUnderTest
/** Our id of the tournament. */
let id: number

beforeEach(async () => {
  database = await openTestDatabase()
  system = await openSystem({
    databaseUrl: database.url,
    simulator: { tournaments: [{ id: tournament, mats: 2, oddities: 0, categories }] },
  })
})
afterEach(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

async function importAll(): Promise<void> {
  id = await system.add(tournament)
  do await system.pass(10 * second)
  while (system.held(id).state.tournament.import.state !== 'done')
}

const truth = () => system.simulator.truth(tournament)

/** The first fight of each category that has both its athletes, with the first of them. */
const firstFights = () =>
  truth().categories.map(({ id: category }) => {
    const fight = truth().matches.find(
      ({ categoryId, sides }) => categoryId === category && sides.every(({ athleteId }) => athleteId !== null),
    )
    if (!fight) throw new Error(`category ${category} has no fight`)
    return { tournament, category, match: fight.match, athlete: fight.sides[0].athleteId as number }
  })
const athletesOf = (fights: ReturnType<typeof firstFights>): number[] => fights.map(({ athlete }) => athlete)

/** The ways in which the source shows an athlete who is out before the first fight. */
const ways = {
  'vanishes from the bracket': () => {
    for (const { athlete } of firstFights()) system.simulator.athlete({ tournament, athlete, action: 'overweight' })
  },
  'is disqualified by overweight in the bracket': () => {
    for (const fight of firstFights())
      system.simulator.match({ ...fight, action: 'dq', side: 'a', reason: 'overweight' })
  },
}

function cardOf(athlete: number) {
  const held = system.held(id)
  const found = held.athleteBySourceId(String(athlete))
  if (!found) throw new Error(`athlete ${athlete} is not known`)
  return presentFollowed(held, found, { followedAt: '', via: null }, system.clock.now())
}
const reasonsOf = (athlete: number): NoMatchReason['kind'][] => noMatchReasons(cardOf(athlete)).map(({ kind }) => kind)
const recordOf = (athlete: number): number[] => [cardOf(athlete).wins, cardOf(athlete).losses]
const stepsOf = (athlete: number): string[] => (cardOf(athlete).steps ?? []).map(({ kind }) => kind)

describe('An athlete who is out before the first fight is shown as withdrawn, whatever the size of the bracket,', () => {
  it.each(Object.entries(ways))('when the athlete %s before the first reading', async (_, leave) => {
    const athletes = athletesOf(firstFights())
    leave()
    await importAll()
    await system.follow(id, athletes)
    await system.pass(minute)
    expect(athletes.map(stepsOf)).toEqual(athletes.map(() => ['withdrawn']))
    // A bracket of three may still list a fight of the loser.
    expect(new Set(athletes.flatMap(reasonsOf))).not.toContain('unknown')
    expect(reasonsOf(athletes[0] as number)).toEqual(['withdrawn'])
    expect(athletes.map(recordOf)).toEqual(athletes.map(() => [0, 0]))
  })

  it.each(Object.entries(ways))('when the athlete %s after the first reading', async (_, leave) => {
    const athletes = athletesOf(firstFights())
    await importAll()
    await system.follow(id, athletes)
    leave()
    do await system.pass(minute, minute)
    while (athletes.some((athlete) => !stepsOf(athlete).includes('withdrawn')))
    expect(athletes.map(stepsOf)).toEqual(athletes.map(() => ['withdrawn']))
    expect(reasonsOf(athletes[0] as number)).toEqual(['withdrawn'])
  })
})

describe('An athlete on the roster who is in no bracket', () => {
  it('is not shown as withdrawn until the athlete’s own list shows no fight either', async () => {
    const [fight] = firstFights()
    const athlete = fight?.athlete as number
    system.simulator.athlete({ tournament, athlete, action: 'overweight' })
    await importAll()
    expect([stepsOf(athlete), reasonsOf(athlete)]).toEqual([[], ['unknown']])
    await system.follow(id, [athlete])
    await system.pass(minute)
    expect([stepsOf(athlete), reasonsOf(athlete)]).toEqual([['withdrawn'], ['withdrawn']])
  })

  it('causes one request for the athlete’s list, and none later', async () => {
    const athletes = athletesOf(firstFights())
    for (const athlete of athletes) system.simulator.athlete({ tournament, athlete, action: 'overweight' })
    await importAll()
    system.simulator.clearRequests()
    await system.follow(id, athletes)
    await system.pass(30 * minute, minute)
    expect(system.simulator.requests().byKind.by_competitor).toBe(athletes.length)
  })

  it('is not shown as withdrawn after a late entry, before the bracket is read', async () => {
    await importAll()
    const before = new Set([...system.held(id).state.athletes.values()].map(({ bjjCompSystemId }) => bjjCompSystemId))
    system.simulator.entry({ tournament, category: truth().categories[3]?.id as number })
    const entrant = () =>
      [...system.held(id).state.athletes.values()].find(({ bjjCompSystemId }) => !before.has(bjjCompSystemId))
    do await system.pass(second, 250)
    while (!entrant())
    const athlete = Number(entrant()?.bjjCompSystemId)
    await system.follow(id, [athlete])
    const seen = new Set<string>()
    do {
      seen.add(stepsOf(athlete).join())
      await system.pass(250, 250)
    } while (cardOf(athlete).division === null)
    expect([...seen]).toEqual([''])
    do await system.pass(minute, minute)
    while (stepsOf(athlete).length === 0)
    expect(stepsOf(athlete)).toEqual(['report', 'weigh-in'])
  })
})
