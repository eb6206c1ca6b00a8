import type { Clock } from '#platform/clock.ts'
import type { HeldTournament } from './held-tournament.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import type { StatusWriter } from './tournaments.ts'

/** How often at most, in ms: usually, and while a tournament is read for the first time. */
const interval = { usual: 15_000, importing: 2_000 }

/** Time alone makes a tournament live or past; whichever process sees it first says so in the log. */
export class StatusWatch {
  readonly #clock: Clock
  readonly #held: HeldTournaments
  readonly #setStatus: StatusWriter
  #lookedAt = -Infinity

  constructor(clock: Clock, held: HeldTournaments, setStatus: StatusWriter) {
    this.#clock = clock
    this.#held = held
    this.#setStatus = setStatus
  }

  /** Looks, if it is time to; true when it wrote a status, which the log now holds. */
  async look(): Promise<boolean> {
    // While a tournament is read for the first time its dates and matches come in, and with them what it is.
    const isImporting = ([, { state }]: [number, HeldTournament]): boolean =>
      state.tournament.import.state === 'running'
    const every = [...this.#held].some(isImporting) ? interval.importing : interval.usual
    const now = this.#clock.monotonic()
    if (now - this.#lookedAt < every) return false
    this.#lookedAt = now
    let hasWritten = false
    for (const [id, tournament] of this.#held) {
      const status = tournament.statusAt(this.#clock.now())
      if (status === tournament.state.tournament.status) continue
      await this.#setStatus(id, status)
      hasWritten = true
    }
    return hasWritten
  }
}
