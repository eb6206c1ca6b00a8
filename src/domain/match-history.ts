// What happened to a match, and when, as far as it was seen: what an estimate of start times and an archive need beside the
// match itself. A change of it alone is news to nobody who watches (decision 033).

/**
 * The history of one match. Instants are ISO 8601 and end in Z; those of sight (`after`, `by`, `seenAt`) are the moments at
 * which a page was asked for. What was not seen is null: nothing here is inferred.
 */
export type MatchHistory = {
  headOfMat: HeadOfMat | null
  leftBoard: LeftBoard | null
  start: Start | null
  plan: Plan | null
}

/** Since when a match has been the first of its mat's board. A match that moves to another mat or day begins anew. */
export type HeadOfMat = {
  date: string | null
  mat: number | null
  /** The last reading of its board page before, which listed it and not as the first; null when none did. */
  after: string | null
  /** The first reading that showed it first; null while only columns have of which a card could not be read. */
  by: string | null
}

/** When a match was taken off the board, by the board or by a bracket that says that it is over. */
export type LeftBoard = {
  /** The last reading of the board that listed it; null when none before `by` is known. */
  after: string | null
  by: string
}

/**
 * When a match started: the source stops renewing the time of a match that has left the board, at its start. This is the
 * time that a page printed after that (the bracket, or a list by competitor or club), never the last one before.
 */
export type Start = {
  /** Venue-local date (YYYY-MM-DD) and clock (HH:MM). */
  date: string
  time: string
  /** The same as an instant; null while the venue's zone is unknown. */
  at: string | null
  /** When a page first said so. */
  seenAt: string
}

/** When and where a match was to be by the last word that was read before its day began at the venue. */
export type Plan = {
  date: string
  time: string | null
  at: string | null
  mat: number | null
  fightNumber: number | null
  seenAt: string
}

/** Of a match of which nothing was seen. */
export const noHistory: MatchHistory = { headOfMat: null, leftBoard: null, start: null, plan: null }
