// What the readers of single pages are given, and what they give back.
import type { readDivision } from '#domain/division.ts'
import type { ReadContext, Reading } from '#domain/reading.ts'
import type { PageDocument } from './document.ts'
import type { ReadDate } from './local-time.ts'
import type { Problems } from './problems.ts'
import type { Language } from './words.ts'

/** A reading without the parts that are the same for all: a reader makes the content, the door the rest. */
export type ContentOf<R extends Reading> = Omit<R, 'page' | 'language' | 'verdict' | 'problems'>

/** Everything that a reader needs besides the page's name. */
export type Sheet = {
  document: PageDocument
  language: Language
  context: ReadContext
  problems: Problems
  /** Division texts already read: a board repeats few of them on many cards. */
  divisions: Map<string, NonNullable<ReturnType<typeof readDivision>>>
  /** Dates already read, as `readDate` keeps them. */
  dates: Map<string, ReadDate>
}
