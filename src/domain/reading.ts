// The content of one page. A reading has a scope (within it, what is missing no longer exists; outside it, nothing changes) and
// problems: an unreadable row is stored, counted and shown to the administrator, and does not affect the rest of the page.
import type { DivisionParts } from './division.ts'
import type { Disqualification, RawStatus } from './match.ts'
import type { Page } from './page.ts'
import type { Ranking, Swap } from './ranking.ts'

export type Problem = {
  /** A stable code: 'no-landmark', 'truncated', 'bad-row', 'duplicate', 'unknown-word', 'mats-missing' … */
  code: string
  /** The place on the page: 'Mat 5, card 3'. */
  where: string
  detail: string
}

/**
 * 'whole': everything was readable. 'partial': some rows or blocks were not; the rest is valid, and `complete` flags mark the
 * lists that are exhaustive. 'unusable': not the expected page (error page, login page, truncated page, unknown markup); nothing
 * is recorded, and the body is stored for inspection.
 */
export type Verdict = 'whole' | 'partial' | 'unusable'

type Base<P extends Page> = { page: P; language: 'en' | 'pt'; verdict: Verdict; problems: Problem[] }

/** A venue-local date and time from a page; the year is derived from the event's dates. Either can be missing. */
export type LocalTime = { date: string | null; time: string | null }

/** A side on any page. */
export type ReadSide =
  | {
      kind: 'athlete'
      bjjCompSystemId: string | null
      name: string
      team: string | null
      seed: number | null
      loser: boolean
      disqualification: Disqualification | null
    }
  | { kind: 'bye' }
  /**
   * A placeholder for an undecided side. Its `competitor-N` id is not an athlete's id; the parser drops it. Its text can be
   * outdated.
   */
  | {
      kind: 'open'
      takes: 'winner' | 'loser' | null
      fightNumber: number | null
      mat: number | null
      /**
       * On bracket pages: the `match-N` whose winner or loser takes this side, from the tree. Null if tree and text do not
       * decide it, for example because the text is outdated. Absent on pages without a tree.
       */
      fromMatch?: number | null
    }

export type HomeReading = Base<Extract<Page, { kind: 'home' }>> & {
  /** `logoUrl` has the form of sources/bjjcompsystem/logo-address.ts, here and in the event list. */
  tournaments: { bjjCompSystemId: string; name: string; logoUrl: string | null; dayId: string | null }[]
}

export type EventsReading = Base<Extract<Page, { kind: 'events' }>> & {
  events: {
    bjjCompSystemId: string
    name: string
    logoUrl: string | null
    startsOn: string | null
    endsOn: string | null
    city: string | null
    state: string | null
    country: string | null
  }[]
}

export type CategoriesReading = Base<Extract<Page, { kind: 'categories' }>> & {
  categories: ({ bjjCompSystemId: string; division: string } & DivisionParts)[]
}

export type BracketMatch = {
  matchNumber: number
  isFinal: boolean
  mat: number | null
  fightNumber: number | null
  when: LocalTime
  sides: [ReadSide, ReadSide]
}

export type BracketReading = Base<Extract<Page, { kind: 'bracket' }>> & {
  /** Null if the title could not be read. */
  division: ({ division: string } & DivisionParts) | null
  /** The size of the full tree, a power of two; null without match cells. */
  treeSize: number | null
  matches: BracketMatch[]
  /** The podium rows in the page's order; empty until the category is finished. */
  placements: { place: number; name: string; team: string }[]
  /** The table that decided the seeds; empty when the page has none. */
  ranking: ({ name: string; team: string } & Ranking)[]
  /** In the order in which they were made; a later swap applies to the result of the earlier ones. */
  swaps: Swap[]
}

export type BoardCard = {
  mat: number
  fightNumber: number | null
  when: LocalTime
  /** The round in RollCall's words, from the page's '(EL1)', '(QF)', '(SF)', '(F)' or 'R2'. */
  round: string | null
  division: string
  sides: [ReadSide, ReadSide]
}

export type BoardReading = Base<Extract<Page, { kind: 'board' }>> & {
  /** The days in the sidebar; empty on pages without navigation. */
  days: {
    bjjCompSystemId: string
    dayNumber: number
    dayName: string
    weekday: string
    date: string | null
    matsCount: number
  }[]
  /** The venue-local date of this page's day; null while unknown. */
  date: string | null
  /**
   * The mats' columns in page order. `complete` is false if a card could not be read: a match that is missing here may still be
   * listed.
   */
  mats: { mat: number; complete: boolean; cards: BoardCard[] }[]
  /** The page numbers linked from this page, including its own. */
  pages: number[]
  /** All athletes and clubs, from the search widgets; null if a widget is absent or unreadable. */
  athletes: { bjjCompSystemId: string; name: string; clubId: string | null }[] | null
  clubs: { bjjCompSystemId: string; name: string }[] | null
}

export type CompetitorRow = {
  categoryId: string | null
  division: string
  rawStatus: RawStatus
  when: LocalTime
  mat: number | null
  fightNumber: number | null
  round: string | null
  sides: [ReadSide, ReadSide]
}

/** by_competitor and by_club: the matches that an athlete, or a club's athletes, can still reach; also finished ones, if listed. */
export type ListReading = Base<Extract<Page, { kind: 'competitor' | 'club' }>> & {
  title: string | null
  rows: CompetitorRow[]
}

export type ScheduleReading = Base<Extract<Page, { kind: 'schedule' }>> & {
  days: { bjjCompSystemId: string; weekday: string; startsAt: string | null }[]
  categories: {
    bjjCompSystemId: string | null
    division: string
    dayId: string | null
    weekday: string
    time: string | null
    single: boolean
  }[]
}

export type SinglesReading = Base<Extract<Page, { kind: 'singles' }>> & {
  athletes: { name: string; reportBy: string | null; weekday: string | null }[]
}

export type Reading =
  | HomeReading
  | EventsReading
  | CategoriesReading
  | BracketReading
  | BoardReading
  | ListReading
  | ScheduleReading
  | SinglesReading

/** A reading of a page that belongs to one tournament. */
export type TournamentReading = Exclude<Reading, HomeReading | EventsReading>

/** True if the reading is of one of these kinds of pages. */
export const isOf = <K extends Page['kind']>(
  reading: Reading,
  ...kinds: K[]
): reading is Extract<Reading, { page: { kind: K } }> => (kinds as Page['kind'][]).includes(reading.page.kind)

/** What a parser needs to know besides the page, because pages state no year. Dates are venue-local, YYYY-MM-DD. */
export type ReadContext = {
  today: string
  startsOn: string | null
  endsOn: string | null
  /**
   * The origin of the pages ('http://localhost:4100') if it is not the real source's; links to it are treated as links to the
   * source.
   */
  origin?: string
  /** The same for the event list. */
  eventsOrigin?: string
}
