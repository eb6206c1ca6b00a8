// The anomaly check: a reading that loses far more than can be expected is recorded only after further readings have confirmed
// it. A page that suddenly has much less than before is more often broken, cut off or outdated than right (reliability U-06,
// U-15).
import { isOver, type Match } from '#domain/match.ts'
import type { Reading } from '#domain/reading.ts'
import type { Slice } from './slice.ts'

const second = 1_000
const minute = 60 * second

/** How many readings, including the first, must show an anomaly before it is recorded, and the least time that they must span. */
const confirmations = {
  empty: { times: 3, over: 10 * minute },
  drop: { times: 2, over: 60 * second },
  regress: { times: 2, over: 30 * second },
}

/** A reading that loses a larger share of the entries than this is anomalous. */
const anomalousDrop = 0.3

/** The number of matches that may leave a mat between two readings `elapsed` ms apart: two, and one more every two minutes. */
const leavingPerMat = (elapsed: number): number => 2 + elapsed / (2 * minute)

/** An anomaly that is not recorded yet, with the number of readings that have shown it. */
export type Anomaly = {
  kind: keyof typeof confirmations
  times: number
  /** Fetch times (epoch ms) of the first and the last reading with it. */
  first: number
  last: number
}

/**
 * The anomaly of the step from `before` to `after`, counted together with `earlier`, the anomaly of the page's last readings.
 * Null if the reading is to be recorded: it has no anomaly, or enough readings have confirmed it.
 */
export const anomalyOf = (
  before: Slice,
  after: Slice,
  reading: Reading,
  page: string,
  fetchedAt: number,
  earlier: Anomaly | null,
): Anomaly | null =>
  // The matches that can have ended are counted only up to the first anomalous reading: time alone must not confirm an anomaly.
  unlessConfirmed(anomalyKind(before, after, reading, page, earlier?.first ?? fetchedAt), fetchedAt, earlier)

/** The same for the source's list of tournaments: its ids in the last recorded reading (`known`) and in this one (`shown`). */
export const anomalyOfList = (
  known: readonly string[],
  shown: readonly string[],
  fetchedAt: number,
  earlier: Anomaly | null,
): Anomaly | null => unlessConfirmed(lossOf(known, shown), fetchedAt, earlier)

function unlessConfirmed(kind: Anomaly['kind'] | null, fetchedAt: number, earlier: Anomaly | null): Anomaly | null {
  if (kind === null) return null
  const anomaly: Anomaly =
    earlier?.kind === kind
      ? {
          kind,
          times: earlier.times + (fetchedAt > earlier.last ? 1 : 0),
          first: earlier.first,
          last: Math.max(fetchedAt, earlier.last),
        }
      : { kind, times: 1, first: fetchedAt, last: fetchedAt }
  const needed = confirmations[kind]
  return anomaly.times >= needed.times && anomaly.last - anomaly.first >= needed.over ? null : anomaly
}

function anomalyKind(
  before: Slice,
  after: Slice,
  reading: Reading,
  page: string,
  fetchedAt: number,
): Anomaly['kind'] | null {
  switch (reading.page.kind) {
    case 'board':
      return boardAnomaly(before, after, page, fetchedAt) ?? lossOf(listedAthletes(before), listedAthletes(after))
    case 'bracket': {
      const numberedMatchesOf = (slice: Slice): number[] =>
        [...slice.state.matches.values()].filter((match) => match.matchNumber !== null).map((match) => match.id)
      return (
        lossOf(numberedMatchesOf(before), numberedMatchesOf(after)) ??
        (hasBracketRegressed(before, after) ? 'regress' : null)
      )
    }
    case 'categories':
      return lossOf([...before.state.categories.keys()], [...after.state.categories.keys()])
    default:
      return null
  }
}

/**
 * Matches leave a board all day, so a loss is anomalous only if more matches are gone than can have ended. A match that returns to
 * the board indicates an outdated page.
 */
function boardAnomaly(before: Slice, after: Slice, page: string, fetchedAt: number): Anomaly['kind'] | null {
  const listed = [...before.state.matches.values()].filter(
    (match) => match.board === 'listed' && before.traces.get(match.id)?.board?.page === page,
  )
  const gone = listed.filter((match) => after.state.matches.get(match.id)?.board !== 'listed')
  const mats = new Set(listed.map((match) => match.mat)).size
  const elapsed = Math.max(0, fetchedAt - (before.fetchedAt.get(page) ?? fetchedAt))
  if (gone.length > mats * leavingPerMat(elapsed)) {
    if (gone.length === listed.length) return 'empty'
    if (gone.length > listed.length * anomalousDrop) return 'drop'
  }
  const hasReturned = (match: Match): boolean =>
    match.sides.some((side) => side.kind === 'athlete') &&
    match.board === 'left' &&
    before.traces.get(match.id)?.board?.page === page &&
    after.state.matches.get(match.id)?.board === 'listed'
  return [...before.state.matches.values()].some(hasReturned) ? 'regress' : null
}

const listedAthletes = (slice: Slice): number[] =>
  [...slice.state.athletes.values()].filter((athlete) => athlete.listed).map((athlete) => athlete.id)

/** 'empty' if no id is left, 'drop' if too many are gone. */
function lossOf<Id>(before: readonly Id[], after: readonly Id[]): 'empty' | 'drop' | null {
  const still = new Set(after)
  const gone = before.filter((id) => !still.has(id)).length
  if (gone === 0) return null
  if (gone === before.length && after.length === 0) return 'empty'
  return gone > before.length * anomalousDrop ? 'drop' : null
}

/** True if the bracket no longer shows a result, a podium or an athlete that it showed before. */
function hasBracketRegressed(before: Slice, after: Slice): boolean {
  for (const [id, match] of before.state.matches) {
    const next = after.state.matches.get(id)
    if (next && isOver(match) && !isOver(next)) return true
    if (
      next &&
      next.matchNumber !== null &&
      match.sides.some((side, index) => side.kind === 'athlete' && next.sides[index]?.kind === 'open')
    )
      return true
  }
  return [...before.state.categories.values()].some(
    ({ id, state }) => state === 'finished' && after.state.categories.get(id)?.state !== 'finished',
  )
}
