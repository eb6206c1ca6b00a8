// Derives the next match, the record and the statistics from an athlete's matches. Pure; client and server share it, so
// that a profile updated by the socket equals a fresh load.
import type { AthleteStatistics } from './athletes.ts'
import { bySchedule } from './by-schedule.ts'
import { itemStatus } from './item-status.ts'
import type { MatchItem } from './match-item.ts'

/** The first match that is not finished or stale at `now` (epoch ms); a live one before scheduled and unscheduled ones. */
export function nextMatch<Item extends MatchItem>(items: readonly Item[], now: number): Item | null {
  const kinds = new Map(items.map((item) => [item, itemStatus(item, item.ahead, now).kind]))
  const open = items.filter((item) => !['finished', 'stale'].includes(kinds.get(item) ?? ''))
  const live = open.filter((item) => kinds.get(item) === 'live')
  const [first] = (live.length > 0 ? live : open).toSorted(bySchedule)
  return first ?? null
}

type FightRecord = Pick<AthleteStatistics, 'totalMatches' | 'completedMatches' | 'wins' | 'losses'>

type Decided = Pick<MatchItem, 'result' | 'unfought'>

/** Counts only matches that were fought: a closed-out final, a no-show or excess weight is nobody's win or loss. */
export function winsAndLosses(matches: readonly Decided[]): { wins: number; losses: number } {
  const count = (result: Decided['result']): number =>
    matches.filter((match) => match.result === result && !match.unfought).length
  return { wins: count('win'), losses: count('loss') }
}

/** Completed matches are finished and have a result (core.md section 4), even if they were not fought. */
export function recordOf(items: readonly MatchItem[]): FightRecord {
  const completedMatches = items.filter(({ result }) => result !== null).length
  return { totalMatches: items.length, completedMatches, ...winsAndLosses(items) }
}

/** The athlete's statistics at `now` (epoch ms); `bracketPosition` is the seed, null before the draw. */
export function statisticsOf(
  items: readonly MatchItem[],
  bracketPosition: number | null,
  now: number,
): AthleteStatistics {
  const record = recordOf(items)
  const fought = record.wins + record.losses
  const next = nextMatch(items, now)
  return {
    ...record,
    draws: 0,
    submissions: 0,
    points: 0,
    advantages: 0,
    averageMatchDuration: null,
    submissionRate: null,
    winRate: fought === 0 ? null : record.wins / fought,
    nextMatchTime: next?.scheduledDateTime ?? null,
    currentStatus: statusWord(next, items.length > 0),
    bracketPosition,
  }
}

function statusWord(next: MatchItem | null, hasMatches: boolean): AthleteStatistics['currentStatus'] {
  if (!next) return hasMatches ? 'finished' : 'scheduled'
  return next.rawStatus === null || next.rawStatus === 'invalid' ? 'scheduled' : next.rawStatus
}
