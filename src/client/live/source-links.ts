// Links to the competition system's own pages.
import type { TournamentItem } from '#contract/tournaments.ts'

/**
 * The page of one competitor's fights; null unless both external ids are known. Its origin is that of the tournament's
 * own order-of-fights page, which the server checked.
 */
export function competitorAddress(
  tournament: Pick<TournamentItem, 'orderOfFightsUrl' | 'bracketsUrl' | 'bjjCompSystemId'> | undefined,
  athleteBjjCompSystemId: string,
): string | null {
  const known = tournament?.orderOfFightsUrl ?? tournament?.bracketsUrl
  if (!tournament?.bjjCompSystemId || !athleteBjjCompSystemId || !known) return null
  const page = new URL(`/tournaments/${tournament.bjjCompSystemId}/tournament_days/by_competitor`, known)
  page.searchParams.set('competitor_id', athleteBjjCompSystemId)
  return page.href
}
