// The facts of a tournament's days from which fetches are planned: when each day runs, which mats will soon call a followed
// athlete, and which matches left their board without a result. A pure function of the tournament's state.
import { isBye, isOver } from '#domain/match.ts'
import type { Match } from '#domain/match.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import { Temporal } from 'temporal-polyfill'
import type { DayWindow } from './cadence.ts'

const hour = 3_600_000

/**
 * A match of a followed athlete that is first or second on its mat. `ahead`: the number of listed matches before it, 0 or 1;
 * `athletes`: source ids of the followed ones.
 */
export type Call = { match: Match; ahead: number; athletes: string[] }

export type DayAgenda = {
  date: string
  /** From the first to the last published time; 09:00 to 18:00 while no time is published; wider while the zone is unknown. */
  window: DayWindow
  /** Number of matches that the day's boards still list. */
  listedCount: number
  /** The earliest start among the matches that are first on their mat, epoch ms; null when none of them has a time. */
  nextStart: number | null
  /** Mats with a watched match among their next three. */
  callMats: Set<number>
  /** Ids of the categories with a match on this day. */
  categoryIds: Set<number>
}

export type Agenda = {
  /** By venue-local date. */
  days: Map<string, DayAgenda>
  calls: Call[]
  /** Matches of a known category that left the board and have no result yet. */
  awaited: Match[]
  /** Ids of the matches of followed athletes. */
  watched: Set<number>
  /** Ids of the categories with a followed athlete. */
  watchedCategoryIds: Set<number>
  /** Source ids of the listed followed athletes who are in no category and no match. */
  undrawn: string[]
}

/** Computes a tournament's agenda. `followed`: athlete ids; `matchesOf`: the matches of one of them. */
export function buildAgenda(
  state: TournamentState,
  followed: ReadonlySet<number>,
  matchesOf: (athleteId: number) => Match[],
): Agenda {
  const zone = state.tournament.timezone
  const watched = new Set<number>()
  const watchedCategoryIds = new Set<number>()
  const followedIds = new Set<string>()
  const undrawn: string[] = []
  for (const athleteId of followed) {
    const athlete = state.athletes.get(athleteId)
    if (!athlete) continue
    followedIds.add(athlete.bjjCompSystemId)
    for (const id of athlete.categoryIds) watchedCategoryIds.add(id)
    const matches = matchesOf(athleteId)
    if (athlete.listed && athlete.categoryIds.length + matches.length === 0) undrawn.push(athlete.bjjCompSystemId)
    for (const match of matches) {
      watched.add(match.id)
      if (match.categoryId !== null) watchedCategoryIds.add(match.categoryId)
    }
  }

  const spans = new Map<string, { first: string; last: string; mats: Map<number, Match[]>; categoryIds: Set<number> }>()
  for (const day of state.tournament.days) if (day.date !== null) spanOf(day.date)
  function spanOf(date: string) {
    const known = spans.get(date) ?? {
      first: '99:99',
      last: '',
      mats: new Map<number, Match[]>(),
      categoryIds: new Set<number>(),
    }
    spans.set(date, known)
    return known
  }

  const awaited: Match[] = []
  for (const match of state.matches.values()) {
    if (match.board === 'left' && !isOver(match) && !isBye(match) && match.categoryId !== null) awaited.push(match)
    if (match.date === null) continue
    const span = spanOf(match.date)
    if (match.categoryId !== null) span.categoryIds.add(match.categoryId)
    if (match.time !== null && match.time < span.first) span.first = match.time
    if (match.time !== null && match.time > span.last) span.last = match.time
    if (match.board === 'listed' && match.mat !== null) {
      const sameMat = span.mats.get(match.mat)
      if (sameMat) sameMat.push(match)
      else span.mats.set(match.mat, [match])
    }
  }

  const days = new Map<string, DayAgenda>()
  const calls: Call[] = []
  for (const [date, { first, last, mats, categoryIds }] of spans) {
    const window =
      last === ''
        ? { first: venueInstant(date, '09:00', zone), last: venueInstant(date, '18:00', zone) }
        : { first: venueInstant(date, first, zone), last: venueInstant(date, last, zone) }
    // Without a time zone, the span covers the day in every zone.
    const widened = zone === null ? { first: window.first - 14 * hour, last: window.last + 12 * hour } : window
    const day: DayAgenda = { date, window: widened, listedCount: 0, nextStart: null, callMats: new Set(), categoryIds }
    for (const [mat, matches] of mats) {
      matches.sort(byRank)
      day.listedCount += matches.length
      const start = matches[0]?.time ? venueInstant(date, matches[0].time, zone) : null
      if (start !== null && (day.nextStart === null || start < day.nextStart)) day.nextStart = start
      for (const [ahead, match] of matches.slice(0, 3).entries()) {
        if (!watched.has(match.id)) continue
        day.callMats.add(mat)
        if (ahead < 2) calls.push({ match, ahead, athletes: followedSides(match, followedIds) })
      }
    }
    days.set(date, day)
  }
  return { days, calls, awaited, watched, watchedCategoryIds, undrawn }
}

const byRank = (a: Match, b: Match): number => (a.boardRank ?? 0) - (b.boardRank ?? 0)

const followedSides = (match: Match, followedIds: ReadonlySet<string>): string[] =>
  match.sides.flatMap((side) =>
    side.kind === 'athlete' && side.bjjCompSystemId !== null && followedIds.has(side.bjjCompSystemId)
      ? [side.bjjCompSystemId]
      : [],
  )

/** A venue-local date and time as epoch ms; an unknown zone counts as UTC. */
const venueInstant = (date: string, time: string, zone: string | null): number =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone ?? 'UTC').epochMilliseconds

/** The hour of the day (0 to 23) at the venue. */
export const venueHour = (now: number, zone: string | null): number =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone ?? 'UTC').hour

/** The venue-local date at `now` (epoch ms). */
export const venueDate = (now: number, zone: string | null): string =>
  Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(zone ?? 'UTC')
    .toPlainDate()
    .toString()

/** Seven in the morning after a venue-local date, epoch ms. */
export const morningAfter = (date: string, zone: string | null): number =>
  venueInstant(Temporal.PlainDate.from(date).add({ days: 1 }).toString(), '07:00', zone)
