// Loads from the database what one reading can touch: a bracket's category, the categories on a board page, and so on;
// never a whole tournament.
import { and, eq, isNull, or, sql as expression, type SQL } from 'drizzle-orm'
import { pageKey } from '#domain/page.ts'
import { isOf, type ReadSide, type TournamentReading } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import type { Slice } from '#reconcile'
import { oneOf, oneOfIds, type Transaction } from '../database.ts'
import { loadHistories } from './match-histories.ts'
import { athletesOf, matchOf, tournamentOf, type TournamentRow } from './rows.ts'
import { athletes, categories, entries, fights, pages, tournamentDays } from '../schema.ts'

/** The slice for this reading. The tournament's row is locked by the caller. */
export async function loadSlice(
  tx: Transaction,
  tournament: TournamentRow,
  reading: TournamentReading,
): Promise<Slice> {
  const scope = scopeOf(reading)
  const touched = await loadCategories(tx, tournament.id, scope)
  const fightRows = await tx.typed
    .select()
    .from(fights)
    .where(and(eq(fights.tournamentId, tournament.id), fightsOf(reading, scope, touched)))
    .orderBy(fights.id)
  const dayRows = await tx.typed.select().from(tournamentDays).where(eq(tournamentDays.tournamentId, tournament.id))
  const matches = fightRows.map(matchOf)
  const known = new Map(touched.map((category) => [category.id, category]))
  const homeless = scope.homeless
    ? matches.filter((match) => match.categoryId === null).flatMap((match) => idsOf(match.sides))
    : []
  const settled =
    scope.everyone || isOf(reading, 'bracket')
      ? new Set<string>()
      : await loadSettled(tx, tournament.id, scope, touched)
  const people = scope.everyone ? null : [...scope.athletes.filter((id) => !settled.has(id)), ...homeless]
  const athleteRows = await loadAthletes(
    tx,
    tournament.id,
    people,
    missing(reading, touched).map((category) => category.id),
  )
  const entered = await loadEntries(
    tx,
    athleteRows.map((row) => row.id),
  )
  const elsewhere = [...new Set(entered.map((entry) => entry.categoryId))].filter((id) => !known.has(id))
  if (elsewhere.length > 0)
    for (const row of await tx.typed.select().from(categories).where(oneOfIds(categories.id, elsewhere)))
      known.set(row.id, row)
  const traces = new Map(fightRows.map((row) => [row.id, row.trace]))
  const key = pageKey(reading.page)
  const said = new Set([
    key,
    ...[...traces.values()].flatMap((trace) =>
      [trace.when, trace.sides, trace.raw, trace.board].flatMap((word) => word?.page ?? []),
    ),
  ])
  const pageRows = await tx.typed
    .select({ key: pages.key, fetchedAt: pages.fetchedAt })
    .from(pages)
    .where(oneOf(pages.key, said))
  return {
    state: {
      tournament: tournamentOf(tournament, dayRows),
      categories: known,
      athletes: athletesOf(athleteRows, entered, known),
      matches: new Map(matches.map((match) => [match.id, match])),
    },
    traces,
    histories: await loadHistories(tx, tournament.id, [...traces.keys()]),
    settled,
    rostered: new Set(athleteRows.flatMap((row) => (row.rostered ? [row.id] : []))),
    fetchedAt: new Map(pageRows.flatMap((row) => (row.fetchedAt ? [[row.key, row.fetchedAt.getTime()] as const] : []))),
  }
}

/** What the page names. */
type Scope = {
  /** Ids of categories at the source. */
  categoryIds: string[]
  divisions: string[]
  gender: string | null
  /** Ids of athletes at the source. */
  athletes: string[]
  /** The whole roster is on the page. */
  everyone: boolean
  /** Matches without a category may find one. */
  homeless: boolean
}

function scopeOf(reading: TournamentReading): Scope {
  const nothing: Scope = {
    categoryIds: [],
    divisions: [],
    gender: null,
    athletes: [],
    everyone: false,
    homeless: false,
  }
  if (isOf(reading, 'board')) {
    const cards = reading.mats.flatMap((column) => column.cards)
    return {
      ...nothing,
      divisions: distinct(cards.map((card) => card.division)),
      athletes: distinct(cards.flatMap((card) => idsOf(card.sides))),
      everyone: reading.athletes !== null,
    }
  }
  if (isOf(reading, 'bracket'))
    return {
      ...nothing,
      categoryIds: [reading.page.category],
      divisions: reading.division ? [reading.division.division] : [],
      athletes: distinct(reading.matches.flatMap((match) => idsOf(match.sides))),
    }
  if (isOf(reading, 'competitor', 'club'))
    return {
      ...nothing,
      categoryIds: distinct(reading.rows.flatMap((row) => row.categoryId ?? [])),
      divisions: distinct(reading.rows.map((row) => row.division)),
      athletes: distinct(reading.rows.flatMap((row) => idsOf(row.sides))),
    }
  if (isOf(reading, 'categories'))
    return {
      ...nothing,
      categoryIds: reading.categories.map((category) => category.bjjCompSystemId),
      gender: genderOf(reading.page.gender),
      homeless: true,
    }
  if (isOf(reading, 'schedule'))
    return {
      ...nothing,
      categoryIds: distinct(reading.categories.flatMap((row) => row.bjjCompSystemId ?? [])),
      homeless: true,
    }
  return nothing
}

const genderOf = (gender: 'male' | 'female'): string => (gender === 'male' ? 'Male' : 'Female')

async function loadCategories(tx: Transaction, tournamentId: number, scope: Scope): Promise<Category[]> {
  const wanted = [
    ...(scope.categoryIds.length > 0 ? [oneOf(categories.bjjCompSystemId, scope.categoryIds)] : []),
    ...(scope.divisions.length > 0 ? [oneOf(categories.division, scope.divisions)] : []),
    ...(scope.gender !== null ? [eq(categories.gender, scope.gender)] : []),
  ]
  if (wanted.length === 0) return []
  return tx.typed
    .select()
    .from(categories)
    .where(and(eq(categories.tournamentId, tournamentId), or(...wanted)))
    .orderBy(categories.id)
}

/** Categories of the index's gender that it does not show any more. */
function missing(reading: TournamentReading, known: readonly Category[]): Category[] {
  if (isOf(reading, 'bracket')) return known.filter((category) => category.bjjCompSystemId === reading.page.category)
  if (!isOf(reading, 'categories')) return []
  const shown = new Set(reading.categories.map((category) => category.bjjCompSystemId))
  return known.filter(
    (category) => category.gender === genderOf(reading.page.gender) && !shown.has(category.bjjCompSystemId),
  )
}

function fightsOf(reading: TournamentReading, scope: Scope, touched: readonly Category[]): SQL | undefined {
  const key = pageKey(reading.page)
  const ids = touched.map((category) => category.id)
  const homeless = and(
    isNull(fights.categoryId),
    scope.homeless
      ? undefined
      : oneOf(fights.division, [...scope.divisions, ...touched.map((category) => category.division)]),
  )
  const inCategories = oneOfIds(fights.categoryId, ids)
  if (isOf(reading, 'board')) {
    // A fight that is over matters only where the page still (or again) lists its two athletes.
    const listedPair = and(oneOf(fights.competitorA, scope.athletes), oneOf(fights.competitorB, scope.athletes))
    const listedHere = and(eq(fights.board, 'listed'), expression`${fights.trace} -> 'board' ->> 'page' = ${key}`)
    return or(and(inCategories, or(isNull(fights.outcome), listedPair)), homeless, listedHere)
  }
  if (isOf(reading, 'competitor', 'club'))
    return or(
      inCategories,
      homeless,
      and(expression`${fights.rawStatus} is not null`, expression`${fights.trace} -> 'raw' ->> 'page' = ${key}`),
      // As the index fights_placed_by_list has it.
      and(
        expression`${fights.trace} -> 'when' ->> 'page' ~ '/(competitor|club)/'`,
        expression`${fights.trace} -> 'when' ->> 'page' = ${key}`,
      ),
    )
  if (isOf(reading, 'bracket')) return or(inCategories, homeless)
  const gone = oneOfIds(
    fights.categoryId,
    missing(reading, touched).map((category) => category.id),
  )
  return scope.homeless ? or(homeless, gone) : expression`false`
}

/** The athletes with these ids at the source (null: all), and those entered in these categories. */
async function loadAthletes(
  tx: Transaction,
  tournamentId: number,
  ids: readonly string[] | null,
  categoryIds: readonly number[],
) {
  const ofTournament = eq(athletes.tournamentId, tournamentId)
  if (ids === null) return tx.typed.select().from(athletes).where(ofTournament)
  if (ids.length === 0 && categoryIds.length === 0) return []
  // Two index look-ups; an 'or' of them would read the whole table.
  const wanted = expression`${athletes.id} = any(array(
    select id from athletes where ${ofTournament} and ${oneOf(athletes.bjjCompSystemId, new Set(ids))}
    union select athlete_id from entries where ${oneOfIds(entries.categoryId, categoryIds)}))`
  return tx.typed.select().from(athletes).where(wanted)
}

/**
 * The athletes on a board or a list who need no look: with a division and a team, and in no category whose bracket is
 * still to come. On a live day that is everybody.
 */
async function loadSettled(
  tx: Transaction,
  tournamentId: number,
  scope: Scope,
  touched: readonly Category[],
): Promise<Set<string>> {
  if (scope.athletes.length === 0 || touched.some((category) => category.state === 'none')) return new Set()
  const rows = await tx<{ id: string }[]>`
    select bjj_comp_system_id as id from athletes
    where tournament_id = ${tournamentId} and bjj_comp_system_id = any(${scope.athletes}::text[]) and division is not null and team is not null`
  return new Set(rows.map((row) => row.id))
}

const loadEntries = async (tx: Transaction, athleteIds: readonly number[]) =>
  athleteIds.length === 0 ? [] : tx.typed.select().from(entries).where(oneOfIds(entries.athleteId, athleteIds))

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

const idsOf = (sides: readonly (ReadSide | { kind: string; bjjCompSystemId?: string | null })[]): string[] =>
  sides.flatMap((side) => ('bjjCompSystemId' in side && side.bjjCompSystemId != null ? [side.bjjCompSystemId] : []))
