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

type Person = { id: string; name: string; team: string; places: readonly number[] }

/**
 * The podium, with the athlete's id where the name and team, or the name alone, match exactly one athlete of the bracket; of several
 * athletes with one name, the one whose matches lead to the place.
 */
export function podiumOf(reading: BracketReading, sides: readonly (Side | ReadSide)[]): Placement[] {
  const people = new Map<string, Person>()
  for (const side of sides)
    if (side.kind === 'athlete' && side.bjjCompSystemId !== null) {
      const id = side.bjjCompSystemId
      const places = possiblePlaces(id, reading.matches)
      people.set(id, { id, name: nameKey(side.name), team: nameKey(side.team ?? ''), places })
    }
  const rows = reading.placements.map(({ place, name, team }) => ({
    place: { place, name, team, athleteBjjCompSystemId: null } as Placement,
    name: nameKey(name),
    team: nameKey(team),
  }))
  for (const { name, team } of rows) {
    const namesakes = [...people.values()].filter((person) => person.name === name)
    const teamMates = namesakes.filter((person) => person.team === team)
    const rowsOfName = rows.filter((row) => row.name === name)
    if (teamMates.length > 0)
      placeAll(
        teamMates,
        rowsOfName.filter((row) => row.team === team).map(({ place }) => place),
      )
    else
      placeAll(
        namesakes,
        rowsOfName.map(({ place }) => place),
      )
  }
  return rows.map(({ place }) => place)
}

/** Sets the ids of these rows of one name, as far as it is certain which of these people of that name each is. */
function placeAll(people: readonly Person[], rows: readonly Placement[]): void {
  const isFree = ({ id }: Person): boolean => rows.every((row) => row.athleteBjjCompSystemId !== id)
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    const [free, open] = [people.filter(isFree), rows.filter((row) => row.athleteBjjCompSystemId === null)]
    const [person, row] = [free[0], open[0]]
    if (people.length === 1 && rows.length === 1 && person && row) row.athleteBjjCompSystemId = person.id
    else
      for (const { place } of open) {
        const candidates = free.filter(({ places }) => places.includes(place))
        const alike = open.filter((other) => other.place === place)
        const elsewhere = open.filter((other) => other.place !== place).map((other) => other.place)
        const isOnlyHere = candidates.every(({ places }) => places.every((each) => !elsewhere.includes(each)))
        // With as many people as rows, each row is one of them, and this one nobody else's.
        const isForced = candidates.length === 1 && alike.length === 1 && free.length >= open.length
        if (candidates.length === 0 || candidates.length > alike.length || !(isOnlyHere || isForced)) continue
        for (const [index, { id }] of candidates.entries()) if (alike[index]) alike[index].athleteBjjCompSystemId = id
        hasChanged = true
        break
      }
  }
}

/** The places that an athlete can have after these matches: those of the final, third for the loser of a semi-final. */
function possiblePlaces(id: string, matches: readonly BracketMatch[]): readonly number[] {
  const sideIn = ({ sides }: BracketMatch): number =>
    sides.findIndex((side) => side.kind === 'athlete' && side.bjjCompSystemId === id)
  const final = matches.find(({ isFinal }) => isFinal)
  const own = matches.filter((match) => sideIn(match) >= 0)
  if (!final || own.length === 0 || !final.sides.every((side) => side.kind === 'athlete')) return [1, 2, 3]
  const index = sideIn(final)
  if (index >= 0) {
    const lost = final.sides.map((side) => side.kind === 'athlete' && side.loser)
    if (lost[0] === lost[1]) return [1, 2]
    return lost[index] ? [2] : [1]
  }
  // The semi-finals are numbered directly before the final.
  return own.some(({ matchNumber }) => matchNumber >= final.matchNumber - 2) ? [3] : []
}
