// How old the pages of the held tournaments are, as far as the database says: what `HeldTournament` tells its age by.
import type { Clock } from '#platform/clock.ts'
import type { Sql } from '../database.ts'
import type { Listeners } from '../listeners.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import { pageAges } from './pages.ts'
import type { SourceAge } from './source-age.ts'

/** Pages whose notes were committed out of turn are read again. */
const revMargin = 500

export type PageAges = ReturnType<typeof createPageAges>

/** `changed` hears of sources whose age or state changed. */
export function createPageAges(
  sql: Sql,
  clock: Clock,
  held: HeldTournaments,
  changed: Listeners<[tournamentId: number, source: SourceAge]>,
) {
  let lastRev = 0
  return {
    /** Reads what was noted since the last call. */
    async update(): Promise<void> {
      const ids = [...held].map(([id]) => id)
      const found = await pageAges(sql, sql`rev > ${lastRev - revMargin} and tournament_id = any(${ids}::integer[])`)
      lastRev = Math.max(lastRev, ...found.map((page) => page.rev))
      const byTournament = Map.groupBy(found, (page) => page.tournamentId)
      for (const [id, tournament] of held)
        if (tournament.setPages(byTournament.get(id) ?? [], clock.now())) changed.emit(id, tournament.source)
    },

    /** Nothing new can be known: nothing is fresh any more. */
    loseSight(): void {
      for (const [id, tournament] of held)
        if (tournament.setPages([], clock.now(), true)) changed.emit(id, tournament.source)
    },
  }
}
