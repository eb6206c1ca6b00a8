// The observed history of a match: when it was first on its mat, left the board and started. Estimates of start times and an
// archive need it. A change of the history alone is not sent to clients (decision 033).

/**
 * The history of one match. Instants are ISO 8601 and end in Z; `after`, `by` and `seenAt` are the times at which a page was
 * requested. What was not observed is null; nothing is inferred.
 */
export type MatchHistory = {
  headOfMat: HeadOfMat | null
  leftBoard: LeftBoard | null
  start: Start | null
  plan: Plan | null
}

/** Since when the match has been the first on its mat's board. A move to another mat or day restarts it. */
export type HeadOfMat = {
  date: string | null
  mat: number | null
  /** The last earlier reading of its board page, which listed it but not as the first; null for none. */
  after: string | null
  /** The first reading that listed it first; null while all such readings had an unreadable card in that column. */
  by: string | null
}

/** When the match left the board, as shown by the board itself or by a bracket with the result. */
export type LeftBoard = {
  /** The last reading of the board that listed it; null if none before `by` is known. */
  after: string | null
  by: string
}

/**
 * When the match started. The source stops updating the time of a match that has started and left the board. So this is the time
 * on a page read after that (the bracket, or a list by competitor or club), never on an earlier one.
 */
export type Start = {
  /** Venue-local date (YYYY-MM-DD) and clock (HH:MM). */
  date: string
  time: string
  /** The same as an instant; null while the venue's zone is unknown. */
  at: string | null
  /** When a page first had this time. */
  seenAt: string
}

/** The planned time and mat: the last ones read before the match's day began at the venue. */
export type Plan = {
  date: string
  time: string | null
  at: string | null
  mat: number | null
  fightNumber: number | null
  seenAt: string
}

/** Nothing observed. */
export const noHistory: MatchHistory = { headOfMat: null, leftBoard: null, start: null, plan: null }
