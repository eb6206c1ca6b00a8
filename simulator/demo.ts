import type { Calendar } from './world-site.ts'
import { completePlan, type CategoryPlan, type TournamentPlan } from './tournament/plan.ts'
import { offsetAt, venueDate } from './tournament/venue-time.ts'
import { divisionsFor } from './demo-divisions.ts'
import { randomFrom } from './tournament/random.ts'

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

interface City {
  city: string
  state: string
  country: string
  timezone: string
}

const cities: readonly City[] = [
  { city: 'Auckland', state: 'Auckland', country: 'New Zealand', timezone: 'Pacific/Auckland' },
  { city: 'Sydney', state: 'New South Wales', country: 'Australia', timezone: 'Australia/Sydney' },
  { city: 'Brisbane', state: 'Queensland', country: 'Australia', timezone: 'Australia/Brisbane' },
  { city: 'Tokyo', state: 'Tokyo', country: 'Japan', timezone: 'Asia/Tokyo' },
  { city: 'Seoul', state: 'Seoul', country: 'South Korea', timezone: 'Asia/Seoul' },
  { city: 'Manila', state: 'Manila', country: 'Philippines', timezone: 'Asia/Manila' },
  { city: 'Singapore', state: 'Singapore', country: 'Singapore', timezone: 'Asia/Singapore' },
  { city: 'Bangkok', state: 'Bangkok', country: 'Thailand', timezone: 'Asia/Bangkok' },
  { city: 'Jakarta', state: 'Jakarta', country: 'Indonesia', timezone: 'Asia/Jakarta' },
  { city: 'Dhaka', state: 'Dhaka', country: 'Bangladesh', timezone: 'Asia/Dhaka' },
  { city: 'Tashkent', state: 'Tashkent', country: 'Uzbekistan', timezone: 'Asia/Tashkent' },
  { city: 'Dubai', state: 'Dubai', country: 'United Arab Emirates', timezone: 'Asia/Dubai' },
  { city: 'Istanbul', state: 'Istanbul', country: 'Turkey', timezone: 'Europe/Istanbul' },
  { city: 'Nairobi', state: 'Nairobi', country: 'Kenya', timezone: 'Africa/Nairobi' },
  { city: 'Athens', state: 'Attica', country: 'Greece', timezone: 'Europe/Athens' },
  { city: 'Helsinki', state: 'Uusimaa', country: 'Finland', timezone: 'Europe/Helsinki' },
  { city: 'Milan', state: 'Lombardy', country: 'Italy', timezone: 'Europe/Rome' },
  { city: 'Berlin', state: 'Berlin', country: 'Germany', timezone: 'Europe/Berlin' },
  { city: 'Lisbon', state: 'Lisboa', country: 'Portugal', timezone: 'Europe/Lisbon' },
  { city: 'London', state: 'London', country: 'United Kingdom', timezone: 'Europe/London' },
  { city: 'Praia', state: 'Praia', country: 'Cape Verde', timezone: 'Atlantic/Cape_Verde' },
  { city: 'Recife', state: 'Pernambuco', country: 'Brazil', timezone: 'America/Recife' },
  { city: 'Buenos Aires', state: 'Buenos Aires', country: 'Argentina', timezone: 'America/Argentina/Buenos_Aires' },
  { city: 'Manaus', state: 'Amazonas', country: 'Brazil', timezone: 'America/Manaus' },
  { city: 'San Juan', state: 'Puerto Rico', country: 'Puerto Rico', timezone: 'America/Puerto_Rico' },
  { city: 'Lima', state: 'Lima', country: 'Peru', timezone: 'America/Lima' },
  { city: 'Boston', state: 'Massachusetts', country: 'United States', timezone: 'America/New_York' },
  { city: 'Houston', state: 'Texas', country: 'United States', timezone: 'America/Chicago' },
  { city: 'Mexico City', state: 'Distrito Federal', country: 'Mexico', timezone: 'America/Mexico_City' },
  { city: 'Denver', state: 'Colorado', country: 'United States', timezone: 'America/Denver' },
  { city: 'Phoenix', state: 'Arizona', country: 'United States', timezone: 'America/Phoenix' },
  { city: 'Los Angeles', state: 'California', country: 'United States', timezone: 'America/Los_Angeles' },
  { city: 'Anchorage', state: 'Alaska', country: 'United States', timezone: 'America/Anchorage' },
  { city: 'Honolulu', state: 'Hawaii', country: 'United States', timezone: 'Pacific/Honolulu' },
]

const morning = 9.5 * hour

/** The cities where it is about half past nine at a moment, the nearest first. */
function morningCities(moment: number): City[] {
  const wait = ({ timezone }: City): number => {
    const clock = modulo(moment + offsetAt(timezone, moment), 24 * hour)
    return Math.min(Math.abs(clock - morning), 24 * hour - Math.abs(clock - morning))
  }
  return cities.toSorted((one, other) => wait(one) - wait(other))
}

/** The demo's tournaments around any moment, for a demo that starts at `startAt`. */
export function demoCalendar(startAt: number, seed: number): Calendar {
  const plans = new Map<number, TournamentPlan[]>()
  const firstOpen = startAt - headStart
  return (now) => {
    const around = Math.floor((now - firstOpen) / openEvery)
    const indexes = Array.from({ length: 24 }, (_, place) => around - 15 + place)
    return indexes.flatMap((index) => {
      const known = plans.get(index)
      if (known) return known
      const made = plansOfTurn(index, firstOpen + index * openEvery, seed)
      plans.set(index, made)
      return made
    })
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

function openPlan(city: City, moment: number, draft: Partial<TournamentPlan> & { categories: readonly CategoryPlan[] }): TournamentPlan {
  const firstDay = venueDate(city.timezone, moment)
  return completePlan({ ...city, firstDay, oddities: 1, listedHoursBefore: 48, publishedHoursBefore: 30, goneHoursAfter: 30, ...draft }, () => firstDay)
}

function cityOpen(index: number, moment: number, city: City, seed: number): TournamentPlan {
  const id = idOf(index, 0)
  const year = venueDate(city.timezone, moment).slice(0, 4)
  const random = randomFrom(seed, 'open', index)
  return openPlan(city, moment, {
    id,
    name: city.country === 'Brazil' ? `Campeonato ${city.city} Open de Jiu-Jitsu ${year}` : `${city.city} Open Jiu-Jitsu Championship ${year}`,
    days: 2,
    mats: 8,
    firstMat: 1,
    cardColour: random.chance(0.5) ? 'blue' : 'yellow',
    categories: divisionsFor('open', { athletes: 860, categories: 200, largest: 22, crowding: 1.6, firstDayShare: 0.78 }, randomFrom(seed, id, 'divisions')),
  })
}

function kidsOpen(index: number, moment: number, city: City, seed: number): TournamentPlan {
  const id = idOf(index, 1)
  const year = venueDate(city.timezone, moment).slice(0, 4)
  return openPlan(city, moment, {
    id,
    name: city.country === 'Brazil' ? `Campeonato ${city.city} Crianças de Jiu-Jitsu ${year}` : `${city.city} Kids Jiu-Jitsu Championship ${year}`,
    days: 1,
    mats: 6,
    firstMat: 9,
    fightMinutes: 5,
    categories: divisionsFor('kids', { athletes: 320, categories: 95, largest: 12, crowding: 1.6 }, randomFrom(seed, id, 'divisions')),
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
    categories: divisionsFor('worlds', { athletes: 10_850, categories: 1_000, largest: 64, crowding: 1.2 }, randomFrom(seed, id, 'divisions')),
  })
}
