// Input and output of the reader of each kind of page.
import type { readDivision } from '#domain/division.ts'
import type { ReadContext, Reading } from '#domain/reading.ts'
import type { PageDocument } from './document.ts'
import type { ReadDate } from './local-time.ts'
import type { Problems } from './problems.ts'
import type { Language } from './words.ts'

/** The part of a reading that its reader makes; read.ts adds the rest. */
export type ContentOf<R extends Reading> = Omit<R, 'page' | 'language' | 'verdict' | 'problems'>

/** What a reader needs besides the page's identity. */
export type ReaderInput = {
  document: PageDocument
  language: Language
  context: ReadContext
  problems: Problems
  /** Cache of division texts: a board repeats few of them on many cards. */
  divisions: Map<string, NonNullable<ReturnType<typeof readDivision>>>
  /** Cache of dates for `readDate`. */
  dates: Map<string, ReadDate>
}
