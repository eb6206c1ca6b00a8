import type { Calendar } from '../world-site.ts'
import { completePlan, type CategoryPlan, type TournamentPlan } from '../tournament/plan.ts'
import { offsetAt, venueDate } from '../tournament/venue-time.ts'
import { cities, type City } from './cities.ts'
import { divisionsFor } from './divisions.ts'
import { randomFrom } from '../tournament/random.ts'

/**
 * The demo's world: city opens follow the sun. Every eight hours one opens somewhere where it is
 * half past nine in the morning, lasts two days, and is taken down a day later; every fourth day a
 * world championship begins. So at every moment something is live, something is coming and
 * something has just ended, however long the demo runs.
 */
const hour = 3_600_000
const openEvery = 8 * hour
/** How long the first open has been on when the demo starts. */
const headStart = hour
/** City opens between two world championships. */
const opensPerWorlds = 12
const firstOpenId = 3300
const idsPerOpen = 5

const morning = 9.5 * hour

/** The cities where it is about half past nine at a moment, the nearest first. */
function morningCities(moment: number): City[] {
  const wait = ({ timezone }: City): number => {
    const clock = modulo(moment + offsetAt(timezone, moment), 24 * hour)
    return Math.min(Math.abs(clock - morning), 24 * hour - Math.abs(clock - morning))
  }
  return cities.toSorted((one, other) => wait(one) - wait(other))
}

/** Turns that are looked at: from those about to be taken down to those that are to be announced. */
const turns = { before: 14, after: 9 }

/** The demo's tournaments around any moment, for a demo that starts at `startAt`. */
export function demoCalendar(startAt: number, seed: number): Calendar {
  const made = new Map<number, TournamentPlan[]>()
  const firstOpen = startAt - headStart
  return (now) => {
    const current = Math.floor((now - firstOpen) / openEvery)
    const wanted = Array.from({ length: turns.before + 1 + turns.after }, (_, place) => current - turns.before + place)
    for (const index of made.keys()) if (!wanted.includes(index)) made.delete(index)
    for (const index of wanted) {
      if (!made.has(index)) made.set(index, plansOfTurn(index, firstOpen + index * openEvery, seed))
    }
    return wanted.flatMap((index) => made.get(index) ?? [])
  }
}

/** What opens at one turn: a city open, sometimes with its kids, sometimes a world championship. */
function plansOfTurn(index: number, moment: number, seed: number): TournamentPlan[] {
  const near = morningCities(moment)
  const turn = Math.floor(index / 3)
  const city = near[modulo(turn, 3)] as City
  const plans = [cityOpen(index, moment, city, seed)]
  if (modulo(index, 3) === 0) plans.push(kidsOpen(index, moment + 24 * hour, city, seed))
  if (modulo(index, opensPerWorlds) === 0) plans.push(worlds(index, moment, near[3] as City, seed))
  return plans
}

/** The remainder that is never negative. */
function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

function idOf(index: number, place: number): number {
  return firstOpenId + index * idsPerOpen + place
}

function openPlan(
  city: City,
  moment: number,
  draft: Partial<TournamentPlan> & { categories: readonly CategoryPlan[] },
): TournamentPlan {
  const firstDay = venueDate(city.timezone, moment)
  return completePlan(
    { ...city, firstDay, oddities: 1, listedHoursBefore: 48, publishedHoursBefore: 30, goneHoursAfter: 30, ...draft },
    () => firstDay,
  )
}

function cityOpen(index: number, moment: number, city: City, seed: number): TournamentPlan {
  const id = idOf(index, 0)
  const year = venueDate(city.timezone, moment).slice(0, 4)
  const random = randomFrom(seed, 'open', index)
  return openPlan(city, moment, {
    id,
    name:
      city.country === 'Brazil'
        ? `Campeonato ${city.city} Open de Jiu-Jitsu ${year}`
        : `${city.city} Open Jiu-Jitsu Championship ${year}`,
    days: 2,
    mats: 8,
    firstMat: 1,
    cardColour: random.chance(0.5) ? 'blue' : 'yellow',
    categories: divisionsFor(
      'open',
      { athletes: 860, categories: 200, largest: 22, crowding: 1.6, firstDayShare: 0.78 },
      randomFrom(seed, id, 'divisions'),
    ),
  })
}

function kidsOpen(index: number, moment: number, city: City, seed: number): TournamentPlan {
  const id = idOf(index, 1)
  const year = venueDate(city.timezone, moment).slice(0, 4)
  return openPlan(city, moment, {
    id,
    name:
      city.country === 'Brazil'
        ? `Campeonato ${city.city} Crianças de Jiu-Jitsu ${year}`
        : `${city.city} Kids Jiu-Jitsu Championship ${year}`,
    days: 1,
    mats: 6,
    firstMat: 9,
    fightMinutes: 5,
    categories: divisionsFor(
      'kids',
      { athletes: 320, categories: 95, largest: 12, crowding: 1.6 },
      randomFrom(seed, id, 'divisions'),
    ),
  })
}

function worlds(index: number, moment: number, city: City, seed: number): TournamentPlan {
  const id = idOf(index, 2)
  const year = venueDate(city.timezone, moment).slice(0, 4)
  return openPlan(city, moment, {
    id,
    name: `World Masters & Adults Jiu-Jitsu Championship ${year}`,
    days: 3,
    mats: 30,
    firstMat: 1,
    cardColour: 'yellow',
    categories: divisionsFor(
      'worlds',
      { athletes: 10_850, categories: 1_000, largest: 64, crowding: 1.2 },
      randomFrom(seed, id, 'divisions'),
    ),
  })
}
