// The part of a tournament that one page can touch: what a merge starts from and what it ends with.
import { isOpenClass } from '#domain/division.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import type { Category } from '#domain/tournament.ts'
import type { Trace } from './provenance.ts'

/**
 * The part of a tournament that one page can touch. For a bracket that is its category, for a board the categories on
 * it; with their matches, athletes and what is remembered beside them. What is not in it stays as it is stored.
 */
export type Slice = {
  state: TournamentState
  /** Which page stated what of each match, by match id. */
  traces: Map<number, Trace>
  /** What happened to each match and when, by match id; none of one of which nothing was seen. */
  histories: Map<number, MatchHistory>
  /** Ids of the athletes on the full roster. */
  rostered: Set<number>
  /** Source ids of athletes of whom a row of a board or a list can tell nothing new; they are not in the state. */
  settled: ReadonlySet<string>
  /** When each page was last read well (epoch ms), by page key. */
  fetchedAt: Map<string, number>
}

/** The slice with other ids in the place of those that `idOf` changes: a merge gives new entities negative ones. */
export function withIds(slice: Slice, idOf: (id: number) => number): Slice {
  const { tournament, categories, athletes, matches } = slice.state
  return {
    ...slice,
    state: {
      tournament,
      categories: byId([...categories.values()].map((category) => ({ ...category, id: idOf(category.id) }))),
      athletes: byId(
        [...athletes.values()].map((athlete) => ({
          ...athlete,
          id: idOf(athlete.id),
          categoryIds: athlete.categoryIds.map(idOf),
        })),
      ),
      matches: byId(
        [...matches.values()].map((match) => ({
          ...match,
          id: idOf(match.id),
          categoryId: match.categoryId === null ? null : idOf(match.categoryId),
        })),
      ),
    },
    traces: new Map([...slice.traces].map(([id, trace]) => [idOf(id), trace])),
    histories: new Map([...slice.histories].map(([id, history]) => [idOf(id), history])),
    rostered: new Set([...slice.rostered].map(idOf)),
  }
}

const byId = <Entity extends { id: number }>(entities: readonly Entity[]): Map<number, Entity> =>
  new Map(entities.map((entity) => [entity.id, entity]))

/** An athlete's categories in their order: weight before open class. */
export const inOrder = (entered: readonly Category[]): Category[] =>
  entered.toSorted(
    (a, b) =>
      Number(isOpenClass(a.weight)) - Number(isOpenClass(b.weight)) ||
      (a.division < b.division ? -1 : a.division > b.division ? 1 : a.id - b.id),
  )
