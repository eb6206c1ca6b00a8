import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Match } from '#domain/match.ts'
import { categoriesOf, halls, type PlanDraft, type TrueMatch } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { differences, openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const tournament = 3105
/** 09:15 in Houston, a quarter of an hour before the first fights. */
const beforeTheFirst = Date.parse('2026-09-12T14:15:00Z')

let database: TestDatabase
let system: SystemUnderTest
/** Source ids of the followed athletes. */
let followed: Set<number>

beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

/**
 * Imports a tournament a quarter of an hour before its first fights, with a viewer and with follows of this share (0 to 1) of
 * its athletes.
 */
async function openDay(plan: PlanDraft, share = 1 / 4): Promise<number> {
  system = await openSystem({
    databaseUrl: database.url,
    simulator: { tournaments: [{ id: tournament, ...plan }] },
    startAt: beforeTheFirst,
  })
  const id = await system.add(tournament)
  await system.setViewers(id, 1)
  await system.pass(10 * second)
  const everybody = [...system.held(id).state.athletes.values()].map((athlete) => Number(athlete.bjjCompSystemId))
  const every = Math.round(1 / share)
  followed = new Set(everybody.filter((_, place) => place % every === 0))
  await system.follow(id, [...followed])
  await system.pass(10 * second)
  return id
}

const smallPlan: PlanDraft = {
  mats: 8,
  categories: categoriesOf('open', { athletes: 60, categories: 14, largest: 8 }),
}

const nameOf = (match: Pick<TrueMatch, 'categoryId' | 'match'>): string => `${match.categoryId}/${match.match}`

/** The match in the projection for a fight of the simulator. */
function matchFor(id: number, { categoryId, match }: Pick<TrueMatch, 'categoryId' | 'match'>): Match | undefined {
  const { state } = system.held(id)
  return [...state.matches.values()].find(
    (known) =>
      known.matchNumber === match &&
      state.categories.get(known.categoryId ?? -1)?.bjjCompSystemId === String(categoryId),
  )
}

function winnerOf(id: number, of: Pick<TrueMatch, 'categoryId' | 'match'>): number | null {
  const match = matchFor(id, of)
  if (match?.outcome?.kind !== 'won') return null
  const side = match.sides[match.outcome.winner]
  return side.kind === 'athlete' ? Number(side.bjjCompSystemId) : null
}

/** The projection's state without what changes with time alone: the status and the raw statuses. */
const stableState = (id: number) => {
  const { tournament: event, categories, athletes, matches } = system.held(id).state
  const fights = [...matches.values()].map((match) => ({ ...match, rawStatus: null }))
  return structuredClone({ event: { ...event, status: null }, categories, athletes, fights })
}

/** Advances time until the condition holds, at most `within` ms. */
async function passUntil(holds: () => boolean, within: number): Promise<void> {
  for (let passed = 0; passed < within && !holds(); passed += 20 * second) await system.pass(20 * second, 20 * second)
}

/**
 * Measures how long after the end of a watched fight its result is shown (in steps of 5 s, rounded up), and collects results that
 * are shown too early.
 */
function watchResults(id: number) {
  const endedAt = new Map<string, number>()
  const found = { watched: 0, longestDelay: 0, tooEarly: [] as string[], pass }
  recordEnds(system.clock.now())
  system.store.projection.onChanges(({ changes, before }) => {
    for (const { change } of changes) {
      if (change.entity !== 'match' || change.value?.outcome == null || before('match', change.id)?.outcome) continue
      const { categoryId, matchNumber, outcome, sides } = change.value
      const name = `${system.held(id).state.categories.get(categoryId ?? -1)?.bjjCompSystemId}/${matchNumber}`
      if (!trueMatches().some((match) => nameOf(match) === name && match.ending !== null)) found.tooEarly.push(name)
      const isWatched = sides.some((side) => side.kind === 'athlete' && followed.has(Number(side.bjjCompSystemId)))
      if (!isWatched || outcome.kind !== 'won') continue
      found.watched++
      // A fight whose end is not recorded yet has ended in the current step.
      const end = endedAt.get(name) ?? system.clock.now() - 5 * second
      found.longestDelay = Math.max(found.longestDelay, system.clock.now() - end)
    }
  })
  function recordEnds(at: number): void {
    for (const match of trueMatches())
      if (match.ending !== null && !endedAt.has(nameOf(match))) endedAt.set(nameOf(match), at)
  }
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 5 * second) {
      const at = system.clock.now()
      await system.pass(5 * second)
      recordEnds(at)
    }
  }
  return found
}

const trueMatches = (): TrueMatch[] => system.simulator.truth(tournament).matches

describe('a watched day', () => {
  it('is shown in its true state within three minutes, no fight as finished too early, and watched results within 40 s', async () => {
    const id = await openDay({ ...smallPlan, oddities: 1, hall: halls.observed })
    const results = watchResults(id)
    const wrong: string[] = []
    let moments = 0
    while (trueMatches().some((match) => match.ending === null) && moments < 20) {
      moments++
      await results.pass(8 * minute)
      const earlier = system.simulator.truth(tournament)
      await results.pass(3 * minute)
      const now = new Set(differences(system.held(id), system.simulator.truth(tournament)))
      wrong.push(...differences(system.held(id), earlier).filter((difference) => now.has(difference)))
    }
    await system.pass(75 * minute, 30 * second)
    expect(moments).toBeGreaterThan(5)
    // Athletes who are alone in their category get their medals when the day ends.
    expect(wrong.filter((difference) => !difference.endsWith(' has 0 placements instead of 1'))).toEqual([])
    expect(differences(system.held(id), system.simulator.truth(tournament))).toEqual([])
    expect(results.tooEarly).toEqual([])
    expect(results.watched).toBeGreaterThan(8)
    expect(results.longestDelay).toBeLessThanOrEqual(40 * second)
  }, 600_000)
})

describe('during the day', () => {
  it('a reversed result is recorded', async () => {
    const id = await openDay(smallPlan, 1)
    const endedFight = (): TrueMatch | undefined =>
      trueMatches().find((match) => match.ending === 'won' && winnerOf(id, match) === match.winnerId)
    await passUntil(() => endedFight() !== undefined, hour)
    const match = endedFight()
    if (!match) throw new Error('no fight has ended')
    system.simulator.match({ tournament, category: match.categoryId, match: match.match, action: 'reverse' })
    await passUntil(() => winnerOf(id, match) === match.loserId, 70 * minute)
    expect(winnerOf(id, match)).toBe(match.loserId)
  })

  it('a category that is created during the event is recorded completely', async () => {
    const id = await openDay(smallPlan)
    system.simulator.category({
      tournament,
      add: { id: 31059999, age: 'Adult', gender: 'Male', belt: 'BLACK', weight: 'Open Class', athletes: 6 },
    })
    const isListed = (): boolean =>
      [...system.held(id).state.categories.values()].some((category) => category.bjjCompSystemId === '31059999')
    const isWhole = (): boolean =>
      isListed() && differences(system.held(id), system.simulator.truth(tournament)).length === 0
    await passUntil(isWhole, 15 * minute)
    expect(differences(system.held(id), system.simulator.truth(tournament))).toEqual([])
  })

  it('Portuguese pages change nothing', async () => {
    const id = await openDay(smallPlan)
    await system.pass(40 * second)
    const before = stableState(id)
    system.simulator.addFault({ match: '.', kind: 'portuguese' })
    system.simulator.clearRequests()
    for (const athlete of [...system.held(id).state.athletes.values()].slice(0, 12))
      await system.store.readRequests.submit('athlete', String(athlete.id))
    await system.pass(4 * minute)
    await system.store.projection.catchUp()
    const { byKind } = system.simulator.requests()
    expect(byKind.day).toBeGreaterThan(4)
    expect(byKind.bracket).toBeGreaterThan(1)
    expect(stableState(id)).toEqual(before)
    expect(system.held(id).source.state).toBe('ok')
  })
})
