// Loads the slice of a tournament that a reading can affect: a bracket's category, the categories on a board page, and so on.
import { pageKey } from '#domain/page.ts'
import { isOf, type ReadSide, type TournamentReading } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import type { Slice, Trace } from '#reconcile'
import type { Part, Transaction } from '../database.ts'
import { loadDraws } from './draws.ts'
import { loadHistories } from './match-histories.ts'
import {
  athletesOf,
  readAthletes,
  readCategories,
  readDays,
  readEntries,
  readTracedMatches,
  tournamentOf,
  type TournamentRow,
} from './rows.ts'

/** Loads the slice for this reading. The caller holds the tournament's row lock. */
export async function loadSlice(tx: Transaction, row: TournamentRow, reading: TournamentReading): Promise<Slice> {
  const { id } = row
  const scope = scopeOf(reading)
  const categories = await readCategories(tx, tx`tournament_id = ${id} and ${affectedCategories(tx, scope)}`)
  const affected = [...categories.values()]
  const wholeCategoryIds = findWholeCategories(reading, affected).map((category) => category.id)
  const { matches, traces } = await readTracedMatches(
    tx,
    tx`tournament_id = ${id} and (${affectedMatches(tx, reading, { scope, affected, wholeCategoryIds })})`,
  )
  const days = await readDays(tx, id)
  const unchangedAthletes =
    scope.hasRoster || isOf(reading, 'bracket')
      ? new Set<string>()
      : await loadUnchangedAthletes(tx, id, scope, affected)
  const uncategorised = scope.hasCategories ? [...matches.values()].filter((match) => match.categoryId === null) : []
  const people = [
    ...scope.athletes.filter((person) => !unchangedAthletes.has(person)),
    ...uncategorised.flatMap((match) => idsOf(match.sides)),
  ]
  const athletes = await loadAthletes(tx, id, scope.hasRoster ? null : people, wholeCategoryIds)
  const entries = await readEntries(tx, tx`athlete_id = any(${athletes.map((athlete) => athlete.id)}::integer[])`)
  const furtherIds = distinct(entries.map((entry) => entry.categoryId).filter((category) => !categories.has(category)))
  if (furtherIds.length > 0)
    for (const category of (await readCategories(tx, tx`id = any(${furtherIds}::integer[])`)).values())
      categories.set(category.id, category)
  return {
    state: {
      tournament: tournamentOf(row, days),
      categories,
      athletes: athletesOf(athletes, entries, categories),
      matches,
    },
    traces,
    histories: await loadHistories(tx, id, [...traces.keys()]),
    draws: isOf(reading, 'bracket') ? await loadDraws(tx, wholeCategoryIds) : new Map(),
    unchangedAthletes,
    rostered: new Set(athletes.flatMap((athlete) => (athlete.rostered ? [athlete.id] : []))),
    fetchedAt: await fetchTimes(tx, [pageKey(reading.page), ...[...traces.values()].flatMap(pagesOf)]),
  }
}

/** The pages that stated facts of a match. */
const pagesOf = ({ when, sides, raw, board }: Trace): string[] =>
  [when, sides, raw, board].flatMap((statement) => statement?.page ?? [])

/** When these pages were last read, epoch ms. */
async function fetchTimes(tx: Transaction, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx<{ key: string; fetchedAt: string }[]>`
    select key, fetched_at as "fetchedAt" from pages where key = any(${distinct(keys)}::text[]) and fetched_at is not null`
  return new Map(rows.map((row) => [row.key, Date.parse(row.fetchedAt)]))
}

/** The entities that the page names. */
type Scope = {
  /** Ids of categories at the source. */
  categoryIds: string[]
  divisions: string[]
  gender: string | null
  /** Ids of athletes at the source. */
  athletes: string[]
  /** True if the page has the whole roster. */
  hasRoster: boolean
  /** True if the page lists categories, so that matches without a category may get one. */
  hasCategories: boolean
}

function scopeOf(reading: TournamentReading): Scope {
  const empty: Scope = {
    categoryIds: [],
    divisions: [],
    gender: null,
    athletes: [],
    hasRoster: false,
    hasCategories: false,
  }
  if (isOf(reading, 'board')) {
    const cards = reading.mats.flatMap((column) => column.cards)
    return {
      ...empty,
      divisions: distinct(cards.map((card) => card.division)),
      athletes: distinct(cards.flatMap((card) => idsOf(card.sides))),
      hasRoster: reading.athletes !== null,
    }
  }
  if (isOf(reading, 'bracket'))
    return {
      ...empty,
      categoryIds: [reading.page.category],
      divisions: reading.division ? [reading.division.division] : [],
      athletes: distinct(reading.matches.flatMap((match) => idsOf(match.sides))),
    }
  if (isOf(reading, 'competitor', 'club'))
    return {
      ...empty,
      categoryIds: distinct(reading.rows.flatMap((row) => row.categoryId ?? [])),
      divisions: distinct(reading.rows.map((row) => row.division)),
      athletes: distinct([
        ...(reading.page.kind === 'competitor' ? [reading.page.competitor] : []),
        ...reading.rows.flatMap((row) => idsOf(row.sides)),
      ]),
    }
  if (isOf(reading, 'categories'))
    return {
      ...empty,
      categoryIds: reading.categories.map((category) => category.bjjCompSystemId),
      gender: genderOf(reading.page.gender),
      hasCategories: true,
    }
  if (isOf(reading, 'schedule'))
    return {
      ...empty,
      categoryIds: distinct(reading.categories.flatMap((row) => row.bjjCompSystemId ?? [])),
      divisions: distinct(reading.categories.flatMap((row) => (row.single ? row.division : []))),
      hasCategories: true,
    }
  return empty
}

const genderOf = (gender: 'male' | 'female'): string => (gender === 'male' ? 'Male' : 'Female')

const affectedCategories = (tx: Transaction, { categoryIds, divisions, gender }: Scope): Part =>
  tx`(bjj_comp_system_id = any(${categoryIds}::text[]) or division = any(${divisions}::text[]) or gender = ${gender})`

/**
 * The categories whose matches and entries are loaded completely, because the page can change all of them: that of a bracket page,
 * and those that an index page no longer shows.
 */
function findWholeCategories(reading: TournamentReading, known: readonly Category[]): Category[] {
  if (isOf(reading, 'bracket')) return known.filter((category) => category.bjjCompSystemId === reading.page.category)
  if (!isOf(reading, 'categories')) return []
  const shown = new Set(reading.categories.map((category) => category.bjjCompSystemId))
  return known.filter(
    (category) => category.gender === genderOf(reading.page.gender) && !shown.has(category.bjjCompSystemId),
  )
}

type Affected = { scope: Scope; affected: readonly Category[]; wholeCategoryIds: readonly number[] }

/** The condition of the matches that the reading can affect. */
function affectedMatches(
  tx: Transaction,
  reading: TournamentReading,
  { scope, affected, wholeCategoryIds }: Affected,
): Part {
  const key = pageKey(reading.page)
  const divisions = [...scope.divisions, ...affected.map((category) => category.division)]
  const uncategorised = scope.hasCategories
    ? tx`category_id is null`
    : tx`category_id is null and division = any(${divisions}::text[])`
  const inCategories = tx`category_id = any(${affected.map((category) => category.id)}::integer[])`
  // A match that is over matters only if the page lists both of its athletes.
  if (isOf(reading, 'board'))
    return tx`${inCategories} and (outcome is null or competitor_a = any(${scope.athletes}::text[]) and competitor_b = any(${scope.athletes}::text[]))
      or ${uncategorised} or board = 'listed' and trace -> 'board' ->> 'page' = ${key}`
  // With the regular expression, PostgreSQL can use the index fights_placed_by_list, which has the same condition.
  if (isOf(reading, 'competitor', 'club'))
    return tx`${inCategories} or ${uncategorised} or raw_status is not null and trace -> 'raw' ->> 'page' = ${key}
      or trace -> 'when' ->> 'page' ~ '/(competitor|club)/' and trace -> 'when' ->> 'page' = ${key}`
  if (isOf(reading, 'bracket')) return tx`${inCategories} or ${uncategorised}`
  return scope.hasCategories ? tx`${uncategorised} or category_id = any(${wholeCategoryIds}::integer[])` : tx`false`
}

/** The athletes with these ids at the source (null: all), and those entered in these categories. */
function loadAthletes(tx: Transaction, tournamentId: number, ids: readonly string[] | null, categoryIds: number[]) {
  if (ids === null) return readAthletes(tx, tx`tournament_id = ${tournamentId}`)
  // Two index look-ups, because PostgreSQL would scan the table for an `or`.
  return readAthletes(
    tx,
    tx`id = any(array(
      select id from athletes where tournament_id = ${tournamentId} and bjj_comp_system_id = any(${distinct(ids)}::text[])
      union select athlete_id from entries where category_id = any(${categoryIds}::integer[])))`,
  )
}

/**
 * The athletes on a board or a list that need not be loaded, because they have a division and a team; none if the bracket of an
 * affected category is unpublished. On a live day these are nearly all athletes.
 */
async function loadUnchangedAthletes(
  tx: Transaction,
  tournamentId: number,
  scope: Scope,
  affected: readonly Category[],
): Promise<Set<string>> {
  if (scope.athletes.length === 0 || affected.some((category) => category.state === 'none')) return new Set()
  const rows = await tx<{ id: string }[]>`
    select bjj_comp_system_id as id from athletes
    where tournament_id = ${tournamentId} and bjj_comp_system_id = any(${scope.athletes}::text[]) and division is not null and team is not null`
  return new Set(rows.map((row) => row.id))
}

const distinct = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]

const idsOf = (sides: readonly (ReadSide | { kind: string; bjjCompSystemId?: string | null })[]): string[] =>
  sides.flatMap((side) => ('bjjCompSystemId' in side && side.bjjCompSystemId != null ? [side.bjjCompSystemId] : []))
