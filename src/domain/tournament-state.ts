// Everything remembered of one tournament, and how it changes. A change is a whole entity in its new state, so
// applying one twice, or applying a later one first and it again, does no harm (reliability P4).
import type { Athlete } from './athlete.ts'
import type { Match } from './match.ts'
import { publishedParts, type Category, type PublishedPart, type Tournament } from './tournament.ts'

export type TournamentState = {
  tournament: Tournament
  categories: Map<number, Category>
  athletes: Map<number, Athlete>
  matches: Map<number, Match>
}

/** One entity in its new state; a null value means that it is gone. */
export type Change =
  | { entity: 'tournament'; id: number; value: Tournament }
  | { entity: 'category'; id: number; value: Category | null }
  | { entity: 'athlete'; id: number; value: Athlete | null }
  | { entity: 'match'; id: number; value: Match | null }

/** A change with its place in the tournament's log: `seq` counts 1, 2, 3 … in commit order. */
export type LoggedChange = { tournamentId: number; seq: number; at: string; change: Change }

/** Looks up an entity as it was before some changes: null for one that was not there, undefined for one they leave alone. */
export type ValueBefore = <Entity extends Change['entity']>(
  entity: Entity,
  id: number,
) => Extract<Change, { entity: Entity }>['value'] | null | undefined

/** Where a reader stands in a tournament's log. `epoch` changes only when history was cut or restored. */
export type Position = { epoch: string; seq: number }

/** What no page has shown yet of a tournament. A board shows fights no sooner than the brackets are drawn. */
export function missingParts({ tournament, categories, athletes, matches }: TournamentState): PublishedPart[] {
  const isThere: Record<PublishedPart, boolean> = {
    divisions: categories.size > 0,
    days: tournament.days.length > 0,
    athletes: athletes.size > 0,
    brackets: matches.size > 0 || [...categories.values()].some(({ state }) => state !== 'none'),
  }
  return publishedParts.filter((part) => !isThere[part])
}

/** Applies a change in place; `state` is the projection's own copy. */
export function applyChange(state: TournamentState, change: Change): void {
  switch (change.entity) {
    case 'tournament':
      state.tournament = change.value
      return
    case 'category':
      put(state.categories, change.id, change.value)
      return
    case 'athlete':
      put(state.athletes, change.id, change.value)
      return
    case 'match':
      put(state.matches, change.id, change.value)
  }
}

const put = <Value>(map: Map<number, Value>, id: number, value: Value | null): void => {
  if (value === null) map.delete(id)
  else map.set(id, value)
}

/** The changes that lead from `before` to `after`; entities are compared by value. */
export function diffStates(before: TournamentState, after: TournamentState): Change[] {
  const changes: Change[] = []
  if (!sameValue(before.tournament, after.tournament))
    changes.push({ entity: 'tournament', id: after.tournament.id, value: after.tournament })
  collect(before.categories, after.categories, (id, value) => changes.push({ entity: 'category', id, value }))
  collect(before.athletes, after.athletes, (id, value) => changes.push({ entity: 'athlete', id, value }))
  collect(before.matches, after.matches, (id, value) => changes.push({ entity: 'match', id, value }))
  return changes
}

function collect<Value>(
  before: Map<number, Value>,
  after: Map<number, Value>,
  changed: (id: number, value: Value | null) => void,
): void {
  for (const [id, value] of after) if (!sameValue(before.get(id), value)) changed(id, value)
  for (const id of before.keys()) if (!after.has(id)) changed(id, null)
}

/** Deep equality of plain data (objects, arrays, strings, numbers, booleans, null). */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) && sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  )
}

/** How many listed matches stand before this one on its mat and day; null when it is not on a board. */
export function aheadOnMat(match: Match, others: Iterable<Match>): number | null {
  if (match.board !== 'listed' || match.mat === null || match.boardRank === null) return null
  let ahead = 0
  for (const other of others)
    if (
      other.board === 'listed' &&
      other.mat === match.mat &&
      other.date === match.date &&
      other.boardRank !== null &&
      other.boardRank < match.boardRank &&
      other.id !== match.id
    )
      ahead++
  return ahead
}
