// The tournaments that this process holds. Each is loaded once at a time, however many want it.
import type { Clock } from '#platform/clock.ts'
import type { Database } from '../database.ts'
import { changesUpTo } from './change-log.ts'
import { HeldTournament, keptChanges } from './held-tournament.ts'
import { loadState } from './load-state.ts'
import { pageAges } from './pages.ts'

export class HeldTournaments {
  readonly #database: Database
  readonly #clock: Clock
  readonly #onLoaded: (id: number, isReset: boolean) => void
  readonly #held = new Map<number, HeldTournament>()
  readonly #loading = new Map<number, Promise<HeldTournament | undefined>>()
  #reads = 0
  #loads = 0

  /** `onLoaded` is called right after a tournament is held. */
  constructor(database: Database, clock: Clock, onLoaded: (id: number, isReset: boolean) => void) {
    this.#database = database
    this.#clock = clock
    this.#onLoaded = onLoaded
  }

  [Symbol.iterator](): Iterator<[id: number, tournament: HeldTournament]> {
    return this.#held.entries()
  }

  ids(): Iterable<number> {
    return this.#held.keys()
  }

  get(id: number): HeldTournament | undefined {
    return this.#held.get(id)
  }

  /** `get` for a reader, who is counted. */
  read(id: number): HeldTournament | undefined {
    const found = this.#held.get(id)
    if (found) this.#reads++
    return found
  }

  async readOrLoad(id: number): Promise<HeldTournament | undefined> {
    const found = this.#held.get(id)
    if (found) return found
    this.#loads++
    return this.load(id, false)
  }

  forget(id: number): void {
    this.#held.delete(id)
  }

  /** Loads it, in place of the one that is held; undefined when there is none. `isReset`: those who have it must load it, too. */
  load(id: number, isReset: boolean): Promise<HeldTournament | undefined> {
    const underWay = this.#loading.get(id)
    if (underWay) return underWay
    const loading = this.#loadNow(id, isReset).finally(() => this.#loading.delete(id))
    this.#loading.set(id, loading)
    return loading
  }

  async #loadNow(id: number, isReset: boolean): Promise<HeldTournament | undefined> {
    const { sql, slowSql } = this.#database
    const loaded = await loadState(slowSql, id)
    if (!loaded) {
      this.#held.delete(id)
      return undefined
    }
    const tournament = new HeldTournament(loaded)
    tournament.remember(await changesUpTo(slowSql, id, loaded.position.seq, keptChanges))
    tournament.forgetOld(this.#clock.now())
    tournament.setPages(await pageAges(sql, sql`tournament_id = ${id}`), this.#clock.now())
    this.#held.set(id, tournament)
    this.#onLoaded(id, isReset)
    return tournament
  }

  figures(): { reads: number; loads: number; tournaments: number; entries: number } {
    let entries = 0
    for (const { state } of this.#held.values())
      entries += 1 + state.categories.size + state.athletes.size + state.matches.size
    return { reads: this.#reads, loads: this.#loads, tournaments: this.#held.size, entries }
  }
}
