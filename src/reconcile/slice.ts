// The part of a tournament that one reading can touch, and the draft in which a merge makes its next state.
import type { Athlete } from '#domain/athlete.ts'
import { isOpenClass } from '#domain/division.ts'
import type { Match } from '#domain/match.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import type { Category } from '#domain/tournament.ts'
import type { Trace } from './provenance.ts'

export type Slice = {
  state: TournamentState
  /** By match id. */
  traces: Map<number, Trace>
  /** Ids of the athletes on the full roster. */
  rostered: Set<number>
  /** Source ids of athletes of whom a row of a board or a list can tell nothing new; they are not in the state. */
  settled: ReadonlySet<string>
  /** When each page was last read well (epoch ms), by page key. */
  fetchedAt: Map<string, number>
}

/** An athlete's categories: weight before open class. */
export const inOrder = (entered: readonly Category[]): Category[] =>
  entered.toSorted(
    (a, b) =>
      Number(isOpenClass(a.weight)) - Number(isOpenClass(b.weight)) ||
      (a.division < b.division ? -1 : a.division > b.division ? 1 : a.id - b.id),
  )

/** A slice's next state in the making. Entities are replaced, never altered, so the slice it began with stays. */
export class Draft {
  readonly slice: Slice
  private lastNewId = 0
  private readonly categoryBySource = new Map<string, Category>()
  private readonly categoryByDivision = new Map<string, Category | null>()
  private readonly athleteBySource = new Map<string, Athlete>()

  constructor(before: Slice) {
    this.slice = {
      state: {
        tournament: before.state.tournament,
        categories: new Map(before.state.categories),
        athletes: new Map(before.state.athletes),
        matches: new Map(before.state.matches),
      },
      traces: new Map(before.traces),
      rostered: new Set(before.rostered),
      settled: before.settled,
      fetchedAt: new Map(before.fetchedAt),
    }
    for (const category of before.state.categories.values()) this.indexCategory(category)
    for (const athlete of before.state.athletes.values()) this.athleteBySource.set(athlete.bjjCompSystemId, athlete)
  }

  /** Ids of new entities are negative until they are stored. */
  newId(): number {
    return --this.lastNewId
  }

  category(id: number | null): Category | undefined {
    return id === null ? undefined : this.slice.state.categories.get(id)
  }

  findCategory(bjjCompSystemId: string): Category | undefined {
    return this.categoryBySource.get(bjjCompSystemId)
  }

  /** The category of a division text, when there is exactly one. */
  categoryOf(division: string): Category | undefined {
    return this.categoryByDivision.get(division) ?? undefined
  }

  putCategory(category: Category): void {
    this.slice.state.categories.set(category.id, category)
    this.indexCategory(category)
  }

  private indexCategory(category: Category): void {
    this.categoryBySource.set(category.bjjCompSystemId, category)
    const other = this.categoryByDivision.get(category.division)
    this.categoryByDivision.set(category.division, other === undefined || other?.id === category.id ? category : null)
  }

  findAthlete(bjjCompSystemId: string): Athlete | undefined {
    return this.athleteBySource.get(bjjCompSystemId)
  }

  putAthlete(athlete: Athlete): void {
    this.slice.state.athletes.set(athlete.id, athlete)
    this.athleteBySource.set(athlete.bjjCompSystemId, athlete)
  }

  match(id: number): Match | undefined {
    return this.slice.state.matches.get(id)
  }

  trace(id: number): Trace {
    return this.slice.traces.get(id) ?? { when: null, sides: null, raw: null, board: null }
  }

  putMatch(match: Match, trace: Trace): void {
    this.slice.state.matches.set(match.id, match)
    this.slice.traces.set(match.id, trace)
  }

  dropMatch(id: number): void {
    this.slice.state.matches.delete(id)
    this.slice.traces.delete(id)
  }

  /** All matches of a category, or (without one) those of a division that no category is known for. */
  matchesOf(category: Category | undefined, division: string): Match[] {
    const found: Match[] = []
    for (const match of this.slice.state.matches.values())
      if (
        category
          ? match.categoryId === category.id || (match.categoryId === null && match.division === category.division)
          : match.categoryId === null && match.division === division
      )
        found.push(match)
    return found
  }
}
