import { describe, expect, it } from 'vitest'
import { divisionsFor } from '../demo/divisions.ts'
import { clubPage } from '../pages/fight-lists.ts'
import { truthOf } from '../truth.ts'
import { observedSizes } from './clubs.ts'
import type { Athlete, Team, Tournament } from './model.ts'
import { completePlan, type CategoryPlan, type PlanDraft } from './plan.ts'
import { randomFrom } from './random.ts'
import { Timeline } from './timeline.ts'
import { isOpenClass } from './vocabulary.ts'

const opening = Date.parse('2026-04-11T14:30:00Z')
const minute = 60_000
const hour = 60 * minute

const open = divisionsFor('open', { athletes: 860, categories: 200, largest: 22 }, randomFrom(1))

function timelineOf(draft: PlanDraft): Timeline {
  return new Timeline(
    completePlan({ firstDay: '2026-04-11', mats: 8, ...draft }, () => ''),
    1,
  )
}

/** Entries by team, without the open classes, the largest team first. */
function entriesByTeam({ categories }: Tournament): [team: string, entries: number][] {
  const entrants = categories.filter(({ division }) => !isOpenClass(division)).flatMap((each) => each.entrants)
  return [...Map.groupBy(entrants, ({ athlete }) => athlete.team.name)]
    .map(([team, all]): [string, number] => [team, all.length])
    .toSorted((one, other) => other[1] - one[1])
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const mostTeamMates = (athletes: readonly { athlete: Athlete }[]): number =>
  Math.max(...[...Map.groupBy(athletes, ({ athlete }): Team => athlete.team).values()].map((team) => team.length))

describe('observed teams', () => {
  it('have a median of 3 entries, about 126 in the largest of an ordinary open, and at most 126 in that of a larger event', () => {
    const sizes = observedSizes(860)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(860)
    expect(median(sizes)).toBe(3)
    expect(sizes[0]).toBeGreaterThan(115)
    expect(Math.max(...observedSizes(10_850))).toBe(126)
  })

  it('enter at most two athletes in a category without a close-out, a median of 3 in all, and the largest has branches', () => {
    const tournament = timelineOf({ teams: 'observed', oddities: 1, categories: open }).at(opening - hour)
    const teams = entriesByTeam(tournament)
    expect(teams[0]?.[1]).toBeGreaterThan(100)
    expect(teams[0]?.[1]).toBeLessThanOrEqual(127)
    expect(median(teams.map(([, entries]) => entries))).toBe(3)
    const withoutCloseOuts = tournament.categories.filter(({ specialResult }) => specialResult !== 'close-out')
    expect(Math.max(...withoutCloseOuts.map(({ entrants }) => mostTeamMates(entrants)))).toBe(2)
    const names = new Set(teams.map(([team]) => team))
    for (const branch of ['Aurora', 'Aurora HQ', 'Aurora – Recife', 'Aurora Academy']) expect(names).toContain(branch)
  })

  it('keep their athletes from one tournament to the next', () => {
    const [first, second] = [3105, 3106].map(
      (id) => timelineOf({ id, teams: 'observed', oddities: 1, categories: open }).at(opening - hour).athletes,
    )
    const both = [...(first ?? new Map<number, Athlete>())].filter(([id]) => second?.has(id))
    expect(both.length).toBeGreaterThan(10)
    expect(both.filter(([id, { team }]) => second?.get(id)?.team.name !== team.name)).toEqual([])
  })
})

describe('listed teams', () => {
  it('have as many entries as the plan lists, and the club page of 126 athletes shows every athlete who has an opponent', () => {
    const teams = [
      { name: 'Alpha', entries: 126 },
      { name: 'Alpha HQ', entries: 14 },
    ]
    const tournament = timelineOf({ teams, categories: open }).at(opening - hour)
    expect(Object.fromEntries(entriesByTeam(tournament))).toMatchObject({ Alpha: 126, 'Alpha HQ': 14 })
    const alpha = [...tournament.teams.values()].find(({ name }) => name === 'Alpha') as Team
    const page = clubPage(tournament, alpha, 'en')
    const fighting = tournament.categories
      .filter(({ entrants, appearsAt }) => entrants.length > 1 && appearsAt === -Infinity)
      .flatMap(({ entrants }) => entrants.filter(({ athlete }) => athlete.team === alpha))
    expect(fighting.filter(({ athlete }) => !page.includes(`id="competitor-${athlete.id}"`))).toEqual([])
  })
})

describe('late entries and withdrawals', () => {
  const categories = open.slice(0, 60)

  it('change the roster between the publication and the opening, and every fight ends', () => {
    const timeline = timelineOf({ categories, lateEntries: 5, withdrawals: 3 })
    const idsAt = (at: number): number[] => [...timeline.at(at).athletes.keys()]
    const [published, opened] = [idsAt(opening - 36 * hour), idsAt(opening)]
    expect(opened.filter((id) => !published.includes(id))).toHaveLength(5)
    expect(published.filter((id) => !opened.includes(id))).toHaveLength(3)
    const { matches } = truthOf(timeline.at(opening + 16 * hour))
    expect(matches.filter(({ ending }) => ending === null)).toEqual([])
  })

  it('are made by command: a new athlete of a team enters, and another one leaves', () => {
    const teams = [{ name: 'Alpha', entries: 12 }]
    const timeline = timelineOf({ teams, categories })
    const at = opening - hour
    const { categories: drawn } = truthOf(timeline.at(at))
    const hasBye = (athletes: number): boolean => [1, 5, 6, 7].includes(athletes)
    const category = drawn.find(
      ({ athletes }) => hasBye(athletes.length) && !athletes.some(({ team }) => team === 'Alpha'),
    )
    const leaving = drawn.find(({ athletes }) => athletes.length === 4)?.athletes[0]?.id ?? 0
    timeline.command(at, { on: 'entry', category: category?.id ?? 0, team: 'Alpha' })
    timeline.command(at, { on: 'athlete', athlete: leaving, action: 'remove' })
    const after = timeline.at(at)
    expect(after.categories.find(({ id }) => id === category?.id)?.entrants.at(-1)?.athlete.team.name).toBe('Alpha')
    expect(after.athletes.has(leaving)).toBe(false)
  })
})

describe('a new athlete', () => {
  it('never gets the id of an athlete who was removed', () => {
    const timeline = timelineOf({ categories: open.slice(0, 60) })
    const at = opening - hour
    const { athletes, categories } = timeline.at(at)
    const before = new Set(athletes.keys())
    const removed = Math.max(...before)
    timeline.command(at, { on: 'athlete', athlete: removed, action: 'remove' })
    const free = categories.find(({ entrants }) => entrants.length === 5)?.id ?? 0
    timeline.command(at, { on: 'entry', category: free })
    const entered = [...timeline.at(at).athletes.keys()].filter((id) => id !== removed && !before.has(id))
    expect(entered).toHaveLength(1)
  })
})

describe('an open class of medallists', () => {
  const weights = (['Light', 'Heavy', 'Middle'] as const).map((weight): CategoryPlan => {
    return { age: 'Adult', gender: 'Male', belt: 'BLUE', weight, athletes: 4 }
  })
  const openClass: CategoryPlan = {
    ...weights[0],
    weight: 'Open Class',
    athletes: 6,
    appearsAt: '09:45',
  } as CategoryPlan

  it('appears once athletes have medals, with medallists only', () => {
    const timeline = timelineOf({ mats: 3, openClass: 'medallists', categories: [...weights, openClass] })
    expect(truthOf(timeline.at(opening + 16 * minute)).categories).toHaveLength(3)
    const at = Array.from({ length: 40 }, (_, step) => opening + step * 15 * minute).find(
      (moment) => truthOf(timeline.at(moment)).categories.length === 4,
    )
    const { categories } = truthOf(timeline.at(at ?? 0))
    const medallists = new Set(
      categories.slice(0, 3).flatMap(({ placements }) => placements.map((each) => each.athleteId)),
    )
    expect(categories[3]?.athletes.length).toBeGreaterThanOrEqual(2)
    expect(categories[3]?.athletes.filter(({ id }) => !medallists.has(id))).toEqual([])
    expect(truthOf(timeline.at(opening + 12 * hour)).matches.every(({ status }) => status === 'finished')).toBe(true)
  })
})
