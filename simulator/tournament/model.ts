import type { Fate, TournamentPlan } from './plan.ts'
import type { Division, Gender } from './vocabulary.ts'

/**
 * A tournament as it stands at one simulated moment. It is made by world.ts from a plan and moved
 * on by run.ts; pages only read it.
 */
export interface Tournament {
  plan: TournamentPlan
  seed: number
  days: Day[]
  categories: Category[]
  athletes: Map<number, Athlete>
  teams: Map<number, Team>
  /** The simulated moment up to which everything has happened, epoch milliseconds. */
  now: number
  /** Grows with every change that any page could show. */
  version: number
  /** Grows when people or categories change, which the search widgets list. */
  rosterVersion: number
  /** What was published, or held back, by hand; the rest comes out at its hour. */
  published: Publication
}

/** The parts of a tournament that come out one after the other. Boards have fights as soon as brackets are out. */
export type Publication = { divisions?: boolean; days?: boolean; athletes?: boolean; brackets?: boolean }

export interface Day {
  /** From 0. */
  index: number
  id: number
  /** The venue's date, YYYY-MM-DD. */
  date: string
  /** First fights of the day, epoch milliseconds. */
  opensAt: number
  /** The venue's wall clock minus UTC on this day, milliseconds. */
  offset: number
  boards: Board[]
}

/** One mat on one day, with the fights that are still to come there. */
export interface Board {
  day: Day
  mat: number
  /** Not started, in the order in which they are to be fought. */
  queue: Match[]
  /** On the mat now: one, or more when somebody starts a fight by hand. */
  running: Match[]
  finished: number
  /** The last fight number given out here. */
  lastNumber: number
  /** True while a wake-up of this mat stands in the agenda. */
  awaited: boolean
  /** How fast this mat works: 1 = as planned, below 1 = ahead of the plan. */
  pace: number
}

export interface Team {
  id: number
  name: string
}

export interface Athlete {
  id: number
  name: string
  gender: Gender
  team: Team
  entries: Category[]
}

export interface Category {
  id: number
  division: Division
  /** Epoch milliseconds from which it exists. */
  appearsAt: number
  day: Day
  entrants: Entrant[]
  /** Leaves of the full tree; `matches` holds size − 1 of them, match-N at index N − 1. */
  size: number
  matches: Match[]
  swaps: { moved: Entrant; to: Entrant }[]
  /** Whether the page has a ranking table. */
  ranked: boolean
  fate?: Fate
}

/** An athlete in a category. */
export interface Entrant {
  athlete: Athlete
  seed: number
  points: number
  /** Out of the category for good; the next fight is lost by this. */
  out?: Disqualification
}

export type Disqualification = 'no show' | 'overweight' | 'withdraw' | 'technical desc.' | 'disciplinary desc.'

/** Who comes into a side of a fight from an earlier one. */
export interface Feeder {
  match: Match
  takes: 'winner' | 'loser'
}

export interface Side {
  /** The number that a placeholder carries in its element id; never an athlete's. */
  slotId: number
  /** Nobody comes: a bye, or the feeder had no winner. */
  empty: boolean
  entrant?: Entrant
  feeder?: Feeder
  /** The placeholder keeps the feeder's first number and mat, whatever happens to it. */
  stale: boolean
}

/** How a fight ended. `winner` is the index of the side that goes on. */
export type Outcome =
  | { kind: 'won'; winner: 0 | 1; dq?: Disqualification }
  /** Both sides carry the loser's mark; nobody goes on. */
  | { kind: 'double-dq' }
  /** Team-mates decided it between them: no mark, no fight. */
  | { kind: 'close-out'; winner: 0 | 1 }
  /** Fought, and nobody entered who won: no mark, yet the winner goes on. */
  | { kind: 'unrecorded'; winner: 0 | 1 }
  /** Never fought, because one side or both stayed empty. */
  | { kind: 'walkover'; winner: 0 | 1 | undefined }

export interface Match {
  category: Category
  /** The N of match-N. */
  n: number
  round: number
  sides: [Side, Side]
  /** Sides of later fights that wait for this one. */
  feeds: { match: Match; side: 0 | 1 }[]
  stage: 'bye' | 'pending' | 'started' | 'over'
  outcome?: Outcome
  board?: Board
  /** The fight number on its mat now. */
  number: number
  /** The shown start, epoch milliseconds: an estimate until it starts, then the real one. */
  when: number
  /** Where it was first published, for placeholders that are never renewed. */
  published?: { mat: number; number: number }
  endedAt?: number
  /** What the bracket page leaves out, as real pages sometimes do. */
  hides: 'nothing' | 'when' | 'where' | 'both'
}

/** The raw status that the by_competitor and by_club lists carry as a class. */
export type RawStatus = 'created' | 'assigned' | 'weighted' | 'started' | 'finished' | 'invalid' | 'unknown'

/** True when both athletes are known, so that the fight can be fought. */
export function isReady(match: Match): boolean {
  return match.sides.every((side) => side.entrant !== undefined && !side.empty)
}

export function finalOf(category: Category): Match {
  return category.matches[category.matches.length - 1] as Match
}

/** A category is over when every fight of it is; one that has no fights is over with its day's opening. */
export function isOver(tournament: Tournament, category: Category): boolean {
  const fights = category.matches.filter((match) => match.stage !== 'bye')
  return fights.length === 0 ? tournament.now >= category.day.opensAt : fights.every((match) => match.stage === 'over')
}

/** Who went on from a fight, and who did not. */
export function resultOf(match: Match): { winner?: Entrant; loser?: Entrant } {
  const outcome = match.outcome
  if (!outcome || outcome.kind === 'double-dq' || outcome.winner === undefined) return {}
  const winner = match.sides[outcome.winner].entrant
  const loser = match.sides[outcome.winner === 0 ? 1 : 0].entrant
  return { ...(winner && { winner }), ...(loser && { loser }) }
}

/**
 * The raw status of a fight. 'weighted': both athletes are known and it is the next on its mat today;
 * 'invalid': it never came about; 'unknown': it was fought and its winner never entered.
 */
export function rawStatusOf(tournament: Tournament, match: Match): RawStatus {
  if (match.stage === 'over') {
    if (match.outcome?.kind === 'walkover') return 'invalid'
    return match.outcome?.kind === 'unrecorded' ? 'unknown' : 'finished'
  }
  if (match.stage === 'started') return 'started'
  if (!isReady(match)) return 'created'
  const board = match.board
  return board && board.queue[0] === match && board.day.opensAt <= tournament.now ? 'weighted' : 'assigned'
}

/**
 * Whether a part of a tournament can be seen: by hand, else divisions always, and days (with the schedule), athletes and
 * brackets from the plan's hour on.
 */
export function isPublished(tournament: Tournament, part: keyof Publication): boolean {
  const byHand = tournament.published[part]
  if (byHand !== undefined || part === 'divisions') return byHand ?? true
  const opening = tournament.days[0]?.opensAt ?? 0
  return tournament.now >= opening - tournament.plan.publishedHoursBefore * 3_600_000
}

/** The categories that exist by now. */
export function visibleCategories(tournament: Tournament): Category[] {
  if (!isPublished(tournament, 'divisions')) return []
  return tournament.categories.filter((category) => category.appearsAt <= tournament.now)
}
