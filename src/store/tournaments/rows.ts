// Rows as the tables hold them, and the entities they are.
import type { Athlete } from '#domain/athlete.ts'
import type { Match } from '#domain/match.ts'
import type { Category, Day, Tournament } from '#domain/tournament.ts'
import { inOrder } from '#reconcile'
import type * as schema from '../schema.ts'

type Row<Table extends { $inferSelect: unknown }> = Table['$inferSelect']

export type TournamentRow = Row<typeof schema.tournaments>
export type FightRow = Row<typeof schema.fights>
type AthleteRow = Row<typeof schema.athletes>
type EntryRow = Row<typeof schema.entries>
type DayRow = Row<typeof schema.tournamentDays>

export function tournamentOf(row: TournamentRow, days: readonly DayRow[]): Tournament {
  return {
    id: row.id,
    bjjCompSystemId: row.bjjCompSystemId,
    name: row.name,
    logoUrl: row.logoUrl,
    status: row.status,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    dateRange: row.dateRange,
    location: row.location,
    venue: row.venue,
    city: row.city,
    state: row.state,
    country: row.country,
    timezone: row.timezone,
    orderOfFightsUrl: row.orderOfFightsUrl,
    bracketsUrl: row.bracketsUrl,
    days: days.map(dayOf).sort((a, b) => a.dayNumber - b.dayNumber),
    import: row.import,
    archivedAt: row.archivedAt?.toISOString() ?? null,
  }
}

function dayOf(row: DayRow): Day {
  const { id: _, tournamentId: __, ...day } = row
  return day
}

/** Athletes by their ids. `entries`: those of these athletes. */
export function athletesOf(
  rows: readonly AthleteRow[],
  entries: readonly EntryRow[],
  categories: ReadonlyMap<number, Category>,
): Map<number, Athlete> {
  const byAthlete = Map.groupBy(entries, (entry) => entry.athleteId)
  const entered = (id: number): Category[] =>
    (byAthlete.get(id) ?? []).flatMap((entry) => categories.get(entry.categoryId) ?? [])
  return new Map(rows.map((row) => [row.id, athleteOf(row, entered(row.id))]))
}

/** `entered`: the athlete's categories, in any order. */
const athleteOf = (row: AthleteRow, entered: readonly Category[]): Athlete => ({
  id: row.id,
  tournamentId: row.tournamentId,
  bjjCompSystemId: row.bjjCompSystemId,
  name: row.name,
  team: row.team,
  belt: row.belt,
  division: row.division,
  categoryIds: inOrder(entered).map((category) => category.id),
  listed: row.listed,
})

export const matchOf = (row: FightRow): Match => ({
  id: row.id,
  tournamentId: row.tournamentId,
  categoryId: row.categoryId,
  division: row.division,
  matchNumber: row.matchNumber,
  round: row.round,
  sides: row.sides,
  date: row.date,
  time: row.time,
  scheduledAt: row.scheduledAt?.toISOString() ?? null,
  mat: row.mat,
  fightNumber: row.fightNumber,
  board: row.board,
  boardRank: row.boardRank,
  rawStatus: row.rawStatus,
  outcome: row.outcome,
  moves: row.moves,
})
