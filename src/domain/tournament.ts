// A tournament with its days and categories, merged from several pages (home page, event list, day pages).
import type { DivisionStart } from './division-start.ts'

/** The three states of a tournament (core.md section 4). */
export type TournamentStatus = 'live' | 'upcoming' | 'past'

/** One day of a tournament. `date` is venue-local (YYYY-MM-DD) and null while the year is not known. */
export type Day = {
  /** The competition system's id of the day page. */
  bjjCompSystemId: string
  dayNumber: number
  /** 'Day 1', from the source. */
  dayName: string
  /** English weekday, 'Saturday'. */
  weekday: string
  date: string | null
  matsCount: number
  bjjCompSystemUrl: string
}

/** The parts of a tournament, in the order in which the source usually publishes them. */
export const publishedParts = ['divisions', 'days', 'athletes', 'brackets'] as const
export type PublishedPart = (typeof publishedParts)[number]

/** The progress of a tournament's import, with real counts (decision D8). */
export type ImportProgress = {
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Which of the import dialog's four steps is in progress. */
  step: 'tournament' | 'days' | 'fighters' | 'finalizing'
  /** True as soon as athletes can be searched and followed. */
  usable: boolean
  days: { done: number; total: number }
  /** The lists of divisions, one per gender; absent in old rows. */
  fighters?: { done: number; total: number } | undefined
  athletes: number
  categories: { done: number; total: number }
  /** The parts that the source has not published yet, which ingest looks for again (decision 028). Absent for none. */
  missing?: PublishedPart[] | undefined
}

export type Tournament = {
  id: number
  bjjCompSystemId: string
  name: string
  /** The path of its logo (domain/logo.ts); null for none. */
  logoUrl: string | null
  status: TournamentStatus
  /** First and last venue-local date (YYYY-MM-DD), null while unknown. */
  startsOn: string | null
  endsOn: string | null
  /** For display: 'Nov 21 - Nov 22, 2026'. */
  dateRange: string | null
  location: string | null
  venue: string | null
  city: string | null
  state: string | null
  country: string | null
  /** IANA name; null while unknown: then its matches have no instants. */
  timezone: string | null
  orderOfFightsUrl: string | null
  bracketsUrl: string | null
  days: Day[]
  import: ImportProgress
  /** The rule set of its day (domain/step-rules.ts); null if its rules are unknown. */
  ruleSet: string | null
  /** When the source stopped serving it. A finished tournament is archived, not deleted (decision D25). */
  archivedAt: string | null
}

/**
 * Whether two tournaments use the same venue, on the same days or on others. The source states cities only: all tournaments of a
 * city count as being at one venue, unless two different ones are known.
 */
export const shareVenue = (a: Place, b: Place): boolean =>
  a.city !== null &&
  a.city === b.city &&
  a.state === b.state &&
  a.country === b.country &&
  (a.venue === null || b.venue === null || a.venue === b.venue)
type Place = Pick<Tournament, 'venue' | 'city' | 'state' | 'country'>

/** One division of a tournament with its bracket. */
export type Category = {
  id: number
  tournamentId: number
  bjjCompSystemId: string
  /** 'Adult / Male / BLUE / Light', always in this order and in English. */
  division: string
  age: string
  gender: string
  belt: string
  weight: string
  /** 'none' before the bracket is published, 'finished' when the podium is. */
  state: 'none' | 'bracket' | 'finished'
  /** The podium rows in the page's order (1, 2, 3, 3); empty before the page shows any. */
  placements: Placement[]
  /** Its published start; null while unknown. */
  start: DivisionStart | null
  /** When its podium became known (ISO instant), if that was soon after its last match; else null. */
  podiumAt: string | null
}

/** One row of a podium. */
export type Placement = {
  /** 1 to 3; two athletes share third place. */
  place: number
  name: string
  team: string
  /** The athlete's id in the competition system, matched by name and team within the category; null if ambiguous. */
  athleteBjjCompSystemId: string | null
}

/** The medal of a place from 1 to 3; null for others (core.md section 9). */
export const medalOf = (place: number): 'gold' | 'silver' | 'bronze' | null =>
  place === 1 ? 'gold' : place === 2 ? 'silver' : place === 3 ? 'bronze' : null

const hour = 3_600_000

/** A tournament is live from 2 h before the beginning of its span to 4 h after the end (core.md section 9). */
const liveBeforeStart = 2 * hour
const liveAfterEnd = 4 * hour

/**
 * The status at `now` (epoch ms). `span`: from the published time of its first match to that of its last or, without match times,
 * its days; a tournament without either is upcoming.
 */
export function tournamentStatus(span: { first: number; last: number } | null, now: number): TournamentStatus {
  if (!span) return 'upcoming'
  if (now < span.first - liveBeforeStart) return 'upcoming'
  return now <= span.last + liveAfterEnd ? 'live' : 'past'
}
