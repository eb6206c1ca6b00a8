// What follows from an athlete's matches: their rows, the next one, the record and the statistics. Pure, and the same on
// both sides, so that a profile that followed the socket equals one that was loaded anew.
import type { AthleteStatistics, FightRow } from './athletes.ts'
import { bySchedule } from './by-schedule.ts'
import { itemStatus } from './item-status.ts'
import type { MatchItem, WireMatchItem } from './match-item.ts'

/** A match as the document names its parts. A cancelled one has no word there. */
export function fightRow(item: WireMatchItem): FightRow {
  const [first, second] =
    item.side === 'first' ? [item.athleteName, item.opponentName] : [item.opponentName, item.athleteName]
  return {
    id: item.id,
    competitor_1: first,
    competitor_2: second,
    opponent: item.opponent,
    opponent_team: item.opponentTeam,
    status: item.status === 'cancelled' ? 'unknown' : item.status,
    round: item.round,
    mat: item.mat,
    scheduled_time: item.scheduledTime,
    date: item.date,
    division: item.division,
    result: item.result,
    winner: item.winner,
    loser: item.loser,
    item,
  }
}

/** The first match, live before scheduled before unscheduled, from which something is still to be expected at `now` (epoch ms). */
export function nextMatch<Item extends MatchItem>(items: readonly Item[], now: number): Item | null {
  const kinds = new Map(items.map((item) => [item, itemStatus(item, now).kind]))
  const open = items.filter((item) => !['finished', 'stale'].includes(kinds.get(item) ?? ''))
  const live = open.filter((item) => kinds.get(item) === 'live')
  const [first] = (live.length > 0 ? live : open).toSorted(bySchedule)
  return first ?? null
}

type FightRecord = Pick<AthleteStatistics, 'totalMatches' | 'completedMatches' | 'wins' | 'losses'>

/** Completed are the matches that are finished and have a result (core.md section 4). */
export function recordOf(items: readonly MatchItem[]): FightRecord {
  const count = (result: MatchItem['result']): number => items.filter((item) => item.result === result).length
  const [wins, losses] = [count('win'), count('loss')]
  return { totalMatches: items.length, completedMatches: wins + losses, wins, losses }
}

/** The athlete's figures at `now` (epoch ms); `bracketPosition` is the seed, where the draw is known. */
export function statisticsOf(
  items: readonly MatchItem[],
  bracketPosition: number | null,
  now: number,
): AthleteStatistics {
  const record = recordOf(items)
  const next = nextMatch(items, now)
  return {
    ...record,
    draws: 0,
    submissions: 0,
    points: 0,
    advantages: 0,
    averageMatchDuration: null,
    submissionRate: null,
    winRate: record.completedMatches === 0 ? null : record.wins / record.completedMatches,
    nextMatchTime: next?.scheduledDateTime ?? null,
    currentStatus: statusWord(next, items.length > 0),
    bracketPosition,
  }
}

function statusWord(next: MatchItem | null, hasMatches: boolean): AthleteStatistics['currentStatus'] {
  if (!next) return hasMatches ? 'finished' : 'scheduled'
  return next.rawStatus === null || next.rawStatus === 'invalid' ? 'scheduled' : next.rawStatus
}
