// Reads the by_competitor and by_club lists: the matches of one athlete, or of a club's athletes, and those that they can still
// reach, each with its raw status.
import { matInHall } from '#domain/mat.ts'
import { type RawStatus, rawStatuses } from '#domain/match.ts'
import type { Page } from '#domain/page.ts'
import type { CompetitorRow, ListReading } from '#domain/reading.ts'
import { all, byClass, childElements, type Element, first, linkTo, withName, textOf, textOfClass } from './document.ts'
import { divisionOf } from './division-of.ts'
import { readWhen } from './local-time.ts'
import { pageOf } from './pages.ts'
import type { ContentOf, ReaderInput } from './reader-input.ts'
import { readSides, sidesKey } from './side.ts'
import { fightNumberIn, matIn, roundOfText } from './words.ts'

type ListPage = Extract<Page, { kind: 'competitor' | 'club' }>

const titles = withName('h1')
const links = linkTo(() => true)

/** Reads each match once: the page contains the list more than once, and a club's page can show a match for both sides. */
export function readList(page: ListPage, input: ReaderInput): ContentOf<ListReading> {
  const { document, problems } = input
  const rows = new Map<string, CompetitorRow>()
  const lists = document.classes.get('tournament-day__matches') ?? []
  for (const [index, item] of lists.flatMap(childElements).entries()) {
    const row = readRow(page, item, `row ${index + 1}`, input)
    if (!row) {
      if (textOf(item) !== '') problems.addLoss('bad-row', `row ${index + 1}`, textOf(item))
      continue
    }
    problems.countRow()
    const place = row.fightNumber === null ? sidesKey(row.sides) : `${row.when.date} ${row.mat} ${row.fightNumber}`
    const key = `${row.categoryId ?? row.division}: ${place}`
    if (!rows.has(key)) rows.set(key, row)
  }
  if (rows.size === 0 && document.classes.has('match-card')) problems.reject('match cards outside the list')
  return { title: textOf(first(titles, document.root)) || null, rows: [...rows.values()] }
}

function readRow(page: ListPage, item: Element, where: string, input: ReaderInput): CompetitorRow | null {
  const parts = byClass(item)
  const convertMat = (printed: number): number => matInHall(page.tournament, printed)
  const sides = readSides(parts, { convertMat })
  const name = parts.get('tournament-day__category-name')?.[0]
  const division = divisionOf(textOf(name), where, input)
  const when = textOfClass(parts, 'search-match-header__when')
  const place = textOfClass(parts, 'search-match-header__where')
  if (
    !sides ||
    !name ||
    division === '' ||
    (when === '' && place === '' && textOfClass(parts, 'search-match-header') !== '')
  )
    return null
  const printedMat = matIn(place)
  return {
    categoryId: categoryOf(page, name, where, input),
    division,
    rawStatus: statusOf(item, where, input),
    when: readWhen(when, where, input),
    mat: printedMat === null ? null : convertMat(printedMat),
    fightNumber: fightNumberIn(place),
    round: roundIn(place, where, input),
    sides,
  }
}

function categoryOf(page: ListPage, name: Element, where: string, { context, problems }: ReaderInput): string | null {
  for (const link of all(links, name)) {
    const target = pageOf(link.attribs['href'] ?? '', context.origin)
    if (target?.kind === 'bracket' && target.tournament === page.tournament) return target.category
  }
  problems.addOddity('foreign-link', where, 'no link to a category of this tournament')
  return null
}

/** The raw status: the word after `match--` among the item's classes. */
function statusOf(item: Element, where: string, { problems }: ReaderInput): RawStatus {
  const words = item.classes.flatMap((name) => /^match--([a-z_-]+)$/.exec(name)?.[1] ?? [])
  const known = words.find((word): word is RawStatus => rawStatuses.some((status) => status === word))
  if (known === undefined) problems.addOddity('unknown-word', where, `status ${words.join(' ')}`)
  return known ?? 'unknown'
}

/** The round in '- Mat 12: Fight 17 - Semi-Final': the text after the fight number and a dash. */
function roundIn(place: string, where: string, { problems }: ReaderInput): string | null {
  const round = roundOfText(/\d\s*[-–—]\s*(\D.*|\d+\D.*)$/.exec(place)?.[1] ?? '')
  if (round && !round.isKnown) problems.addOddity('unknown-word', where, round.round)
  return round?.round ?? null
}
