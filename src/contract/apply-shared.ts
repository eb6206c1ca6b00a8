// Applies socket messages to the public page. Pure. Used by the browser, and by tests that compare the result with a fresh load;
// the server orders the athletes by the same function.
import { bySchedule } from './by-schedule.ts'
import type { ServerMessageOf } from './live.ts'
import type { SharedAthlete, SharedRollCall } from './sharing.ts'

const names = new Intl.Collator('en')

/** Orders athletes by name (sharing-and-admin.md section 2). */
export const byName = (a: Pick<SharedAthlete, 'id' | 'name'>, b: Pick<SharedAthlete, 'id' | 'name'>): number =>
  names.compare(a.name, b.name) || a.id - b.id

/**
 * The page after a message; null if it must be reloaded, because the message has no change or builds on another version.
 * Returns the same page for a message about its own version.
 */
export function applySharedUpdate(
  page: SharedRollCall,
  { version, change }: ServerMessageOf<'shared_rollcall_update'>,
): SharedRollCall | null {
  if (version === page.version) return page
  if (!change || change.from !== page.version) return null
  const athletes = new Map(page.athletes.map((athlete) => [athlete.id, athlete]))
  for (const athlete of change.athletes) athletes.set(athlete.id, athlete)
  for (const id of change.removedAthletes) athletes.delete(id)
  const key = (match: { id: number; athleteId: number }): string => `${match.athleteId}/${match.id}`
  const matches = new Map(page.upcomingMatches.map((match) => [key(match), match]))
  for (const match of change.matches) matches.set(key(match), match)
  for (const removed of change.removedMatches) matches.delete(key(removed))
  const claims = new Map(page.claims.map((claim) => [claim.matchId, claim]))
  for (const claim of change.claims) claims.set(claim.matchId, claim)
  for (const id of change.removedClaims) claims.delete(id)
  return {
    ...page,
    title: change.title,
    sharedBy: change.sharedBy,
    mode: change.mode,
    updateIntervalMinutes: change.updateIntervalMinutes,
    mayClaim: change.mayClaim,
    claimOrder: change.claimOrder,
    claims: [...claims.values()].toSorted((a, b) => a.order - b.order),
    athletes: [...athletes.values()].toSorted(byName),
    upcomingMatches: [...matches.values()].filter(({ athleteId }) => athletes.has(athleteId)).toSorted(bySchedule),
    version,
  }
}
