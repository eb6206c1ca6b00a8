// Keeps the agenda of one tournament up to date with the tournament and its followers, and records when each match left its
// board and how often its bracket was read since then.
import type { Clock } from '#platform/clock.ts'
import type { Held } from '#store'
import { buildAgenda } from './agenda.ts'
import type { Agenda } from './agenda.ts'
import type { AwaitedResult } from './cadence.ts'

/** While an import runs, the agenda is rebuilt at most this often, ms. */
const intervalWhileImporting = 2_000

export type AwaitedMatch = AwaitedResult & { categoryId: number; date: string | null }

type CurrentAgendaParts = { held: () => Held; clock: Clock; isImporting: () => boolean }

export class CurrentAgenda {
  private readonly parts: CurrentAgendaParts
  private followed: ReadonlySet<number> = new Set()
  private latest: { agenda: Agenda; seq: number; at: number } | null = null
  private readonly awaitedById = new Map<number, AwaitedMatch>()

  constructor(parts: CurrentAgendaParts) {
    this.parts = parts
  }

  get followedCount(): number {
    return this.followed.size
  }

  /** By match id, as of the last `get`. */
  get awaited(): ReadonlyMap<number, AwaitedMatch> {
    return this.awaitedById
  }

  get(): Agenda {
    const { held, clock, isImporting } = this.parts
    const { position, state } = held()
    const mono = clock.monotonic()
    const { latest } = this
    if (latest && (latest.seq === position.seq || (isImporting() && mono - latest.at < intervalWhileImporting)))
      return latest.agenda
    const agenda = buildAgenda(state, this.followed, (athleteId) => held().matchesOfAthlete(athleteId))
    this.latest = { agenda, seq: position.seq, at: mono }
    this.updateAwaited(agenda, mono)
    return agenda
  }

  /** Sets the athletes that somebody follows; false when they have not changed. */
  setFollowed(athleteIds: readonly number[]): boolean {
    if (this.followed.size === athleteIds.length && athleteIds.every((id) => this.followed.has(id))) return false
    this.followed = new Set(athleteIds)
    this.latest = null
    return true
  }

  /** Records that the bracket page of a category was read; its request began at `mono`. */
  noteBracketRead(category: string, mono: number): void {
    const { categories } = this.parts.held().state
    // A request that began before the match left its board does not count: its answer may lack the result.
    for (const entry of this.awaitedById.values()) {
      if (categories.get(entry.categoryId)?.bjjCompSystemId !== category || entry.leftAt > mono) continue
      entry.readsSince++
      entry.lastReadAt = mono
    }
  }

  private updateAwaited({ awaited, watched }: Agenda, mono: number): void {
    const present = new Set<number>()
    for (const { id, categoryId, date } of awaited) {
      if (categoryId === null) continue
      present.add(id)
      const isWatched = watched.has(id)
      const known = this.awaitedById.get(id)
      if (known) known.isWatched = isWatched
      else
        this.awaitedById.set(id, {
          leftAt: mono,
          isWatched,
          readsSince: 0,
          lastReadAt: null,
          categoryId,
          date,
        })
    }
    for (const id of this.awaitedById.keys()) if (!present.has(id)) this.awaitedById.delete(id)
  }
}
