// Links to the competition system's own pages.
import type { TournamentItem } from '#contract/tournaments.ts'

type Linked = Pick<TournamentItem, 'orderOfFightsUrl' | 'bracketsUrl'>

/** Any page of the tournaments; the server has checked that its origin is the competition system's. */
const knownPage = (tournaments: readonly Linked[]): string | undefined =>
  tournaments.map(({ orderOfFightsUrl, bracketsUrl }) => orderOfFightsUrl ?? bracketsUrl).find((page) => page !== null)

/** The path of a category's bracket; no other path is linked to (decision D28). */
const bracketPath = /^\/tournaments\/\d+\/categories\/\d+$/

/** The page of a category's bracket on the competition system's own origin; null if that is unknown, and for any other path. */
export function bracketAddress(tournament: Linked, path: string | undefined): string | null {
  const known = knownPage([tournament])
  return known && path !== undefined && bracketPath.test(path) ? new URL(path, known).href : null
}

/**
 * The page of one competitor's fights; null unless both external ids and the origin are known. Its origin is that of the
 * tournaments' own pages, which the server checked.
 */
export function competitorAddress(
  tournaments: readonly Linked[],
  tournamentBjjCompSystemId: string,
  athleteBjjCompSystemId: string,
): string | null {
  const known = knownPage(tournaments)
  if (!known || !tournamentBjjCompSystemId || !athleteBjjCompSystemId) return null
  const page = new URL(`/tournaments/${tournamentBjjCompSystemId}/tournament_days/by_competitor`, known)
  page.searchParams.set('competitor_id', athleteBjjCompSystemId)
  return page.href
}
