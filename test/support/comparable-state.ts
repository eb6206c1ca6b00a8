// A tournament's state in a form in which two ways of reading the same event can be compared.
import type { Match } from '#domain/match.ts'
import type { TournamentState } from '#domain/tournament-state.ts'

/**
 * A state without what depends on how often its pages were read: ids, moves, starts of divisions, the times at which podiums
 * were first read, the values of ranks (not their order), and whether a match that is not listed was ever on a board.
 */
export function comparableState(state: TournamentState) {
  const categoryOf = (id: number | null): string | undefined =>
    id === null ? undefined : state.categories.get(id)?.bjjCompSystemId
  const columns = Map.groupBy(
    [...state.matches.values()].filter((match) => match.board === 'listed'),
    (match) => `${match.date}/${match.mat}`,
  )
  const rank = (match: Match): number | undefined =>
    columns
      .get(`${match.date}/${match.mat}`)
      ?.toSorted((a, b) => (a.boardRank ?? 0) - (b.boardRank ?? 0))
      .indexOf(match)
  return {
    tournament: without(state.tournament, 'id'),
    categories: [...state.categories.values()]
      .map((category) => without(category, 'id', 'start', 'podiumAt'))
      .sort((a, b) => a.bjjCompSystemId.localeCompare(b.bjjCompSystemId)),
    athletes: [...state.athletes.values()]
      .map((athlete) => ({ ...without(athlete, 'id', 'categoryIds'), categories: athlete.categoryIds.map(categoryOf) }))
      .sort((a, b) => a.bjjCompSystemId.localeCompare(b.bjjCompSystemId)),
    matches: [...state.matches.values()]
      .map((match) => ({
        ...without(match, 'id', 'categoryId', 'moves', 'boardRank'),
        category: categoryOf(match.categoryId),
        board: match.board === 'listed' ? 'listed' : 'not listed',
        rank: match.board === 'listed' ? rank(match) : null,
      }))
      .sort((a, b) => placeOf(a).localeCompare(placeOf(b))),
  }
}

const without = <Entity extends object, Key extends keyof Entity>(entity: Entity, ...keys: Key[]): Omit<Entity, Key> =>
  Object.fromEntries(Object.entries(entity).filter(([key]) => !(keys as PropertyKey[]).includes(key))) as Omit<
    Entity,
    Key
  >

const placeOf = (match: { category: string | undefined; matchNumber: number | null }): string =>
  `${match.category}/${String(match.matchNumber).padStart(3, '0')}`

export type ComparableState = ReturnType<typeof comparableState>

/** `state` without the times and places that the pages of `last` no longer show: an earlier reading may have kept them. */
export function withoutHiddenFacts(state: ComparableState, last: ComparableState): ComparableState {
  const lastByPlace = new Map(last.matches.map((match) => [placeOf(match), match]))
  return {
    ...state,
    matches: state.matches.map((match) => {
      const shown = lastByPlace.get(placeOf(match))
      if (!shown) return match
      const sides = match.sides.map((side, index) => {
        const other = shown.sides[index]
        if (side.kind !== 'open' || other?.kind !== 'open' || !side.from || !other.from) return side
        return {
          ...side,
          from: {
            ...side.from,
            fightNumber: other.from.fightNumber === null ? null : side.from.fightNumber,
            mat: other.from.mat === null ? null : side.from.mat,
          },
        }
      }) as Match['sides']
      const hidden = Object.fromEntries(
        (['date', 'time', 'scheduledAt', 'mat', 'fightNumber'] as const)
          .filter((key) => shown[key] === null)
          .map((key) => [key, null]),
      )
      return { ...match, ...hidden, sides }
    }),
  }
}
