// The record of a hall's day: the values that its mats share, and a small part for each mat. It is sent to clients, which compute
// every estimate from it (decision 038). Pure. Instants are epoch ms, durations minutes.
import { type Ahead, type Estimate, estimateOf, isOldAt, type MatRecord } from './estimate.ts'
import type { Before, Left } from './mat-line.ts'
import { meanTurnover } from './turnover.ts'

type Shared = Pick<MatRecord, 'asOf' | 'pace' | 'spread' | 'unevenness' | 'stop'>
type OfMat = Pick<MatRecord, 'state' | 'anchor' | 'running'> & {
  mat: number
  /** When its board was last read, if that was longer ago than for the others. */
  asOf?: number | undefined
  /** The matches that have left its board (mat-line.ts). */
  left: Left
  /** True if the first match on its board has started; it stays listed there until it ends. */
  isOn: boolean
}

/** The record of one day; `date` is venue-local (YYYY-MM-DD). */
export type HallRecord = Shared & { date: string; mats: OfMat[] }

/** The record of a day on which no mat is known; it replaces an earlier record. `asOf`: the last reading. */
export const emptyHall = (date: string, asOf: number): HallRecord => ({
  date,
  asOf,
  pace: 1,
  spread: 0,
  unevenness: 0,
  stop: null,
  mats: [],
})

/** The shared values, and some mats or, if `isWhole`, all mats. */
export type HallUpdate = HallRecord & { isWhole?: boolean | undefined }

/** The complete record of one mat; undefined for a mat that is not in the hall's record. */
export function matRecord(hall: HallRecord, mat: number): (MatRecord & Pick<OfMat, 'left' | 'isOn'>) | undefined {
  const { date: _date, mats, ...shared } = hall
  const found = mats.find((each) => each.mat === mat)
  if (!found) return undefined
  const { mat: _mat, asOf = shared.asOf, ...own } = found
  return { ...shared, ...own, asOf }
}

/** True if the mat's board was read longer ago than the others. */
const isBehind = (record: MatRecord, hall: HallRecord): boolean => record.asOf < hall.asOf

/** When the board of a mat was last read; `readAt` is the last reading of all boards that are not behind. */
const lastReadOf = (record: MatRecord, hall: HallRecord, readAt: number): number =>
  isBehind(record, hall) ? record.asOf : Math.max(hall.asOf, readAt)

/** True if the last reading of this mat's board is old at `now` (`isOldAt`); `readAt` as in `estimateInHall`. */
export const isMatOld = (record: MatRecord, hall: HallRecord, readAt: number, now: number): boolean =>
  isOldAt(now, lastReadOf(record, hall, readAt))

/**
 * The matches that have yet to start before a match: those before it on its mat, minus those that the mat's record counts as left
 * and the one in progress. Null for a match in progress.
 */
export function aheadNow(
  before: Before,
  { left, isOn, running }: Pick<OfMat, 'left' | 'isOn' | 'running'>,
  publishedAt: number | null,
): Ahead | null {
  const listed = before.fights - left.fights
  if (isOn && listed <= 0) return null
  return {
    fights: Math.max(0, listed - (isOn ? 1 : 0)),
    turnovers: Math.max(0, before.turnovers - left.turnovers - (isOn ? running : 0)),
    breaks: before.breaks,
    publishedAt,
  }
}

/** A match in its hall; `ahead`: the number of listed matches before it, for a mat without a record. */
export type InHall = {
  date: string | null
  mat: number | null
  before: Before | null
  ahead: number | null
  publishedAt: number | null
}

/**
 * The estimate of a match at `now`, if the boards were last read at `readAt`. `schedule` if too little has been seen, for a match
 * off the boards or in progress, and for a match of another day. `fightsAhead` counts all listed matches before it, including the
 * one in progress.
 */
export function estimateInHall(
  hall: HallRecord | null | undefined,
  { date, mat, before, ahead, publishedAt }: InHall,
  readAt: number,
  now: number,
): Estimate {
  const record = hall && hall.date === date && mat !== null ? matRecord(hall, mat) : undefined
  if (!hall || !record || !before) return { basis: 'schedule', at: publishedAt, fightsAhead: ahead }
  const fightsAhead = Math.max(0, before.fights - record.left.fights)
  const toCome = aheadNow(before, record, publishedAt)
  if (!toCome) return { basis: 'schedule', at: publishedAt, fightsAhead }
  const lastRead = Math.min(lastReadOf(record, hall, readAt), now)
  return { ...estimateOf(record, toCome, now, lastRead), fightsAhead }
}

/** Two records are compared by their estimates for matches with this many listed ahead. */
const probes = [1, 2, 4, 7, 11, 17]
/** People notice a difference that exceeds both this many minutes and this share of the time until the match. */
const visible = { minutes: 1, share: 0.05 }
/** Clients get the time of the last reading at least this often, ms, because they mark estimates as old three minutes after it. */
const renewal = 2 * 60_000

/**
 * The part of a new record to send to clients that have `sent`: the shared values and the mats that differ. The whole record if
 * they have none or one of another day, or if a mat has disappeared. Null if no estimate differs visibly and either `sent` is less
 * than two minutes older or there are no mats. `mergeHall` applies the part.
 */
export function hallUpdate(sent: HallRecord | null, present: HallRecord): HallUpdate | null {
  const hasLostMat = sent?.mats.some(({ mat }) => !present.mats.some((each) => each.mat === mat))
  if (!sent || sent.date !== present.date || hasLostMat) return wholeUpdate(present)
  const isNews = present.mats.some(({ mat }) => isVisiblyDifferent(sent, present, mat))
  if (!isNews && (present.mats.length === 0 || present.asOf - sent.asOf < renewal)) return null
  // Every update has the new shared values, so a mat is sent only if it differs even with them.
  const withNewValues = { ...present, mats: sent.mats }
  return { ...present, mats: present.mats.filter(({ mat }) => isVisiblyDifferent(withNewValues, present, mat)) }
}

/** The update that replaces a record. */
export const wholeUpdate = (record: HallRecord): HallUpdate => ({ ...record, isWhole: true })

/** The record after an update. An older update changes nothing; a whole record, and one of a later day, replaces the record. */
export function mergeHall(known: HallRecord | null, { isWhole, ...update }: HallUpdate): HallRecord {
  if (!known || known.date !== update.date) return !known || update.date > known.date ? update : known
  if (update.asOf < known.asOf) return known
  if (isWhole) return update
  const updated = new Map(update.mats.map((each) => [each.mat, each]))
  const kept = known.mats.map((each) => updated.get(each.mat) ?? each)
  const added = update.mats.filter(({ mat }) => !known.mats.some((each) => each.mat === mat))
  return { ...update, mats: [...kept, ...added].toSorted((a, b) => a.mat - b.mat) }
}

function isVisiblyDifferent(a: HallRecord, b: HallRecord, mat: number): boolean {
  const [one, other] = [matRecord(a, mat), matRecord(b, mat)]
  if (!one || !other) return one !== other
  if (one.state !== other.state || one.left.fights !== other.left.fights) return true
  if (isBehind(one, a) !== isBehind(other, b)) return true
  const at = Math.max(a.asOf, b.asOf)
  const head = one.isOn ? one.running : other.isOn ? other.running : meanTurnover(null)
  const probe = (record: typeof one, hall: HallRecord, listed: number): Estimate => {
    const turnovers = record.left.turnovers + head + (listed - 1) * meanTurnover(null)
    const before = { fights: record.left.fights + listed, turnovers, breaks: 0 }
    return estimateOf(record, aheadNow(before, record, null) as Ahead, at, lastReadOf(record, hall, at))
  }
  return probes.some((listed) => {
    const [before, after] = [probe(one, a, listed), probe(other, b, listed)]
    if (before.basis === 'schedule' || after.basis === 'schedule') return before.basis !== after.basis
    const limit = Math.max(visible.minutes * 60_000, visible.share * (after.at - at))
    return (['at', 'early', 'late'] as const).some((edge) => Math.abs(before[edge] - after[edge]) > limit)
  })
}
