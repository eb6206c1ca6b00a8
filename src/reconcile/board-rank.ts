// The order of the fights on a mat, as numbers that change as little as possible: each change is a message to whoever
// follows an athlete of that fight, and the first of a mat leaves every few minutes.

/** The distance between neighbours when a column is numbered afresh. */
const step = 1_024

/**
 * Ranks, smallest first, for a mat's column in its order. `known` are the ranks that the fights have on this mat, null
 * for those that were not on it. Fights that still stand in the same order keep theirs; a newcomer gets one in between.
 */
export function ranksFor(known: readonly (number | null)[]): number[] {
  const kept = longestRise(known)
  const ranks: (number | null)[] = known.map((rank, index) => (kept.has(index) ? rank : null))
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

/** The places of the longest strictly rising run of known ranks (not necessarily adjacent). */
function longestRise(known: readonly (number | null)[]): Set<number> {
  // ends[n]: the place where a rise of length n + 1 ends lowest; before[place]: the place before it in its rise.
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
  const rise = new Set<number>()
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) rise.add(place)
  return rise
}
