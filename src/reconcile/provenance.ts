// Which pages said what of a match. Kept beside it, so that the fresher word wins whatever order pages are read in.

export type Trace = {
  /** The page that gave date, time, mat and number. */
  when: Said | null
  /** The page that gave the sides: the bracket, or a board or list that knew an athlete sooner. */
  sides: Said | null
  /** The list that gave the raw status. */
  raw: Said | null
  /** The board page that lists it, or the last one that did. */
  board: Said | null
}

/**
 * A page's word. `at` (epoch ms) is when it last said so; null while the page still says so: then the page's own last
 * fetch counts, and reading it again unchanged costs no write.
 */
export type Said = { page: string; at: number | null }

/** The page being merged: its key and when it was fetched (epoch ms). */
export type Voice = { page: string; at: number }

/** When a word was last said, epoch ms; before everything for a word never said. */
export const saidAt = (said: Said | null, fetchedAt: ReadonlyMap<string, number>): number =>
  said === null ? -Infinity : (said.at ?? fetchedAt.get(said.page) ?? -Infinity)

/** Whether this page may overrule a word: its own earlier one always, another page's only when fetched no earlier. */
export const overrules = (voice: Voice, said: Said | null, fetchedAt: ReadonlyMap<string, number>): boolean =>
  said?.page === voice.page || voice.at >= saidAt(said, fetchedAt)

/** The word of a page that says it no more: `before` is when the page was last read while it did. */
export const saidUntil = (said: Said, fetchedAt: ReadonlyMap<string, number>): Said =>
  said.at === null ? { page: said.page, at: fetchedAt.get(said.page) ?? 0 } : said
