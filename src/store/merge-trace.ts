/** Which pages said what of a match; kept beside it, so that the fresher word wins whatever order pages come in. */
export type Trace = {
  /** The page that gave date, time, mat and number, and (once that page no longer does) when it last did. */
  when: Said | null
  /** The bracket page's word on sides and outcome. */
  sides: Said | null
  /** The list page's word on the raw status. */
  raw: Said | null
  /** The board page that lists it, or the last one that did. */
  board: Said | null
}

/** `at` is null while the page still says so: then its last fetch counts. */
export type Said = { page: string; at: number | null }
