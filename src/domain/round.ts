// Rounds of a bracket, from a match's place in the full tree of the category (`match-N` on the source's bracket pages).
// A tree of size S (a power of two, at least the number of athletes) numbers its first round 1 … S/2, the next S/4
// matches after it, and so on; the final is S−1.

/** True for a number that a match of a tree of this size can have. */
const standsIn = (matchNumber: number, treeSize: number): boolean =>
  Number.isInteger(matchNumber) && matchNumber >= 1 && matchNumber < treeSize && Number.isInteger(Math.log2(treeSize))

/**
 * 'Final', 'Semi-Final', 'Quarter Final', and before those 'Round 1', 'Round 2' … counted from the first round.
 * Null when the tree has no such match.
 */
export function roundOfMatch(matchNumber: number, treeSize: number): string | null {
  if (!standsIn(matchNumber, treeSize)) return null
  const roundsToFinal = Math.floor(Math.log2(treeSize - matchNumber))
  if (roundsToFinal === 0) return 'Final'
  if (roundsToFinal === 1) return 'Semi-Final'
  if (roundsToFinal === 2) return 'Quarter Final'
  return `Round ${Math.log2(treeSize) - roundsToFinal}`
}

/** The two matches whose winners meet in this one, the upper first; null in the first round. */
export function feedersOf(matchNumber: number, treeSize: number): [number, number] | null {
  const firstRound = treeSize / 2
  if (!standsIn(matchNumber, treeSize) || matchNumber <= firstRound) return null
  const lower = 2 * (matchNumber - firstRound)
  return [lower - 1, lower]
}

/** The smallest tree that has a match of this number. */
export function treeSizeFor(highestMatchNumber: number): number {
  let size = 2
  while (size <= highestMatchNumber) size *= 2
  return size
}
