// An athlete's matches as a path through the day: done, now, next, later.
import { bySchedule } from '#contract/by-schedule.ts'
import { isCompleted, itemStatus } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchWords } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'

export type Stage = 'done' | 'now' | 'next' | 'later'
export type Step = { item: MatchItem; stage: Stage }

const order: readonly Stage[] = ['done', 'now', 'next', 'later']

/** The matches in the order of the day, at `now` (server's clock, epoch ms). */
export function dayPath(items: readonly MatchItem[], now: number): Step[] {
  const steps = items.toSorted(bySchedule).map((item): Step => ({ item, stage: stageOf(item, now) }))
  const next = steps.find(({ stage }) => stage === 'later')
  if (next) next.stage = 'next'
  return steps.toSorted((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage))
}

function stageOf(item: MatchItem, now: number): Stage {
  const { kind } = itemStatus(item, now)
  if (kind === 'finished' || kind === 'stale' || kind === 'awaiting-result') return 'done'
  return kind === 'live' || kind === 'due' ? 'now' : 'later'
}

/** The lists Upcoming & Live, newest first, and Completed, oldest first (core.md section 4). */
export function splitMatches(items: readonly MatchItem[]): { upcoming: MatchItem[]; completed: MatchItem[] } {
  const sorted = items.toSorted(bySchedule)
  return {
    upcoming: sorted.filter((item) => !isCompleted(item)).toReversed(),
    completed: sorted.filter(isCompleted),
  }
}

/** 'vs Rúben Pedreira', without the team; else the fight that the opponent comes from. */
export const opponentText = ({ opponentName }: MatchItem, words: MatchWords): string =>
  opponentName === null ? words.versus : t('match.versus', { opponent: opponentName })
