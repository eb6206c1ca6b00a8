// The schedule: for each day the categories with the clock of their first match. Athletes who are alone in a category
// are sent to the single competitors' table instead.
import type { Page } from '#domain/page.ts'
import { cleanText } from '#domain/name.ts'
import type { ScheduleReading } from '#domain/reading.ts'
import { all, childElements, classed, type Element, linking, ownTexts, type Query, textOf } from './document.ts'
import { divisionOf } from './division-of.ts'
import { readClock } from './local-time.ts'
import { pageOf } from './pages.ts'
import type { ContentOf, Sheet } from './sheet.ts'
import { findWeekday, weekdayName } from './words.ts'

type SchedulePage = Extract<Page, { kind: 'schedule' }>
type Day = ContentOf<ScheduleReading>['days'][number]

const dayLinks = linking((href) => href.startsWith('#day'))
/** A day's heading (its id, its weekday) and its categories, as they follow each other on the page. */
const classedEntry = classed('public-schedule__day public-schedule__category-wrapper')
const entries: Query = (element) => classedEntry(element) || (element.attribs['id']?.startsWith('day') ?? false)
const categoryLinks = linking(() => true)

export function readSchedule(page: SchedulePage, sheet: Sheet): ContentOf<ScheduleReading> {
  const { document, context, problems } = sheet
  const days = readDays(document.root)
  const categories: ContentOf<ScheduleReading>['categories'] = []
  let weekday = ''
  let anchor: string | null = null
  for (const entry of all(entries, document.root)) {
    const isCategory = entry.attribs['class']?.includes('public-schedule__category-wrapper') ?? false
    if (!isCategory) {
      anchor = dayIdOf(entry.attribs['id']) ?? anchor
      if (entry.attribs['class']?.includes('public-schedule__day')) weekday = weekdayIn(textOf(entry))
      continue
    }
    for (const link of all(categoryLinks, entry)) {
      const target = pageOf(link.attribs['href'] ?? '', context.origin)
      const where = `${weekday}, ${textOf(link)}`
      const isHere = (target?.kind === 'bracket' || target?.kind === 'singles') && target.tournament === page.tournament
      const { name, note } = splitLabel(link)
      const division = divisionOf(name, where, sheet)
      if (!isHere || division === '') {
        problems.lost('bad-row', where, link.attribs['href'] ?? '')
        continue
      }
      problems.row()
      const own = findWeekday(note) ? weekdayIn(note) : weekday
      const ofWeekday = days.filter((day) => day.weekday === own)
      categories.push({
        bjjCompSystemId: target.kind === 'bracket' ? target.category : null,
        division,
        dayId: ofWeekday.length === 1 ? (ofWeekday[0]?.bjjCompSystemId ?? null) : anchor,
        weekday: own,
        time: readClock(note),
        single: target.kind === 'singles',
      })
    }
  }
  return { days, categories }
}

function readDays(root: Element): Day[] {
  const days = new Map<string, Day>()
  for (const link of all(dayLinks, root)) {
    const id = dayIdOf(link.attribs['href']?.slice(1))
    const text = textOf(link)
    if (id !== null && !days.has(id))
      days.set(id, { bjjCompSystemId: id, weekday: weekdayIn(text), startsAt: readClock(text) })
  }
  return [...days.values()]
}

const dayIdOf = (text: string | undefined): string | null => /^day([0-9]{1,10})$/.exec(text ?? '')?.[1] ?? null

/** The weekday of a text in English; a text that names none stays as it is. */
function weekdayIn(text: string): string {
  const found = findWeekday(text)
  return found ? weekdayName(found.index) : text
}

/** The division is the link's own text; its span holds the clock, marks, and now and then another weekday. */
function splitLabel(link: Element): { name: string; note: string } {
  const own = ownTexts(link).join(' ')
  const inner = childElements(link).map(textOf).join(' ')
  return { name: cleanText(own), note: cleanText(inner) }
}
