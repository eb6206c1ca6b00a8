// Assigns ranks to the matches on a mat so that as few ranks as possible change: each change is a row of the change log, and a
// mat's first match leaves every few minutes.

/** The distance between neighbours in a newly numbered column. */
const step = 1_024

/**
 * Increasing ranks for the matches of a mat in their order. `known`: their current ranks on this mat, null for new ones. Matches
 * whose order is unchanged keep their ranks; the others get ranks in between. If there is no room, all are numbered anew.
 */
export function ranksFor(known: readonly (number | null)[]): number[] {
  const unchanged = longestIncrease(known)
  const ranks: (number | null)[] = known.map((rank, index) => (unchanged.has(index) ? rank : null))
  let index = 0
  while (index < ranks.length) {
    if (ranks[index] !== null) {
      index++
      continue
    }
    let end = index
    while (end < ranks.length && ranks[end] === null) end++
    const room = end - index
    const below = index === 0 ? null : (ranks[index - 1] ?? null)
    const above = end === ranks.length ? null : (ranks[end] ?? null)
    const base = below ?? (above === null ? 0 : above - step * (room + 1))
    const gap = above === null || below === null ? step : Math.floor((above - below) / (room + 1))
    if (gap < 1) return known.map((_, place) => (place + 1) * step)
    for (let place = index; place < end; place++) ranks[place] = base + gap * (place - index + 1)
    index = end
  }
  return ranks as number[]
}

/** The indices of the longest strictly increasing subsequence of the known ranks. */
function longestIncrease(known: readonly (number | null)[]): Set<number> {
  // ends[n]: the index where the subsequence of length n + 1 with the lowest end ends; before[index]: its predecessor there.
  const ends: number[] = []
  const before = new Map<number, number>()
  known.forEach((rank, place) => {
    if (rank === null) return
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((known[ends[middle] as number] as number) < rank) low = middle + 1
      else high = middle
    }
    const previous = ends[low - 1]
    if (previous !== undefined) before.set(place, previous)
    ends[low] = place
  })
  const increase = new Set<number>()
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) increase.add(place)
  return increase
}
