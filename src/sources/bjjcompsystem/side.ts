// Reads the sides of a match card: an athlete, a bye, or an open side. All pages with matches use the same markup.
import type { ReadSide } from '#domain/reading.ts'
import { type ByClass, byClass, type Element, textOf, textOfClass } from './document.ts'
import { disqualificationOf, fightNumberIn, matIn, numberFrom, takesOf } from './words.ts'

export type Athlete = Extract<ReadSide, { kind: 'athlete' }>

/** An athlete from the ranking, for parts of pages whose sides show only the seed. */
export type Ranked = { seed: number; name: string; team: string }

export type SideContext = {
  /** Converts a printed mat number to the number in the hall. */
  convertMat: (printed: number) => number
  ranking?: ReadonlyMap<number, Ranked>
}

const openSide = { kind: 'open', takes: null, fightNumber: null, mat: null } as const

/**
 * Both sides of a card in order. A side without text is open. Null if the card does not have two sides, or the text of a side is
 * not in the known places.
 */
export function readSides(card: ByClass, context: SideContext): [ReadSide, ReadSide] | null {
  const [first, second, ...more] = card.get('match-card__competitor') ?? []
  if (!first || !second || more.length > 0) return null
  const sides = [readSide(first, context), readSide(second, context)] as const
  return sides[0] && sides[1] ? [sides[0], sides[1]] : null
}

/** The sides of an empty cell. */
export const openSides = (): [ReadSide, ReadSide] => [{ ...openSide }, { ...openSide }]

function readSide(competitor: Element, context: SideContext): ReadSide | null {
  const parts = byClass(competitor)
  if (parts.has('match-card__bye')) return { kind: 'bye' }
  const name = textOfClass(parts, 'match-card__competitor-name')
  if (name !== '') return readAthlete(competitor, parts, name)
  const feeder = textOfClass(parts, 'match-card__child-where')
  if (feeder !== '') return readPlaceholder(feeder, context)
  const text = textOf(competitor)
  if (text === '') return { ...openSide }
  const ranked = context.ranking?.get(seedOf(parts) ?? -1)
  return ranked && text === String(ranked.seed)
    ? { ...readAthlete(competitor, parts, ranked.name), team: ranked.team }
    : null
}

const seedOf = (parts: ByClass): number | null =>
  numberFrom(/^\d{1,4}$/.exec(textOfClass(parts, 'match-card__competitor-n'))?.[0])

function readAthlete(competitor: Element, parts: ByClass, name: string): Athlete {
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

/**
 * Reads 'Winner of Fight 44, Mat 4'. The id of a placeholder identifies a place in the bracket, not an athlete, so it is ignored.
 */
function readPlaceholder(text: string, context: SideContext): ReadSide {
  const mat = matIn(text)
  return {
    kind: 'open',
    takes: takesOf(text),
    fightNumber: fightNumberIn(text),
    mat: mat === null ? null : context.convertMat(mat),
  }
}

/** The sides as one text, the same for all rows of a match. */
export const sidesKey = (sides: [ReadSide, ReadSide]): string =>
  sides
    .map((side) => (side.kind === 'athlete' ? (side.bjjCompSystemId ?? side.name) : JSON.stringify(side)))
    .join(' v ')
