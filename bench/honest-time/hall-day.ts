// The true course of a hall's day, and what the source shows of it at an instant. All times are minutes of the day at the venue.

export type Fight = {
  id: number
  /** Nominal length in minutes; null if unknown. */
  length: number | null
  /** The true start. */
  start: number
  /** False for a fight with an interpolated start; it is shown, but not scored. */
  isScored: boolean
}

/** A mat: the order of its pending fights from each instant at which the order changed, and the fights that started on it. */
export type Mat = {
  queues: { from: number; pending: readonly Fight[] }[]
  /** Ascending by start. */
  started: Fight[]
}

/** Facts about a simulated day that only the oracle knows. */
export type Truth = {
  /** The mean minutes from this fight's start, if it is at `at`, to the next start on its mat, without stops. */
  turnoverOf: (fight: Fight, at: number) => number
  /** The stops of the whole hall. */
  stops: readonly { from: number; to: number }[]
}

export type HallDay = {
  /** The days of one event have the same name. */
  event: string
  mats: Mat[]
  /** The frozen night-before plan by fight; null if it is not recorded. */
  plan: Map<number, number> | null
  truth: Truth | null
}

/** What the source shows of one mat: the fight in progress, and the pending fights with their published times. */
export type ShownMat = {
  running: Fight | null
  pending: readonly Fight[]
  published: number[]
}

/** The minutes from one planned start to the next: the source adds two to the length of a fight (docs/decisions/036). */
export const plannedGap = (length: number | null): number => (length ?? 5) + 2

/** The number of elements with a `key` up to `at`; the list is ascending. */
function countUpTo<T>(list: readonly T[], key: (entry: T) => number, at: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (key(list[middle] as T) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * What the source shows at an instant. Its times are a live chain: the last start on the mat plus, for each fight between, length
 * and two minutes. They do not move while the fight in progress is overdue. Before the first start on the mat, the chain begins at
 * the planned time of the first pending fight. Null if this time is unknown, or if no fight is pending.
 */
export function shownAt(day: HallDay, mat: Mat, at: number): ShownMat | null {
  const running = startedBy(mat, at).at(-1) ?? null
  const pending = mat.queues[countUpTo(mat.queues, (queue) => queue.from, at) - 1]?.pending ?? []
  const first = pending[0]
  if (!first) return null
  const planned = running ? running.start + plannedGap(running.length) : day.plan?.get(first.id)
  if (planned === undefined) return null
  let next = planned
  const published = pending.map((fight) => {
    const time = Math.floor(next)
    next += plannedGap(fight.length)
    return time
  })
  return { running, pending, published }
}

/** The fights that started on a mat up to an instant. */
export const startedBy = ({ started }: Mat, at: number): readonly Fight[] =>
  started.slice(
    0,
    countUpTo(started, ({ start }) => start, at),
  )
