// The status of a match as a card shows it.
import { type MatchStatus, matchStatus } from '../domain/match-status.ts'
import { isCompleted, type MatchItem } from './match-item.ts'

/** The item's status at `now` (epoch ms by the server's clock). */
export const itemStatus = (item: MatchItem, now: number): MatchStatus =>
  matchStatus(
    {
      rawStatus: item.rawStatus,
      board: item.board,
      ahead: item.ahead,
      scheduledAt: item.scheduledDateTime,
      over: isCompleted(item),
    },
    now,
  )
