// The index of categories, by gender, and the schedule, which names categories before the index is read.
import type { CategoriesReading, ScheduleReading } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import { inCategories, leaveCategory } from './athletes.ts'
import { categoryFor } from './list.ts'
import type { Draft } from './slice.ts'

/** The index is the list of one gender's categories: a category that is not on it is gone, unless it was fought. */
export function mergeCategories(draft: Draft, reading: CategoriesReading): void {
  const shown = new Set<string>()
  for (const read of reading.categories) {
    const known = draft.findCategory(read.bjjCompSystemId)
    const { bjjCompSystemId, division, age, gender, belt, weight } = read
    const category: Category = {
      ...(known ?? { id: draft.newId(), tournamentId: draft.slice.state.tournament.id, state: 'none', placements: [] }),
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
  adoptHomeless(draft)
}

/** The schedule adds categories and takes none away. */
export function mergeSchedule(draft: Draft, reading: ScheduleReading): void {
  for (const row of reading.categories)
    if (row.bjjCompSystemId !== null) categoryFor(draft, row.bjjCompSystemId, row.division)
  adoptHomeless(draft)
}

const genders = { male: 'Male', female: 'Female' }

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

/** Matches and athletes that boards knew by division text only now have their category. */
function adoptHomeless(draft: Draft): void {
  for (const match of draft.slice.state.matches.values()) {
    const category = match.categoryId === null ? draft.categoryOf(match.division) : undefined
    if (!category) continue
    draft.putMatch({ ...match, categoryId: category.id }, draft.trace(match.id))
    for (const side of match.sides) {
      const athlete =
        side.kind === 'athlete' && side.bjjCompSystemId !== null ? draft.findAthlete(side.bjjCompSystemId) : undefined
      if (athlete && category.state === 'none')
        draft.putAthlete(inCategories(draft, athlete, [...athlete.categoryIds, category.id]))
    }
  }
}
