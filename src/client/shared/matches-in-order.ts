// The order of the public page's matches.
import { daySections, entryOf } from '#contract/day-list.ts'
import { estimateOfItem } from '#contract/match-estimate.ts'
import type { SharedMatch, SharedRollCall } from '#contract/sharing.ts'

/** The matches in the order of the dashboard's day list at `now` (epoch ms, the server's clock). */
export function matchesInOrder(rollCall: SharedRollCall, now: number): SharedMatch[] {
  const entries = rollCall.upcomingMatches.map((match) => entryOf(match, estimateOfItem(match, rollCall, now), now))
  return daySections(entries, now).flatMap((section) => section.entries.map(({ item }) => item))
}
