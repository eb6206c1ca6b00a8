// An athlete's matches, as a path by stage (done, now, next, later) and as the two lists of the profile.
import { type DayEntry, inOrderOfStart } from '#contract/day-list.ts'
import { isCompleted } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchWords } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'

export type Stage = 'done' | 'now' | 'next' | 'later'
export type PathMatch = DayEntry & { stage: Stage }

const order: readonly Stage[] = ['done', 'now', 'next', 'later']

/** The matches by stage, each stage in the order of the day; the first of those to come is next. */
export function dayPath(entries: readonly DayEntry[]): PathMatch[] {
  const matches = inOrderOfStart(entries).map((entry): PathMatch => ({ ...entry, stage: stageOf(entry) }))
  const next = matches.find(({ stage }) => stage === 'later')
  if (next) next.stage = 'next'
  return matches.toSorted((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage))
}

function stageOf({ status: { kind } }: DayEntry): Stage {
  if (kind === 'finished' || kind === 'stale' || kind === 'awaiting-result') return 'done'
  return kind === 'live' || kind === 'due' ? 'now' : 'later'
}

/**
 * The lists Upcoming & Live and Completed, earliest first. Upcoming begins with what is on, due or late, earliest first; the other
 * matches follow latest first, as specified (docs/decisions/026).
 */
export function splitMatches(entries: readonly DayEntry[]): { upcoming: MatchItem[]; completed: MatchItem[] } {
  const sorted = inOrderOfStart(entries)
  const upcoming = sorted.filter(({ item }) => !isCompleted(item))
  return {
    upcoming: [
      ...upcoming.filter(isExpectedNow),
      ...upcoming.filter((entry) => !isExpectedNow(entry)).toReversed(),
    ].map(itemOf),
    completed: sorted.map(itemOf).filter(isCompleted),
  }
}

const itemOf = ({ item }: DayEntry): MatchItem => item

const isExpectedNow = ({ status: { kind } }: DayEntry): boolean => kind === 'live' || kind === 'due' || kind === 'late'

/** 'vs Rúben Pedreira' without the team, or the fight from which the opponent will come. */
export const opponentText = ({ opponentName }: MatchItem, words: MatchWords): string =>
  opponentName === null ? words.versus : t('match.versus', { opponent: opponentName })
