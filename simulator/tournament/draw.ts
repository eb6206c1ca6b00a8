/**
 * Which seeds are in which first-round cell. The layouts of measured sizes are those of real brackets; the others follow the same
 * pattern. A parser must read the positions and never compute them, so unusual sizes keep their unusual orders.
 */

/** One first-round cell: two seeds, or one seed and a bye. */
export type FirstRoundCell = readonly [seed: number, opponent: number | undefined]

const measuredOrders: Record<number, readonly FirstRoundCell[]> = {
  1: [[1, undefined]],
  7: [
    [7, 2],
    [5, 3],
    [6, 4],
    [1, undefined],
  ],
  16: [
    [5, 9],
    [3, 13],
    [7, 11],
    [2, 15],
    [8, 12],
    [1, 16],
    [6, 10],
    [4, 14],
  ],
}

function bitReversed(value: number, bits: number): number {
  let result = 0
  for (let bit = 0; bit < bits; bit++) if (value & (1 << bit)) result |= 1 << (bits - 1 - bit)
  return result
}

/** The pairs of a full bracket of 2, 4, 8 … athletes, in tree order. */
function fullPairs(size: number): [number, number][] {
  if (size === 2) return [[1, 2]]
  if (size === 4)
    return [
      [1, 4],
      [2, 3],
    ]
  if (size === 8)
    return [
      [1, 8],
      [4, 6],
      [2, 7],
      [3, 5],
    ]
  const bits = Math.log2(size / 2)
  return fullPairs(size / 2)
    .flat()
    .map((seed, index) => [seed, size - bitReversed(index, bits)])
}

/**
 * The first-round cells from top to bottom for 1, 2, or 4 and more athletes (brackets of three athletes have their own form).
 * Surplus seeds fight the lowest seeds of the next lower power of two; a fight is drawn above the bye that waits for its winner.
 */
export function firstRound(athletes: number): readonly FirstRoundCell[] {
  const measured = measuredOrders[athletes]
  if (measured) return measured
  const below = 2 ** Math.floor(Math.log2(athletes))
  const pairs = fullPairs(below)
  if (below === athletes) return pairs
  const surplus = athletes - below
  const cell = (seed: number): FirstRoundCell => [seed, seed > below - surplus ? seed + surplus : undefined]
  return pairs.flatMap(([one, other]) => {
    const upper = cell(one)
    const lower = cell(other)
    return upper[1] === undefined && lower[1] !== undefined ? [lower, upper] : [upper, lower]
  })
}

/** The number of leaves of the full tree that a category of this many athletes is drawn as. */
export function treeSize(athletes: number): number {
  return athletes <= 2 ? 2 : 2 ** Math.ceil(Math.log2(athletes))
}
