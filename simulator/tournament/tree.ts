import { firstRound, treeSize } from './draw.ts'
import type { Category, Entrant, Match, Side } from './model.ts'

/** Choices about a category's tree for which no page gives a reason. */
export interface TreeChoices {
  /** True if side A comes from the child with the lower match number (as in 2026), false for the higher. */
  lowerFirst: boolean
  /** The next number for a placeholder's element id. */
  nextSlotId: () => number
  isStale: () => boolean
  hides: () => Match['hides']
}

/**
 * Creates the category's fights. `positions` maps a seed's place in the draw to the athlete there; after a swap that athlete has
 * another seed. Byes are decided immediately.
 */
export function buildTree(category: Category, positions: ReadonlyMap<number, Entrant>, choices: TreeChoices): void {
  const athletes = positions.size
  category.size = treeSize(athletes)
  category.matches = Array.from({ length: category.size - 1 }, (_, index) =>
    emptyMatch(category, index + 1, roundOf(index + 1, category.size), choices),
  )
  if (athletes === 3) return linkThree(category, positions)
  firstRound(athletes).forEach(([seed, opponent], index) => {
    const match = category.matches[index] as Match
    placeEntrant(match.sides[0], positions.get(seed))
    placeEntrant(match.sides[1], opponent === undefined ? undefined : positions.get(opponent))
  })
  for (const match of category.matches) {
    if (match.round === 1) continue
    const [lower, higher] = childrenOf(match)
    const first = choices.lowerFirst ? lower : higher
    const second = choices.lowerFirst ? higher : lower
    feed(first, match, 0, 'winner')
    feed(second, match, 1, 'winner')
  }
  for (const match of category.matches) if (match.round === 1) settleBye(match)
}

/** The round of match-N in a tree of `size` leaves, from 1. */
function roundOf(n: number, size: number): number {
  let round = 1
  let last = size / 2
  for (let count = size / 4; n > last; count /= 2) {
    last += count
    round += 1
  }
  return round
}

/** The two fights before a fight of the second round or later: a pair of neighbours in the round before. */
function childrenOf(match: Match): [Match, Match] {
  const { size, matches } = match.category
  let roundStart = 1
  let previousStart = 1
  for (let round = 1, count = size / 2; round < match.round; round++, count /= 2) {
    previousStart = roundStart
    roundStart += count
  }
  const first = previousStart + (match.n - roundStart) * 2
  return [matches[first - 1] as Match, matches[first] as Match]
}

/** Three athletes: A meets B, the loser meets C, and the two winners meet in the final. */
function linkThree(category: Category, positions: ReadonlyMap<number, Entrant>): void {
  const [first, second, final] = category.matches as [Match, Match, Match]
  placeEntrant(first.sides[0], positions.get(2))
  placeEntrant(first.sides[1], positions.get(3))
  placeEntrant(second.sides[1], positions.get(1))
  second.round = 2
  final.round = 3
  feed(first, second, 0, 'loser')
  feed(first, final, 0, 'winner')
  feed(second, final, 1, 'winner')
}

function emptyMatch(category: Category, n: number, round: number, choices: TreeChoices): Match {
  const side = (): Side => ({ slotId: choices.nextSlotId(), isEmpty: false, isStale: choices.isStale() })
  return {
    category,
    n,
    round,
    sides: [side(), side()],
    feeds: [],
    stage: 'pending',
    number: 0,
    when: 0,
    hides: choices.hides(),
  }
}

function placeEntrant(side: Side, entrant: Entrant | undefined): void {
  if (entrant) side.entrant = entrant
  else side.isEmpty = true
}

function feed(from: Match, to: Match, side: 0 | 1, takes: 'winner' | 'loser'): void {
  from.feeds.push({ match: to, side })
  to.sides[side].feeder = { match: from, takes }
}

/**
 * Turns a first-round cell with one athlete and an empty side into a bye, and places the athlete in the next fight. A side that
 * waits for the loser stays empty.
 */
export function settleBye(match: Match): void {
  const alone = match.sides.find((side) => side.entrant)?.entrant
  if (!alone || !match.sides.some((side) => side.isEmpty)) return
  match.stage = 'bye'
  for (const { match: next, side } of match.feeds) {
    const slot = next.sides[side]
    if (slot.feeder?.takes === 'loser') slot.isEmpty = true
    else slot.entrant = alone
  }
}
