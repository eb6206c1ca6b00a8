// A store with one tournament, into which readings are recorded.
import type { Reading } from '#domain/reading.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase } from './database.ts'
import { events, home, tournamentId } from './readings.ts'
import { connect, type Sql } from '#support/sql.ts'

/** Performs `work` with a store over a new database, in which one tournament is added. */
export async function withTournament<Result>(
  work: (stored: StoredTournament) => Promise<Result>,
  sourceId = tournamentId,
): Promise<Result> {
  await using database = await openTestDatabase()
  const store = await openStore({ databaseUrl: database.url, clock: systemClock, sourceUrl: 'http://simulator.test' })
  const sql = connect(database.url)
  try {
    await store.recorder.record(home([{ id: sourceId, name: 'Houston Open', dayId: '31051' }]), {
      fetchedAt: 1,
      bytes: 1,
      bodyHash: 'home',
    })
    await store.recorder.record(events([{ bjjCompSystemId: sourceId }]), { fetchedAt: 1, bytes: 1, bodyHash: 'events' })
    const { ids } = await store.tournaments.add([sourceId])
    return await work({ store, sql, id: ids[0] as number, databaseUrl: database.url })
  } finally {
    await sql.end()
    await store.close()
  }
}
export type StoredTournament = { store: Store; sql: Sql; id: number; databaseUrl: string }

let body = 0
/** Records a reading, by default with another body than every earlier one. */
export const record = (
  store: Store,
  reading: Reading,
  fetchedAt: number,
  more: { fence?: number; bodyHash?: string } = {},
) => store.recorder.record(reading, { fetchedAt, bytes: 1, bodyHash: `body ${++body}`, ...more })

/** The stored state of the tournament. */
export const stateOf = async ({ store, id }: StoredTournament): Promise<TournamentState> =>
  ((await store.tournaments.state(id)) as { state: TournamentState }).state
