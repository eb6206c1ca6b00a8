// The state of one tournament, and changes to it. A change holds a complete entity in its new state, so applying it twice has no
// further effect (reliability P4).
import type { Athlete } from './athlete.ts'
import type { Match } from './match.ts'
import { publishedParts, type Category, type PublishedPart, type Tournament } from './tournament.ts'

export type TournamentState = {
  tournament: Tournament
  categories: Map<number, Category>
  athletes: Map<number, Athlete>
  matches: Map<number, Match>
}

/** One entity in its new state; null if it no longer exists. */
export type Change =
  | { entity: 'tournament'; id: number; value: Tournament }
  | { entity: 'category'; id: number; value: Category | null }
  | { entity: 'athlete'; id: number; value: Athlete | null }
  | { entity: 'match'; id: number; value: Match | null }

/** A change with its position in the tournament's change log: `seq` is 1, 2, 3 … in commit order. */
export type LoggedChange = { tournamentId: number; seq: number; at: string; change: Change }

/** Returns an entity's value before some changes: null if it did not exist, undefined if they do not change it. */
export type ValueBefore = <Entity extends Change['entity']>(
  entity: Entity,
  id: number,
) => Extract<Change, { entity: Entity }>['value'] | null | undefined

/** A position in a tournament's change log. `epoch` changes only when the log was truncated or restored. */
export type Position = { epoch: string; seq: number }

/**
 * The parts of a tournament that are not published yet. If there are matches, the brackets are published, because boards list
 * matches only after the draw.
 */
export function missingParts({ tournament, categories, athletes, matches }: TournamentState): PublishedPart[] {
  const published: Record<PublishedPart, boolean> = {
    divisions: categories.size > 0,
    days: tournament.days.length > 0,
    athletes: athletes.size > 0,
    brackets: matches.size > 0 || [...categories.values()].some(({ state }) => state !== 'none'),
  }
  return publishedParts.filter((part) => !published[part])
}

/** Applies a change to `state`, in place. */
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

/** The changes from `before` to `after`; entities are compared by value. */
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
  onChange: (id: number, value: Value | null) => void,
): void {
  for (const [id, value] of after) if (!sameValue(before.get(id), value)) onChange(id, value)
  for (const id of before.keys()) if (!after.has(id)) onChange(id, null)
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

/** The number of listed matches before this one on its mat and day; null off the board. */
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
