// The slice: the part of a tournament that a page can change; input and output of a merge.
import { isOpenClass } from '#domain/division.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import type { Category } from '#domain/tournament.ts'
import type { Draw } from './draw.ts'
import type { Trace } from './provenance.ts'

/**
 * For a bracket page, its category with all its matches and athletes. For a board page or a list, the categories, matches and
 * athletes that it can change; with a roster, all athletes. For an index of categories and the schedule, the categories that it
 * can change, the matches that have no category or would lose theirs, and the athletes concerned. Traces and histories are those
 * of the matches. Entities outside the slice are not changed.
 */
export type Slice = {
  state: TournamentState
  /** Provenance by match id. */
  traces: Map<number, Trace>
  /** By match id; absent for a match without observations. */
  histories: Map<number, MatchHistory>
  /** The draw of a bracket page's category, by category id; empty for other pages. */
  draws: Map<number, Draw>
  /** Ids of the athletes on the full roster. */
  rostered: Set<number>
  /** Source ids of athletes whom a row of a board or a list cannot change; they are not in the state. */
  unchangedAthletes: ReadonlySet<string>
  /** The time of each page's last usable reading (epoch ms), by page key. */
  fetchedAt: Map<string, number>
}

/** The slice with its ids mapped by `idOf`, because a merge gives negative ids to new entities. */
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
    draws: new Map([...slice.draws].map(([id, draw]) => [idOf(id), drawWithIds(draw, idOf)])),
    rostered: new Set([...slice.rostered].map(idOf)),
  }
}

const drawWithIds = (draw: Draw, idOf: (id: number) => number): Draw => ({
  ...draw,
  rankings: Object.fromEntries(Object.entries(draw.rankings).map(([id, ranking]) => [idOf(Number(id)), ranking])),
})

const byId = <Entity extends { id: number }>(entities: readonly Entity[]): Map<number, Entity> =>
  new Map(entities.map((entity) => [entity.id, entity]))

/** Sorts an athlete's categories: weight class before open class, then by division. */
export const weightClassFirst = (entered: readonly Category[]): Category[] =>
  entered.toSorted(
    (a, b) =>
      Number(isOpenClass(a.weight)) - Number(isOpenClass(b.weight)) ||
      (a.division < b.division ? -1 : a.division > b.division ? 1 : a.id - b.id),
  )
