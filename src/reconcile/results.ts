// Results of a bracket's matches, and its podium.
import type { Outcome, Side } from '#domain/match.ts'
import { nameKey } from '#domain/name.ts'
import type { BracketMatch, BracketReading, ReadSide } from '#domain/reading.ts'
import type { Placement } from '#domain/tournament.ts'
import { sideOf } from './sides.ts'

/**
 * The result of a match, from the page's loser marks; null for a match with a bye or one that is not over. A match without a mark
 * is over if one of its athletes is in a later match of the tree, or if there is a podium.
 */
export function outcomeOf(
  match: BracketMatch,
  podium: readonly Placement[],
  tree: readonly BracketMatch[],
): Outcome | null {
  const [a, b] = match.sides
  if (a.kind === 'bye' || b.kind === 'bye') return null
  const hasLost = (side: ReadSide): boolean => side.kind === 'athlete' && side.loser
  if (hasLost(a) && hasLost(b)) return { kind: 'double-disqualification' }
  if (hasLost(a)) return { kind: 'won', winner: 1 }
  if (hasLost(b)) return { kind: 'won', winner: 0 }
  if (podium.length === 0) return hasAdvanced(match, tree) ? { kind: 'not-recorded' } : null
  const areTeamMates =
    a.kind === 'athlete' &&
    b.kind === 'athlete' &&
    a.team !== null &&
    b.team !== null &&
    nameKey(a.team) === nameKey(b.team)
  if (!match.isFinal || !areTeamMates) return { kind: 'not-recorded' }
  const first = podium.find((placement) => placement.place === 1)
  const winner = [a, b].findIndex((side) => first && isPlaced(sideOf(side), first))
  return { kind: 'close-out', winner: winner === 0 || winner === 1 ? winner : null }
}

/** True if an athlete of the match is also in a later match of the tree. */
const hasAdvanced = (match: BracketMatch, tree: readonly BracketMatch[]): boolean => {
  const idOf = (side: ReadSide): string | null => (side.kind === 'athlete' ? side.bjjCompSystemId : null)
  const people = match.sides.map(idOf).filter((id) => id !== null)
  return tree.some(
    (later) => later.matchNumber > match.matchNumber && later.sides.some((side) => people.includes(idOf(side) ?? '')),
  )
}

const isPlaced = (side: Side, placement: Placement): boolean =>
  side.kind === 'athlete' &&
  (placement.athleteBjjCompSystemId !== null
    ? side.bjjCompSystemId === placement.athleteBjjCompSystemId
    : nameKey(side.name) === nameKey(placement.name))

/** The podium, with an athlete's id where name and team, or the name alone, match exactly one athlete of the bracket. */
export function podiumOf(reading: BracketReading, sides: readonly (Side | ReadSide)[]): Placement[] {
  const people = new Map<string, { name: string; team: string }>()
  for (const side of sides)
    if (side.kind === 'athlete' && side.bjjCompSystemId !== null)
      people.set(side.bjjCompSystemId, { name: nameKey(side.name), team: nameKey(side.team ?? '') })
  return reading.placements.map(({ place, name, team }) => {
    const sameName = [...people].filter(([, person]) => person.name === nameKey(name))
    const sameTeam = sameName.filter(([, person]) => person.team === nameKey(team))
    const [found] = sameTeam.length === 1 ? sameTeam : sameName.length === 1 ? sameName : []
    return { place, name, team, athleteBjjCompSystemId: found?.[0] ?? null }
  })
}
