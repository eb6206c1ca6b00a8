// The round of a match, from its number in the category's full tree (`match-N` on the source's bracket pages). In a tree of
// size S (a power of two, at least the number of athletes), the first round has the numbers 1 … S/2, the second the next S/4,
// and so on; the final is S−1.

/** True for a match number in a tree of this size. */
const isInTree = (matchNumber: number, treeSize: number): boolean =>
  Number.isInteger(matchNumber) && matchNumber >= 1 && matchNumber < treeSize && Number.isInteger(Math.log2(treeSize))

/**
 * 'Final', 'Semi-Final', 'Quarter Final', and before those 'Round 1', 'Round 2' …, counted from the first round. Null if the
 * tree has no such match.
 */
export function roundOfMatch(matchNumber: number, treeSize: number): string | null {
  if (!isInTree(matchNumber, treeSize)) return null
  const roundsToFinal = Math.floor(Math.log2(treeSize - matchNumber))
  if (roundsToFinal === 0) return 'Final'
  if (roundsToFinal === 1) return 'Semi-Final'
  if (roundsToFinal === 2) return 'Quarter Final'
  return `Round ${Math.log2(treeSize) - roundsToFinal}`
}

/** The two matches whose winners meet in this one, upper first; null in the first round and outside the tree. */
export function feedersOf(matchNumber: number, treeSize: number): [number, number] | null {
  const firstRound = treeSize / 2
  if (!isInTree(matchNumber, treeSize) || matchNumber <= firstRound) return null
  const lower = 2 * (matchNumber - firstRound)
  return [lower - 1, lower]
}

/** The size of the smallest tree with this match number. */
export function treeSizeFor(highestMatchNumber: number): number {
  let size = 2
  while (size <= highestMatchNumber) size *= 2
  return size
}
