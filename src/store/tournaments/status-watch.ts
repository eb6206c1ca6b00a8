import type { Clock } from '#platform/clock.ts'
import type { HeldTournament } from './held-tournament.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import type { StatusWriter } from './tournaments.ts'

/** How often at most, in ms: usually, and while a tournament is read for the first time. */
const interval = { usual: 15_000, importing: 2_000 }

/**
 * Time alone makes a tournament live or past; whichever process sees it first says so in the log. Returns the function that
 * looks, if it is time to; true when it wrote a status, which the log now holds.
 */
export function createStatusWatch(clock: Clock, held: HeldTournaments, setStatus: StatusWriter) {
  let lookedAt = -Infinity
  return async (): Promise<boolean> => {
    // While a tournament is read for the first time its dates and matches come in, and with them what it is.
    const isImporting = ([, { state }]: [number, HeldTournament]): boolean =>
      state.tournament.import.state === 'running'
    const every = [...held].some(isImporting) ? interval.importing : interval.usual
    const now = clock.monotonic()
    if (now - lookedAt < every) return false
    lookedAt = now
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
