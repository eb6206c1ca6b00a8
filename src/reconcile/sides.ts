// Merges the two sides of a match from what each page prints.
import type { Match, Side } from '#domain/match.ts'
import { nameKey } from '#domain/name.ts'
import type { ReadSide } from '#domain/reading.ts'
import { sameValue } from '#domain/tournament-state.ts'
import type { Draft } from './draft.ts'
import type { TracedMatch } from './provenance.ts'

type Sides = Match['sides']
type PrintedSides = readonly [ReadSide, ReadSide]

/** Two printed sides in stored form. */
export const sidesOf = ([a, b]: PrintedSides): Sides => [sideOf(a), sideOf(b)]

/** A printed side in stored form. */
export function sideOf(printed: ReadSide): Side {
  switch (printed.kind) {
    case 'athlete': {
      const { bjjCompSystemId, name, team, seed, disqualification } = printed
      return { kind: 'athlete', bjjCompSystemId, name, team, seed, disqualification }
    }
    case 'bye':
      return { kind: 'bye' }
    case 'open': {
      const { takes, fightNumber, mat, fromMatch } = printed
      if (takes === null || (fightNumber === null && mat === null && fromMatch == null))
        return { kind: 'open', from: null }
      return { kind: 'open', from: { takes, fightNumber, mat, matchNumber: fromMatch ?? null } }
    }
  }
}

/** True if two sides are the same athlete: by id, or by name if one of them has no id. */
export function samePerson(a: Side | ReadSide, b: Side | ReadSide): boolean {
  if (a.kind !== 'athlete' || b.kind !== 'athlete') return false
  if (a.bjjCompSystemId !== null && b.bjjCompSystemId !== null) return a.bjjCompSystemId === b.bjjCompSystemId
  return nameKey(a.name) === nameKey(b.name)
}

/** The source ids of the athletes on these sides. */
export const athleteIdsOf = (sides: Sides): string[] =>
  sides.flatMap((side) => (side.kind === 'athlete' && side.bjjCompSystemId !== null ? [side.bjjCompSystemId] : []))

/**
 * Merges the sides of a board or a list, unless the stored ones are more recent: fills an open side, or replaces an athlete. An
 * open side never replaces an athlete, and the bracket's order stays.
 */
export function withSides({ match, trace }: TracedMatch, printed: PrintedSides, { page }: Draft): TracedMatch {
  if (!page.supersedes(trace.sides)) return { match, trace }
  const isInBracket = match.matchNumber !== null
  const sides = isInBracket ? filledSides(match.sides, printed) : replacedSides(match.sides, printed)
  if (sameValue(sides, match.sides)) return { match, trace }
  return { match: { ...match, sides }, trace: { ...trace, sides: { page: page.key, at: page.fetchedAt } } }
}

/** The bracket's sides, with athletes on its open sides. */
function filledSides(sides: Sides, printed: PrintedSides): Sides {
  const athletes = printed.filter((side) => side.kind === 'athlete')
  const filled: Sides = [...sides]
  for (const side of athletes) {
    if (filled.some((other) => samePerson(side, other))) continue
    const place = freePlace(filled, athletes, printed.indexOf(side) as 0 | 1)
    if (place !== undefined) filled[place] = sideOf(side)
  }
  return filled
}

/**
 * The index of the side that an athlete who is not yet in the match takes: an open side, else, if the page shows two athletes, a
 * side with neither of them; of two such sides, the one at the printed index.
 */
function freePlace(sides: Sides, athletes: PrintedSides[number][], printed: 0 | 1): 0 | 1 | undefined {
  const places: (0 | 1)[] = [printed, printed === 0 ? 1 : 0]
  const isWrong = (side: Side): boolean =>
    side.kind === 'athlete' && athletes.length === 2 && !athletes.some((athlete) => samePerson(athlete, side))
  return places.find((place) => sides[place].kind === 'open') ?? places.find((place) => isWrong(sides[place]))
}

/** The sides with the athletes of `known` on the open ones. */
export function withLaterAthletes(sides: Sides, known: Sides): Sides {
  const filled: Sides = [...sides]
  for (const athlete of known) {
    if (athlete.kind !== 'athlete' || filled.some((side) => samePerson(side, athlete))) continue
    const open = filled.findIndex((side) => side.kind === 'open')
    if (open >= 0) filled[open] = athlete
  }
  return filled
}

/** The printed sides of a match without a bracket, in the stored order. */
function replacedSides(sides: Sides, printed: PrintedSides): Sides {
  const isSwapped = samePerson(sides[0], printed[1]) || samePerson(sides[1], printed[0])
  return [replacedSide(sides[0], printed[isSwapped ? 1 : 0]), replacedSide(sides[1], printed[isSwapped ? 0 : 1])]
}

/** Without a bracket the printed side replaces the stored one, but an open side never replaces an athlete. */
function replacedSide(stored: Side, printed: ReadSide): Side {
  const next = sideOf(printed)
  if (stored.kind === 'athlete' && next.kind === 'open') return stored
  if (stored.kind === 'athlete' && next.kind === 'athlete' && samePerson(stored, next))
    return {
      ...next,
      team: next.team ?? stored.team,
      seed: next.seed ?? stored.seed,
      disqualification: next.disqualification ?? stored.disqualification,
      bjjCompSystemId: next.bjjCompSystemId ?? stored.bjjCompSystemId,
    }
  return next
}

/** Updates the feeders of open sides to the current fight number and mat of the feeding match. */
export function nameFeeders(draft: Draft): void {
  const byNumber = new Map<string, Match>()
  const { matches } = draft.slice.state
  for (const match of matches.values())
    if (match.matchNumber !== null) byNumber.set(`${match.categoryId}/${match.matchNumber}`, match)
  for (const match of matches.values()) {
    const withCurrentFeeder = (side: Side): Side => {
      if (side.kind !== 'open' || side.from?.matchNumber == null) return side
      const feeder = byNumber.get(`${match.categoryId}/${side.from.matchNumber}`)
      return feeder ? { ...side, from: { ...side.from, fightNumber: feeder.fightNumber, mat: feeder.mat } } : side
    }
    const sides: Sides = [withCurrentFeeder(match.sides[0]), withCurrentFeeder(match.sides[1])]
    if (sides[0] !== match.sides[0] || sides[1] !== match.sides[1]) draft.putMatch({ ...match, sides })
  }
}
