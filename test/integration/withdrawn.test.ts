// Athletes who withdrew or were overweight: what a follower sees must not depend on when RollCall read the tournament.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type NoMatchReason, noMatchReasons } from '#contract/idle-athletes.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { openWorld, type World } from '#support/world.ts'
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
let world: World
/** Our id of the tournament. */
let id: number

beforeEach(async () => {
  database = await openTestDatabase()
  world = await openWorld({
    databaseUrl: database.url,
    simulator: { tournaments: [{ id: tournament, mats: 2, oddities: 0, categories }] },
  })
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
  await database.close()
})

async function importAll(): Promise<void> {
  id = await world.add(tournament)
  do await world.pass(10 * second)
  while (world.held(id).state.tournament.import.state !== 'done')
}

const truth = () => world.simulator.truth(tournament)

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
    for (const { athlete } of firstFights()) world.simulator.athlete({ tournament, athlete, action: 'overweight' })
  },
  'is disqualified by overweight in the bracket': () => {
    for (const fight of firstFights())
      world.simulator.match({ ...fight, action: 'dq', side: 'a', reason: 'overweight' })
  },
}

function cardOf(athlete: number) {
  const held = world.held(id)
  const found = held.athleteBySourceId(String(athlete))
  if (!found) throw new Error(`athlete ${athlete} is not known`)
  return presentFollowed(held, found, { followedAt: '', via: null }, world.clock.now())
}
const reasonsOf = (athlete: number): NoMatchReason['kind'][] => noMatchReasons(cardOf(athlete)).map(({ kind }) => kind)
const recordOf = (athlete: number): number[] => [cardOf(athlete).wins, cardOf(athlete).losses]
const stepsOf = (athlete: number): string[] => (cardOf(athlete).steps ?? []).map(({ kind }) => kind)

describe('An athlete who is out before the first fight is shown as withdrawn or overweight, whatever the size of the bracket,', () => {
  it.each(Object.entries(ways))('when the athlete %s before the first reading', async (_, leave) => {
    const athletes = athletesOf(firstFights())
    leave()
    await importAll()
    await world.follow(id, athletes)
    await world.pass(minute)
    expect(athletes.map(stepsOf)).toEqual(athletes.map(() => ['withdrawn']))
    // A bracket of three may still list a fight of the loser.
    expect(new Set(athletes.flatMap(reasonsOf))).not.toContain('unknown')
    expect(reasonsOf(athletes[0] as number)).toEqual(['withdrawn'])
    expect(athletes.map(recordOf)).toEqual(athletes.map(() => [0, 0]))
  })

  it.each(Object.entries(ways))('when the athlete %s after the first reading', async (_, leave) => {
    const athletes = athletesOf(firstFights())
    await importAll()
    await world.follow(id, athletes)
    leave()
    do await world.pass(minute, minute)
    while (athletes.some((athlete) => !stepsOf(athlete).includes('withdrawn')))
    expect(athletes.map(stepsOf)).toEqual(athletes.map(() => ['withdrawn']))
    expect(reasonsOf(athletes[0] as number)).toEqual(['withdrawn'])
  })
})

describe('An athlete on the roster who is in no bracket', () => {
  it('is not shown as withdrawn until the athlete’s own list shows no fight either', async () => {
    const [fight] = firstFights()
    const athlete = fight?.athlete as number
    world.simulator.athlete({ tournament, athlete, action: 'overweight' })
    await importAll()
    expect([stepsOf(athlete), reasonsOf(athlete)]).toEqual([[], ['unknown']])
    await world.follow(id, [athlete])
    await world.pass(minute)
    expect([stepsOf(athlete), reasonsOf(athlete)]).toEqual([['withdrawn'], ['withdrawn']])
  })

  it('causes one request for the athlete’s list, and none later', async () => {
    const athletes = athletesOf(firstFights())
    for (const athlete of athletes) world.simulator.athlete({ tournament, athlete, action: 'overweight' })
    await importAll()
    world.simulator.clearRequests()
    await world.follow(id, athletes)
    await world.pass(30 * minute, minute)
    expect(world.simulator.requests().byKind.by_competitor).toBe(athletes.length)
  })

  it('is never shown as withdrawn before the bracket of a late entry is read', async () => {
    await importAll()
    const before = new Set([...world.held(id).state.athletes.values()].map(({ bjjCompSystemId }) => bjjCompSystemId))
    world.simulator.entry({ tournament, category: truth().categories[3]?.id as number })
    const entrant = () =>
      [...world.held(id).state.athletes.values()].find(({ bjjCompSystemId }) => !before.has(bjjCompSystemId))
    do await world.pass(second, 250)
    while (!entrant())
    const athlete = Number(entrant()?.bjjCompSystemId)
    await world.follow(id, [athlete])
    const seen = new Set<string>()
    do {
      seen.add(stepsOf(athlete).join())
      await world.pass(250, 250)
    } while (cardOf(athlete).division === null)
    expect([...seen]).toEqual([''])
    do await world.pass(minute, minute)
    while (stepsOf(athlete).length === 0)
    expect(stepsOf(athlete)).toEqual(['report', 'weigh-in'])
  })
})
