import type { Clock } from '#platform/clock.ts'
import type { HeldTournament } from './held-tournament.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import type { StatusWriter } from './tournaments.ts'

/** In ms: in general, and while a tournament is imported. The latter is shorter than the longest interval of the calls, 2 s. */
const interval = { usual: 15_000, importing: 1_000 }

const isImporting = ({ state }: HeldTournament): boolean => state.tournament.import.state === 'running'

/**
 * A tournament becomes live or past as time passes; the first process that finds this writes the change to the log. Returns
 * a function that checks all held tournaments if the interval has passed, and returns true if it wrote a status.
 */
export function createStatusWatch(clock: Clock, held: HeldTournaments, setStatus: StatusWriter) {
  let checkedAt = -Infinity
  let hasImportedSinceCheck = false
  return async (): Promise<boolean> => {
    // An import brings the dates and matches that determine the status. The last ones arrive just before its end, so one more check
    // follows.
    const isImportRunning = [...held].some(([, tournament]) => isImporting(tournament))
    hasImportedSinceCheck ||= isImportRunning
    const now = clock.monotonic()
    if (now - checkedAt < (hasImportedSinceCheck ? interval.importing : interval.usual)) return false
    checkedAt = now
    hasImportedSinceCheck = isImportRunning
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
