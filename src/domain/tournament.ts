// A tournament and its days, as RollCall remembers them. What the competition system says of an event
// comes in pieces (home page, event list, day pages); this is the whole of it.

/** The three states a tournament is shown in (core.md section 4). */
export type TournamentStatus = 'live' | 'upcoming' | 'past'

/** One day of a tournament. `date` is venue-local (YYYY-MM-DD) and null while the year is not known. */
export type Day = {
  /** The competition system's id of the day page. */
  bjjCompSystemId: string
  dayNumber: number
  /** 'Day 1', as the source names it. */
  dayName: string
  /** English weekday, 'Saturday'. */
  weekday: string
  date: string | null
  matsCount: number
  bjjCompSystemUrl: string
}

/** What a source can publish of a tournament, in the order in which it mostly does. */
export const publishedParts = ['divisions', 'days', 'athletes', 'brackets'] as const
export type PublishedPart = (typeof publishedParts)[number]

/** How far the first reading of a tournament has come; counts are real, never simulated (decision D8). */
export type ImportProgress = {
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** The step in progress: the four of the import dialog. */
  step: 'tournament' | 'days' | 'fighters' | 'finalizing'
  /** True as soon as athletes can be searched and followed. */
  usable: boolean
  days: { done: number; total: number }
  /** The lists of divisions, one for each gender; absent in what was stored before they were counted. */
  fighters?: { done: number; total: number } | undefined
  athletes: number
  categories: { done: number; total: number }
  /** Done, and yet not published at the source: looked for again by itself (decision 028). Absent for nothing. */
  missing?: PublishedPart[] | undefined
}

export type Tournament = {
  id: number
  bjjCompSystemId: string
  name: string
  /** Where RollCall serves its logo (domain/logo.ts); null while it has none. */
  logoUrl: string | null
  status: TournamentStatus
  /** First and last venue-local date (YYYY-MM-DD), null while unknown. */
  startsOn: string | null
  endsOn: string | null
  /** As shown: 'Nov 21 - Nov 22, 2026'. */
  dateRange: string | null
  location: string | null
  venue: string | null
  city: string | null
  state: string | null
  country: string | null
  /** IANA name; null while unknown, and then no instant is computed for its matches. */
  timezone: string | null
  orderOfFightsUrl: string | null
  bracketsUrl: string | null
  days: Day[]
  import: ImportProgress
  /** When the source stopped serving it; an ended tournament is archived, never deleted (decision D25). */
  archivedAt: string | null
}

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
  /** 'none' before a bracket is published, 'finished' once the podium is shown. */
  state: 'none' | 'bracket' | 'finished'
  /** Podium rows in the page's order (1, 2, 3, 3); empty until finished. */
  placements: Placement[]
}

/** One row of a podium. */
export type Placement = {
  /** 1 to 3; two athletes share the third. */
  place: number
  name: string
  team: string
  /** The athlete's competition-system id, found by name and team among the category's athletes; null when not certain. */
  athleteBjjCompSystemId: string | null
}

/** The medal of a place; null off the podium (core.md section 9: medals for places 1 to 3). */
export const medalOf = (place: number): 'gold' | 'silver' | 'bronze' | null =>
  place === 1 ? 'gold' : place === 2 ? 'silver' : place === 3 ? 'bronze' : null

const hour = 3_600_000

/** Live from 2 h before the first start to 4 h after the last end (core.md section 9). */
const liveBeforeStart = 2 * hour
const liveAfterEnd = 4 * hour

/**
 * The status of a tournament whose matches span `[first, last]` (epoch ms), at `now`.
 * Without any match times, the venue's dates decide: `days` holds start and end of its first and last day.
 */
export function tournamentStatus(span: { first: number; last: number } | null, now: number): TournamentStatus {
  if (!span) return 'upcoming'
  if (now < span.first - liveBeforeStart) return 'upcoming'
  return now <= span.last + liveAfterEnd ? 'live' : 'past'
}
