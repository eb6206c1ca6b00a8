// Loads a whole tournament with its position in the change log, from one snapshot.
import type { MatchHistory } from '#domain/match-history.ts'
import type { Position, TournamentState } from '#domain/tournament-state.ts'
import type { Sql } from '../database.ts'
import { loadHistories } from './match-histories.ts'
import {
  athletesOf,
  readAthletes,
  readCategories,
  readDays,
  readEntries,
  readMatches,
  readTournament,
  tournamentOf,
} from './rows.ts'

export type LoadedTournament = {
  state: TournamentState
  position: Position
  /** By match id; `historySeq` is the number of the last change among them. */
  histories: Map<number, MatchHistory>
  historySeq: number
}

/** Loads the tournament; null if there is none with this id. */
export async function loadState(slowSql: Sql, tournamentId: number): Promise<LoadedTournament | null> {
  return slowSql.begin(async (tx) => {
    const row = await readTournament(tx, tx`id = ${tournamentId}`, { lock: false })
    if (!row) return null
    const ofTournament = tx`tournament_id = ${tournamentId}`
    const days = await readDays(tx, tournamentId)
    const categories = await readCategories(tx, ofTournament)
    const entries = await readEntries(tx, ofTournament)
    const athletes = athletesOf(await readAthletes(tx, ofTournament), entries, categories)
    const matches = await readMatches(tx, ofTournament)
    return {
      state: { tournament: tournamentOf(row, days), categories, athletes, matches },
      position: { epoch: row.epoch, seq: row.seq },
      histories: await loadHistories(tx, tournamentId),
      historySeq: row.historySeq,
    }
  }, 'isolation level repeatable read read only')
}
