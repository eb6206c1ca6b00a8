// Reads the rows of a tournament's tables as entities; the caller gives the condition.
import type { Athlete } from '#domain/athlete.ts'
import type { Match } from '#domain/match.ts'
import type { Category, Day, Tournament } from '#domain/tournament.ts'
import { type Trace, weightClassFirst } from '#reconcile'
import type { Part, Transaction } from '../database.ts'

/** A tournament without its days, with the columns that only the store uses. */
export type TournamentRow = Omit<Tournament, 'days'> & {
  timezoneFixed: boolean
  seq: number
  historySeq: number
  epoch: string
  fence: number
  rosterHash: string | null
}
type AthleteRow = Omit<Athlete, 'categoryIds'> & { rostered: boolean }
type MatchRow = Match & { trace: Trace }
type EntryRow = { categoryId: number; athleteId: number }

/** The first tournament that meets the condition. `lock`: locks its row against other writers until the transaction ends. */
export async function readTournament(
  tx: Transaction,
  condition: Part,
  { lock }: { lock: boolean },
): Promise<TournamentRow | undefined> {
  const [row] = await tx<TournamentRow[]>`
    select id, bjj_comp_system_id as "bjjCompSystemId", name, logo_url as "logoUrl", status, starts_on as "startsOn", ends_on as "endsOn", date_range as "dateRange",
      location, venue, city, state, country, timezone, order_of_fights_url as "orderOfFightsUrl", brackets_url as "bracketsUrl", import, rule_set as "ruleSet", archived_at as "archivedAt",
      timezone_fixed as "timezoneFixed", seq, history_seq as "historySeq", epoch, fence, roster_hash as "rosterHash"
    from tournaments where ${condition} ${lock ? tx`for no key update` : tx``}`
  return row
}

/** The tournament's days, in order. */
export const readDays = (tx: Transaction, tournamentId: number): Promise<Day[]> => tx<Day[]>`
  select bjj_comp_system_id as "bjjCompSystemId", day_number as "dayNumber", day_name as "dayName", weekday, date, mats_count as "matsCount", bjj_comp_system_url as "bjjCompSystemUrl"
  from tournament_days where tournament_id = ${tournamentId} order by day_number, id`

/** Categories by id, sorted by id. */
export async function readCategories(tx: Transaction, condition: Part): Promise<Map<number, Category>> {
  const rows = await tx<Category[]>`
    select id, tournament_id as "tournamentId", bjj_comp_system_id as "bjjCompSystemId", division, age, gender, belt, weight, state, placements, start, podium_at as "podiumAt"
    from categories where ${condition} order by id`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Athletes without their categories, sorted by id. */
export const readAthletes = (tx: Transaction, condition: Part): Promise<AthleteRow[]> => tx<AthleteRow[]>`
  select id, tournament_id as "tournamentId", bjj_comp_system_id as "bjjCompSystemId", name, team, belt, division, listed, rostered,
    empty_list as "hasEmptyList"
  from athletes where ${condition} order by id`

/** Which athletes entered which categories, unsorted. */
export const readEntries = (tx: Transaction, condition: Part): Promise<EntryRow[]> => tx<EntryRow[]>`
  select category_id as "categoryId", athlete_id as "athleteId" from entries where ${condition}`

const matchColumns = (tx: Transaction): Part => tx`
  id, tournament_id as "tournamentId", category_id as "categoryId", division, match_number as "matchNumber", round, sides, date, time, scheduled_at as "scheduledAt",
  mat, fight_number as "fightNumber", board, board_rank as "boardRank", raw_status as "rawStatus", outcome, moves`

/** Matches by id, sorted by id. */
export async function readMatches(tx: Transaction, condition: Part): Promise<Map<number, Match>> {
  const rows = await tx<Match[]>`select ${matchColumns(tx)} from fights where ${condition} order by id`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Matches and their traces by id, sorted by id. A trace is as large as its match, so the readers of matches alone leave it out. */
export async function readTracedMatches(
  tx: Transaction,
  condition: Part,
): Promise<{ matches: Map<number, Match>; traces: Map<number, Trace> }> {
  const rows = await tx<MatchRow[]>`select ${matchColumns(tx)}, trace from fights where ${condition} order by id`
  const matches = new Map<number, Match>()
  const traces = new Map<number, Trace>()
  for (const { trace, ...match } of rows) {
    matches.set(match.id, match)
    traces.set(match.id, trace)
  }
  return { matches, traces }
}

/** The tournament with its days, without the columns that only the store uses. */
export function tournamentOf(row: TournamentRow, days: Day[]): Tournament {
  const { timezoneFixed: _, seq: __, historySeq: ___, epoch: ____, fence: _____, rosterHash: ______, ...facts } = row
  return { ...facts, days }
}

/** The athletes with their categories, by id. `entries`: the entries of these athletes. */
export function athletesOf(
  rows: readonly AthleteRow[],
  entries: readonly EntryRow[],
  categories: ReadonlyMap<number, Category>,
): Map<number, Athlete> {
  const byAthlete = Map.groupBy(entries, (entry) => entry.athleteId)
  const entered = (id: number): Category[] =>
    (byAthlete.get(id) ?? []).flatMap((entry) => categories.get(entry.categoryId) ?? [])
  const athleteOf = (row: AthleteRow): Athlete => {
    const { rostered: _, ...athlete } = row
    return { ...athlete, categoryIds: weightClassFirst(entered(row.id)).map((category) => category.id) }
  }
  return new Map(rows.map((row) => [row.id, athleteOf(row)]))
}
