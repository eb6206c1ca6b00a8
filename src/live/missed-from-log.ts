// Derives what a client may have missed about an athlete from the change log alone. Used for changes that are older than the
// delivered state of this process.
import type { HeldTournament } from '#views/followed.ts'
import type { LoggedChange } from '#domain/tournament-state.ts'
import { itemsOf, type Missed } from './delivered.ts'

/** What changed in a part of the log. */
export type LogSummary = {
  matches: Set<number>
  athletes: Set<number>
  categories: Set<number>
  tournament: boolean
}

/** The ids of the entities that the changes concern. */
export function summarise(changes: readonly LoggedChange[]): LogSummary {
  const summary: LogSummary = {
    matches: new Set(),
    athletes: new Set(),
    categories: new Set(),
    tournament: false,
  }
  for (const { change } of changes) {
    if (change.entity === 'tournament') summary.tournament = true
    else if (change.entity === 'athlete') summary.athletes.add(change.id)
    else if (change.entity === 'category') summary.categories.add(change.id)
    else summary.matches.add(change.id)
  }
  return summary
}

/**
 * What a client that missed a part of the log may have missed about an athlete; this may include too much, never too little. The
 * log contains new states only: a changed match without the athlete may have had the athlete before, so it is reported as removed,
 * which is harmless. The place of any listed match may have changed, too.
 */
export function possiblyMissed(held: HeldTournament, athleteId: number, log: LogSummary): Missed {
  const missed: Missed = { athleteId, matches: [], removed: [], card: false }
  const athlete = held.state.athletes.get(athleteId)
  const areAllAffected = log.tournament || log.athletes.has(athleteId)
  const ownIds = new Set<number>()
  // The time does not matter, because only the ids and the places are used.
  for (const { id, before } of athlete ? itemsOf(held, athlete, 0) : []) {
    ownIds.add(id)
    const mayHaveMoved = log.matches.size > 0 && before !== null
    if (areAllAffected || mayHaveMoved || log.matches.has(id)) missed.matches.push(id)
    missed.card ||= log.matches.has(id)
  }
  for (const id of log.matches) if (!ownIds.has(id)) missed.removed.push(id)
  const categoryIds = athlete?.categoryIds ?? []
  // The card of an athlete in no category depends on all of them.
  const isCategoryChanged =
    categoryIds.length > 0 ? categoryIds.some((id) => log.categories.has(id)) : log.categories.size > 0
  missed.card ||= areAllAffected || isCategoryChanged || missed.removed.length > 0
  return missed
}
