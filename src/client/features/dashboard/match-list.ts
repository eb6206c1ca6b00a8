// Selects the matches of the dashboard.
import type { DayEntry } from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { matchesSearch } from '#domain/name.ts'
import { sourceText } from '#client/texts/t.ts'

export type MatchList = {
  /** Matches with all required data, and those in progress even without. */
  complete: DayEntry[]
  /** Matches with missing data, hidden unless the user shows them (decision D23). */
  incomplete: DayEntry[]
  /** Long past and no longer listed, cancelled, or with an unknown status: hidden, and the list must be refetched. */
  stale: DayEntry[]
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

/** Whether the source's status is unknown. A match that its board lists is upcoming anyway (decision D22). */
const isUnknown = ({ rawStatus, board }: MatchItem): boolean => rawStatus === 'unknown' && board !== 'listed'

/** Whether the board still lists a match that is long past. It stays, under the heading 'Earlier days' (decision D22). */
const isLeftOver = ({ rawStatus, board }: MatchItem): boolean => board === 'listed' && rawStatus !== 'invalid'

/** Splits the upcoming list into complete, incomplete and stale matches. */
export function splitUpcoming(entries: readonly DayEntry[]): MatchList {
  const list: MatchList = { complete: [], incomplete: [], stale: [] }
  for (const entry of entries) {
    const { kind } = entry.status
    if (kind === 'finished') continue
    if ((kind === 'stale' && !isLeftOver(entry.item)) || isUnknown(entry.item)) list.stale.push(entry)
    else list[isComplete(entry.item) || kind === 'live' ? 'complete' : 'incomplete'].push(entry)
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
