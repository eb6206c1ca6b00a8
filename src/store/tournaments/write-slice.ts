// Writes what a merge changed, and appends the changes to the log: a few statements per kind of row, however many rows there are.
import type { Athlete } from '#domain/athlete.ts'
import type { Match } from '#domain/match.ts'
import { nameKey } from '#domain/name.ts'
import { diffStates, sameValue, type Change, type LoggedChange } from '#domain/tournament-state.ts'
import type { Category, Tournament } from '#domain/tournament.ts'
import { type Slice, withIds } from '#reconcile'
import type { Transaction } from '../database.ts'
import { appendChanges } from './change-log.ts'
import { writeDraws } from './draws.ts'
import { writeHistories } from './match-histories.ts'
import type { TournamentRow } from './rows.ts'
import { storedTeamKey } from './team-keys.ts'

/** Replaces the negative ids of the slice's new entities by real ones. */
export async function withRealIds(tx: Transaction, slice: Slice): Promise<Slice> {
  const { state } = slice
  const ids = new Map<number, number>()
  for (const [sequence, map] of [
    ['categories', state.categories],
    ['athletes', state.athletes],
    ['fights', state.matches],
  ] as const) {
    const fresh = [...map.keys()].filter((id) => id < 0)
    if (fresh.length === 0) continue
    const drawn = await tx<{ id: number }[]>`
      select nextval(${`${sequence}_id_seq`}::regclass) as id from generate_series(1, ${fresh.length}::integer)`
    // In the order of creation, so that ids follow the order of first appearance.
    fresh.sort((a, b) => b - a).forEach((id, index) => ids.set(id, drawn[index]?.id as number))
  }
  if (ids.size === 0) return slice
  return withIds(slice, (id) => ids.get(id) ?? id)
}

/**
 * Writes the differences between two slices (entities, traces, draws and histories), appends the changes to the log and returns
 * them. `after` has real ids. The caller holds the tournament's row lock and has read `row` under it. `now` in epoch ms.
 */
export async function writeSlice(
  tx: Transaction,
  row: TournamentRow,
  { before, after, now }: { before: Slice; after: Slice; now: number },
): Promise<LoggedChange[]> {
  const changes = diffStates(before.state, after.state)
  await writeEntities(tx, before, after, changes)
  await writeDraws(tx, before, after)
  await writeHistories(tx, row, { before, after, notify: changes.length === 0 })
  return appendChanges(tx, row.id, row.seq, changes, now)
}

/** Writes the changed entities, with the traces of matches and whether athletes are on the roster. */
async function writeEntities(tx: Transaction, before: Slice, after: Slice, changes: readonly Change[]): Promise<void> {
  const { tournament } = after.state
  const values = <Entity extends Change['entity']>(entity: Entity) =>
    changes.flatMap((change) =>
      change.entity === entity && change.value !== null
        ? [change.value as NonNullable<Extract<Change, { entity: Entity }>['value']>]
        : [],
    )
  const removedIdsOf = (entity: Change['entity']): number[] =>
    changes.flatMap((change) => (change.entity === entity && change.value === null ? [change.id] : []))

  const retraced = [...after.traces].flatMap(([id, trace]) =>
    sameValue(trace, before.traces.get(id)) ? [] : (after.state.matches.get(id) ?? []),
  )
  const changedMatches = [...new Map([...values('match'), ...retraced].map((match) => [match.id, match])).values()]
  const changedAthletes = values('athlete')
  const rosterOnly = [...after.state.athletes.values()].filter(
    (athlete) => before.rostered.has(athlete.id) !== after.rostered.has(athlete.id),
  )
  const athleteRows = [...new Map([...changedAthletes, ...rosterOnly].map((athlete) => [athlete.id, athlete])).values()]

  if (removedIdsOf('match').length > 0) await tx`delete from fights where id = any(${removedIdsOf('match')}::integer[])`
  await upsertCategories(tx, values('category'))
  await upsertAthletes(tx, athleteRows, after)
  await writeEntries(tx, changedAthletes, changedMatches, after)
  await upsertFights(tx, changedMatches, after)
  // After the fights were written, because deleting a category deletes the fights that are still in it.
  if (removedIdsOf('category').length > 0)
    await tx`delete from categories where id = any(${removedIdsOf('category')}::integer[])`
  if (removedIdsOf('athlete').length > 0)
    await tx`delete from athletes where id = any(${removedIdsOf('athlete')}::integer[])`
  if (values('tournament').length > 0) await updateTournament(tx, tournament)
}

async function upsertCategories(tx: Transaction, values: readonly Category[]): Promise<void> {
  if (values.length === 0) return
  await tx`
    insert into categories (id, tournament_id, bjj_comp_system_id, division, age, gender, belt, weight, state, placements, start, podium_at)
    select id, "tournamentId", "bjjCompSystemId", division, age, gender, belt, weight, state, placements, nullif(start, 'null'), "podiumAt"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as row (id integer, "tournamentId" integer, "bjjCompSystemId" text, division text, age text, gender text, belt text, weight text, state text, placements jsonb, start jsonb, "podiumAt" timestamptz)
    on conflict (id) do update set
      division = excluded.division, age = excluded.age, gender = excluded.gender, belt = excluded.belt, weight = excluded.weight,
      state = excluded.state, placements = excluded.placements, start = excluded.start, podium_at = excluded.podium_at`
}

async function upsertAthletes(tx: Transaction, values: readonly Athlete[], slice: Slice): Promise<void> {
  if (values.length === 0) return
  const rows = values.map((athlete) => ({
    ...athlete,
    folded: foldedNames(athlete),
    teamKey: storedTeamKey(athlete.team),
    rostered: slice.rostered.has(athlete.id),
  }))
  await tx`
    insert into athletes (id, tournament_id, bjj_comp_system_id, name, folded, belt, team, team_key, division, listed, rostered, empty_list)
    select id, "tournamentId", "bjjCompSystemId", name, folded, belt, team, "teamKey", division, listed, rostered, "hasEmptyList"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id integer, "tournamentId" integer, "bjjCompSystemId" text, name text, folded text, belt text, team text, "teamKey" text, division text, listed boolean, rostered boolean, "hasEmptyList" boolean)
    on conflict (id) do update set
      name = excluded.name, folded = excluded.folded, belt = excluded.belt, team = excluded.team, team_key = excluded.team_key,
      division = excluded.division, listed = excluded.listed, rostered = excluded.rostered,
      empty_list = excluded.empty_list, last_updated = now()`
}

/** The text that a search looks in: the key of name and team (`nameKey`). */
export const foldedNames = ({ name, team }: Pick<Athlete, 'name' | 'team'>): string =>
  nameKey(team === null ? name : `${name} ${team}`)

/** Writes the entries of the changed athletes, and the seeds that changed matches show. */
async function writeEntries(
  tx: Transaction,
  changed: readonly Athlete[],
  matches: readonly Match[],
  slice: Slice,
): Promise<void> {
  const bySource = new Map([...slice.state.athletes.values()].map((athlete) => [athlete.bjjCompSystemId, athlete]))
  const rows = new Map<
    string,
    { category_id: number; athlete_id: number; tournament_id: number; seed: number | null }
  >()
  const enter = (athlete: Athlete, categoryId: number, seed: number | null): void => {
    rows.set(`${categoryId}/${athlete.id}`, {
      category_id: categoryId,
      athlete_id: athlete.id,
      tournament_id: athlete.tournamentId,
      seed,
    })
  }
  for (const athlete of changed) for (const categoryId of athlete.categoryIds) enter(athlete, categoryId, null)
  for (const match of matches)
    for (const side of match.sides) {
      const athlete =
        side.kind === 'athlete' && side.seed !== null && side.bjjCompSystemId !== null
          ? bySource.get(side.bjjCompSystemId)
          : undefined
      if (
        athlete &&
        side.kind === 'athlete' &&
        match.categoryId !== null &&
        athlete.categoryIds.includes(match.categoryId)
      )
        enter(athlete, match.categoryId, side.seed)
    }
  if (changed.length > 0) {
    const current = [...rows.values()].map((row) => ({ category_id: row.category_id, athlete_id: row.athlete_id }))
    await tx`
      delete from entries where athlete_id = any(${changed.map((athlete) => athlete.id)}::integer[])
        and (category_id, athlete_id) not in (select category_id, athlete_id from jsonb_to_recordset(${JSON.stringify(current)}::jsonb) as row (category_id integer, athlete_id integer))`
  }
  if (rows.size > 0)
    await tx`
      insert into entries (category_id, athlete_id, tournament_id, seed)
      select category_id, athlete_id, tournament_id, seed
      from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as row (category_id integer, athlete_id integer, tournament_id integer, seed integer)
      on conflict (category_id, athlete_id) do update set seed = coalesce(excluded.seed, entries.seed)
      where entries.seed is distinct from coalesce(excluded.seed, entries.seed)`
}

async function upsertFights(tx: Transaction, values: readonly Match[], slice: Slice): Promise<void> {
  if (values.length === 0) return
  const rows = values.map((match) => ({ ...match, trace: slice.traces.get(match.id) }))
  await tx`
    insert into fights (id, tournament_id, category_id, division, match_number, round, sides, date, time, scheduled_at, mat, fight_number, board, board_rank, raw_status, outcome, moves, trace)
    select id, "tournamentId", "categoryId", division, "matchNumber", round, sides, date, time, "scheduledAt", mat, "fightNumber", board, "boardRank", "rawStatus", nullif(outcome, 'null'), moves, trace
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id integer, "tournamentId" integer, "categoryId" integer, division text, "matchNumber" integer, round text, sides jsonb, date date, time text,
      "scheduledAt" timestamptz, mat integer, "fightNumber" integer, board text, "boardRank" integer, "rawStatus" text, outcome jsonb, moves jsonb, trace jsonb)
    on conflict (id) do update set
      category_id = excluded.category_id, division = excluded.division, match_number = excluded.match_number, round = excluded.round, sides = excluded.sides,
      date = excluded.date, time = excluded.time, scheduled_at = excluded.scheduled_at, mat = excluded.mat, fight_number = excluded.fight_number,
      board = excluded.board, board_rank = excluded.board_rank, raw_status = excluded.raw_status, outcome = excluded.outcome, moves = excluded.moves,
      trace = excluded.trace, updated_at = now()`
}

/** Writes the tournament's own row and its days. */
async function updateTournament(tx: Transaction, tournament: Tournament): Promise<void> {
  const t = tournament
  await tx`
    update tournaments set
      name = ${t.name}, logo_url = ${t.logoUrl}, status = ${t.status}, starts_on = ${t.startsOn}, ends_on = ${t.endsOn}, date_range = ${t.dateRange},
      location = ${t.location}, venue = ${t.venue}, city = ${t.city}, state = ${t.state}, country = ${t.country}, timezone = ${t.timezone},
      order_of_fights_url = ${t.orderOfFightsUrl}, brackets_url = ${t.bracketsUrl}, import = ${JSON.stringify(t.import)}::jsonb, archived_at = ${t.archivedAt}
    where id = ${t.id}`
  await tx`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(t.days)}::jsonb) as row ("bjjCompSystemId" text, "dayNumber" integer, "dayName" text, weekday text, date date, "matsCount" integer, "bjjCompSystemUrl" text)
    ), dropped as (
      delete from tournament_days where tournament_id = ${t.id} and bjj_comp_system_id not in (select "bjjCompSystemId" from wanted)
    )
    insert into tournament_days (tournament_id, bjj_comp_system_id, day_number, day_name, weekday, date, mats_count, bjj_comp_system_url)
    select ${t.id}::integer, "bjjCompSystemId", "dayNumber", "dayName", weekday, date, "matsCount", "bjjCompSystemUrl" from wanted
    on conflict (tournament_id, bjj_comp_system_id) do update set
      day_number = excluded.day_number, day_name = excluded.day_name, weekday = excluded.weekday, date = excluded.date, mats_count = excluded.mats_count,
      bjj_comp_system_url = excluded.bjj_comp_system_url`
}
