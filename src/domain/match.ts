// A match ("fight" on the source's pages) is stored once and seen from two sides. It is identified by its place in a
// category's bracket, or by its competitors; its number, mat and time are facts that change (decision D24).

/** The source's own words for a match, from the `match--…` classes of the by_competitor and by_club lists. */
export const rawStatuses = ['created', 'assigned', 'weighted', 'started', 'finished', 'invalid', 'unknown'] as const
export type RawStatus = (typeof rawStatuses)[number]

/** Kinds of disqualification, from the tooltip texts of the bracket page. */
export const disqualifications = ['no-show', 'overweight', 'withdraw', 'technical', 'disciplinary', 'other'] as const
export type Disqualification = (typeof disqualifications)[number]

/** Who stands, or will stand, on one side of a match. */
export type Side =
  | {
      kind: 'athlete'
      /** Null for a row without an id; such a row is matched by name only where that is unambiguous (decision D17). */
      bjjCompSystemId: string | null
      name: string
      team: string | null
      seed: number | null
      disqualification: Disqualification | null
    }
  | { kind: 'bye' }
  | {
      kind: 'open'
      /** Which match sends its winner or loser here, when the bracket or an unstale text tells. */
      from: Feeder | null
    }

export type Feeder = {
  takes: 'winner' | 'loser'
  fightNumber: number | null
  mat: number | null
  matchNumber: number | null
}

/** What a bracket says of the end of a match. Never derived from absence on a board. */
export type Outcome =
  | { kind: 'won'; winner: 0 | 1 }
  | { kind: 'double-disqualification' }
  /** Two team-mates in a final that was not fought; the podium orders them. */
  | { kind: 'close-out'; winner: 0 | 1 | null }
  /** The category is over and this match has no loser. */
  | { kind: 'not-recorded' }

/** A venue-local when and where, as a match once had it. */
export type Placed = { date: string | null; time: string | null; mat: number | null }

/** One thing that changed about when or where, kept to be shown ('moved 12 min earlier', 'now Mat 6'). */
export type Move = { at: string; from: Placed; to: Placed }

export type Match = {
  id: number
  tournamentId: number
  /** Null only while a board's division text cannot be linked to a category. */
  categoryId: number | null
  division: string
  /** `match-N`: the place in the whole category's tree, 1-based; null while only a board knows the match. */
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
  /** Where it stands with the order-of-fights boards. Having left the board is not a result. */
  board: 'unseen' | 'listed' | 'left'
  /** Order on its mat among the listed: smaller is sooner. */
  boardRank: number | null
  rawStatus: RawStatus | null
  outcome: Outcome | null
  /** The last few moves, oldest first. */
  moves: Move[]
}

/** Which of the two sides is this athlete: by id, and only for sides without one by name, never when both fit. */
export function sideOf(match: Pick<Match, 'sides'>, athlete: { bjjCompSystemId: string; name: string }): 0 | 1 | null {
  const byId = match.sides.findIndex(
    (side) => side.kind === 'athlete' && side.bjjCompSystemId === athlete.bjjCompSystemId,
  )
  if (byId >= 0) return byId as 0 | 1
  const wanted = athlete.name.toLocaleLowerCase('en')
  const byName = match.sides.flatMap((side, index) =>
    side.kind === 'athlete' && side.bjjCompSystemId === null && side.name.toLocaleLowerCase('en') === wanted
      ? [index]
      : [],
  )
  return byName.length === 1 ? (byName[0] as 0 | 1) : null
}

/** True for a pairing that is never fought: one side is a bye. */
export const isBye = (match: Pick<Match, 'sides'>): boolean => match.sides.some((side) => side.kind === 'bye')

/** True when nothing more will happen: a bracket has said how it ended. */
export const isOver = (match: Pick<Match, 'outcome'>): boolean => match.outcome !== null

/** 'win' or 'loss' seen from one side; null for an undecided match, a bye, or an end without a winner. */
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
