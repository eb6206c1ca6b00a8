import type { Clock } from '#platform/clock.ts'
import type { HeldTournament } from './held-tournament.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import type { StatusWriter } from './tournaments.ts'

/** In ms: in general, and while a tournament is imported. */
const interval = { usual: 15_000, importing: 2_000 }

/**
 * A tournament becomes live or past as time passes; the first process that notices writes the change to the log. Returns a
 * function that checks all tournaments if the interval has passed, and returns true if it wrote a status.
 */
export function createStatusWatch(clock: Clock, held: HeldTournaments, setStatus: StatusWriter) {
  let checkedAt = -Infinity
  return async (): Promise<boolean> => {
    // During the import, the dates and matches that determine the status arrive.
    const isImporting = ([, { state }]: [number, HeldTournament]): boolean =>
      state.tournament.import.state === 'running'
    const every = [...held].some(isImporting) ? interval.importing : interval.usual
    const now = clock.monotonic()
    if (now - checkedAt < every) return false
    checkedAt = now
    let hasWritten = false
    for (const [id, tournament] of held) {
      const status = tournament.statusAt(clock.now())
      if (status === tournament.state.tournament.status) continue
      await setStatus(id, status)
      hasWritten = true
    }
    return hasWritten
  }
}
