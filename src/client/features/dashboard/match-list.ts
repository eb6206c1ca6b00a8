// Which matches the dashboard shows, in which order, and what of them is held back.
import { byStart } from '#contract/by-schedule.ts'
import { itemStatus } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { matchesSearch } from '#domain/name.ts'
import { sourceText } from '#client/texts/t.ts'

export type MatchList = {
  /** Everything needed is known. */
  complete: MatchItem[]
  /** Something is missing: hidden until asked for (decision D23). */
  incomplete: MatchItem[]
  /** Long past and no longer listed, or without a known status: hidden, and the list is to be read again. */
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

/** By start, those without one last; equal ones by their place in the queue. */
const byQueue = (a: MatchItem, b: MatchItem): number =>
  byStart(a, b) ||
  (a.ahead ?? Number.MAX_SAFE_INTEGER) - (b.ahead ?? Number.MAX_SAFE_INTEGER) ||
  a.id - b.id ||
  a.athleteId - b.athleteId

/** The source's word for it is none that is known. What its board lists is to come nonetheless (decision D22). */
const isUnknown = ({ rawStatus, board }: MatchItem): boolean => rawStatus === 'unknown' && board !== 'listed'

/** Sorts the upcoming list into what is shown, what is incomplete and what is stale, at `now` (server's clock, ms). */
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

/** Results, the latest first. */
export const sortResults = (items: readonly MatchItem[]): MatchItem[] => items.toSorted((a, b) => byQueue(b, a))

/** Matches with the term in the athlete, the opponent, the division or the tournament. */
export const searchMatches = (items: MatchItem[], term: string): MatchItem[] =>
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
