// Computes the status of a match on a card.
import { type MatchStatus, matchStatus } from '../domain/match-status.ts'
import type { MatchItem } from './match-item.ts'

/** True if the match is finished (core.md section 4); if not, it is upcoming or live. */
export const isCompleted = (item: Pick<MatchItem, 'status'>): boolean => item.status === 'finished'

/**
 * The item's status at `now` (epoch ms by the server's clock). `ahead`: the number of listed matches before it on its mat; a
 * client passes `fightsAhead` of its estimate, the server the item's own `ahead`.
 */
export const itemStatus = (item: MatchItem, ahead: number | null, now: number): MatchStatus =>
  matchStatus(
    {
      rawStatus: item.rawStatus,
      board: item.board,
      ahead,
      scheduledAt: item.scheduledDateTime,
      over: isCompleted(item),
    },
    now,
  )
