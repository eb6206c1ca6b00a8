// Days at the venue, in whatever time zones the server and its users are (reliability.md R-15).
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bySchedule } from '#contract/by-schedule.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import { presentMatchesOf } from '#views/followed.ts'
import { categoriesOf, type TrueMatch } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const minute = 60_000
const tournament = 3105

let database: TestDatabase
let system: SystemUnderTest
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

type Venue = {
  city: string
  state: string
  country: string
  timezone: string
  firstDay: string
  /** The date of each day, as lists show it. */
  headings: [string, string]
}

const tokyo: Venue = {
  city: 'Tokyo',
  state: 'Tokyo',
  country: 'Japan',
  timezone: 'Asia/Tokyo',
  firstDay: '2026-09-12',
  headings: ['Sat 09/12', 'Sun 09/13'],
}
const newYork: Venue = {
  city: 'New York',
  state: 'New York',
  country: 'United States',
  timezone: 'America/New_York',
  firstDay: '2026-10-31',
  headings: ['Sat 10/31', 'Sun 11/01'],
}
const lisbon: Venue = {
  city: 'Lisbon',
  state: 'Lisbon',
  country: 'Portugal',
  timezone: 'Europe/Lisbon',
  firstDay: '2027-03-27',
  headings: ['Sat 03/27', 'Sun 03/28'],
}

/** Opens a system at this time, and imports a two-day tournament with all its fights there; resolves with the tournament's id. */
async function open(venue: Venue, startAt: string): Promise<number> {
  const { headings: _, ...place } = venue
  system = await openSystem({
    databaseUrl: database.url,
    startAt: Date.parse(startAt),
    simulator: {
      tournaments: [
        {
          ...place,
          id: tournament,
          days: 2,
          mats: 4,
          categories: categoriesOf('open', { athletes: 48, categories: 6, largest: 11 }).filter(
            ({ appearsAt }) => appearsAt === undefined,
          ),
        },
      ],
    },
  })
  const id = await system.add(tournament)
  await system.setViewers(id, 1)
  await system.pass(minute)
  await system.store.projection.catchUp()
  return id
}

/** Every scheduled fight that a board lists, once, as a list shows it, with its true state. */
function listedFights(id: number): { item: WireMatchItem; real: TrueMatch }[] {
  const held = system.held(id)
  const real = new Map(
    system.simulator.truth(tournament).matches.map((match) => [`${match.categoryId}/${match.match}`, match]),
  )
  const items = new Map<number, WireMatchItem>()
  for (const athlete of held.state.athletes.values())
    for (const { item } of presentMatchesOf(held, athlete, system.clock.now())) items.set(item.id, item)
  return [...items.values()].flatMap((item) => {
    const match = held.state.matches.get(item.id)
    const category = held.state.categories.get(match?.categoryId ?? -1)?.bjjCompSystemId
    const found = real.get(`${category}/${match?.matchNumber}`)
    return found && found.when !== null && item.board === 'listed' ? [{ item, real: found }] : []
  })
}

describe.each<[string, Venue, string, string]>([
  // 08:00 at the venue on the first day, and 00:10 of the second.
  ['A tournament nine hours ahead of UTC', tokyo, '2026-09-11T23:00:00Z', '2026-09-12T15:10:00Z'],
  ['A tournament in the night in which summer time ends', newYork, '2026-10-31T12:00:00Z', '2026-11-01T04:10:00Z'],
  ['A tournament in the night in which summer time begins', lisbon, '2027-03-27T08:00:00Z', '2027-03-28T00:10:00Z'],
])('[R-15] %s', (_, venue, morning, afterMidnight) => {
  it('lists each fight under its day at the venue, in order, with its time in UTC', async () => {
    const id = await open(venue, morning)
    expect(system.held(id).state.tournament.timezone).toBe(venue.timezone)
    const fights = listedFights(id)
    expect(new Set(fights.map(({ item }) => item.date))).toEqual(new Set(venue.headings))
    for (const { item, real } of fights) {
      expect(item.scheduledDateTime).toMatch(/T\d\d:\d\d:00\.000Z$/)
      expect(Date.parse(item.scheduledDateTime ?? '')).toBe(Math.floor((real.when ?? 0) / minute) * minute)
      expect(item.time).toBe(
        new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', timeZone: venue.timezone })
          .format(real.when ?? 0)
          .replace('\u202f', ' '),
      )
    }
    const listed = fights.map(({ item }) => item).toSorted(bySchedule)
    const instants = listed.map((item) => Date.parse(item.scheduledDateTime ?? ''))
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
    expect(listed.findLastIndex((item) => item.date === venue.headings[0])).toBeLessThan(
      listed.findIndex((item) => item.date === venue.headings[1]),
    )
  })

  it('continues with its second day after midnight at the venue, and the times of that day do not change', async () => {
    const id = await open(venue, afterMidnight)
    const before = listedFights(id).filter(({ item }) => item.date === venue.headings[1])
    expect(before.length).toBeGreaterThan(4)
    expect(system.held(id).state.tournament.status).toBe('live')
    system.passAtSource(30 * minute)
    await system.pass(minute)
    await system.store.projection.catchUp()
    const times = (fights: typeof before) =>
      fights.map(({ item }) => `${item.id} ${item.scheduledDateTime} ${item.date}`)
    expect(times(listedFights(id).filter(({ item }) => item.date === venue.headings[1]))).toEqual(times(before))
    expect(system.held(id).state.tournament.days.map((day) => day.date)).toEqual([
      venue.firstDay,
      new Date(Date.parse(venue.firstDay) + 86_400_000).toISOString().slice(0, 10),
    ])
  })
})
