// Merges athletes from the roster in the search boxes of every board page, and from the sides of matches.
import type { Athlete } from '#domain/athlete.ts'
import { beltOf } from '#domain/belt.ts'
import type { BoardReading, ReadSide } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import type { Draft } from './draft.ts'
import { weightClassFirst } from './slice.ts'

/**
 * Merges the full roster. It decides the names, and the teams until a bracket decides them. An athlete who is neither on it nor in
 * a category is no longer listed, but stays stored for followers.
 */
export function mergeRoster(
  draft: Draft,
  roster: NonNullable<BoardReading['athletes']>,
  clubs: BoardReading['clubs'],
): void {
  const clubNames = new Map(clubs?.map((club) => [club.bjjCompSystemId, club.name]))
  const present = new Set<number>()
  for (const { bjjCompSystemId, name, clubId } of roster) {
    const known = draft.findAthlete(bjjCompSystemId) ?? newAthlete(draft, bjjCompSystemId, name)
    const club = clubId === null ? undefined : clubNames.get(clubId)
    // Once an athlete has a category, its bracket decides the team; otherwise the two pages would alternate.
    const team = known.categoryIds.length > 0 ? (known.team ?? club ?? null) : (club ?? known.team)
    const athlete = { ...known, name, team, listed: true }
    draft.putAthlete(athlete)
    draft.slice.rostered.add(athlete.id)
    present.add(athlete.id)
  }
  for (const athlete of draft.slice.state.athletes.values()) {
    if (present.has(athlete.id)) continue
    draft.slice.rostered.delete(athlete.id)
    if (athlete.listed && athlete.categoryIds.length === 0) draft.putAthlete({ ...athlete, listed: false })
  }
}

/**
 * Adds the athlete of a printed side, or fills in the athlete's unknown team and division. Until the category's bracket is
 * published, also adds the category to the athlete.
 */
export function enterAthlete(draft: Draft, side: ReadSide, category: Category | undefined, division: string): void {
  if (
    side.kind !== 'athlete' ||
    side.bjjCompSystemId === null ||
    draft.slice.unchangedAthletes.has(side.bjjCompSystemId)
  )
    return
  const known = draft.findAthlete(side.bjjCompSystemId)
  const athlete = known ?? { ...newAthlete(draft, side.bjjCompSystemId, side.name), team: side.team }
  const isNewEntry = category && category.state === 'none' && !athlete.categoryIds.includes(category.id)
  const next = isNewEntry ? inCategories(draft, athlete, [...athlete.categoryIds, category.id]) : athlete
  const updated =
    next.division === null
      ? withDivision({ ...next, team: next.team ?? side.team }, division, null)
      : { ...next, team: next.team ?? side.team }
  draft.putAthlete(updated)
}

/**
 * Merges the entrants of a category from its bracket; `sides` are all sides on the page. If these are complete (`isComplete`), an
 * athlete who is not among them leaves the category.
 */
export function mergeEntrants(draft: Draft, category: Category, sides: readonly ReadSide[], isComplete: boolean): void {
  const entered = new Set<number>()
  for (const side of sides) {
    if (side.kind !== 'athlete' || side.bjjCompSystemId === null) continue
    const known = draft.findAthlete(side.bjjCompSystemId) ?? newAthlete(draft, side.bjjCompSystemId, side.name)
    const athlete = inCategories(draft, known, [...known.categoryIds, category.id])
    // Two brackets may print different names or teams for an athlete; the weight class's bracket decides.
    const isDeciding = athlete.categoryIds[0] === category.id
    draft.putAthlete({
      ...athlete,
      listed: true,
      name: draft.slice.rostered.has(athlete.id) || !isDeciding ? athlete.name : side.name,
      team: isDeciding ? (side.team ?? athlete.team) : (athlete.team ?? side.team),
    })
    entered.add(athlete.id)
  }
  if (!isComplete) return
  for (const athlete of draft.slice.state.athletes.values())
    if (athlete.categoryIds.includes(category.id) && !entered.has(athlete.id))
      leaveCategory(draft, athlete, category.id)
}

/** Removes an athlete from a category. Without any category or a place on the roster, the athlete is no longer listed. */
export function leaveCategory(draft: Draft, athlete: Athlete, categoryId: number): void {
  const next = inCategories(
    draft,
    athlete,
    athlete.categoryIds.filter((id) => id !== categoryId),
  )
  draft.putAthlete({ ...next, listed: next.categoryIds.length > 0 || draft.slice.rostered.has(athlete.id) })
}

/** The athlete with these categories, weight class before open class, and the division and belt of the first. */
export function inCategories(draft: Draft, athlete: Athlete, categoryIds: readonly number[]): Athlete {
  const sorted = weightClassFirst([...new Set(categoryIds)].flatMap((id) => draft.category(id) ?? []))
  const [first] = sorted
  const next = { ...athlete, categoryIds: sorted.map((category) => category.id) }
  return first ? withDivision(next, first.division, first.belt) : next
}

const withDivision = (athlete: Athlete, division: string, belt: string | null): Athlete => ({
  ...athlete,
  division,
  belt: beltOf({ belt, division }) ?? athlete.belt,
  hasEmptyList: false,
})

const newAthlete = (draft: Draft, bjjCompSystemId: string, name: string): Athlete => ({
  id: draft.newId(),
  tournamentId: draft.slice.state.tournament.id,
  bjjCompSystemId,
  name,
  team: null,
  belt: null,
  division: null,
  categoryIds: [],
  listed: true,
  hasEmptyList: false,
})
