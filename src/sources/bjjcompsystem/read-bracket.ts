// Reads a category's bracket page: the tree with its athletes and results, and the podium once it is decided.
import { divisionText, readDivision } from '#domain/division.ts'
import { matInHall } from '#domain/mat.ts'
import type { Page } from '#domain/page.ts'
import type { BracketMatch, BracketReading } from '#domain/reading.ts'
import { treeSizeFor } from '#domain/round.ts'
import { closest, type ByClass, byClass, withClass, type Element, isInside, textOf, textOfClass } from './document.ts'
import { linkFeeders } from './feeders.ts'
import { readWhen } from './local-time.ts'
import { readPlacements } from './read-podium.ts'
import { readRanking, readSwaps } from './read-ranking.ts'
import type { ContentOf, ReaderInput } from './reader-input.ts'
import { openSides, readSides, type SideContext } from './side.ts'
import { fightNumberIn, matIn, numberFrom } from './words.ts'

const matchBox = withClass('tournament-category__match')

/** Reads the division, the tree with its feeders, the podium, the ranking and the swaps. */
export function readBracket(page: Extract<Page, { kind: 'bracket' }>, input: ReaderInput): ContentOf<BracketReading> {
  const { document, problems } = input
  const ranking = readRanking(document, problems)
  const { matches, lost } = readMatches(page, input, new Map(ranking.map((row) => [row.seed, row])))
  const placements = readPlacements(document, problems)
  const swaps = readSwaps(document, problems)
  const treeSize = matches.length === 0 ? null : sizeOfTree(matches, input)
  if (treeSize !== null) {
    const isDrawnWhole = matches.length === treeSize - 1
    const hasFinalLabel = matches.some((match) => match.isFinal)
    for (const match of matches) if (!hasFinalLabel) match.isFinal = isDrawnWhole && match.matchNumber === treeSize - 1
    linkFeeders(matches, treeSize)
    reportRepeatedAthletes(matches, treeSize, input)
  }
  reportMissingCells({ treeSize, drawn: matches.length, lost, isDecided: placements.length > 0 }, input)
  return { division: readTitle(input), treeSize, matches, placements, ranking, swaps }
}

function readTitle({ document, problems }: ReaderInput): ContentOf<BracketReading>['division'] {
  const labels = (document.classes.get('category-title__label') ?? []).map(textOf)
  if (labels.length === 0) return null
  const parsed = readDivision(labels)
  if (!parsed) {
    problems.addLoss('unknown-word', 'title', labels.join(' / '))
    return null
  }
  if (parsed.unknown !== null) problems.addOddity('unknown-word', 'title', parsed.unknown)
  return { division: divisionText(parsed.parts), ...parsed.parts }
}

/**
 * Reads the matches in the order of their numbers, and counts in `lost` the drawn or announced cells that are not among them. The
 * class `tournament-category__bracket-K` announces K cells.
 */
function readMatches(
  page: Extract<Page, { kind: 'bracket' }>,
  input: ReaderInput,
  ranking: NonNullable<SideContext['ranking']>,
): { matches: BracketMatch[]; lost: number } {
  const { problems } = input
  const { classes } = input.document
  const cells = classes.get('tournament-category__match-card') ?? []
  const matches = new Map<number, BracketMatch>()
  let lost = 0
  const context: SideContext = { convertMat: (printed) => matInHall(page.tournament, printed), ranking }
  for (const cell of cells) {
    const match = readCell(cell, context, input)
    if (!match) {
      lost++
      continue
    }
    problems.countRow()
    const before = matches.get(match.matchNumber)
    if (!before) matches.set(match.matchNumber, match)
    else if (JSON.stringify(before) !== JSON.stringify(match)) {
      lost++
      problems.addLoss('duplicate', `match ${match.matchNumber}`, 'drawn twice and differently; the first counts')
    }
  }
  for (const [index, bracket] of (classes.get('tournament-category__bracket') ?? []).entries()) {
    const announced = announcedCells(bracket)
    const drawn = cells.filter((cell) => isInside(cell, bracket)).length
    if (announced === null || drawn >= announced) continue
    lost += announced - drawn
    problems.addLoss(
      'cells-missing',
      `bracket part ${index + 1}`,
      `${drawn} of ${announced} matches`,
      announced - drawn,
    )
  }
  if (matches.size === 0 && classes.get('tournament-category__brackets')?.some((box) => textOf(box) !== ''))
    problems.reject('brackets without a readable match')
  return { matches: [...matches.values()].toSorted((a, b) => a.matchNumber - b.matchNumber), lost }
}

const announcedCells = (bracket: Element): number | null =>
  numberOfClass(bracket, /^tournament-category__bracket-(\d{1,3})$/)

/** The maximum number of athletes in one part; a larger category has several parts and the finals. */
const athletesPerPart = 16

/** The size of the tree that the drawn match numbers need, or a larger one if the titles and announced cells imply it. */
function sizeOfTree(matches: readonly BracketMatch[], { document }: ReaderInput): number {
  const drawn = treeSizeFor(Math.max(...matches.map((match) => match.matchNumber)))
  const parts = partTitles(document).count
  const announced = (document.classes.get('tournament-category__bracket') ?? []).map(announcedCells)
  const announcedSize = parts > 1 ? parts * athletesPerPart : announced.length === 1 ? (announced[0] ?? 0) + 1 : 0
  return Number.isInteger(Math.log2(announcedSize)) ? Math.max(drawn, announcedSize) : drawn
}

/** The number of parts according to titles such as 'Bracket 1/2', and the titles that are missing. */
function partTitles({ classes }: ReaderInput['document']): { count: number; missing: string[] } {
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
  /** Missing cells that are already reported as problems. */
  lost: number
  /** True if a podium is shown. */
  isDecided: boolean
}

/**
 * Adds a problem when cells are missing. A tree of size S has the matches 1 … S−1, byes included, so a page that shows fewer
 * lacks a part; so does a page with a podium and no match. A saved fragment, which has no title, is not checked.
 */
function reportMissingCells({ treeSize, drawn, lost, isDecided }: Drawn, { document, problems }: ReaderInput): void {
  if (!document.classes.has('category-title__label')) return
  const expected = (treeSize ?? 1) - 1
  const missingParts = partTitles(document).missing
  const where = missingParts.join(', ') || 'bracket'
  if (treeSize === null && isDecided) problems.addLoss('cells-missing', where, 'a podium without a match')
  else if (drawn + lost < expected || missingParts.length > 0)
    problems.addLoss('cells-missing', where, `${drawn} of ${expected} matches`, Math.max(1, expected - drawn - lost))
}

function numberOfClass(element: Element, pattern: RegExp): number | null {
  for (const name of element.classes) {
    const digits = pattern.exec(name)?.[1]
    if (digits !== undefined) return Number(digits)
  }
  return null
}

function readCell(cell: Element, context: SideContext, input: ReaderInput): BracketMatch | null {
  const { problems } = input
  // Other classes of the card contain 'match' too, and their order varies.
  const matchNumber = numberOfClass(cell, /^match-([1-9]\d{0,2})$/)
  const where = matchNumber === null ? `cell ${cell.attribs['id'] ?? ''}` : `match ${matchNumber}`
  const parts = byClass(cell)
  const sides = !parts.has('match-card__competitor') && textOf(cell) === '' ? openSides() : readSides(parts, context)
  if (matchNumber === null || sides === null) {
    problems.addLoss('bad-row', where, matchNumber === null ? 'no match number' : `sides: ${textOf(cell)}`)
    return null
  }
  const box = closest(cell, matchBox)
  const header = box ? byClass(box) : new Map<string, Element[]>()
  const place = readPlace(header, context)
  if (place === null) {
    problems.addLoss('bad-row', where, `header: ${textOfClass(header, 'tournament-category__match-header')}`)
    return null
  }
  return {
    matchNumber,
    isFinal: header.has('tournament-category__final-label'),
    ...place,
    when: readWhen(textOfClass(header, 'bracket-match-header__when'), where, input),
    sides,
  }
}

/** Reads 'FIGHT 33: Mat 3'; both may be missing. Null when the header has text, but not in the known places. */
function readPlace(
  header: ByClass,
  { convertMat }: SideContext,
): { mat: number | null; fightNumber: number | null } | null {
  const where = textOfClass(header, 'bracket-match-header__where')
  if (where === '' && !header.has('bracket-match-header__when') && textOfClass(header, 'bracket-match-header') !== '')
    return null
  const fight = textOfClass(header, 'bracket-match-header__fight')
  const rest = where.replace(fight, '')
  const printed = matIn(rest) ?? numberFrom(/\d{1,3}/.exec(rest)?.[0])
  return {
    mat: printed === null ? null : convertMat(printed),
    fightNumber: fightNumberIn(where) ?? numberFrom(/\d{1,5}/.exec(fight)?.[0]),
  }
}

/**
 * Reports athletes who appear twice in the first round. Trees of up to four places are exempt: with three athletes, the loser of
 * the first match has another one in the same round.
 */
function reportRepeatedAthletes(matches: BracketMatch[], treeSize: number, { problems }: ReaderInput): void {
  const seen = new Set<string>()
  for (const { matchNumber, sides } of matches) {
    if (treeSize <= 4 || matchNumber > treeSize / 2) continue
    for (const side of sides) {
      if (side.kind !== 'athlete' || side.bjjCompSystemId === null) continue
      if (seen.has(side.bjjCompSystemId))
        problems.addOddity('duplicate', `match ${matchNumber}`, `${side.name} appears twice in the first round`)
      seen.add(side.bjjCompSystemId)
    }
  }
}
