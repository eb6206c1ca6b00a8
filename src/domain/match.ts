// A match ("fight" on the source's pages), stored once for both sides. It is identified by its place in a category's bracket,
// or by its competitors; its number, mat and time can change (decision D24).

import { nameKey } from './name.ts'

/** The source's status words, from the `match--…` classes of the by_competitor and by_club lists. */
export const rawStatuses = ['created', 'assigned', 'weighted', 'started', 'finished', 'invalid', 'unknown'] as const
export type RawStatus = (typeof rawStatuses)[number]

/** Kinds of disqualification, from the tooltips of the bracket page. */
export const disqualifications = ['no-show', 'overweight', 'withdraw', 'technical', 'disciplinary', 'other'] as const
export type Disqualification = (typeof disqualifications)[number]

/** One side of a match. */
export type Side =
  | {
      kind: 'athlete'
      /** Null for a row without an id, which is matched by name if that is unambiguous (decision D17). */
      bjjCompSystemId: string | null
      name: string
      team: string | null
      seed: number | null
      disqualification: Disqualification | null
    }
  | { kind: 'bye' }
  | {
      kind: 'open'
      /** The match whose winner or loser takes this side; null unless a bracket or an up-to-date text names it. */
      from: Feeder | null
    }

export type Feeder = {
  takes: 'winner' | 'loser'
  fightNumber: number | null
  mat: number | null
  matchNumber: number | null
}

/** The outcome in a bracket; it is never inferred from a match's absence on a board. */
export type Outcome =
  | { kind: 'won'; winner: 0 | 1 }
  | { kind: 'double-disqualification' }
  /** Two team-mates in a final that was not fought; the podium orders them. */
  | { kind: 'close-out'; winner: 0 | 1 | null }
  /** The category is finished, or an athlete of this match is already in a later one, but no loser is recorded. */
  | { kind: 'not-recorded' }

/** A scheduled time and mat, venue-local. */
export type Placed = { date: string | null; time: string | null; mat: number | null }

/** A change of time or mat, for display ('moved 12 min earlier', 'now Mat 6'). */
export type Move = { at: string; from: Placed; to: Placed }

export type Match = {
  id: number
  tournamentId: number
  /** Null only while the board's division text matches no category. */
  categoryId: number | null
  division: string
  /** `match-N`: the place in the category's full tree, from 1; null until a bracket shows the match. */
  matchNumber: number | null
  /** 'Final', 'Semi-Final', 'Quarter Final', 'Round 2', 'Round 1'. */
  round: string | null
  sides: [Side, Side]
  /** Venue-local date (YYYY-MM-DD) and clock (HH:MM, 24 h) as last published. */
  date: string | null
  time: string | null
  /** The same as an instant (ISO 8601, ends in Z); null while the venue's zone is unknown. */
  scheduledAt: string | null
  mat: number | null
  fightNumber: number | null
  /** Its state on the order-of-fights boards. A match that has left the board may still be in progress. */
  board: 'unseen' | 'listed' | 'left'
  /** Its order among the listed matches of its mat; smaller is sooner. */
  boardRank: number | null
  rawStatus: RawStatus | null
  outcome: Outcome | null
  /** The most recent moves, oldest first. */
  moves: Move[]
}

/** The athlete's side, by id, or by name for a side without an id; null if no side or both sides match. */
export function sideOf(match: Pick<Match, 'sides'>, athlete: { bjjCompSystemId: string; name: string }): 0 | 1 | null {
  const byId = match.sides.findIndex(
    (side) => side.kind === 'athlete' && side.bjjCompSystemId === athlete.bjjCompSystemId,
  )
  if (byId >= 0) return byId as 0 | 1
  const byName = match.sides.flatMap((side, index) =>
    side.kind === 'athlete' && side.bjjCompSystemId === null && nameKey(side.name) === nameKey(athlete.name)
      ? [index]
      : [],
  )
  return byName.length === 1 ? (byName[0] as 0 | 1) : null
}

/** True if one side is a bye; such a match is never fought. */
export const isBye = (match: Pick<Match, 'sides'>): boolean => match.sides.some((side) => side.kind === 'bye')

/** True if a bracket has an outcome. */
export const isOver = (match: Pick<Match, 'outcome'>): boolean => match.outcome !== null

const forfeits: readonly (Disqualification | null)[] = ['no-show', 'overweight', 'withdraw']

/** True for an athlete who was out before the match began. */
export const hasForfeited = (side: Side): boolean => side.kind === 'athlete' && forfeits.includes(side.disqualification)

/** Why a decided match was not fought. */
export const unfoughtKinds = ['walkover', 'close-out'] as const
export type Unfought = (typeof unfoughtKinds)[number]

/** Null for a match that was fought, and for an undecided one. A match that was not fought is nobody's win or loss in a record. */
export function unfoughtAs({ sides, outcome }: Pick<Match, 'sides' | 'outcome'>): Unfought | null {
  if (outcome?.kind === 'close-out') return 'close-out'
  return outcome && sides.some(hasForfeited) ? 'walkover' : null
}

/**
 * The result of one side, a loss for both after a double disqualification; null for an undecided match, an unrecorded result, and
 * a close-out whose winner is unknown.
 */
export function resultFor(match: Pick<Match, 'outcome'>, side: 0 | 1): 'win' | 'loss' | null {
  const { outcome } = match
  if (!outcome) return null
  switch (outcome.kind) {
    case 'won':
      return outcome.winner === side ? 'win' : 'loss'
    case 'close-out':
      return outcome.winner === null ? null : outcome.winner === side ? 'win' : 'loss'
    case 'double-disqualification':
      return 'loss'
    case 'not-recorded':
      return null
  }
}
