import type { Language } from './tournament/vocabulary.ts'

/** A request for a page, with the faults that change which page is rendered. */
export interface PageRequest {
  url: URL
  /** Simulated time of the answer, epoch milliseconds. */
  now: number
  language: Language
  /** A day page without the links to the other days. */
  omitNavigation: boolean
}

/** An answer of a site. For requests that differ only in `now`, equal stamps imply equal bytes. */
export interface Page {
  status: number
  type: string
  stamp: string
  render: () => string | Uint8Array
}

/** A source of pages: the simulated tournaments or a recording. */
export interface Site {
  /** The page at an address, undefined when there is none. */
  page(request: PageRequest): Page | undefined
  robots: string
}
