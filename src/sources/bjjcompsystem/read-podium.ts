// Reads the podium below a bracket, once the category is finished.
import type { BracketReading } from '#domain/reading.ts'
import { type ByClass, byClass, type PageDocument, textOf, textOfClass } from './document.ts'
import type { Problems } from './problems.ts'
import { numberFrom } from './words.ts'

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
