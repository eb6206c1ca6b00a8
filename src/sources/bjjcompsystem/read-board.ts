// Reads an order-of-fights page: the upcoming matches on up to four mats of one day. A match that has ended is not listed.
import { matInHall } from '#domain/mat.ts'
import type { Page } from '#domain/page.ts'
import type { BoardCard, BoardReading } from '#domain/reading.ts'
import { all, byClass, childElements, withClass, type Element, first, linkTo, textOf, textOfClass } from './document.ts'
import { divisionOf } from './division-of.ts'
import { readDate, readTime } from './local-time.ts'
import { pageOf } from './pages.ts'
import type { ContentOf, ReaderInput } from './reader-input.ts'
import { readSides, sidesKey } from './side.ts'
import { readWidgets } from './widgets.ts'
import { findWeekday, fightNumberIn, numberFrom, roundOfText, weekdayName } from './words.ts'

type BoardPage = Extract<Page, { kind: 'board' }>
type Column = ContentOf<BoardReading>['mats'][number]

/** Mats on each page of the board except the last, which may have fewer. */
const matsPerPage = 4

const links = linkTo((href) => href.includes('/tournament_days/'))
const columnHeaders = withClass('grid-column__header')
const cardLists = withClass('tournament-day__mats')

/** Reads the columns of the mats, the days and page numbers of the navigation, and the roster of the search widgets. */
export function readBoard(page: BoardPage, input: ReaderInput): ContentOf<BoardReading> {
  const { days, pages } = readNavigation(page, input)
  const { startsOn, endsOn } = input.context
  const ownDay = days.find((day) => day.bjjCompSystemId === page.day)
  const date = ownDay ? ownDay.date : startsOn !== null && startsOn === endsOn ? startsOn : null
  const mats = readColumns(page, date, input)
  reportMissingMats(page, ownDay?.matsCount ?? null, mats, input)
  return { days, date, mats, pages, ...readWidgets(input.document.widgets, input.problems) }
}

/** Reads the days in the sidebar and the page numbers that the arrows lead to. Some pages have no sidebar. */
function readNavigation(page: BoardPage, input: ReaderInput): Pick<ContentOf<BoardReading>, 'days' | 'pages'> {
  const days = new Map<string, ContentOf<BoardReading>['days'][number]>()
  const pages = new Set([page.page])
  for (const link of all(links, input.document.root)) {
    const target = pageOf(link.attribs['href'] ?? '', input.context.origin)
    if (target?.kind !== 'board' || target.tournament !== page.tournament) continue
    const parts = byClass(link)
    if (!parts.has('sidebar__day') && !parts.has('sidebar__date')) {
      if (target.day === page.day) pages.add(target.page)
      continue
    }
    if (days.has(target.day)) continue
    const printed = textOfClass(parts, 'sidebar__date')
    const where = `day ${target.day}`
    const { date, weekdayFits } = readDate(printed, input.language, input.context, input.dates)
    if (date === null) input.problems.addOddity('unknown-word', where, printed)
    if (!weekdayFits) input.problems.addOddity('weekday-mismatch', where, printed)
    const dayNumber = numberFrom(/\d{1,2}/.exec(textOfClass(parts, 'sidebar__day'))?.[0]) ?? days.size + 1
    const weekday = findWeekday(printed)?.index ?? (date === null ? -1 : new Date(`${date}T12:00:00Z`).getUTCDay())
    days.set(target.day, {
      bjjCompSystemId: target.day,
      dayNumber,
      dayName: `Day ${dayNumber}`,
      weekday: weekdayName(weekday),
      date,
      matsCount: numberFrom(/\((\d{1,3})/.exec(printed)?.[1]) ?? 0,
    })
  }
  return { days: [...days.values()], pages: [...pages].toSorted((a, b) => a - b) }
}

function readColumns(page: BoardPage, date: string | null, input: ReaderInput): Column[] {
  const mats = new Map<number, Column>()
  const columns = input.document.classes.get('sliding-columns__column') ?? []
  for (const [index, column] of columns.entries()) {
    const header = textOf(first(columnHeaders, column))
    const printed = numberFrom(/(\d{1,3})\D*$/.exec(header)?.[1])
    if (printed === null) {
      input.problems.addLoss('bad-column', `column ${index + 1}`, header || textOf(column))
      continue
    }
    const mat = matInHall(page.tournament, printed)
    const before = mats.get(mat)
    if (before) {
      input.problems.addLoss('duplicate', `Mat ${mat}`, 'two columns; the first counts')
      before.complete = false
      continue
    }
    mats.set(mat, readColumn(page, mat, date, column, input))
  }
  return [...mats.values()]
}

function readColumn(page: BoardPage, mat: number, date: string | null, column: Element, input: ReaderInput): Column {
  const { problems } = input
  const lists = all(cardLists, column)
  const rows = lists.flatMap(childElements).filter((row) => row.name === 'li')
  const cards: BoardCard[] = []
  /** By fight number. */
  const matchKeys = new Map<number, string>()
  let complete = lists.length === 1
  if (!complete) problems.addLoss('bad-column', `Mat ${mat}`, `${lists.length} lists of cards`)
  for (const [index, row] of rows.entries()) {
    const where = `Mat ${mat}, card ${index + 1}`
    const card = readCard(page, mat, date, row, where, input)
    if (!card) {
      if (textOf(row) === '') continue
      problems.addLoss('bad-row', where, textOf(row))
      complete = false
      continue
    }
    problems.countRow()
    const matchKey = `${card.division}: ${sidesKey(card.sides)}`
    const seenKey = card.fightNumber === null ? undefined : matchKeys.get(card.fightNumber)
    if (seenKey !== undefined) problems.addOddity('duplicate', where, `fight ${card.fightNumber} again`)
    if (seenKey === matchKey) continue
    if (card.fightNumber !== null) matchKeys.set(card.fightNumber, matchKey)
    cards.push(card)
  }
  return { mat, complete, cards }
}

/** Reads one card; null when its header, division or sides cannot be read. */
function readCard(
  page: BoardPage,
  mat: number,
  date: string | null,
  row: Element,
  where: string,
  input: ReaderInput,
): BoardCard | null {
  const parts = byClass(row)
  const sides = readSides(parts, { convertMat: (printed) => matInHall(page.tournament, printed) })
  const division = divisionOf(textOfClass(parts, 'match-header__category-name'), where, input)
  const when = textOfClass(parts, 'match-header__when')
  if (!sides || division === '' || (when === '' && textOfClass(parts, 'match-header__bracket') !== '')) return null
  const round = roundOfText(textOfClass(parts, 'match-header__phase'))
  if (round && !round.isKnown) input.problems.addOddity('unknown-word', where, round.round)
  const fight = textOfClass(parts, 'match-header__fight')
  return {
    mat,
    fightNumber: fightNumberIn(when) ?? numberFrom(/\d{1,5}/.exec(fight)?.[0]),
    when: { date, time: readTime(when, where, input.problems) },
    round: round?.round ?? null,
    division,
    sides,
  }
}

/** Adds a problem if this page has fewer mats than follow from the number of the day's mats in the sidebar. */
function reportMissingMats(page: BoardPage, matsOfDay: number | null, mats: Column[], { problems }: ReaderInput): void {
  if (matsOfDay === null) return
  const expected = Math.min(matsPerPage, Math.max(0, matsOfDay - matsPerPage * (page.page - 1)))
  if (mats.length < expected)
    problems.addLoss('mats-missing', `page ${page.page}`, `${mats.length} of ${expected} mats`, expected - mats.length)
}
