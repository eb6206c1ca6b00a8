// A category's bracket page: the whole tree with who stands where, results, and after the end the podium.
import { divisionText, readDivision } from '#domain/division.ts'
import { matInHall } from '#domain/mat.ts'
import type { Page } from '#domain/page.ts'
import type { BracketMatch, BracketReading } from '#domain/reading.ts'
import { treeSizeFor } from '#domain/round.ts'
import { around, type ByClass, byClass, classed, type Element, isInside, textOf, textOfClass } from './document.ts'
import { linkFeeders } from './feeders.ts'
import { readWhen } from './local-time.ts'
import { readPlacements, readRanking, readSwaps } from './read-standings.ts'
import type { ContentOf, Sheet } from './sheet.ts'
import { openSides, readSides, type SideContext } from './side.ts'
import { fightNumberIn, matIn, numberFrom } from './words.ts'

const matchBox = classed('tournament-category__match')

export function readBracket(page: Extract<Page, { kind: 'bracket' }>, sheet: Sheet): ContentOf<BracketReading> {
  const { document, problems } = sheet
  const ranking = readRanking(document, problems)
  const { matches, lost } = readMatches(page, sheet, new Map(ranking.map((row) => [row.seed, row])))
  const placements = readPlacements(document, problems)
  const swaps = readSwaps(document, problems)
  const treeSize = matches.length === 0 ? null : sizeOfTree(matches, sheet)
  if (treeSize !== null) {
    const isDrawnWhole = matches.length === treeSize - 1
    const labelled = matches.some((match) => match.isFinal)
    for (const match of matches) if (!labelled) match.isFinal = isDrawnWhole && match.matchNumber === treeSize - 1
    linkFeeders(matches, treeSize)
    reportRepeatedAthletes(matches, treeSize, sheet)
  }
  reportMissingCells({ treeSize, drawn: matches.length, lost, isDecided: placements.length > 0 }, sheet)
  return { division: readTitle(sheet), treeSize, matches, placements, ranking, swaps }
}

function readTitle({ document, problems }: Sheet): ContentOf<BracketReading>['division'] {
  const labels = (document.classes.get('category-title__label') ?? []).map(textOf)
  if (labels.length === 0) return null
  const read = readDivision(labels)
  if (!read) {
    problems.lost('unknown-word', 'title', labels.join(' / '))
    return null
  }
  if (read.unknown !== null) problems.odd('unknown-word', 'title', read.unknown)
  return { division: divisionText(read.parts), ...read.parts }
}

/**
 * The matches by number, and how many cells were drawn or announced and are not among them. Each
 * `tournament-category__bracket-K` says how many cells it draws.
 */
function readMatches(
  page: Extract<Page, { kind: 'bracket' }>,
  sheet: Sheet,
  ranking: NonNullable<SideContext['ranking']>,
): { matches: BracketMatch[]; lost: number } {
  const { problems } = sheet
  const { classes } = sheet.document
  const cells = classes.get('tournament-category__match-card') ?? []
  const matches = new Map<number, BracketMatch>()
  let lost = 0
  const context: SideContext = { mat: (printed) => matInHall(page.tournament, printed), ranking }
  for (const cell of cells) {
    const read = readCell(cell, context, sheet)
    if (!read) {
      lost++
      continue
    }
    problems.row()
    const before = matches.get(read.matchNumber)
    if (!before) matches.set(read.matchNumber, read)
    else if (JSON.stringify(before) !== JSON.stringify(read)) {
      lost++
      problems.lost('duplicate', `match ${read.matchNumber}`, 'drawn twice and differently; the first counts')
    }
  }
  for (const [index, bracket] of (classes.get('tournament-category__bracket') ?? []).entries()) {
    const announced = announcedCells(bracket)
    const drawn = cells.filter((cell) => isInside(cell, bracket)).length
    if (announced === null || drawn >= announced) continue
    lost += announced - drawn
    problems.lost('cells-missing', `bracket part ${index + 1}`, `${drawn} of ${announced} matches`, announced - drawn)
  }
  if (matches.size === 0 && classes.get('tournament-category__brackets')?.some((box) => textOf(box) !== ''))
    problems.refuse('brackets without a readable match')
  return { matches: [...matches.values()].toSorted((a, b) => a.matchNumber - b.matchNumber), lost }
}

const announcedCells = (bracket: Element): number | null =>
  numberOfClass(bracket, /^tournament-category__bracket-(\d{1,3})$/)

/** Athletes that one drawn part holds; a larger category comes in several parts and the finals. */
const athletesPerPart = 16

/** The tree that the drawn numbers need, or the larger one that the page's titles and announced cells tell of. */
function sizeOfTree(matches: readonly BracketMatch[], { document }: Sheet): number {
  const drawn = treeSizeFor(Math.max(...matches.map((match) => match.matchNumber)))
  const parts = partTitles(document).count
  const announced = (document.classes.get('tournament-category__bracket') ?? []).map(announcedCells)
  const told = parts > 1 ? parts * athletesPerPart : announced.length === 1 ? (announced[0] ?? 0) + 1 : 0
  return Number.isInteger(Math.log2(told)) ? Math.max(drawn, told) : drawn
}

/** How many parts the titles 'Bracket 1/2', 'Bracket 2/2' promise, and the titles among them that are not there. */
function partTitles({ classes }: Sheet['document']): { count: number; missing: string[] } {
  const titles = (classes.get('bracket-title') ?? []).flatMap((title) => {
    const [, word, part, count] = /^(\D*?)\s*(\d{1,2})\s*\/\s*(\d{1,2})$/.exec(textOf(title)) ?? []
    return word === undefined ? [] : [{ word, part: Number(part), count: Number(count) }]
  })
  const count = Math.max(0, ...titles.map((title) => title.count))
  const shown = new Set(titles.map(({ part }) => part))
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((part) => !shown.has(part))
  return { count, missing: missing.map((part) => `${titles[0]?.word} ${part}/${count}`) }
}

type Drawn = {
  treeSize: number | null
  drawn: number
  /** Cells that are missing for a reason that was told already. */
  lost: number
  /** A podium is shown. */
  isDecided: boolean
}

/**
 * A tree of size S has the matches 1 … S−1, byes included: a page that does not show them all misses a part, in the middle
 * or at its end. So does a podium without a match. A piece of a page, which a title is no part of, is not judged.
 */
function reportMissingCells({ treeSize, drawn, lost, isDecided }: Drawn, { document, problems }: Sheet): void {
  if (!document.classes.has('category-title__label')) return
  const all = (treeSize ?? 1) - 1
  const parts = partTitles(document).missing
  const where = parts.join(', ') || 'bracket'
  if (treeSize === null && isDecided) problems.lost('cells-missing', where, 'a podium without a match')
  else if (drawn + lost < all || parts.length > 0)
    problems.lost('cells-missing', where, `${drawn} of ${all} matches`, Math.max(1, all - drawn - lost))
}

function numberOfClass(element: Element, pattern: RegExp): number | null {
  for (const name of element.classes) {
    const digits = pattern.exec(name)?.[1]
    if (digits !== undefined) return Number(digits)
  }
  return null
}

function readCell(cell: Element, context: SideContext, sheet: Sheet): BracketMatch | null {
  const { problems } = sheet
  // The card's other classes begin with or contain 'match' too, and their order varies.
  const matchNumber = numberOfClass(cell, /^match-([1-9]\d{0,2})$/)
  const where = matchNumber === null ? `cell ${cell.attribs['id'] ?? ''}` : `match ${matchNumber}`
  const parts = byClass(cell)
  const sides = !parts.has('match-card__competitor') && textOf(cell) === '' ? openSides() : readSides(parts, context)
  if (matchNumber === null || sides === null) {
    problems.lost('bad-row', where, matchNumber === null ? 'no match number' : `sides: ${textOf(cell)}`)
    return null
  }
  const box = around(cell, matchBox)
  const header = box ? byClass(box) : new Map<string, Element[]>()
  const place = readPlace(header, context)
  if (place === null) {
    problems.lost('bad-row', where, `header: ${textOfClass(header, 'tournament-category__match-header')}`)
    return null
  }
  return {
    matchNumber,
    isFinal: header.has('tournament-category__final-label'),
    ...place,
    when: readWhen(textOfClass(header, 'bracket-match-header__when'), where, sheet),
    sides,
  }
}

/** 'FIGHT 33: Mat 3'. Both may be missing; null when the header has words but none where they should be. */
function readPlace(header: ByClass, { mat }: SideContext): { mat: number | null; fightNumber: number | null } | null {
  const where = textOfClass(header, 'bracket-match-header__where')
  if (where === '' && !header.has('bracket-match-header__when') && textOfClass(header, 'bracket-match-header') !== '')
    return null
  const fight = textOfClass(header, 'bracket-match-header__fight')
  const rest = where.replace(fight, '')
  const printed = matIn(rest) ?? numberFrom(/\d{1,3}/.exec(rest)?.[0])
  return {
    mat: printed === null ? null : mat(printed),
    fightNumber: fightNumberIn(where) ?? numberFrom(/\d{1,5}/.exec(fight)?.[0]),
  }
}

/** In the first round an athlete stands once; only a bracket of three lets the loser of the first match fight again. */
function reportRepeatedAthletes(matches: BracketMatch[], treeSize: number, { problems }: Sheet): void {
  const seen = new Set<string>()
  for (const { matchNumber, sides } of matches) {
    if (treeSize <= 4 || matchNumber > treeSize / 2) continue
    for (const side of sides) {
      if (side.kind !== 'athlete' || side.bjjCompSystemId === null) continue
      if (seen.has(side.bjjCompSystemId))
        problems.odd('duplicate', `match ${matchNumber}`, `${side.name} stands twice in the first round`)
      seen.add(side.bjjCompSystemId)
    }
  }
}
