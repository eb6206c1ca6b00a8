// Reads the tables below a bracket: the podium once the category is finished, the ranking that decided the seeds, and the swaps
// that moved team-mates apart. Except for the first two, the columns of the ranking vary by age, belt and class.
import type { BracketReading } from '#domain/reading.ts'
import {
  all,
  closest,
  type ByClass,
  byClass,
  childElements,
  withClass,
  first,
  withName,
  type PageDocument,
  type Query,
  textOf,
  textOfClass,
} from './document.ts'
import type { Problems } from './problems.ts'
import { numberFrom } from './words.ts'

const ranking = withClass('tournament-category__ranking')
const rankingGroup: Query = (element) => element.name === 'tbody' && closest(element, ranking) !== undefined
const rankingRows: Query = (element) => element.name === 'tr' && closest(element, rankingGroup) !== undefined
const swaps = withClass('tournament-category__swap')
const swapRows: Query = ({ name, parent }) => name === 'li' && parent !== null && swaps(parent)
const cells = withName('td')

/** The podium in the page's order (1, 2, 3, 3), without steps that have no name (a category of one). */
export function readPlacements({ classes }: PageDocument, problems: Problems): BracketReading['placements'] {
  return (classes.get('podium__step') ?? []).flatMap((step, index) => {
    const parts = byClass(step)
    const name = textOfClass(parts, 'podium__competitor-name')
    const place = placeOf(parts)
    if (name !== '' && place !== null) return [{ place, name, team: teamOf(parts, textOf(step), name) }]
    if (/[\p{L}]/u.test(textOf(step))) problems.addLoss('bad-row', `podium step ${index + 1}`, textOf(step))
    return []
  })
}

const medals: [className: string, place: number][] = [
  ['podium__gold', 1],
  ['podium__silver', 2],
  ['podium__bronze', 3],
]

/** The place: the printed number, or the medal's class when there is none. */
function placeOf(parts: ByClass): number | null {
  const printed = numberFrom(/(?<!\d)[1-3](?!\d)/.exec(textOfClass(parts, 'podium__place'))?.[0])
  return printed ?? medals.find(([className]) => parts.has(className))?.[1] ?? null
}

/** The team: the text of the element with a team class, else the step's text without place and name. */
function teamOf(parts: ByClass, step: string, name: string): string {
  for (const className of parts.keys()) if (/club|team|academy/.test(className)) return textOfClass(parts, className)
  return step.replace(textOfClass(parts, 'podium__place'), '').replace(name, '').trim()
}

/** Seed, name and team of every ranking row; the last group of rows may be empty. */
export function readRanking({ root }: PageDocument, problems: Problems): BracketReading['ranking'] {
  return all(rankingRows, root).flatMap((row, index) => {
    const parts = byClass(row)
    // The source spells it 'prioriry'.
    const seed = numberFrom(
      /^\d{1,4}$/.exec(textOfClass(parts, 'prioriry-number') || textOfClass(parts, 'priority-number'))?.[0],
    )
    const name = textOfClass(parts, 'competitor-name')
    if (seed !== null && name !== '') return [{ seed, name, team: textOf(first(cells, row)) }]
    if (textOf(row) !== '') problems.addLoss('bad-row', `ranking row ${index + 1}`, textOf(row))
    return []
  })
}

/** The swaps, such as '7 - Miguel …' → '6 - Brandon …', in document order, because one builds on the other. */
export function readSwaps({ root }: PageDocument, problems: Problems): BracketReading['swaps'] {
  return all(swapRows, root).flatMap((row, index) => {
    const [from, to] = childElements(row).flatMap((part) => {
      const found = /^(\d{1,4})\s*[-–—]\s*(.+)$/.exec(textOf(part))
      return found ? [{ seed: Number(found[1]), name: found[2] as string }] : []
    })
    if (from && to) return [{ from, to }]
    if (textOf(row) !== '') problems.addLoss('bad-row', `swap ${index + 1}`, textOf(row))
    return []
  })
}
