/**
 * The layout of bracket cells. The 15-cell layout and both numberings are from real pages; the smaller layouts follow a
 * screenshot (7 cells) or the same pattern.
 */

/** One cell: `n` is the match-N of the whole category, `slot` the S of its element id match-P-S. */
export interface Cell {
  n: number
  slot: number
  /** The empty columns before the cell. */
  offset?: number
  /** Further class names. */
  extra?: string
}

const left = 'tournament-category__sf'
const right = 'tournament-category__sf--right'

/** The cells of a tree by number of cells, row by row from left to right, with the match-N of that tree. */
const layouts: Record<number, readonly (readonly Cell[])[]> = {
  1: [[{ n: 1, slot: 1, offset: 5 }]],
  3: [
    [{ n: 3, slot: 3, offset: 5 }],
    [
      { n: 1, slot: 1, offset: 3 },
      { n: 2, slot: 2, offset: 2 },
    ],
  ],
  7: [
    [
      { n: 1, slot: 1, offset: 2 },
      { n: 7, slot: 7, offset: 1 },
      { n: 3, slot: 2, offset: 1 },
    ],
    [
      { n: 5, slot: 5, offset: 3, extra: left },
      { n: 6, slot: 6, offset: 2, extra: right },
    ],
    [
      { n: 2, slot: 3, offset: 2 },
      { n: 4, slot: 4, offset: 4 },
    ],
  ],
  15: [
    [
      { n: 1, slot: 1, offset: 1 },
      { n: 5, slot: 3, offset: 6 },
    ],
    [
      { n: 9, slot: 9, offset: 3 },
      { n: 15, slot: 15 },
      { n: 11, slot: 10 },
    ],
    [
      { n: 2, slot: 2, offset: 1 },
      { n: 6, slot: 4, offset: 6 },
    ],
    [
      { n: 13, slot: 13, offset: 4, extra: left },
      { n: 14, slot: 14, extra: right },
    ],
    [
      { n: 3, slot: 5, offset: 1 },
      { n: 7, slot: 7, offset: 6 },
    ],
    [
      { n: 10, slot: 11, offset: 3 },
      { n: 12, slot: 12, offset: 2 },
    ],
    [
      { n: 4, slot: 6, offset: 1 },
      { n: 8, slot: 8, offset: 6 },
    ],
  ],
}

const partLeaves = 16

/**
 * The rows of one part of a category of `size` leaves. Up to 16 leaves there is one part; larger categories have a part for
 * every 16 leaves and a last part with the finals.
 */
export function cellsOfPart(size: number, part: number): readonly (readonly Cell[])[] {
  const parts = Math.ceil(size / partLeaves)
  if (parts === 1) return layouts[size - 1] ?? []
  if (part <= parts) {
    return mapCells(layouts[15] ?? [], (cell) => ({ ...cell, n: numberInWhole(cell.n, part, size) }))
  }
  // The finals are the top of the tree; their slots are numbered like the top of a 16-athlete tree.
  const cells = parts - 1
  return mapCells(layouts[cells] ?? [], (cell) => ({
    ...cell,
    n: size - 1 - cells + cell.n,
    slot: partLeaves - 1 - cells + cell.slot,
  }))
}

function mapCells(rows: readonly (readonly Cell[])[], change: (cell: Cell) => Cell): Cell[][] {
  return rows.map((row) => row.map(change))
}

/** The match-N in the whole tree of match-`n` of a 16-athlete part. */
function numberInWhole(n: number, part: number, size: number): number {
  let inPart = n
  let perPart = partLeaves / 2
  let before = 0
  for (let round = size / 2; inPart > perPart; round /= 2) {
    inPart -= perPart
    before += round
    perPart /= 2
  }
  return before + (part - 1) * perPart + inPart
}
