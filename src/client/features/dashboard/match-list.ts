// Selects and sorts the matches of the dashboard.
import { byStart } from '#contract/by-schedule.ts'
import { itemStatus } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { matchesSearch } from '#domain/name.ts'
import { sourceText } from '#client/texts/t.ts'

export type MatchList = {
  /** Matches with all required data. */
  complete: MatchItem[]
  /** Matches with missing data, hidden unless the user shows them (decision D23). */
  incomplete: MatchItem[]
  /** Long past and no longer listed, or with an unknown status: hidden, and the list must be refetched. */
  stale: MatchItem[]
}

const isComplete = (item: MatchItem): boolean =>
  Boolean(
    item.athleteId &&
    item.athleteName &&
    item.scheduledDateTime &&
    item.tournamentName &&
    item.matNumber !== null &&
    item.localTime,
  )

/** By start, matches without one last; then by the position in the queue. */
const byQueue = (a: MatchItem, b: MatchItem): number =>
  byStart(a, b) ||
  (a.ahead ?? Number.MAX_SAFE_INTEGER) - (b.ahead ?? Number.MAX_SAFE_INTEGER) ||
  a.id - b.id ||
  a.athleteId - b.athleteId

/** Whether the source's status is unknown. A match that its board lists is upcoming anyway (decision D22). */
const isUnknown = ({ rawStatus, board }: MatchItem): boolean => rawStatus === 'unknown' && board !== 'listed'

/** Splits the upcoming list into complete, incomplete and stale matches at `now` (server's clock, epoch ms). */
export function sortMatches(items: readonly MatchItem[], now: number): MatchList {
  const list: MatchList = { complete: [], incomplete: [], stale: [] }
  for (const item of items.toSorted(byQueue)) {
    const { kind } = itemStatus(item, now)
    if (kind === 'finished') continue
    if (kind === 'stale' || isUnknown(item)) list.stale.push(item)
    else list[isComplete(item) || kind === 'live' ? 'complete' : 'incomplete'].push(item)
  }
  return list
}

/** Matches whose athlete, opponent, division or tournament contains the term. */
export const searchMatches = (items: readonly MatchItem[], term: string): MatchItem[] =>
  items.filter((item) =>
    matchesSearch(
      term,
      item.athleteName,
      item.opponentName,
      item.division,
      sourceText(item.division),
      item.tournamentName,
    ),
  )
