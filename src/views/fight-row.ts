// The rows of the order of fights, which the specification prescribes for other programs (core.md section 3). Pure.
import type { FightRow } from '#contract/athletes.ts'
import type { WireMatchItem } from '#contract/match-item.ts'

/** A match with the specification's field names. The specification has no status 'cancelled', which becomes 'unknown'. */
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
