// The order of the public page's matches.
import { daySections, entryOf } from '#contract/day-list.ts'
import { estimateOfItem } from '#contract/match-estimate.ts'
import type { SharedMatch, SharedRollCall } from '#contract/sharing.ts'

/**
 * The matches in the order of the dashboard's day list at `now` (epoch ms, the server's clock). `shown`: the claims as this device
 * shows them, by match id; null until they are loaded.
 */
export function matchesInOrder(
  rollCall: SharedRollCall,
  now: number,
  shown: ReadonlyMap<number, unknown> | null,
): SharedMatch[] {
  const { upcomingMatches, mayClaim, claims } = rollCall
  const covered = shown ?? new Set(claims.map(({ matchId }) => matchId))
  const entries = upcomingMatches.map((match) => entryOf(match, estimateOfItem(match, rollCall, now), now))
  const sections = daySections(entries, now, mayClaim ? (id) => covered.has(id) : null)
  return sections.flatMap((section) => section.entries.map(({ item }) => item))
}
