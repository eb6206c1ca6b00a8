// Reads the ages of the held tournaments' pages, from which `HeldTournament` computes the age of its data.
import type { Clock } from '#platform/clock.ts'
import type { Transaction } from '../database.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import { pageAges } from './pages.ts'
import type { SourceAge } from './source-age.ts'

/** Revisions read again, because transactions may commit in a different order than they took their numbers. */
const revMargin = 500

export type PageAges = ReturnType<typeof createPageAges>

export function createPageAges(clock: Clock, held: HeldTournaments) {
  let lastRev = 0
  return {
    /** The pages with a revision after the last applied one, and again those of the last `revMargin` revisions. */
    read: (sql: Transaction) => {
      const ids = [...held].map(([id]) => id)
      return pageAges(sql, sql`rev > ${lastRev - revMargin} and tournament_id = any(${ids}::integer[])`)
    },

    /**
     * Applies pages to their tournaments. Returns the tournaments whose source has another age or state, or a board that was read.
     * `isUnreadable`: the database cannot be read, so every source that was 'ok' counts as 'stale'.
     */
    apply(pages: Awaited<ReturnType<typeof pageAges>>, isUnreadable = false): { id: number; source: SourceAge }[] {
      lastRev = Math.max(lastRev, ...pages.map((page) => page.rev))
      const byTournament = Map.groupBy(pages, (page) => page.tournamentId)
      return [...held].flatMap(([id, tournament]) => {
        const hasChanged = tournament.setPages(byTournament.get(id) ?? [], clock.now(), isUnreadable)
        return hasChanged ? { id, source: tournament.source } : []
      })
    },
  }
}
