// Selects the estimates that are stored to judge a day: those shown an hour before the published time. Pure.
import { estimateInHall } from '#domain/hall-record.ts'
import { aheadOnMat } from '#domain/tournament-state.ts'
import type { Held, ShownEstimate } from '#store'

const minute = 60_000
/**
 * How long before its published time the estimate of a match is stored, ms. A match that is first published or estimated less than
 * `least` before its published time is not judged.
 */
const horizon = { most: 60 * minute, least: 30 * minute }

/**
 * The estimates at `now` (epoch ms) of the matches whose published time is 30 to 60 minutes ahead, except those in `known`, whose
 * estimate is stored already.
 */
export function estimatesToKeep(
  held: Pick<Held, 'state' | 'hall' | 'source' | 'beforeOnMat' | 'listedOnMat'>,
  known: ReadonlySet<number>,
  now: number,
): ShownEstimate[] {
  const { hall, source, state } = held
  if (!hall || source.fetchedAt === null) return []
  const readAt = Date.parse(source.fetchedAt)
  return [...state.matches.values()].flatMap((match) => {
    const { id, board, date, mat, scheduledAt } = match
    if (board !== 'listed' || date !== hall.date || mat === null || scheduledAt === null || known.has(id)) return []
    const publishedAt = Date.parse(scheduledAt)
    const timeAhead = publishedAt - now
    if (timeAhead > horizon.most || timeAhead < horizon.least) return []
    const ahead = aheadOnMat(match, held.listedOnMat(date, mat))
    const place = { date, mat, before: held.beforeOnMat(match), ahead, publishedAt }
    const estimate = estimateInHall(hall, place, readAt, now)
    if (estimate.basis === 'schedule') return []
    const { at: estimatedAt, early, late } = estimate
    return [{ matchId: id, day: date, shownAt: now, publishedAt, estimatedAt, early, late }]
  })
}
