// How the source seeded a category: the ranking table and the swaps below its bracket.

/** The table's columns of points: `grand-slam` and `overall` in the weight divisions, the other four in the open class. */
export const pointsColumns = [
  'grand-slam',
  'overall',
  'grand-slam-open-class',
  'grand-slam-overall',
  'overall-open-class',
  'overall-without-open-class',
] as const

/** The table's columns of titles, all of World Championships: of adults, and of Master 1 to 7. */
export const titleColumns = [
  'world',
  'last-world',
  'world-four-years-ago',
  'world-five-years-ago',
  'brown-belt-world',
  'adult-world',
  ...([1, 2, 3, 4, 5, 6, 7] as const).map((level) => `master-${level}-world` as const),
] as const

/** An athlete's row of the ranking table. */
export type Ranking = {
  /** The rank in the table, which is the seed in the draw. */
  seed: number
  /** In the table's order. `column`: one of `pointsColumns`, or the heading as printed when it is unknown. */
  points: { column: string; points: number }[]
  /**
   * The athlete's titles, in the table's order. `column`: one of `titleColumns`, or the heading as printed when it is unknown.
   * `years`: latest first; empty when the table does not state them.
   */
  titles: { column: string; years: number[] }[]
}

/** Two seeds that exchanged their places in the bracket, so that team-mates meet late. Both athletes keep their seed numbers. */
export type Swap = { from: Seeded; to: Seeded }
type Seeded = { seed: number; name: string }
