import type { Store } from '#store'

/**
 * Runs a change of what the user follows, and requests the missing pages of the newly followed athletes, without waiting for the
 * source.
 */
export async function requestNewFollows<Outcome>(
  store: Store,
  userId: number,
  change: () => Promise<Outcome>,
): Promise<Outcome> {
  const before = new Set((await store.follows.watchedBy(userId)).follows.map(({ athleteId }) => athleteId))
  const outcome = await change()
  const { follows } = await store.follows.watchedBy(userId)
  const added = follows.filter(({ athleteId }) => !before.has(athleteId))
  for (const [tournamentId, ofTournament] of Map.groupBy(added, (follow) => follow.tournamentId)) {
    const athleteIds = ofTournament.map(({ athleteId }) => athleteId)
    await store.readRequests.requestAthletes(tournamentId, athleteIds, userId)
  }
  return outcome
}
