// Provenance: which page stated what of a match, and whose statement counts. It is kept beside the match, so that the
// fresher statement wins whatever order pages are read in.
import type { Match } from '#domain/match.ts'

/** The provenance of one match, as it is stored beside it (column `trace` of its row). */
export type Trace = {
  /** The page that gave date, time, mat and number. */
  when: Statement | null
  /** The page that gave the sides: the bracket, or a board or list that knew an athlete sooner. */
  sides: Statement | null
  /** The list that gave the raw status. */
  raw: Statement | null
  /** The board page that lists it, or the last one that did. */
  board: Statement | null
}

/**
 * What a page stated. `at` (epoch ms) is when it last stated it; null while it still does: then the page's own last
 * fetch counts, and reading it again unchanged costs no write.
 */
export type Statement = { page: string; at: number | null }

/** A match with its trace, as it goes through a merge. */
export type TracedMatch = { match: Match; trace: Trace }

export const noTrace: Trace = { when: null, sides: null, raw: null, board: null }

/** The page that is merged now, with the times of the readings before it. */
export class CurrentPage {
  readonly key: string
  /** Epoch ms. */
  readonly fetchedAt: number
  private readonly lastFetches: ReadonlyMap<string, number>

  /** `lastFetches`: when each page was last read well before (epoch ms), by page key. */
  constructor(key: string, fetchedAt: number, lastFetches: ReadonlyMap<string, number>) {
    this.key = key
    this.fetchedAt = fetchedAt
    this.lastFetches = lastFetches
  }

  /** Something that this page states, for as long as it does. */
  statement(): Statement {
    return { page: this.key, at: null }
  }

  /** Whether the statement is this page's own. */
  made(statement: Statement | null): boolean {
    return statement?.page === this.key
  }

  /** Whether this page replaces a statement: its own earlier one always, another page's only when fetched no earlier. */
  overrules(statement: Statement | null): boolean {
    return this.made(statement) || this.fetchedAt >= this.timeOf(statement)
  }

  /** When something was last stated, epoch ms; before everything for what nobody stated. */
  timeOf(statement: Statement | null): number {
    return statement === null ? -Infinity : (statement.at ?? this.lastFetches.get(statement.page) ?? -Infinity)
  }

  /** The statement of a page that makes it no more: it is as old as the page's last reading that still made it. */
  ended(statement: Statement | null): Statement | null {
    return statement === null || statement.at !== null
      ? statement
      : { page: statement.page, at: this.lastFetches.get(statement.page) ?? 0 }
  }
}
