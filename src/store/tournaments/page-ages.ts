// Reads the ages of the held tournaments' pages, from which `HeldTournament` computes the age of its data.
import type { Clock } from '#platform/clock.ts'
import type { Sql } from '../database.ts'
import type { Listeners } from '../listeners.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import { pageAges } from './pages.ts'
import type { SourceAge } from './source-age.ts'

/** Revisions read again, because transactions may commit in a different order than they took their numbers. */
const revMargin = 500

export type PageAges = ReturnType<typeof createPageAges>

/** `changed` is emitted if the age or state of a source changed. */
export function createPageAges(
  sql: Sql,
  clock: Clock,
  held: HeldTournaments,
  changed: Listeners<[tournamentId: number, source: SourceAge]>,
) {
  let lastRev = 0
  return {
    /** Reads the pages that changed since the last call. */
    async update(): Promise<void> {
      const ids = [...held].map(([id]) => id)
      const found = await pageAges(sql, sql`rev > ${lastRev - revMargin} and tournament_id = any(${ids}::integer[])`)
      lastRev = Math.max(lastRev, ...found.map((page) => page.rev))
      const byTournament = Map.groupBy(found, (page) => page.tournamentId)
      for (const [id, tournament] of held)
        if (tournament.setPages(byTournament.get(id) ?? [], clock.now())) changed.emit(id, tournament.source)
    },

    /** Marks all tournaments as stale; called if the database could not be read. */
    markStale(): void {
      for (const [id, tournament] of held)
        if (tournament.setPages([], clock.now(), true)) changed.emit(id, tournament.source)
    },
  }
}
