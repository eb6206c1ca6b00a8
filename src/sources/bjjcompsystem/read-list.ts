// The by_competitor and by_club lists: every match that one athlete, or a club's athletes, can still reach, with the
// source's own word for how far each has come.
import { matInHall } from '#domain/mat.ts'
import { type RawStatus, rawStatuses } from '#domain/match.ts'
import type { Page } from '#domain/page.ts'
import type { CompetitorRow, ListReading } from '#domain/reading.ts'
import { all, byClass, childElements, type Element, first, linking, named, textOf, textOfClass } from './document.ts'
import { divisionOf } from './division-of.ts'
import { readWhen } from './local-time.ts'
import { pageOf } from './pages.ts'
import type { ContentOf, Sheet } from './sheet.ts'
import { readSides, sidesKey } from './side.ts'
import { fightNumberIn, matIn, roundOfText } from './words.ts'

type ListPage = Extract<Page, { kind: 'competitor' | 'club' }>

const titles = named('h1')
const links = linking(() => true)

/** The list stands on the page more than once, and a club's page can show a match for both sides: each row counts once. */
export function readList(page: ListPage, sheet: Sheet): ContentOf<ListReading> {
  const { document, problems } = sheet
  const rows = new Map<string, CompetitorRow>()
  const lists = document.classes.get('tournament-day__matches') ?? []
  for (const [index, item] of lists.flatMap(childElements).entries()) {
    const row = readRow(page, item, `row ${index + 1}`, sheet)
    if (!row) {
      if (textOf(item) !== '') problems.lost('bad-row', `row ${index + 1}`, textOf(item))
      continue
    }
    problems.row()
    const place = row.fightNumber === null ? sidesKey(row.sides) : `${row.when.date} ${row.mat} ${row.fightNumber}`
    const key = `${row.categoryId ?? row.division}: ${place}`
    if (!rows.has(key)) rows.set(key, row)
  }
  if (rows.size === 0 && document.classes.has('match-card')) problems.refuse('match cards outside the list')
  return { title: textOf(first(titles, document.root)) || null, rows: [...rows.values()] }
}

function readRow(page: ListPage, item: Element, where: string, sheet: Sheet): CompetitorRow | null {
  const parts = byClass(item)
  const mat = (printed: number): number => matInHall(page.tournament, printed)
  const sides = readSides(parts, { mat })
  const name = parts.get('tournament-day__category-name')?.[0]
  const division = divisionOf(textOf(name), where, sheet)
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
    categoryId: categoryOf(page, name, where, sheet),
    division,
    rawStatus: statusOf(item, where, sheet),
    when: readWhen(when, where, sheet),
    mat: printedMat === null ? null : mat(printedMat),
    fightNumber: fightNumberIn(place),
    round: roundIn(place, where, sheet),
    sides,
  }
}

function categoryOf(page: ListPage, name: Element, where: string, { context, problems }: Sheet): string | null {
  for (const link of all(links, name)) {
    const target = pageOf(link.attribs['href'] ?? '', context.origin)
    if (target?.kind === 'bracket' && target.tournament === page.tournament) return target.category
  }
  problems.odd('foreign-link', where, 'no link to a category of this tournament')
  return null
}

/** The word after `match--` among the item's classes. */
function statusOf(item: Element, where: string, { problems }: Sheet): RawStatus {
  const words = item.classes.flatMap((name) => /^match--([a-z_-]+)$/.exec(name)?.[1] ?? [])
  const known = words.find((word): word is RawStatus => rawStatuses.some((status) => status === word))
  if (known === undefined) problems.odd('unknown-word', where, `status ${words.join(' ')}`)
  return known ?? 'unknown'
}

/** '- Mat 12: Fight 17 - Semi-Final': the words after the fight's number and a dash. */
function roundIn(place: string, where: string, { problems }: Sheet): string | null {
  const round = roundOfText(/\d\s*[-–—]\s*(\D.*|\d+\D.*)$/.exec(place)?.[1] ?? '')
  if (round && !round.known) problems.odd('unknown-word', where, round.round)
  return round?.round ?? null
}
