// The order of matches on every screen, and the day list: the matches of the user's athletes over all tournaments, in sections by
// when they start, and the next match to walk to (decision D37). Pure; instants are epoch ms by the server's clock.
import { byStart, byTimeToMove, isOn, isToCome, type Timed } from '../domain/day-order.ts'
import type { Estimate } from '../domain/estimate.ts'
import { computableZone, instantOf, wholeMinutes } from '../domain/instant.ts'
import type { MatchStatus } from '../domain/match-status.ts'
import { itemStatus } from './item-status.ts'
import type { MatchItem } from './match-item.ts'

const minute = 60_000
const hour = 60 * minute

/** A match with its status and estimate at the time of the list. */
export type DayEntry<Item extends MatchItem = MatchItem> = { item: Item; status: MatchStatus; estimate: Estimate }

/** A match with its estimate and status at `now`. */
export const entryOf = <Item extends MatchItem>(item: Item, estimate: Estimate, now: number): DayEntry<Item> => ({
  item,
  status: itemStatus(item, estimate.fightsAhead, now),
  estimate,
})

/**
 * `day`: a later venue day than tomorrow. `undated`: neither a day nor a start is known. `past`: its day is over, or no update is
 * expected (a stale match).
 */
export type SectionName = 'on' | 'hour' | 'today' | 'tomorrow' | 'day' | 'undated' | 'past' | 'done'

export type DaySection<Entry extends DayEntry = DayEntry> = {
  name: SectionName
  /** The venue day ('YYYY-MM-DD') of a section named `day`, else null. */
  day: string | null
  entries: Entry[]
}

const sectionOrder: readonly SectionName[] = ['on', 'hour', 'today', 'tomorrow', 'day', 'undated', 'past', 'done']

/** Returns whether somebody else than the user has claimed the match with this id. */
export type IsCovered = (matchId: number) => boolean

/**
 * The sections in their order, without empty ones. Matches are in the order of the day (domain/day-order.ts), whoever has claimed
 * them; in `done` the one with the latest published time comes first. Days are those of the venue, but a start within the hour is
 * in `hour` even after midnight, and a match that is still to come is never in `past` because its day has ended.
 */
export function daySections<Entry extends DayEntry>(entries: readonly Entry[], now: number): DaySection<Entry>[] {
  const sections = new Map<string, DaySection<Entry>>()
  for (const entry of sortedBy(byTimeToMove, entries)) {
    const { name, day } = placeOf(entry, now)
    const key = `${sectionOrder.indexOf(name)}/${day ?? ''}`
    const section = sections.get(key) ?? { name, day, entries: [] }
    section.entries.push(entry)
    sections.set(key, section)
  }
  sections.get(`${sectionOrder.indexOf('done')}/`)?.entries.reverse()
  return [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section)
}

/** True for the sections of matches in progress or within the hour. */
export const isNow = ({ name }: Pick<DaySection, 'name'>): boolean => name === 'on' || name === 'hour'

/** The matches by their starts: expected or, once they are in progress or over, published. */
export const inOrderOfStart = <Entry extends DayEntry>(entries: readonly Entry[]): Entry[] => sortedBy(byStart, entries)

const sortedBy = <Entry extends DayEntry>(order: (a: Timed, b: Timed) => number, entries: readonly Entry[]): Entry[] =>
  entries
    .map((entry) => ({ entry, timed: timedOf(entry) }))
    .toSorted((a, b) => order(a.timed, b.timed))
    .map(({ entry }) => entry)

const timedOf = ({ item, status, estimate }: DayEntry): Timed => ({
  status,
  expectedAt: estimate.at,
  publishedAt: publishedAt(item),
  fightNumber: item.fightNumber,
  matchId: item.id,
  athleteId: item.athleteId,
})

/** Without the venue's zone, the local time read as UTC; without a time, the end of the day. Null without a day. */
function publishedAt({ scheduledDateTime, day, localTime }: MatchItem): number | null {
  if (scheduledDateTime !== null) return instantOf(scheduledDateTime)
  if (day === null) return null
  return localTime === null ? instantOf(`${day}T00:00`) + 24 * hour : instantOf(`${day}T${localTime}`)
}

function placeOf(entry: DayEntry, now: number): Pick<DaySection, 'name' | 'day'> {
  const { item, estimate } = entry
  if (entry.status.kind === 'finished') return { name: 'done', day: null }
  if (entry.status.kind === 'stale') return { name: 'past', day: null }
  if (isOn(entry)) return { name: 'on', day: null }
  if (estimate.at !== null && estimate.at <= now + hour) return { name: 'hour', day: null }
  const day = item.day ?? (estimate.at === null ? null : venueDay(estimate.at, item.tournamentTimezone))
  const today = venueDay(now, item.tournamentTimezone)
  if (day === null) return { name: 'undated', day: null }
  const isToday = day === today || (day < today && estimate.at !== null && isToCome(entry))
  if (isToday) return { name: 'today', day: null }
  if (day < today) return { name: 'past', day: null }
  return day === dayAfter(today) ? { name: 'tomorrow', day: null } : { name: 'day', day }
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The day ('YYYY-MM-DD') of an instant at a venue, or in UTC if the zone is unknown or not computable. */
function venueDay(at: number, zone: string | null): string {
  const timeZone = computableZone(zone) ?? 'UTC'
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  return format.format(at)
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 24 * hour).toISOString().slice(0, 10)

/** The match to walk to next. */
export type NextToGoTo<Entry extends DayEntry = DayEntry> = {
  entry: Entry
  mat: number
  /**
   * Minutes until the estimate, not until its window, because the card shows the same time; without an estimate, until the
   * published time. 0 if the match may start at any moment. Null if the time has passed and nothing shows that the match is about
   * to start.
   */
  minutes: number | null
  /** Null while it is not known. */
  fightsAhead: number | null
}

/**
 * The first match within the hour or later today that has a mat and a start, is not in progress yet, and that nobody else has
 * claimed; null for none.
 */
export function nextToGoTo<Entry extends DayEntry>(
  entries: readonly Entry[],
  now: number,
  isCovered: IsCovered,
): NextToGoTo<Entry> | null {
  for (const { name, entries: listed } of daySections(entries, now)) {
    if (name !== 'hour' && name !== 'today') continue
    for (const entry of listed) {
      const { item, estimate } = entry
      if (item.matNumber === null || estimate.at === null || isCovered(item.id)) continue
      const minutes = minutesUntil(entry, estimate.at, now)
      return { entry, mat: item.matNumber, minutes, fightsAhead: estimate.fightsAhead }
    }
  }
  return null
}

/** Whether a match that is neither in progress nor over is today, or may be. */
export const hasMoreToday = (entries: readonly DayEntry[], now: number): boolean =>
  entries.some((entry) => ['hour', 'today', 'undated'].includes(placeOf(entry, now).name))

/** Old data cannot show that a match is about to start; nor can a published time that has passed. */
function minutesUntil({ status, estimate }: DayEntry, at: number, now: number): number | null {
  const isOpen =
    estimate.basis === 'estimate' ? !estimate.isOld && wholeMinutes(estimate).early <= now : status.kind === 'due'
  if (isOpen) return 0
  return at > now ? Math.max(1, Math.round((at - now) / minute)) : null
}

/** Null shows all. */
export type DayFilter = { mat: number | null; team: string | null; tournamentId: number | null }

export const noFilter: DayFilter = { mat: null, team: null, tournamentId: null }

type Filtered = Pick<MatchItem, 'matNumber' | 'athleteTeam' | 'tournamentId'>

/** Whether a match passes the filter. */
export const passes = (item: Filtered, { mat, team, tournamentId }: DayFilter): boolean =>
  (mat === null || item.matNumber === mat) &&
  (team === null || item.athleteTeam === team) &&
  (tournamentId === null || item.tournamentId === tournamentId)
