// Merges the draw from a bracket page: the ranking that decided the seeds, and the swaps.
import { nameKey } from '#domain/name.ts'
import type { Ranking, Swap } from '#domain/ranking.ts'
import type { BracketReading } from '#domain/reading.ts'
import { sameValue } from '#domain/tournament-state.ts'
import type { Category } from '#domain/tournament.ts'
import type { Draft } from './draft.ts'
import type { Statement } from './provenance.ts'

/** The draw of a category, as its bracket page last stated it. */
export type Draw = {
  /** By athlete id. */
  rankings: Readonly<Record<number, Ranking>>
  swaps: readonly Swap[]
  /** The bracket page's statement; it ends when the page no longer shows a ranking or swaps. */
  statement: Statement
}

/**
 * Merges the ranking and the swaps. A page with neither leaves the stored ones unchanged. `isComplete`: the whole page was
 * readable, so an athlete without a row has no ranking. Stored rows stay if the page was incomplete, or has no tree or no ranking.
 */
export function mergeDraw(draft: Draft, category: Category, reading: BracketReading, isComplete: boolean): void {
  const before = draft.draw(category.id)
  const next = isShown(reading)
    ? withShown(draft, before, reading, isComplete)
    : before && withEnd(draft, before, isComplete)
  if (next && !sameValue(before, next)) draft.putDraw(category.id, next)
}

function withShown(draft: Draft, before: Draw | undefined, reading: BracketReading, isComplete: boolean): Draw {
  const { ranking, swaps, matches } = reading
  const replacesAll = isComplete && ranking.length > 0 && matches.length > 0
  return {
    rankings: { ...(replacesAll ? {} : before?.rankings), ...rankingsOf(draft, reading) },
    swaps: isComplete || swaps.length > 0 ? swaps : (before?.swaps ?? []),
    statement: draft.page.statement(),
  }
}

/** The draw after a page that no longer shows it. */
const withEnd = (draft: Draft, before: Draw, isComplete: boolean): Draw => ({
  ...before,
  statement: (isComplete && draft.page.ended(before.statement)) || before.statement,
})

const isShown = ({ ranking, swaps }: BracketReading): boolean => ranking.length > 0 || swaps.length > 0

/**
 * The rows by athlete id. The table has no ids: a row belongs to the athlete in the tree with the same name. Among several, it
 * belongs to the one with the same seed, else to the one with the same team. A row that matches nobody, or two people, is left
 * out.
 */
function rankingsOf(draft: Draft, { ranking, matches }: BracketReading): Record<number, Ranking> {
  const people = new Map<string, { id: number; name: string; team: string; seed: number | null }>()
  for (const side of matches.flatMap(({ sides }) => sides)) {
    if (side.kind !== 'athlete' || side.bjjCompSystemId === null) continue
    const id = draft.findAthlete(side.bjjCompSystemId)?.id
    const known = people.get(side.bjjCompSystemId)
    if (id === undefined || (known && known.seed !== null)) continue
    people.set(side.bjjCompSystemId, { id, name: nameKey(side.name), team: nameKey(side.team ?? ''), seed: side.seed })
  }
  const byName = Map.groupBy(people.values(), ({ name }) => name)
  const rows = ranking.flatMap(({ name, team, ...row }): [number, Ranking][] => {
    const namesakes = byName.get(nameKey(name)) ?? []
    const own =
      only(namesakes) ??
      only(namesakes.filter(({ seed }) => seed === row.seed)) ??
      only(namesakes.filter((person) => person.team === nameKey(team)))
    return own ? [[own.id, row]] : []
  })
  return Object.fromEntries(rows)
}

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)
