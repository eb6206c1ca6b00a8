import type { Language } from './tournament/vocabulary.ts'

/** What a request wants, and what a fault makes of it. */
export interface PageRequest {
  url: URL
  /** Simulated time of the answer, epoch milliseconds. */
  now: number
  language: Language
  /** A day page without the links to the other days. */
  omitNavigation: boolean
}

/** One answer of a site. Equal `stamp`s at one address mean equal bytes. */
export interface Page {
  status: number
  type: string
  stamp: string
  render: () => string | Uint8Array
}

/** Something that has pages: the generated world, or a recording. */
export interface Site {
  /** The page at an address, undefined when there is none. */
  page(request: PageRequest): Page | undefined
  robots: string
}
