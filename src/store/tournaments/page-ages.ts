// How old the pages of the held tournaments are, as far as the database says: what `HeldTournament` tells its age by.
import type { Clock } from '#platform/clock.ts'
import type { Sql } from '../database.ts'
import type { Listeners } from '../listeners.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import { pageAges } from './pages.ts'
import type { SourceAge } from './source-age.ts'

/** Pages whose notes were committed out of turn are read again. */
const revMargin = 500

export class PageAges {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #held: HeldTournaments
  readonly #changed: Listeners<[tournamentId: number, source: SourceAge]>
  #lastRev = 0

  constructor(
    sql: Sql,
    clock: Clock,
    held: HeldTournaments,
    changed: Listeners<[tournamentId: number, source: SourceAge]>,
  ) {
    this.#sql = sql
    this.#clock = clock
    this.#held = held
    this.#changed = changed
  }

  /** Reads what was noted since the last call, and tells of sources whose age or state changed. */
  async update(): Promise<void> {
    const sql = this.#sql
    const ids = [...this.#held.ids()]
    const found = await pageAges(
      sql,
      sql`rev > ${this.#lastRev - revMargin} and tournament_id = any(${ids}::integer[])`,
    )
    this.#lastRev = Math.max(this.#lastRev, ...found.map((page) => page.rev))
    const byTournament = Map.groupBy(found, (page) => page.tournamentId)
    for (const [id, tournament] of this.#held)
      if (tournament.setPages(byTournament.get(id) ?? [], this.#clock.now())) this.#changed.tell(id, tournament.source)
  }

  /** Nothing new can be known: nothing is fresh any more. */
  loseSight(): void {
    for (const [id, tournament] of this.#held)
      if (tournament.setPages([], this.#clock.now(), true)) this.#changed.tell(id, tournament.source)
  }
}
