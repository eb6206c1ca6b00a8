// Reads the programme: for each day its categories with the time of their first match. Athletes who are alone in a category
// report at the single competitors' table instead.
import type { Page } from '#domain/page.ts'
import { cleanText } from '#domain/name.ts'
import type { ScheduleReading } from '#domain/reading.ts'
import { all, childElements, withClass, type Element, linkTo, ownTexts, type Query, textOf } from './document.ts'
import { divisionOf } from './division-of.ts'
import { readTime } from './local-time.ts'
import { pageOf } from './pages.ts'
import type { ContentOf, ReaderInput } from './reader-input.ts'
import { findWeekday, weekdayName } from './words.ts'

type SchedulePage = Extract<Page, { kind: 'schedule' }>
type Day = ContentOf<ScheduleReading>['days'][number]

const dayLinks = linkTo((href) => href.startsWith('#day'))
/** The headings of the days (id and weekday) and the categories below them, in document order. */
const entryClass = withClass('public-schedule__day public-schedule__category-wrapper')
const entries: Query = (element) => entryClass(element) || (element.attribs['id']?.startsWith('day') ?? false)
const categoryLinks = linkTo(() => true)

/** Reads the days and, for each category, its day, its time, and whether it has a single athlete, who has no match. */
export function readSchedule(page: SchedulePage, input: ReaderInput): ContentOf<ScheduleReading> {
  const { document, context, problems } = input
  const days = readDays(document.root, problems)
  const categories: ContentOf<ScheduleReading>['categories'] = []
  let weekday = ''
  let anchorDay: string | null = null
  for (const entry of all(entries, document.root)) {
    const isCategory = entry.attribs['class']?.includes('public-schedule__category-wrapper') ?? false
    if (!isCategory) {
      anchorDay = dayIdOf(entry.attribs['id']) ?? anchorDay
      if (entry.attribs['class']?.includes('public-schedule__day')) weekday = weekdayIn(textOf(entry))
      continue
    }
    for (const link of all(categoryLinks, entry)) {
      const target = pageOf(link.attribs['href'] ?? '', context.origin)
      const where = `${weekday}, ${textOf(link)}`
      const isOfTournament =
        (target?.kind === 'bracket' || target?.kind === 'singles') && target.tournament === page.tournament
      const { name, note } = splitLabel(link)
      const division = divisionOf(name, where, input)
      if (!isOfTournament || division === '') {
        problems.addLoss('bad-row', where, link.attribs['href'] ?? '')
        continue
      }
      problems.countRow()
      const entryWeekday = findWeekday(note) ? weekdayIn(note) : weekday
      const daysOfWeekday = days.filter((day) => day.weekday === entryWeekday)
      categories.push({
        bjjCompSystemId: target.kind === 'bracket' ? target.category : null,
        division,
        dayId: daysOfWeekday.length === 1 ? (daysOfWeekday[0]?.bjjCompSystemId ?? null) : anchorDay,
        weekday: entryWeekday,
        time: readTime(note, where, problems),
        single: target.kind === 'singles',
      })
    }
  }
  return { days, categories }
}

function readDays(root: Element, problems: ReaderInput['problems']): Day[] {
  const days = new Map<string, Day>()
  for (const link of all(dayLinks, root)) {
    const id = dayIdOf(link.attribs['href']?.slice(1))
    const text = textOf(link)
    if (id !== null && !days.has(id))
      days.set(id, { bjjCompSystemId: id, weekday: weekdayIn(text), startsAt: readTime(text, `day ${id}`, problems) })
  }
  return [...days.values()]
}

const dayIdOf = (text: string | undefined): string | null => /^day([0-9]{1,10})$/.exec(text ?? '')?.[1] ?? null

/** The English weekday in a text; the text itself if it has none. */
function weekdayIn(text: string): string {
  const found = findWeekday(text)
  return found ? weekdayName(found.index) : text
}

/** Splits a link into the division (the link's own text) and the note in its span: time, marks, sometimes another weekday. */
function splitLabel(link: Element): { name: string; note: string } {
  const own = ownTexts(link).join(' ')
  const inner = childElements(link).map(textOf).join(' ')
  return { name: cleanText(own), note: cleanText(inner) }
}
