// Which matches the dashboard shows, in which order, and what of them is held back.
import { itemStatus } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { matchesSearch } from '#domain/name.ts'
import { sourceText } from '#client/texts/t.ts'

export type MatchList = {
  /** Everything needed is known. */
  complete: MatchItem[]
  /** Something is missing: hidden until asked for (decision D23). */
  incomplete: MatchItem[]
  /** Long past and no longer listed: hidden, and the list is to be read again. */
  stale: MatchItem[]
}

const isComplete = (item: MatchItem): boolean =>
  Boolean(item.athleteId && item.athleteName && item.scheduledDateTime && item.tournamentName && item.mat && item.time)

/** By start, those without one last; equal ones by their place in the queue. */
const bySchedule = (a: MatchItem, b: MatchItem): number =>
  compare(a.scheduledDateTime ?? '9', b.scheduledDateTime ?? '9') ||
  (a.ahead ?? Number.MAX_SAFE_INTEGER) - (b.ahead ?? Number.MAX_SAFE_INTEGER) ||
  a.id - b.id ||
  a.athleteId - b.athleteId

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sorts the upcoming list into what is shown, what is incomplete and what is stale, at `now` (server's clock, ms). */
export function sortMatches(items: readonly MatchItem[], now: number): MatchList {
  const list: MatchList = { complete: [], incomplete: [], stale: [] }
  for (const item of items.toSorted(bySchedule)) {
    const { kind } = itemStatus(item, now)
    if (kind === 'finished') continue
    if (kind === 'stale') list.stale.push(item)
    else list[isComplete(item) || kind === 'live' ? 'complete' : 'incomplete'].push(item)
  }
  return list
}

/** Results, the latest first. */
export const sortResults = (items: readonly MatchItem[]): MatchItem[] => items.toSorted((a, b) => bySchedule(b, a))

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
