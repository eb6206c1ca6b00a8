// The demo's calendar. Every three hours a city open starts in a time zone where it is morning. Its first day takes about eight
// hours, so two or three opens are in progress at any time, and on eight mats a fight ends every minute. Every fourth open has a
// kids event in its hall on the next day. Every four days a world championship starts, and two days after it a major open, which
// is listed long before. So, however long the demo runs, there are always live, upcoming and recently ended tournaments.
import { halls } from '../tournament/hall.ts'
import { completePlan, type PlanDraft, type TournamentPlan } from '../tournament/plan.ts'
import { randomFrom } from '../tournament/random.ts'
import { offsetAt, venueDate } from '../tournament/venue-time.ts'
import type { Calendar } from '../generated-site.ts'
import { cities, type City } from './cities.ts'
import { divisionsFor, type EventKind, type EventSize } from './divisions.ts'

const hour = 3_600_000
/** The time between two turns, ms. One open starts at each turn. */
const openEvery = 3 * hour
const turnsPerDay = (24 * hour) / openEvery
/** How long, at least, the first open has been running when the demo starts, ms. */
const headStart = 0.7 * hour
const opensPerKids = 4
const opensPerWorlds = 32
const firstOpenId = 3300
const idsPerTurn = 5
/** The venue time at which an open should start, in ms since midnight. */
const morning = 9.5 * hour

/** An event that exists for a period; its plan is created when needed. */
interface Announcement {
  id: number
  listedFrom: number
  goneFrom: number
  make: () => TournamentPlan
}

interface EventOutline {
  /** Distinguishes the ids of the events of one turn. */
  idOffset: number
  kind: EventKind
  size: EventSize
  /** Its names in English and Portuguese. */
  names: (city: string, year: string) => [english: string, portuguese: string]
  days: number
  mats: number
  firstMat: number
  /** Hours from its listing to its opening, and from its last day's opening to its removal. */
  listedHoursBefore: number
  goneHoursAfter: number
}

const cityOpen: EventOutline = {
  idOffset: 0,
  kind: 'open',
  size: { athletes: 860, categories: 200, largest: 22, crowding: 1.6, firstDayShare: 0.78 },
  names: (city, year) => [
    `${city} Open Jiu-Jitsu Championship ${year}`,
    `Campeonato ${city} Open de Jiu-Jitsu ${year}`,
  ],
  days: 2,
  mats: 8,
  firstMat: 1,
  listedHoursBefore: 12,
  goneHoursAfter: 9,
}

const kids: EventOutline = {
  ...cityOpen,
  idOffset: 1,
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
  idOffset: 2,
  kind: 'worlds',
  size: { athletes: 10_850, categories: 1_000, largest: 64, crowding: 1.2 },
  names: (_city, year) => [
    `World Masters & Adults Jiu-Jitsu Championship ${year}`,
    `Campeonato Mundial de Jiu-Jitsu ${year}`,
  ],
  days: 3,
  mats: 30,
  listedHoursBefore: 48,
  goneHoursAfter: 30,
}

const major: EventOutline = {
  ...cityOpen,
  idOffset: 3,
  size: { athletes: 1_400, categories: 260, largest: 32, crowding: 1.4 },
  names: (city, year) => [
    `${city} Major International Jiu-Jitsu Championship ${year}`,
    `Campeonato Internacional ${city} ${year}`,
  ],
  mats: 10,
  listedHoursBefore: 96,
  goneHoursAfter: 24,
}

/** The remainder of a division, never negative. */
function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** Milliseconds since midnight on a zone's clock. */
function clockAt(timezone: string, moment: number): number {
  return modulo(moment + offsetAt(timezone, moment), 24 * hour)
}

/** All cities, ordered by how close their clocks are to 09:30. */
function citiesByMorning(moment: number): City[] {
  return cities
    .map((city) => ({ city, distance: Math.abs(clockAt(city.timezone, moment) - morning) }))
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ city }) => city)
}

/**
 * The city of the open that starts at `moment`. Each city belongs to the turn of the day that starts at most one and a half hours
 * from 09:30 on its clock in January, and the cities of a turn follow each other day by day. So the event list never has two opens
 * with the same name.
 */
function openCity(turn: number, moment: number): City {
  const january = Date.UTC(2026, 0, 1) + modulo(moment, 24 * hour)
  const latest = morning + openEvery / 2
  const own = cities.filter(({ timezone }) => modulo(latest - clockAt(timezone, january), 24 * hour) < openEvery)
  return own[modulo(Math.floor(turn / turnsPerDay), own.length)] as City
}

/** The events of one turn. A kids event is in the hall of the turn's open, on its second day. */
function announcementsOf(turn: number, moment: number, seed: number): Announcement[] {
  const city = openCity(turn, moment)
  const largeEventCity = citiesByMorning(moment)[3] as City
  const announced = [announcement(cityOpen, turn, moment, city, seed)]
  if (modulo(turn, opensPerKids) === 0) announced.push(announcement(kids, turn, moment + 24 * hour, city, seed))
  if (modulo(turn, opensPerWorlds) === 0) announced.push(announcement(worlds, turn, moment, largeEventCity, seed))
  if (modulo(turn, opensPerWorlds) === opensPerWorlds / 2)
    announced.push(announcement(major, turn, moment, largeEventCity, seed))
  return announced
}

function announcement(outline: EventOutline, turn: number, moment: number, city: City, seed: number): Announcement {
  const id = firstOpenId + turn * idsPerTurn + outline.idOffset
  const { listedHoursBefore, goneHoursAfter, days } = outline
  return {
    id,
    listedFrom: moment - listedHoursBefore * hour,
    goneFrom: moment + (days - 1) * 24 * hour + goneHoursAfter * hour,
    make: () => planOf(outline, id, moment, city, seed),
  }
}

function planOf(outline: EventOutline, id: number, moment: number, city: City, seed: number): TournamentPlan {
  const { idOffset: _idOffset, kind, size, names, ...rest } = outline
  const firstDay = venueDate(city.timezone, moment)
  const openingMinute = Math.round(clockAt(city.timezone, moment) / 60_000)
  const random = randomFrom(seed, id, 'plan')
  const draft: PlanDraft = {
    ...rest,
    ...city,
    id,
    name: names(city.city, firstDay.slice(0, 4))[city.country === 'Brazil' ? 1 : 0],
    firstDay,
    opensAt: `${String(Math.floor(openingMinute / 60)).padStart(2, '0')}:${String(openingMinute % 60).padStart(2, '0')}`,
    cardColour: random.chance(0.5) ? 'blue' : 'yellow',
    oddities: 1,
    hall: halls.observed,
    teams: 'observed',
    lateEntries: Math.round(size.athletes / 100),
    withdrawals: Math.round(size.athletes / 150),
    openClass: 'medallists',
    publishedHoursBefore: 30,
    categories: divisionsFor(kind, size, random),
  }
  return completePlan(draft, () => firstDay)
}

/** Turns more than this many before or after the current one have no listed events. */
const turnsBefore = 36
const turnsAfter = 33

/** The calendar of a demo that starts at `startAt` (epoch milliseconds). */
export function demoCalendar(startAt: number, seed: number): Calendar {
  const firstOpen = Math.floor((startAt - headStart) / (5 * 60_000)) * 5 * 60_000
  const announced = new Map<number, Announcement[]>()
  const plans = new Map<number, TournamentPlan>()
  return (now) => {
    const current = Math.floor((now - firstOpen) / openEvery)
    const turns = Array.from({ length: turnsBefore + 1 + turnsAfter }, (_, index) => current - turnsBefore + index)
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
