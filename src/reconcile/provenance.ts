// Provenance: which page stated which fact of a match. It is stored with the match, so that the most recent statement wins, in
// whatever order pages are read.
import type { Match } from '#domain/match.ts'

/** The provenance of a match, stored in the column `trace` of its row. */
export type Trace = {
  /** The page that stated date, time, mat and fight number. */
  when: Statement | null
  /** The page that stated the sides: the bracket, or a board or list that showed an athlete earlier than the bracket. */
  sides: Statement | null
  /** The list that stated the raw status. */
  raw: Statement | null
  /** The board page that lists the match, or listed it last. */
  board: Statement | null
}

/**
 * A page's statement. `at` (epoch ms): when the page last made it. Null while the page still makes it; then the time of its last
 * fetch applies, so that an unchanged page causes no write.
 */
export type Statement = { page: string; at: number | null }

/** A match with its trace. */
export type TracedMatch = { match: Match; trace: Trace }

export const noTrace: Trace = { when: null, sides: null, raw: null, board: null }

/** The page being merged, with the times of earlier readings. */
export class CurrentPage {
  readonly key: string
  /** Epoch ms. */
  readonly fetchedAt: number
  private readonly lastFetches: ReadonlyMap<string, number>

  /** `lastFetches`: the time of each page's last usable reading (epoch ms), by page key. */
  constructor(key: string, fetchedAt: number, lastFetches: ReadonlyMap<string, number>) {
    this.key = key
    this.fetchedAt = fetchedAt
    this.lastFetches = lastFetches
  }

  /** A statement of this page. */
  statement(): Statement {
    return { page: this.key, at: null }
  }

  /** True if this page made the statement. */
  stated(statement: Statement | null): boolean {
    return statement?.page === this.key
  }

  /** True if this page replaces a statement: always its own, and another page's unless that page made it later. */
  supersedes(statement: Statement | null): boolean {
    return this.stated(statement) || this.fetchedAt >= this.timeOf(statement)
  }

  /** When the statement was last made, epoch ms; -Infinity for none. */
  timeOf(statement: Statement | null): number {
    return statement === null ? -Infinity : (statement.at ?? this.lastFetches.get(statement.page) ?? -Infinity)
  }

  /** The statement after its page has stopped making it: dated by the last reading that contained it. */
  ended(statement: Statement | null): Statement | null {
    return statement === null || statement.at !== null
      ? statement
      : { page: statement.page, at: this.lastFetches.get(statement.page) ?? 0 }
  }
}
