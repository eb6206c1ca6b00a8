// The draft of a merge: the next state of a slice, while a reading is merged into it.
import type { Athlete } from '#domain/athlete.ts'
import type { Match } from '#domain/match.ts'
import { type MatchHistory, noHistory } from '#domain/match-history.ts'
import type { Category } from '#domain/tournament.ts'
import type { Draw } from './draw.ts'
import { CurrentPage, noTrace, type Trace, type TracedMatch } from './provenance.ts'
import type { Slice } from './slice.ts'

/** The next state of a slice. Entities are replaced, never mutated, so the initial slice does not change. */
export class Draft {
  readonly slice: Slice
  /** The initial slice. */
  readonly before: Slice
  /** The page being merged. */
  readonly page: CurrentPage
  private lastNewId = 0
  /** Ids of the matches whose time on this page was accepted. */
  private readonly timesPrinted = new Set<number>()
  private readonly categoryBySourceId = new Map<string, Category>()
  /** Null for a division of several categories. */
  private readonly categoryByDivision = new Map<string, Category | null>()
  private readonly athleteBySourceId = new Map<string, Athlete>()

  /** `page`: the key of the page; `fetchedAt`: when it was fetched, epoch ms. */
  constructor(before: Slice, page: string, fetchedAt: number) {
    this.page = new CurrentPage(page, fetchedAt, before.fetchedAt)
    this.before = before
    this.slice = {
      state: {
        tournament: before.state.tournament,
        categories: new Map(before.state.categories),
        athletes: new Map(before.state.athletes),
        matches: new Map(before.state.matches),
      },
      traces: new Map(before.traces),
      histories: new Map(before.histories),
      draws: new Map(before.draws),
      rostered: new Set(before.rostered),
      unchangedAthletes: before.unchangedAthletes,
      fetchedAt: new Map(before.fetchedAt).set(page, fetchedAt),
    }
    for (const category of before.state.categories.values()) this.indexCategory(category)
    for (const athlete of before.state.athletes.values()) this.athleteBySourceId.set(athlete.bjjCompSystemId, athlete)
  }

  /** Ids of new entities are negative until they are stored. */
  newId(): number {
    return --this.lastNewId
  }

  category(id: number | null): Category | undefined {
    return id === null ? undefined : this.slice.state.categories.get(id)
  }

  findCategory(bjjCompSystemId: string): Category | undefined {
    return this.categoryBySourceId.get(bjjCompSystemId)
  }

  /** The category with this division text, if there is exactly one. */
  categoryOf(division: string): Category | undefined {
    return this.categoryByDivision.get(division) ?? undefined
  }

  putCategory(category: Category): void {
    this.slice.state.categories.set(category.id, category)
    this.indexCategory(category)
  }

  private indexCategory(category: Category): void {
    this.categoryBySourceId.set(category.bjjCompSystemId, category)
    const other = this.categoryByDivision.get(category.division)
    this.categoryByDivision.set(category.division, other === undefined || other?.id === category.id ? category : null)
  }

  findAthlete(bjjCompSystemId: string): Athlete | undefined {
    return this.athleteBySourceId.get(bjjCompSystemId)
  }

  putAthlete(athlete: Athlete): void {
    this.slice.state.athletes.set(athlete.id, athlete)
    this.athleteBySourceId.set(athlete.bjjCompSystemId, athlete)
  }

  match(id: number): Match | undefined {
    return this.slice.state.matches.get(id)
  }

  trace(id: number): Trace {
    return this.slice.traces.get(id) ?? noTrace
  }

  traced(match: Match): TracedMatch {
    return { match, trace: this.trace(match.id) }
  }

  /** Without `trace`, the match keeps its own. */
  putMatch(match: Match, trace = this.trace(match.id)): void {
    this.slice.state.matches.set(match.id, match)
    this.slice.traces.set(match.id, trace)
  }

  dropMatch(id: number): void {
    this.slice.state.matches.delete(id)
    this.slice.traces.delete(id)
    this.slice.histories.delete(id)
  }

  history(id: number): MatchHistory {
    return this.slice.histories.get(id) ?? noHistory
  }

  putHistory(id: number, changes: Partial<MatchHistory>): void {
    this.slice.histories.set(id, { ...this.history(id), ...changes })
  }

  draw(categoryId: number): Draw | undefined {
    return this.slice.draws.get(categoryId)
  }

  putDraw(categoryId: number, draw: Draw): void {
    this.slice.draws.set(categoryId, draw)
  }

  /** Records that this page prints a match's time, and that the time was accepted. */
  notePrintedTime(id: number): void {
    this.timesPrinted.add(id)
  }

  /** True if this page prints a match's time and the time was accepted. */
  printsTimeOf(id: number): boolean {
    return this.timesPrinted.has(id)
  }

  /**
   * The matches of a category, including the uncategorised ones of its division; without a category, the uncategorised matches of
   * `division`.
   */
  matchesOf(category: Category | undefined, division: string): Match[] {
    return [...this.slice.state.matches.values()].filter((match) =>
      category
        ? match.categoryId === category.id || (match.categoryId === null && match.division === category.division)
        : match.categoryId === null && match.division === division,
    )
  }
}
