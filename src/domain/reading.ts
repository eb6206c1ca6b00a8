// What one page says, as data. A reading carries its scope (what the page is the authority for: inside it, missing
// means gone; outside, untouched) and its problems (an unreadable row is data: stored, counted, shown to the
// administrator; it never stops the rest of the page).
import type { Disqualification, RawStatus } from './match.ts'
import type { Page } from './page.ts'

export type Problem = {
  /** A stable word: 'no-landmark', 'truncated', 'bad-row', 'duplicate', 'unknown-word', 'mats-missing' … */
  code: string
  /** Where on the page, short and plain: 'Mat 5, card 3'. */
  where: string
  detail: string
}

/**
 * 'whole': everything on the page was understood. 'partial': some rows or blocks were not; the rest stands, and
 * `complete` flags inside tell which lists may be taken as exhaustive. 'unusable': the page is not what it should be
 * (error page, login page, cut off, other markup): nothing of it is recorded and the body is kept for inspection.
 */
export type Verdict = 'whole' | 'partial' | 'unusable'

type Base<P extends Page> = { page: P; language: 'en' | 'pt'; verdict: Verdict; problems: Problem[] }

/** A venue-local moment as printed; the year was resolved with the event's dates. Either half can be missing. */
export type LocalTime = { date: string | null; time: string | null }

/** A side as printed on any page. */
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
  /** A placeholder; its `competitor-N` id is not an athlete's and is dropped by the reader. The text can be stale. */
  | {
      kind: 'open'
      takes: 'winner' | 'loser' | null
      fightNumber: number | null
      mat: number | null
      /**
       * On bracket pages: the `match-N` that feeds this side, from the tree; null when neither the tree nor the text
       * can tell, and then the text is stale. Absent on pages without a tree.
       */
      fromMatch?: number | null
    }

export type HomeReading = Base<Extract<Page, { kind: 'home' }>> & {
  /** `logoUrl` names the logo as sources/bjjcompsystem/logo-address.ts does; so it does in the event list. */
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

export type DivisionParts = { age: string; gender: string; belt: string; weight: string }

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
  /** Null when the title could not be read. */
  division: ({ division: string } & DivisionParts) | null
  /** Size of the full tree: the power of two of which `match-N` counts; null without match cells. */
  treeSize: number | null
  matches: BracketMatch[]
  /** Podium rows in the page's order; empty while the category is not finished. */
  placements: { place: number; name: string; team: string }[]
  ranking: { seed: number; name: string; team: string }[]
  swaps: { from: { seed: number; name: string }; to: { seed: number; name: string } }[]
}

export type BoardCard = {
  mat: number
  fightNumber: number | null
  when: LocalTime
  /** Words of the product, from the page's '(EL1)', '(QF)', '(SF)', '(F)', 'R2'. */
  round: string | null
  division: string
  sides: [ReadSide, ReadSide]
}

export type BoardReading = Base<Extract<Page, { kind: 'board' }>> & {
  /** Days in the sidebar; empty on the pages that leave the navigation out. */
  days: {
    bjjCompSystemId: string
    dayNumber: number
    dayName: string
    weekday: string
    date: string | null
    matsCount: number
  }[]
  /** The venue-local date of this page's day, when it can be known. */
  date: string | null
  /** Each mat's column, in page order. `complete` is false where a card of it could not be read: then absence means nothing. */
  mats: { mat: number; complete: boolean; cards: BoardCard[] }[]
  /** Page numbers linked from this page, itself included. */
  pages: number[]
  /** The full roster from the search widgets; null when a widget is absent or unreadable. */
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

/** by_competitor and by_club: every match that can still be reached. */
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

/** Whether a reading is of one of these kinds of pages. */
export const isOf = <K extends Page['kind']>(
  reading: Reading,
  ...kinds: K[]
): reading is Extract<Reading, { page: { kind: K } }> => (kinds as Page['kind'][]).includes(reading.page.kind)

/** What a reader is told besides the text: pages carry neither year nor zone. Dates are venue-local YYYY-MM-DD. */
export type ReadContext = {
  today: string
  startsOn: string | null
  endsOn: string | null
  /** Where the pages come from ('http://localhost:4100'), when that is not the source's real origin: their links are the source's own too. */
  origin?: string
  /** The same of the event list. */
  eventsOrigin?: string
}
