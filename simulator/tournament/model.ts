import type { Pace, Pause } from './hall-day.ts'
import type { SpecialResult, TournamentPlan } from './plan.ts'
import type { Division, Gender } from './vocabulary.ts'

/**
 * The state of a tournament at one simulated time. create.ts creates it from a plan, run.ts advances it, and pages only read it.
 */
export interface Tournament {
  plan: TournamentPlan
  seed: number
  days: Day[]
  categories: Category[]
  athletes: Map<number, Athlete>
  /** The number of the next athlete with an id of the tournament's own range; a number is not used again after a removal. */
  nextLocalNumber: number
  teams: Map<number, Team>
  /** The time up to which the tournament is simulated, epoch milliseconds. */
  now: number
  /** Increases with every change that a page could show. */
  version: number
  /** Increases when what the search fields list changes: athletes, teams, categories. */
  rosterVersion: number
  /** Parts that a command has published or hidden; the others follow the plan. */
  published: Publication
}

/** The parts of a tournament that are published one after the other. Boards list fights once brackets are published. */
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
  pace: Pace
  boards: Board[]
}

/** One mat on one day, with its upcoming fights. */
export interface Board {
  day: Day
  mat: number
  /** Fights that have not started, in their order. */
  queue: Match[]
  /** Fights now on the mat: at most one, or several if a command has started one. */
  running: Match[]
  /** The fights that started on the mat, in their order. */
  started: Match[]
  /** The highest fight number of this mat. */
  lastNumber: number
  /** True while an event for this mat is in the run's event queue. */
  isScheduled: boolean
  pauses: readonly Pause[]
  /** How many of its next fights are no-shows, because a run of them is in progress. */
  noShowsLeft: number
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
  /** The length of its matches, minutes. */
  length: number
  /** When it is created, epoch milliseconds. */
  appearsAt: number
  day: Day
  entrants: Entrant[]
  /** The number of leaves of the full tree. `matches` has one element less, match-N at index N − 1. */
  size: number
  matches: Match[]
  swaps: { moved: Entrant; to: Entrant }[]
  /** True if the page has a ranking table. */
  isRanked: boolean
  specialResult?: SpecialResult
}

/** An athlete in a category. */
export interface Entrant {
  athlete: Athlete
  seed: number
  points: number
  /** If set, the athlete is out of the category and loses the next fight for this reason. */
  out?: Disqualification
}

export type Disqualification = 'no show' | 'overweight' | 'withdraw' | 'technical desc.' | 'disciplinary desc.'

/** The earlier fight whose winner or loser takes a side. */
export interface Feeder {
  match: Match
  takes: 'winner' | 'loser'
}

export interface Side {
  /** The number in the element id of a placeholder. It means no athlete, but some athlete may have the same number as id. */
  slotId: number
  /** True if the side stays empty: a bye, a feeder without a winner (or loser), or an athlete who left the category. */
  isEmpty: boolean
  entrant?: Entrant
  feeder?: Feeder
  /** True if the placeholder keeps showing the feeder's first number and mat. */
  isStale: boolean
}

/** How a fight ended. `winner`: the index of the side that advances. */
export type Outcome =
  | { kind: 'won'; winner: 0 | 1; dq?: Disqualification }
  /** Both sides have the loser's mark; neither advances. */
  | { kind: 'double-dq' }
  /** Team-mates decided the order among themselves: no fight, no loser's mark. */
  | { kind: 'close-out'; winner: 0 | 1 }
  /** Fought, but the result was not recorded: no loser's mark, but the winner advances. */
  | { kind: 'unrecorded'; winner: 0 | 1 }
  /** Not fought, because at least one side stayed empty. */
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
  /** The shown start, epoch milliseconds: first the plan, then chained to the mat's last start, finally the real start. */
  when: number
  /** The mat and number when first published, for stale placeholders. */
  published?: { mat: number; number: number }
  endedAt?: number
  /** What the bracket page omits, as real pages sometimes do. */
  hides: 'nothing' | 'when' | 'where' | 'both'
}

/** The raw status, which the by_competitor and by_club lists show as a class. */
export type RawStatus = 'created' | 'assigned' | 'weighted' | 'started' | 'finished' | 'invalid' | 'unknown'

/** True when both athletes are known. */
export function isReady(match: Match): boolean {
  return match.sides.every((side) => side.entrant !== undefined && !side.isEmpty)
}

export function finalOf(category: Category): Match {
  return category.matches[category.matches.length - 1] as Match
}

/** True when all fights of a category are over; without fights, from its day's opening on. */
export function isOver(tournament: Tournament, category: Category): boolean {
  const fights = category.matches.filter((match) => match.stage !== 'bye')
  return fights.length === 0 ? tournament.now >= category.day.opensAt : fights.every((match) => match.stage === 'over')
}

/** The winner and the loser of a fight. */
export function resultOf(match: Match): { winner?: Entrant; loser?: Entrant } {
  const outcome = match.outcome
  if (!outcome || outcome.kind === 'double-dq' || outcome.winner === undefined) return {}
  const winner = match.sides[outcome.winner].entrant
  const loser = match.sides[outcome.winner === 0 ? 1 : 0].entrant
  return { ...(winner && { winner }), ...(loser && { loser }) }
}

/**
 * The raw status of a fight. 'weighted': both athletes are known, and the fight is the next on its mat, whose day has opened;
 * 'invalid': it was a walkover; 'unknown': it was fought, but its result was not recorded.
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
 * True if a part of a tournament is published. A command decides; without one, divisions are always published, and days (with the
 * programme), athletes and brackets from the planned time on.
 */
export function isPublished(tournament: Tournament, part: keyof Publication): boolean {
  const byCommand = tournament.published[part]
  if (byCommand !== undefined || part === 'divisions') return byCommand ?? true
  const opening = tournament.days[0]?.opensAt ?? 0
  return tournament.now >= opening - tournament.plan.publishedHoursBefore * 3_600_000
}

/** The categories that exist and are published. */
export function visibleCategories(tournament: Tournament): Category[] {
  if (!isPublished(tournament, 'divisions')) return []
  return tournament.categories.filter((category) => category.appearsAt <= tournament.now)
}
