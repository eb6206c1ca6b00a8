// How the public page follows the socket. Pure; the browser and the tests that compare with a fresh load use the same.
import { bySchedule } from './by-schedule.ts'
import type { ServerMessageOf } from './live.ts'
import type { SharedAthlete, SharedRollCall } from './sharing.ts'

const byNameOf = new Intl.Collator('en')

/** The order of the athletes: by name (sharing-and-admin.md section 2). */
export const byName = (a: Pick<SharedAthlete, 'id' | 'name'>, b: Pick<SharedAthlete, 'id' | 'name'>): number =>
  byNameOf.compare(a.name, b.name) || a.id - b.id

/**
 * The page after a message; null when it must be loaded again, because the message does not say what is new or builds on
 * another version. A message about the version that the page already has changes nothing.
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
  return {
    ...page,
    title: change.title,
    sharedBy: change.sharedBy,
    mode: change.mode,
    updateIntervalMinutes: change.updateIntervalMinutes,
    athletes: [...athletes.values()].toSorted(byName),
    upcomingMatches: [...matches.values()].filter(({ athleteId }) => athletes.has(athleteId)).toSorted(bySchedule),
    version,
  }
}
