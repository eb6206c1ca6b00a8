// Merges the index of categories, by gender, and the schedule, which may name categories before the index does.
import { parseDivision } from '#domain/division.ts'
import type { CategoriesReading, ScheduleReading } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import { inCategories, leaveCategory } from './athletes.ts'
import { noteProgrammeStart } from './division-starts.ts'
import type { Draft } from './draft.ts'
import { athleteIdsOf } from './sides.ts'

/** The fields of a category before its bracket is known. */
const emptyCategory = {
  state: 'none',
  placements: [],
  start: null,
  podiumAt: null,
} as const satisfies Partial<Category>

/** Merges the index of one gender. A whole index removes the categories of that gender that it does not have, unless finished. */
export function mergeCategories(draft: Draft, reading: CategoriesReading): void {
  const shown = new Set<string>()
  for (const { bjjCompSystemId, division, age, gender, belt, weight } of reading.categories) {
    const known = draft.findCategory(bjjCompSystemId)
    const category: Category = {
      ...(known ?? { ...emptyCategory, id: draft.newId(), tournamentId: draft.slice.state.tournament.id }),
      bjjCompSystemId,
      division,
      age,
      gender,
      belt,
      weight,
    }
    draft.putCategory(category)
    shown.add(bjjCompSystemId)
  }
  if (reading.verdict === 'whole') dropMissing(draft, reading, shown)
  linkToCategories(draft)
}

/**
 * The category that a page links to; creates it if a list or the schedule is the first page to show it. Undefined for an unknown
 * category whose division text cannot be parsed.
 */
export function categoryFor(draft: Draft, bjjCompSystemId: string, division: string): Category | undefined {
  const known = draft.findCategory(bjjCompSystemId)
  if (known) return known
  const parts = parseDivision(division)
  if (!parts) return undefined
  const category: Category = {
    ...emptyCategory,
    id: draft.newId(),
    tournamentId: draft.slice.state.tournament.id,
    bjjCompSystemId,
    division,
    ...parts,
  }
  draft.putCategory(category)
  return category
}

/** Merges the schedule, which adds categories, removes none, and states when each of them starts. */
export function mergeSchedule(draft: Draft, reading: ScheduleReading): void {
  for (const row of reading.categories) {
    // A category of one athlete is identified by its division only.
    const category =
      row.bjjCompSystemId === null
        ? draft.categoryOf(row.division)
        : categoryFor(draft, row.bjjCompSystemId, row.division)
    if (category) noteProgrammeStart(draft, category, row)
  }
  linkToCategories(draft)
}

const genders = { male: 'Male', female: 'Female' }

/** Removes the unfinished categories that the index does not have, with their matches. */
function dropMissing(draft: Draft, reading: CategoriesReading, shown: ReadonlySet<string>): void {
  for (const category of draft.slice.state.categories.values()) {
    if (
      category.gender !== genders[reading.page.gender] ||
      shown.has(category.bjjCompSystemId) ||
      category.state === 'finished'
    )
      continue
    for (const match of draft.matchesOf(category, category.division)) draft.dropMatch(match.id)
    for (const athlete of draft.slice.state.athletes.values())
      if (athlete.categoryIds.includes(category.id)) leaveCategory(draft, athlete, category.id)
    draft.slice.state.categories.delete(category.id)
  }
}

/** Assigns categories to the matches and athletes that had only a division text. */
function linkToCategories(draft: Draft): void {
  for (const match of draft.slice.state.matches.values()) {
    const category = match.categoryId === null ? draft.categoryOf(match.division) : undefined
    if (!category) continue
    draft.putMatch({ ...match, categoryId: category.id })
    if (category.state !== 'none') continue
    for (const id of athleteIdsOf(match.sides)) {
      const athlete = draft.findAthlete(id)
      if (athlete) draft.putAthlete(inCategories(draft, athlete, [...athlete.categoryIds, category.id]))
    }
  }
}
