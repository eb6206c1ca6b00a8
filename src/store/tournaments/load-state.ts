// A whole tournament from the database, with the position in its change log that it stands at: one snapshot.
import { eq } from 'drizzle-orm'
import type { MatchHistory } from '#domain/match-history.ts'
import type { Position, TournamentState } from '#domain/tournament-state.ts'
import type { Sql } from '../database.ts'
import { loadHistories } from './match-histories.ts'
import { athletesOf, matchOf, tournamentOf } from './rows.ts'
import { athletes, categories, entries, fights, tournamentDays, tournaments } from '../schema.ts'

export type LoadedTournament = {
  state: TournamentState
  position: Position
  /** What happened to its matches, by match id, and the number of the last change of that. */
  histories: Map<number, MatchHistory>
  historySeq: number
}

/** Null when there is no such tournament. */
export async function loadState(slowSql: Sql, tournamentId: number): Promise<LoadedTournament | null> {
  return slowSql.begin(async (tx) => {
    const [row] = await tx.typed.select().from(tournaments).where(eq(tournaments.id, tournamentId))
    if (!row) return null
    const dayRows = await tx.typed.select().from(tournamentDays).where(eq(tournamentDays.tournamentId, tournamentId))
    const categoryRows = await tx.typed
      .select()
      .from(categories)
      .where(eq(categories.tournamentId, tournamentId))
      .orderBy(categories.id)
    const known = new Map(categoryRows.map((category) => [category.id, category]))
    const entered = await tx.typed.select().from(entries).where(eq(entries.tournamentId, tournamentId))
    const athleteRows = await tx.typed
      .select()
      .from(athletes)
      .where(eq(athletes.tournamentId, tournamentId))
      .orderBy(athletes.id)
    const fightRows = await tx.typed
      .select()
      .from(fights)
      .where(eq(fights.tournamentId, tournamentId))
      .orderBy(fights.id)
    return {
      state: {
        tournament: tournamentOf(row, dayRows),
        categories: known,
        athletes: athletesOf(athleteRows, entered, known),
        matches: new Map(fightRows.map((fight) => [fight.id, matchOf(fight)])),
      },
      position: { epoch: row.epoch, seq: row.seq },
      histories: await loadHistories(tx, tournamentId),
      historySeq: row.historySeq,
    }
  }, 'isolation level repeatable read read only')
}
