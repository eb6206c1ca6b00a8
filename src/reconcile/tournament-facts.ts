// A tournament's own facts, from the home page, the federation's event list and the day pages.
import { dateRangeText } from '#domain/date-range.ts'
import type { RuleSet } from '#domain/step-rules.ts'
import { tournamentStatus, type ImportProgress, type Tournament, type TournamentStatus } from '#domain/tournament.ts'
import { dayStart } from './venue-time.ts'
import { zoneOf } from './venue-zone.ts'

/** A tournament as the source's and the federation's lists show it. */
export type Listed = {
  bjjCompSystemId: string
  name: string
  /** RollCall's path of the logo; null without one. */
  logoUrl: string | null
  dayId: string | null
  startsOn: string | null
  endsOn: string | null
  city: string | null
  state: string | null
  country: string | null
}

/** The progress before an import. */
export const notImported: ImportProgress = {
  state: 'waiting',
  step: 'tournament',
  usable: false,
  days: { done: 0, total: 0 },
  athletes: 0,
  categories: { done: 0, total: 0 },
}

/** The rule set of the competition system's tournaments. */
const sourceRules: RuleSet = 'ibjjf'

/** A newly added tournament; the store gives it its id. */
export const newTournament = (listed: Listed, sourceUrl: string): Tournament =>
  withListing(
    {
      id: 0,
      bjjCompSystemId: listed.bjjCompSystemId,
      name: listed.name,
      logoUrl: null,
      status: 'upcoming',
      startsOn: null,
      endsOn: null,
      dateRange: null,
      location: null,
      venue: null,
      city: null,
      state: null,
      country: null,
      timezone: null,
      orderOfFightsUrl: null,
      bracketsUrl: `${sourceUrl}/tournaments/${listed.bjjCompSystemId}/categories`,
      days: [],
      import: notImported,
      ruleSet: sourceRules,
      archivedAt: null,
    },
    listed,
    { sourceUrl, zoneIsFixed: false },
  )

/**
 * The tournament with the facts from the lists; facts that the lists lack stay. `zoneIsFixed`: an administrator has set the time
 * zone.
 */
export function withListing(
  tournament: Tournament,
  listed: Listed,
  context: { sourceUrl: string; zoneIsFixed: boolean },
): Tournament {
  const city = listed.city ?? tournament.city
  const state = listed.state ?? tournament.state
  const country = listed.country ?? tournament.country
  const dayId = listed.dayId ?? tournament.days[0]?.bjjCompSystemId
  return withOwnDates({
    ...tournament,
    name: listed.name,
    logoUrl: listed.logoUrl ?? tournament.logoUrl,
    startsOn: listed.startsOn ?? tournament.startsOn,
    endsOn: listed.endsOn ?? tournament.endsOn,
    city,
    state,
    country,
    location: [city, state, country].filter(Boolean).join(', ') || null,
    timezone: context.zoneIsFixed
      ? tournament.timezone
      : (zoneOf({ name: listed.name, city, state, country }) ?? tournament.timezone),
    orderOfFightsUrl: dayId
      ? `${context.sourceUrl}/tournaments/${tournament.bjjCompSystemId}/tournament_days/${dayId}`
      : tournament.orderOfFightsUrl,
  })
}

/**
 * The tournament with its date range, which spans the dates in the lists and the days of its boards. Without an address of the
 * order of fights, it gets that of its first day.
 */
export function withOwnDates(tournament: Tournament): Tournament {
  const dates = [tournament.startsOn, tournament.endsOn, ...tournament.days.map((day) => day.date)]
    .filter((date) => date !== null)
    .sort()
  const startsOn = dates[0] ?? null
  const endsOn = dates.at(-1) ?? null
  const orderOfFightsUrl = tournament.orderOfFightsUrl ?? tournament.days[0]?.bjjCompSystemUrl ?? null
  return { ...tournament, startsOn, endsOn, orderOfFightsUrl, dateRange: dateRangeText(startsOn, endsOn) }
}

/**
 * The status at `now` (epoch ms): past if archived, else from the times of the tournament's first and last match (`span`, epoch
 * ms), else from its dates. Without a zone the dates are read as UTC.
 */
export function statusOf(
  tournament: Tournament,
  span: { first: number; last: number } | null,
  now: number,
): TournamentStatus {
  if (tournament.archivedAt !== null) return 'past'
  if (span) return tournamentStatus(span, now)
  if (tournament.startsOn === null) return 'upcoming'
  const zone = tournament.timezone ?? 'UTC'
  const day = 24 * 3_600_000
  return tournamentStatus(
    {
      first: dayStart(tournament.startsOn, zone),
      last: dayStart(tournament.endsOn ?? tournament.startsOn, zone) + day,
    },
    now,
  )
}
