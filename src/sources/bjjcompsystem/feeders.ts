// Finds the match whose winner or loser takes an open side of a bracket. The printed text ('Winner of Fight 44, Mat 4') becomes
// stale when matches are renumbered, and pages differ in which of the two feeders they draw above. So the tree gives the two
// possible matches, and the text and the athletes already placed decide between them. If they do not, the feeder stays unknown.
// The match whose loser takes a side is found by the text alone, anywhere in the bracket.
import type { BracketMatch, ReadSide } from '#domain/reading.ts'
import { feedersOf } from '#domain/round.ts'

type Open = Extract<ReadSide, { kind: 'open' }>

/** Sets `fromMatch` on every open side; null when the feeder is uncertain. */
export function linkFeeders(matches: BracketMatch[], treeSize: number): void {
  const byNumber = new Map(matches.map((match) => [match.matchNumber, match]))
  for (const match of matches) {
    const feeders = (feedersOf(match.matchNumber, treeSize) ?? []).flatMap((number) => byNumber.get(number) ?? [])
    const certain = match.sides.map((side) =>
      side.kind === 'open' && side.takes === 'loser'
        ? only(matches, (other) => refersTo(side, other))
        : feederOf(side, feeders),
    )
    for (const [index, side] of match.sides.entries()) {
      if (side.kind !== 'open') continue
      const other = certain[1 - index]
      const remaining =
        side.takes !== 'loser' && feeders.length === 2 && other ? feeders.filter((feeder) => feeder !== other) : []
      side.fromMatch = (certain[index] ?? only(remaining, () => true))?.matchNumber ?? null
    }
  }
}

/** The feeder that this side certainly comes from; undefined when it is uncertain. */
function feederOf(side: ReadSide, feeders: BracketMatch[]): BracketMatch | undefined {
  if (side.kind === 'bye') return undefined
  if (side.kind === 'open') return only(feeders, (feeder) => refersTo(side, feeder))
  return only(feeders, (feeder) =>
    feeder.sides.some(
      (before) =>
        before.kind === 'athlete' &&
        (side.bjjCompSystemId === null ? before.name === side.name : before.bjjCompSystemId === side.bjjCompSystemId),
    ),
  )
}

/** True if the text of an open side names the match. */
const refersTo = (side: Open, match: BracketMatch): boolean =>
  side.fightNumber !== null &&
  side.fightNumber === match.fightNumber &&
  (side.mat === null || match.mat === null || side.mat === match.mat)

/** The item that fits, if there is exactly one. */
function only<Item>(items: Item[], fits: (item: Item) => boolean): Item | undefined {
  const fitting = items.filter(fits)
  return fitting.length === 1 ? fitting[0] : undefined
}
