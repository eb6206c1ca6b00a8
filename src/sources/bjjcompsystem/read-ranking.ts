// Reads the tables that explain a draw: the ranking that decided the seeds, and the swaps that moved team-mates apart. The columns
// of the ranking vary by age, belt and class; the source prints some headings and cells in English on a Portuguese page.
import { fold } from '#domain/name.ts'
import { pointsColumns, type Ranking, titleColumns } from '#domain/ranking.ts'
import type { BracketReading } from '#domain/reading.ts'
import {
  all,
  byClass,
  childElements,
  closest,
  type Element,
  first,
  type PageDocument,
  type Query,
  textOf,
  textOfClass,
  withClass,
  withName,
} from './document.ts'
import type { Problems } from './problems.ts'
import { numberFrom } from './words.ts'

const ranking = withClass('tournament-category__ranking')
const rankingGroup: Query = (element) => element.name === 'tbody' && closest(element, ranking) !== undefined
const rankingRows: Query = (element) => element.name === 'tr' && closest(element, rankingGroup) !== undefined
const rankingHead: Query = (element) => element.name === 'thead' && closest(element, ranking) !== undefined
const headings = withName('th')
const cells = withName('td')
const swaps = withClass('tournament-category__swap')
const swapRows: Query = ({ name, parent }) => name === 'li' && parent !== null && swaps(parent)

/** Upper bounds that no category reaches; anything beyond them is ignored. */
const limits = { rows: 512, swaps: 128, columns: 24, years: 12, heading: 60 }

type Column = (typeof pointsColumns)[number] | (typeof titleColumns)[number]

/** The known headings in lower case, without accents and punctuation. */
const knownHeadings = new Map<string, Column>(
  Object.entries({
    'grand slam pts': 'grand-slam',
    'pts grand slam': 'grand-slam',
    'overall pts': 'overall',
    'pts geral': 'overall',
    'grand slam open class pts': 'grand-slam-open-class',
    'grand slam overall pts': 'grand-slam-overall',
    'overall open class pts': 'overall-open-class',
    'overall pts without open class': 'overall-without-open-class',
    'world champion last 3 editions': 'world',
    'camp mundial ult 3 edicoes': 'world',
    'last world title': 'world',
    'former world champ': 'world',
    'camp mundial': 'world',
    'world champ last edition': 'last-world',
    'world champ four years ago': 'world-four-years-ago',
    'camp mundial 4 edicoes atras': 'world-four-years-ago',
    'world champ five years ago': 'world-five-years-ago',
    'camp mundial 5 edicoes atras': 'world-five-years-ago',
    'last brown belt world champion': 'brown-belt-world',
    'camp mundial faixa marrom': 'brown-belt-world',
    'adult world champ': 'adult-world',
    'camp adulto': 'adult-world',
  }),
)

/** Seed, name, team, points and titles of every ranking row; the last group of rows may be empty. */
export function readRanking({ root }: PageDocument, problems: Problems): BracketReading['ranking'] {
  const head = first(rankingHead, root)
  // The first heading is above the row's heading cell, which has the seed and the name.
  const columns = head
    ? all(headings, head, limits.columns + 1)
        .slice(1)
        .map(columnOf)
    : []
  return all(rankingRows, root, limits.rows).flatMap((row, index) => {
    const parts = byClass(row)
    // The source misspells the class as 'prioriry-number'.
    const seed = numberFrom(
      /^\d{1,4}$/.exec(textOfClass(parts, 'prioriry-number') || textOfClass(parts, 'priority-number'))?.[0],
    )
    const name = textOfClass(parts, 'competitor-name')
    if (seed === null || name === '') {
      if (textOf(row) !== '') problems.addLoss('bad-row', `ranking row ${index + 1}`, textOf(row))
      return []
    }
    const values = all(cells, row, limits.columns).map(textOf)
    const isAligned = values.length === columns.length
    if (!isAligned && values.length > 1)
      problems.addOddity(
        'bad-row',
        `ranking row ${index + 1}`,
        `${values.length} cells under ${columns.length} headings`,
      )
    // The first cell is the team.
    const facts = isAligned
      ? columns.flatMap((column, at) => (at > 0 && column !== '' ? { column, value: values[at] ?? '' } : []))
      : []
    return [{ seed, name, team: values[0] ?? '', points: pointsIn(facts), titles: titlesIn(facts) }]
  })
}

/** The column with this heading: a code for a known one, else the heading itself. */
function columnOf(heading: Element): string {
  const text = textOf(heading)
  const words = fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  const level = /^(?:m\s?([1-7]) world champ|camp mundial m\s?([1-7]))$/.exec(words)
  if (level) return `master-${level[1] ?? level[2]}-world`
  return knownHeadings.get(words) ?? Array.from(text).slice(0, limits.heading).join('').trim()
}

type Fact = { column: string; value: string }

/** Whether a column states points. For an unknown column the heading decides, else the value: a year belongs to a title. */
const isOfPoints = ({ column, value }: Fact): boolean =>
  isOneOf(pointsColumns, column) ||
  (!isOneOf(titleColumns, column) && (/\b(?:pts|points|pontos)\b/i.test(column) || yearsIn(value).length === 0))

const isOneOf = (columns: readonly string[], column: string): boolean => columns.includes(column)

/** The numbers under the columns of points. */
const pointsIn = (facts: readonly Fact[]): Ranking['points'] =>
  facts.flatMap((fact) =>
    isOfPoints(fact) && /^\d{1,7}$/.test(fact.value) ? [{ column: fact.column, points: Number(fact.value) }] : [],
  )

/** The titles in a row: years or 'Yes'. Several columns may be about the same title. */
function titlesIn(facts: readonly Fact[]): Ranking['titles'] {
  const titles = new Map<string, Set<number>>()
  for (const { column, value } of facts) {
    const years = yearsIn(value)
    const isHeld = years.length > 0 ? !isOfPoints({ column, value }) : /^(?:yes|sim)$/i.test(value)
    if (isHeld) titles.set(column, new Set([...(titles.get(column) ?? []), ...years]))
  }
  return [...titles].map(([column, years]) => ({ column, years: [...years].toSorted((a, b) => b - a) }))
}

/** The years in '2023, 2024'; none if the text contains anything else. */
function yearsIn(value: string): number[] {
  const parts = value.split(',').map((part) => part.trim())
  return parts.every((part) => /^(?:19|20)\d\d$/.test(part)) ? parts.slice(0, limits.years).map(Number) : []
}

/**
 * The swaps, such as '7 - Miguel …' → '6 - Brandon …', in document order, because a later swap applies to the result of the
 * earlier ones.
 */
export function readSwaps({ root }: PageDocument, problems: Problems): BracketReading['swaps'] {
  return all(swapRows, root, limits.swaps).flatMap((row, index) => {
    const [from, to] = childElements(row).flatMap((part) => {
      const found = /^(\d{1,4})\s*[-–—]\s*(.+)$/.exec(textOf(part))
      return found ? [{ seed: Number(found[1]), name: found[2] as string }] : []
    })
    if (from && to) return [{ from, to }]
    if (textOf(row) !== '') problems.addLoss('bad-row', `swap ${index + 1}`, textOf(row))
    return []
  })
}
