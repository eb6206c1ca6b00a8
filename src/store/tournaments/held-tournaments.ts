// The tournaments that this process holds in memory. Concurrent loads of a tournament share one query.
import type { LoggedChange } from '#domain/tournament-state.ts'
import { shareVenue } from '#domain/tournament.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '../database.ts'
import { type Batch, changesUpTo } from './change-log.ts'
import { HeldTournament, bufferedChanges } from './held-tournament.ts'
import { loadState } from './load-state.ts'
import type { NumberedHistory } from './match-histories.ts'
import { pageAges } from './pages.ts'

/** The maximum number of held tournaments that are not active. The tournaments of a user's whole list fit. */
const maxInactive = 50

export type HeldTournaments = ReturnType<typeof createHeldTournaments>

/** `onLoaded` is called after a tournament was loaded; `isReset`: its readers must reload it, too. */
export function createHeldTournaments(
  { sql, slowSql }: Database,
  clock: Clock,
  onLoaded: (id: number, isReset: boolean) => void,
) {
  const held = new Map<number, HeldTournament>()
  /** By tournament: the number of its last use, counted in `uses`. */
  const usedAt = new Map<number, number>()
  let uses = 0
  const loading = new Map<number, Promise<HeldTournament | undefined>>()
  let [reads, loads] = [0, 0]

  /** The other tournaments at the same venue, on any days; callers select their matches by date. */
  function neighboursOf(id: number): HeldTournament[] {
    const own = held.get(id)?.state.tournament
    if (!own) return []
    return [...held.values()].filter(({ state: { tournament } }) => tournament.id !== id && shareVenue(tournament, own))
  }

  function forget(id: number): void {
    held.delete(id)
    usedAt.delete(id)
  }

  /** Loads a tournament and replaces the held one; undefined if there is no such tournament. */
  function load(id: number, isReset: boolean): Promise<HeldTournament | undefined> {
    const running = loading.get(id)
    if (running) return running
    const started = loadNow(id, isReset).finally(() => loading.delete(id))
    loading.set(id, started)
    return started
  }

  async function loadNow(id: number, isReset: boolean): Promise<HeldTournament | undefined> {
    // Read before the state, so that no page is newer than its matches.
    const ages = await pageAges(sql, sql`tournament_id = ${id}`)
    const loaded = await loadState(slowSql, id)
    if (!loaded) {
      forget(id)
      return undefined
    }
    const tournament = new HeldTournament(loaded, () => neighboursOf(id))
    tournament.prependChanges(await changesUpTo(slowSql, id, loaded.position.seq, bufferedChanges))
    tournament.trimChanges(clock.now())
    tournament.setPages(ages, clock.now())
    held.set(id, tournament)
    usedAt.set(id, ++uses)
    onLoaded(id, isReset)
    return tournament
  }

  return {
    [Symbol.iterator]: () => held.entries(),
    load,
    get: (id: number): HeldTournament | undefined => held.get(id),
    forget,

    /**
     * Applies changes and histories; histories first, because listeners of changes read them. `trimmed`: the tournaments whose log
     * no longer reaches back to their position, and which must be loaded again.
     */
    apply(
      changes: readonly LoggedChange[],
      histories: readonly NumberedHistory[],
    ): { batches: Batch[]; trimmed: number[] } {
      for (const [id, ofTournament] of Map.groupBy(histories, ({ tournamentId }) => tournamentId))
        held.get(id)?.applyHistories(ofTournament)
      const trimmed: number[] = []
      const batches = [...Map.groupBy(changes, (logged) => logged.tournamentId)].flatMap(
        ([id, ofTournament]): Batch[] => {
          const tournament = held.get(id)
          if (tournament && ofTournament[0]?.seq === tournament.position.seq + 1)
            return [{ tournamentId: id, changes: ofTournament, before: tournament.apply(ofTournament) }]
          if (tournament) trimmed.push(id)
          return []
        },
      )
      return { batches, trimmed }
    },

    /** Forgets the least recently used of these tournaments, which are not active, if there are too many. */
    forgetUnused(inactive: readonly number[]): void {
      const latestFirst = inactive.toSorted((a, b) => (usedAt.get(b) ?? 0) - (usedAt.get(a) ?? 0))
      for (const id of latestFirst.slice(maxInactive)) forget(id)
    },

    /** Like `get`, and counts the read. */
    read(id: number): HeldTournament | undefined {
      const found = held.get(id)
      if (!found) return undefined
      reads++
      usedAt.set(id, ++uses)
      return found
    },

    /** Like `read`, but loads the tournament if it is not held; counts loads only. */
    async readOrLoad(id: number): Promise<HeldTournament | undefined> {
      const found = held.get(id)
      if (!found) loads++
      else usedAt.set(id, ++uses)
      return found ?? load(id, false)
    },

    figures(): { reads: number; loads: number; tournaments: number; entries: number } {
      let entries = 0
      for (const { state } of held.values())
        entries += 1 + state.categories.size + state.athletes.size + state.matches.size
      return { reads, loads, tournaments: held.size, entries }
    },
  }
}
