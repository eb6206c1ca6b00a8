// The record of a hall's day: what its mats share, and one small part for each mat. It is sent to clients, which compute every
// estimate from it (decision 038). Pure. Instants are epoch ms, durations minutes.
import { type Ahead, estimateOf, type MatRecord } from './estimate.ts'
import type { Before, Started } from './mat-line.ts'

type Shared = Pick<MatRecord, 'asOf' | 'pace' | 'spread' | 'unevenness' | 'stop'>
type OfMat = Pick<MatRecord, 'state' | 'anchor' | 'running'> & { mat: number; started: Started }

/** `date` is venue-local (YYYY-MM-DD). */
export type HallRecord = Shared & { date: string; mats: OfMat[] }

/** The record of one mat, complete; undefined for a mat that is not in the hall's record. */
export function matRecord(hall: HallRecord, mat: number): (MatRecord & { started: Started }) | undefined {
  const { date: _date, mats, ...shared } = hall
  const found = mats.find((each) => each.mat === mat)
  if (!found) return undefined
  const { mat: _mat, ...own } = found
  return { ...shared, ...own }
}

/** What is ahead of a match now, from what is before it on its mat and what has started there. */
export const aheadNow = (before: Before, started: Started, publishedAt: number | null): Ahead => ({
  fights: Math.max(0, before.fights - started.fights),
  turnovers: Math.max(0, before.turnovers - started.turnovers),
  breaks: before.breaks,
  publishedAt,
})

/** Matches ahead at which two records are compared. */
const probes = [0, 1, 3, 6, 10, 16]
/** People see a difference of so many minutes, and of this share of the time until the match. */
const visible = { minutes: 1, share: 0.05 }

/**
 * The part of a new record to send to whoever has `sent`: null if no estimate differs by more than people can see. It has the
 * shared values and the mats that differ; `mergeHall` applies it.
 */
export function hallUpdate(sent: HallRecord | null, present: HallRecord): HallRecord | null {
  if (!sent || sent.date !== present.date || sent.mats.length > present.mats.length) return present
  const merged = { ...present, mats: sent.mats }
  const isNews = present.mats.some(({ mat }) => isVisiblyDifferent(sent, present, mat))
  if (!isNews) return null
  return { ...present, mats: present.mats.filter(({ mat }) => isVisiblyDifferent(merged, present, mat)) }
}

/** The record after an update. An older update changes nothing; one of another day replaces the record. */
export function mergeHall(known: HallRecord | null, update: HallRecord): HallRecord {
  if (!known || known.date !== update.date) return !known || update.date > known.date ? update : known
  if (update.asOf < known.asOf) return known
  const updated = new Map(update.mats.map((each) => [each.mat, each]))
  const kept = known.mats.map((each) => updated.get(each.mat) ?? each)
  const added = update.mats.filter(({ mat }) => !known.mats.some((each) => each.mat === mat))
  return { ...update, mats: [...kept, ...added].toSorted((a, b) => a.mat - b.mat) }
}

function isVisiblyDifferent(a: HallRecord, b: HallRecord, mat: number): boolean {
  const [one, other] = [matRecord(a, mat), matRecord(b, mat)]
  if (!one || !other) return one !== other
  if (one.state !== other.state || one.started.fights !== other.started.fights) return true
  const at = Math.max(a.asOf, b.asOf)
  return probes.some((fights) => {
    const ahead = { fights, turnovers: fights * other.running, breaks: 0, publishedAt: null }
    const [before, after] = [estimateOf(one, ahead, at, at), estimateOf(other, ahead, at, at)]
    if (before.basis === 'schedule' || after.basis === 'schedule') return before.basis !== after.basis
    const limit = Math.max(visible.minutes * 60_000, visible.share * (after.at - at))
    return (['at', 'early', 'late'] as const).some((edge) => Math.abs(before[edge] - after[edge]) > limit)
  })
}
