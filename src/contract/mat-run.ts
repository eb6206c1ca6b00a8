// How a mat runs against its published times.
import type { Estimate, MatRecord } from '../domain/estimate.ts'

const minute = 60_000
/** A mat is on time while it is early or late by no more than this, in minutes: as on the cards (decision D36). */
const onTime = 3

export type MatRun =
  | { kind: 'early' | 'late'; minutes: number }
  /** `not-started`: nothing has started on it today. `stands-still`: nothing starts on it, or in the whole hall. */
  | { kind: 'on-time' | 'not-started' | 'stands-still' }

/** A match to come on the mat, with its published time (epoch ms). */
export type Pending = { publishedAt: number | null; estimate: Estimate }

/**
 * How the mat runs: by the median of what its matches to come are estimated before or after their published times. Null while
 * too little is known. `started`: the matches that started on it today.
 */
export function matRun(state: MatRecord['state'], started: number, pending: readonly Pending[]): MatRun | null {
  if (pending.length === 0) return null
  if (state === 'unseen') return started === 0 ? { kind: 'not-started' } : null
  if (state !== 'running') return { kind: 'stands-still' }
  const differences = pending.flatMap(({ publishedAt, estimate }) =>
    publishedAt !== null && estimate.basis === 'estimate' ? [(publishedAt - estimate.at) / minute] : [],
  )
  const early = median(differences)
  if (early === null) return null
  const minutes = Math.round(Math.abs(early))
  return minutes <= onTime ? { kind: 'on-time' } : { kind: early > 0 ? 'early' : 'late', minutes }
}

/** The mean of the two middle values if their number is even; null for none. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
