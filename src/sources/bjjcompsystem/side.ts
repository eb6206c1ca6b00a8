// One side of a match card, the same markup on every page that shows matches: an athlete, a bye, or a placeholder.
import type { ReadSide } from '#domain/reading.ts'
import { type ByClass, byClass, type Element, textOf, textOfClass } from './document.ts'
import { disqualificationOf, fightNumberIn, matIn, numberFrom, takesOf } from './words.ts'

export type Athlete = Extract<ReadSide, { kind: 'athlete' }>

/** What a page says elsewhere of the athlete of a seed; some pieces of pages carry only the seed on the side. */
export type Ranked = { seed: number; name: string; team: string }

export type SideContext = {
  /** The number in the hall of a printed mat. */
  mat: (printed: number) => number
  ranking?: ReadonlyMap<number, Ranked>
}

const nobody = { kind: 'open', takes: null, fightNumber: null, mat: null } as const

/**
 * Both sides of a card, the first one first; null when the card cannot be understood: not two sides, or a side with
 * words of which none is where it should be. A side without any words is an open one.
 */
export function readSides(card: ByClass, context: SideContext): [ReadSide, ReadSide] | null {
  const [first, second, ...more] = card.get('match-card__competitor') ?? []
  if (!first || !second || more.length > 0) return null
  const sides = [readSide(first, context), readSide(second, context)] as const
  return sides[0] && sides[1] ? [sides[0], sides[1]] : null
}

/** The sides of a cell in which nothing is drawn yet. */
export const openSides = (): [ReadSide, ReadSide] => [{ ...nobody }, { ...nobody }]

function readSide(competitor: Element, context: SideContext): ReadSide | null {
  const parts = byClass(competitor)
  if (parts.has('match-card__bye')) return { kind: 'bye' }
  const name = textOfClass(parts, 'match-card__competitor-name')
  if (name !== '') return athlete(competitor, parts, name)
  const feeder = textOfClass(parts, 'match-card__child-where')
  if (feeder !== '') return placeholder(feeder, context)
  const text = textOf(competitor)
  if (text === '') return { ...nobody }
  const ranked = context.ranking?.get(seedOf(parts) ?? -1)
  return ranked && text === String(ranked.seed)
    ? { ...athlete(competitor, parts, ranked.name), team: ranked.team }
    : null
}

const seedOf = (parts: ByClass): number | null =>
  numberFrom(/^\d{1,4}$/.exec(textOfClass(parts, 'match-card__competitor-n'))?.[0])

function athlete(competitor: Element, parts: ByClass, name: string): Athlete {
  const icon = parts.get('match-card__disqualification')?.[0]
  const tooltip =
    icon?.attribs['title'] || icon?.attribs['data-original-title'] || (parts.has('no-show') ? 'no show' : '')
  return {
    kind: 'athlete',
    bjjCompSystemId: /^competitor-([0-9]{1,18})$/.exec(competitor.attribs['id'] ?? '')?.[1] ?? null,
    name,
    team: textOfClass(parts, 'match-card__club-name') || null,
    seed: seedOf(parts),
    loser: parts.has('match-competitor--loser'),
    disqualification: icon ? disqualificationOf(tooltip) : null,
  }
}

/** 'Winner of Fight 44, Mat 4'. The id on a placeholder is that of a place in the bracket, and is left out. */
function placeholder(text: string, context: SideContext): ReadSide {
  const mat = matIn(text)
  return {
    kind: 'open',
    takes: takesOf(text),
    fightNumber: fightNumberIn(text),
    mat: mat === null ? null : context.mat(mat),
  }
}

/** The sides as one text, to tell two rows for the same match from two matches. */
export const sidesKey = (sides: [ReadSide, ReadSide]): string =>
  sides
    .map((side) => (side.kind === 'athlete' ? (side.bjjCompSystemId ?? side.name) : JSON.stringify(side)))
    .join(' v ')
