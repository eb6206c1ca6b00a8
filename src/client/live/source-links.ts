// Links to the competition system's own pages.
import type { TournamentItem } from '#contract/tournaments.ts'

/**
 * The page of one competitor's fights; null unless both external ids are known. Its origin is that of the tournaments'
 * own pages, which the server checked.
 */
export function competitorAddress(
  tournaments: readonly Pick<TournamentItem, 'orderOfFightsUrl' | 'bracketsUrl'>[],
  tournamentBjjCompSystemId: string,
  athleteBjjCompSystemId: string,
): string | null {
  const known = tournaments.map(({ orderOfFightsUrl, bracketsUrl }) => orderOfFightsUrl ?? bracketsUrl).find(Boolean)
  if (!known || !tournamentBjjCompSystemId || !athleteBjjCompSystemId) return null
  const page = new URL(`/tournaments/${tournamentBjjCompSystemId}/tournament_days/by_competitor`, known)
  page.searchParams.set('competitor_id', athleteBjjCompSystemId)
  return page.href
}
