// Reads the athletes who are alone in their category: they have no match, but a time to report at the single competitors' table.
import type { SinglesReading } from '#domain/reading.ts'
import { byClass, textOf, textOfClass } from './document.ts'
import { readTime } from './local-time.ts'
import type { ContentOf, ReaderInput } from './reader-input.ts'
import { findWeekday, weekdayName } from './words.ts'

/** Reads each athlete's name, and the weekday and time to report by. */
export function readSingles({ document, problems }: ReaderInput): ContentOf<SinglesReading> {
  const athletes = (document.classes.get('public-single-competitors__item-wrapper') ?? []).flatMap((item, index) => {
    const parts = byClass(item)
    const name = textOfClass(parts, 'public-single-competitors__competitor-name')
    if (name === '') {
      if (textOf(item) !== '') problems.addLoss('bad-row', `item ${index + 1}`, textOf(item))
      return []
    }
    problems.countRow()
    const weighingEnd = textOfClass(parts, 'public-single-competitors__weighing-end')
    const weekday = findWeekday(weighingEnd)
    return [
      { name, reportBy: readTime(weighingEnd, name, problems), weekday: weekday ? weekdayName(weekday.index) : null },
    ]
  })
  return { athletes }
}
