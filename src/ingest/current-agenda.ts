// The agenda of one tournament, worked out anew when the tournament or its followers changed, and beside it for how long each
// fight that left its board has been waiting for its result.
import type { Clock } from '#platform/clock.ts'
import type { Held } from '#store'
import { readAgenda } from './agenda.ts'
import type { Agenda } from './agenda.ts'
import type { AwaitedResult } from './cadence.ts'

/** While the import fills the tournament, its matches are gone through this often only. */
const everyWhileImporting = 2_000

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
    if (latest && (latest.seq === position.seq || (isImporting() && mono - latest.at < everyWhileImporting)))
      return latest.agenda
    const agenda = readAgenda(state, this.followed, (athleteId) => held().matchesOfAthlete(athleteId))
    this.latest = { agenda, seq: position.seq, at: mono }
    this.updateAwaited(agenda, mono)
    return agenda
  }

  /** Athletes whom somebody follows; false when they are the same as before. */
  setFollowed(athleteIds: readonly number[]): boolean {
    if (this.followed.size === athleteIds.length && athleteIds.every((id) => this.followed.has(id))) return false
    this.followed = new Set(athleteIds)
    this.latest = null
    return true
  }

  /** The bracket page of a category was read, asked for at `mono`. */
  noteBracketRead(category: string, mono: number): void {
    const { categories } = this.parts.held().state
    // What left its board before this reading was asked for has had its chance to show a result.
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
      if (known) known.watched = isWatched
      else
        this.awaitedById.set(id, {
          leftAt: mono,
          watched: isWatched,
          readsSince: 0,
          lastReadAt: null,
          categoryId,
          date,
        })
    }
    for (const id of this.awaitedById.keys()) if (!present.has(id)) this.awaitedById.delete(id)
  }
}
