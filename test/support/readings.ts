// Readings of a small tournament's pages. A test states only the values that matter to it.
import { parseDivision, type DivisionParts } from '#domain/division.ts'
import type { RawStatus } from '#domain/match.ts'
import type {
  BoardCard,
  BoardReading,
  BracketMatch,
  BracketReading,
  CategoriesReading,
  CompetitorRow,
  EventsReading,
  HomeReading,
  ListReading,
  ReadSide,
} from '#domain/reading.ts'

export const tournamentId = '3105'
const dayId = '31051'
const date = '2026-11-21'
/** The two categories of these tests, by their ids at the source. */
export const light = { id: '7001', division: 'Adult / Male / BLUE / Light' }
export const openClass = { id: '7002', division: 'Adult / Male / BLUE / Open Class' }

const parsedWhole = { language: 'en' as const, verdict: 'whole' as const, problems: [] }

type Person = Extract<ReadSide, { kind: 'athlete' }>

/** An athlete with this id at the source; `more` overrides the defaults. */
export const athlete = (id: number | null, more: Partial<Person> = {}): Person => ({
  kind: 'athlete',
  bjjCompSystemId: id === null ? null : String(id),
  name: `Athlete ${id}`,
  team: 'A Team',
  seed: id,
  loser: false,
  disqualification: null,
  ...more,
})

/** A side that waits for the winner of a fight. */
export const winnerOf = (fightNumber: number, mat: number, fromMatch?: number): ReadSide => ({
  kind: 'open',
  takes: 'winner',
  fightNumber,
  mat,
  ...(fromMatch === undefined ? {} : { fromMatch }),
})

export const bye: ReadSide = { kind: 'bye' }

/** The mat, fight number and time of a fight, such as mat 3, fight 7, at 10:30. */
type Place = { mat: number; fight: number; at: string }

/** A card on a board. */
export const card = (
  { mat, fight, at }: Place,
  sides: [ReadSide, ReadSide],
  more: Partial<BoardCard> = {},
): BoardCard => ({
  mat,
  fightNumber: fight,
  when: { date, time: at },
  round: null,
  division: light.division,
  sides,
  ...more,
})

/** A board page with these cards; mats 1 to 4 without a card have an empty column. */
export function board(cards: BoardCard[], more: Partial<BoardReading> = {}): BoardReading {
  const mats = [...new Set([1, 2, 3, 4, ...cards.map(({ mat }) => mat)])].sort((a, b) => a - b)
  return {
    ...parsedWhole,
    page: { kind: 'board', tournament: tournamentId, day: dayId, page: 1 },
    days: [
      { bjjCompSystemId: dayId, dayNumber: 1, dayName: 'Day 1', weekday: 'Saturday', date, matsCount: mats.length },
    ],
    date,
    mats: mats.map((mat) => ({ mat, complete: true, cards: cards.filter((each) => each.mat === mat) })),
    pages: [1],
    athletes: null,
    clubs: null,
    ...more,
  }
}

/** A match of a bracket page; without a place it has no mat, fight number and time yet. */
export const fight = (
  matchNumber: number,
  where: Place | null,
  sides: [ReadSide, ReadSide],
  more: Partial<BracketMatch> = {},
): BracketMatch => ({
  matchNumber,
  isFinal: false,
  mat: where?.mat ?? null,
  fightNumber: where?.fight ?? null,
  when: where ? { date, time: where.at } : { date: null, time: null },
  sides,
  ...more,
})

/** A bracket page of four places, by default of the light category. */
export const bracket = (
  matches: BracketMatch[],
  more: Partial<BracketReading> & { category?: { id: string; division: string } } = {},
): BracketReading => {
  const { category = light, ...rest } = more
  return {
    ...parsedWhole,
    page: { kind: 'bracket', tournament: tournamentId, category: category.id },
    division: { division: category.division, ...partsOf(category.division) },
    treeSize: 4,
    matches,
    placements: [],
    ranking: [],
    swaps: [],
    ...rest,
  }
}

/** A row of a list by competitor or club; without a place it has no mat, fight number and time yet. */
export const row = (
  rawStatus: RawStatus,
  where: Place | null,
  sides: [ReadSide, ReadSide],
  more: Partial<CompetitorRow> = {},
): CompetitorRow => ({
  categoryId: light.id,
  division: light.division,
  rawStatus,
  when: where ? { date, time: where.at } : { date: null, time: null },
  mat: where?.mat ?? null,
  fightNumber: where?.fight ?? null,
  round: null,
  sides,
  ...more,
})

/** The list of a competitor, by the id at the source. */
export const list = (competitor: number, rows: CompetitorRow[]): ListReading => ({
  ...parsedWhole,
  page: { kind: 'competitor', tournament: tournamentId, competitor: String(competitor) },
  title: null,
  rows,
})

/** The page with the categories of a gender. */
export const categories = (
  all: { id: string; division: string }[],
  gender: 'male' | 'female' = 'male',
): CategoriesReading => ({
  ...parsedWhole,
  page: { kind: 'categories', tournament: tournamentId, gender },
  categories: all.map(({ id, division }) => ({ bjjCompSystemId: id, division, ...partsOf(division) })),
})

/** The home page, which lists these tournaments. */
export const home = (tournaments: { id: string; name?: string; dayId?: string }[]): HomeReading => ({
  ...parsedWhole,
  page: { kind: 'home' },
  tournaments: tournaments.map(({ id, name, dayId }) => ({
    bjjCompSystemId: id,
    name: name ?? `Open ${id}`,
    logoUrl: null,
    dayId: dayId ?? null,
  })),
})

/** The federation's list of events. */
export const events = (
  all: (Partial<EventsReading['events'][number]> & { bjjCompSystemId: string })[],
): EventsReading => ({
  ...parsedWhole,
  page: { kind: 'events' },
  events: all.map((event) => ({
    name: 'An Open',
    logoUrl: null,
    startsOn: date,
    endsOn: date,
    city: 'Houston',
    state: 'TX',
    country: 'USA',
    ...event,
  })),
})

function partsOf(division: string): DivisionParts {
  const parts = parseDivision(division)
  if (!parts) throw new Error(`'${division}' is not a division.`)
  return parts
}
