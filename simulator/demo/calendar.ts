import { completePlan, type PlanDraft, type TournamentPlan } from '../tournament/plan.ts'
import { randomFrom } from '../tournament/random.ts'
import { offsetAt, venueDate } from '../tournament/venue-time.ts'
import type { Calendar } from '../world-site.ts'
import { cities, type City } from './cities.ts'
import { divisionsFor, type EventKind, type EventSize } from './divisions.ts'

/**
 * The demo's world: city opens follow the sun. Every three hours one opens where it is morning,
 * with short fights, so that on its eight mats one ends every twenty seconds at true speed and its
 * first day is over when the next open begins. Every fourth brings a kids event into its hall the
 * next day. Every four days a world championship begins, and two days after it a major open that is
 * announced long before. So at every moment something is live, something is coming and something
 * has just ended, however long the demo runs.
 */
const hour = 3_600_000
const openEvery = 3 * hour
/** How long the first open has been on when the demo starts. */
const headStart = 0.7 * hour
const opensPerKids = 4
const opensPerWorlds = 32
const firstOpenId = 3300
const idsPerTurn = 5
/** The venue's time at which an open should begin. */
const morning = 9.5 * hour

/** An event that exists from one moment to another; its plan is made when it is needed. */
interface Announcement {
  id: number
  listedFrom: number
  goneFrom: number
  make: () => TournamentPlan
}

interface EventOutline {
  /** Its place among the ids of its turn. */
  place: number
  kind: EventKind
  size: EventSize
  /** What it is called in English and in Brazil. */
  names: (city: string, year: string) => [english: string, portuguese: string]
  days: number
  mats: number
  firstMat: number
  fightMinutes: number
  /** Hours before it opens at which it is listed, and after its last day opened at which it is gone. */
  listedHoursBefore: number
  goneHoursAfter: number
}

const cityOpen: EventOutline = {
  place: 0,
  kind: 'open',
  size: { athletes: 860, categories: 200, largest: 22, crowding: 1.6, firstDayShare: 0.78 },
  names: (city, year) => [
    `${city} Open Jiu-Jitsu Championship ${year}`,
    `Campeonato ${city} Open de Jiu-Jitsu ${year}`,
  ],
  days: 2,
  mats: 8,
  firstMat: 1,
  fightMinutes: 3,
  listedHoursBefore: 12,
  goneHoursAfter: 9,
}

const kids: EventOutline = {
  ...cityOpen,
  place: 1,
  kind: 'kids',
  size: { athletes: 320, categories: 95, largest: 12, crowding: 1.6 },
  names: (city, year) => [
    `${city} Kids Jiu-Jitsu Championship ${year}`,
    `Campeonato ${city} Crianças de Jiu-Jitsu ${year}`,
  ],
  days: 1,
  mats: 6,
  firstMat: 9,
  listedHoursBefore: 36,
}

const worlds: EventOutline = {
  ...cityOpen,
  place: 2,
  kind: 'worlds',
  size: { athletes: 10_850, categories: 1_000, largest: 64, crowding: 1.2 },
  names: (_city, year) => [
    `World Masters & Adults Jiu-Jitsu Championship ${year}`,
    `Campeonato Mundial de Jiu-Jitsu ${year}`,
  ],
  days: 3,
  mats: 30,
  fightMinutes: 7,
  listedHoursBefore: 48,
  goneHoursAfter: 30,
}

const major: EventOutline = {
  ...cityOpen,
  place: 3,
  size: { athletes: 1_400, categories: 260, largest: 32, crowding: 1.4 },
  names: (city, year) => [
    `${city} Major International Jiu-Jitsu Championship ${year}`,
    `Campeonato Internacional ${city} ${year}`,
  ],
  mats: 10,
  fightMinutes: 7,
  listedHoursBefore: 96,
  goneHoursAfter: 24,
}

/** The remainder that is never negative. */
function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** Milliseconds since midnight on a zone's clock. */
function clockAt(timezone: string, moment: number): number {
  return modulo(moment + offsetAt(timezone, moment), 24 * hour)
}

/** The cities where it is about half past nine at a moment, the nearest first. */
function morningCities(moment: number): City[] {
  return cities
    .map((city) => ({ city, wait: Math.abs(clockAt(city.timezone, moment) - morning) }))
    .toSorted((one, other) => one.wait - other.wait)
    .map(({ city }) => city)
}

/** What begins at one turn. The kids come to the hall of the open of the day before. */
function announcementsOf(turn: number, moment: number, seed: number): Announcement[] {
  const near = morningCities(moment)
  const city = near[modulo(turn, 3)] as City
  const announced = [announcement(cityOpen, turn, moment, city, seed)]
  if (modulo(turn, opensPerKids) === 0) announced.push(announcement(kids, turn, moment + 24 * hour, city, seed))
  if (modulo(turn, opensPerWorlds) === 0) announced.push(announcement(worlds, turn, moment, near[3] as City, seed))
  if (modulo(turn, opensPerWorlds) === opensPerWorlds / 2)
    announced.push(announcement(major, turn, moment, near[3] as City, seed))
  return announced
}

function announcement(outline: EventOutline, turn: number, moment: number, city: City, seed: number): Announcement {
  const id = firstOpenId + turn * idsPerTurn + outline.place
  const { listedHoursBefore, goneHoursAfter, days } = outline
  return {
    id,
    listedFrom: moment - listedHoursBefore * hour,
    goneFrom: moment + (days - 1) * 24 * hour + goneHoursAfter * hour,
    make: () => planOf(outline, id, moment, city, seed),
  }
}

function planOf(outline: EventOutline, id: number, moment: number, city: City, seed: number): TournamentPlan {
  const { place: _place, kind, size, names, ...rest } = outline
  const firstDay = venueDate(city.timezone, moment)
  const opens = Math.round(clockAt(city.timezone, moment) / 60_000)
  const random = randomFrom(seed, id, 'plan')
  const draft: PlanDraft = {
    ...rest,
    ...city,
    id,
    name: names(city.city, firstDay.slice(0, 4))[city.country === 'Brazil' ? 1 : 0],
    firstDay,
    opensAt: `${String(Math.floor(opens / 60)).padStart(2, '0')}:${String(opens % 60).padStart(2, '0')}`,
    cardColour: random.chance(0.5) ? 'blue' : 'yellow',
    oddities: 1,
    publishedHoursBefore: 30,
    categories: divisionsFor(kind, size, random),
  }
  return completePlan(draft, () => firstDay)
}

/** How many turns before and after a moment may have something listed at it. */
const turnsBefore = 36
const turnsAfter = 33

/** The demo's tournaments at any moment, for a demo that begins at `startAt` (epoch milliseconds). */
export function demoCalendar(startAt: number, seed: number): Calendar {
  const firstOpen = Math.floor((startAt - headStart) / (5 * 60_000)) * 5 * 60_000
  const announced = new Map<number, Announcement[]>()
  const plans = new Map<number, TournamentPlan>()
  return (now) => {
    const current = Math.floor((now - firstOpen) / openEvery)
    const turns = Array.from({ length: turnsBefore + 1 + turnsAfter }, (_, place) => current - turnsBefore + place)
    for (const turn of turns) {
      if (!announced.has(turn)) announced.set(turn, announcementsOf(turn, firstOpen + turn * openEvery, seed))
    }
    const listed = turns
      .flatMap((turn) => announced.get(turn) ?? [])
      .filter(({ listedFrom, goneFrom }) => now >= listedFrom && now < goneFrom)
    for (const turn of announced.keys()) if (!turns.includes(turn)) announced.delete(turn)
    for (const id of plans.keys()) if (!listed.some((other) => other.id === id)) plans.delete(id)
    return listed.map(({ id, make }) => {
      const plan = plans.get(id) ?? make()
      plans.set(id, plan)
      return plan
    })
  }
}
