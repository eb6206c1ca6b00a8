// Derives what a client may have missed of an athlete from the change log alone. It serves changes that are older than the
// delivered state which this process keeps.
import { nearFront } from '#views/item-news.ts'
import type { HeldTournament } from '#views/followed.ts'
import type { LoggedChange } from '#domain/tournament-state.ts'
import { itemsOf, type Missed } from './delivered.ts'

/** What changed in a part of the log. */
export type LogSummary = {
  matches: Set<number>
  /** Mats with a changed match, as 'date mat'. */
  mats: Set<string>
  athletes: Set<number>
  categories: Set<number>
  tournament: boolean
}

export function summarise(changes: readonly LoggedChange[]): LogSummary {
  const summary: LogSummary = {
    matches: new Set(),
    mats: new Set(),
    athletes: new Set(),
    categories: new Set(),
    tournament: false,
  }
  for (const { change } of changes) {
    if (change.entity === 'tournament') summary.tournament = true
    else if (change.entity === 'athlete') summary.athletes.add(change.id)
    else if (change.entity === 'category') summary.categories.add(change.id)
    else {
      summary.matches.add(change.id)
      if (change.value) summary.mats.add(`${change.value.date} ${change.value.mat}`)
    }
  }
  return summary
}

/**
 * What the changes in a part of the log may mean for an athlete; it may say too much, never too little. The log holds new
 * states only. A changed match that is not the athlete's may have been, so it is reported as removed, which is harmless.
 * The number of fights ahead may have changed for matches near the front of their mat, and for those whose mat changed.
 */
export function possiblyMissed(held: HeldTournament, athleteId: number, log: LogSummary): Missed {
  const missed: Missed = { athleteId, matches: [], removed: [], card: false }
  const athlete = held.state.athletes.get(athleteId)
  const all = log.tournament || log.athletes.has(athleteId)
  const own = new Set<number>()
  for (const { id, ahead } of athlete ? itemsOf(held, athlete, 0) : []) {
    own.add(id)
    const match = held.state.matches.get(id)
    const front = log.matches.size > 0 && ahead !== null && ahead <= nearFront
    if (all || front || log.matches.has(id) || (match && log.mats.has(`${match.date} ${match.mat}`)))
      missed.matches.push(id)
    missed.card ||= log.matches.has(id)
  }
  for (const id of log.matches) if (!own.has(id)) missed.removed.push(id)
  const isEntered = athlete?.categoryIds.some((id) => log.categories.has(id)) ?? false
  missed.card ||= all || isEntered || missed.removed.length > 0
  return missed
}
