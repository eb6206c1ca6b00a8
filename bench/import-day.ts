// What soaks begin with: somebody who adds the simulated tournament, and its import.
import { systemClock } from '#platform/clock.ts'
import { Visitor } from '#support/visitor.ts'
import type { Sql } from '#support/sql.ts'

/** Again and again, for a minute, until it works. */
export async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++)
    try {
      return await act()
    } catch (error) {
      if (tries > 200) throw error
      await systemClock.sleep(300)
    }
}

/** Resolves when all of the tournament is read; with our ids of it and of its athletes. */
export async function importDay(
  url: string,
  sourceId: string,
  sql: Sql,
): Promise<{ tournamentId: number; athleteIds: number[] }> {
  const visitor = await new Visitor(url).signUp()
  await patiently(() => visitor.call('availableTournaments'))
  const { tournaments } = await patiently(() =>
    visitor.call('addTournaments', { body: { tournaments: [{ value: sourceId }] } }),
  )
  const tournamentId = tournaments[0]?.id ?? 0
  await patiently(async () => {
    const { tournament } = await visitor.call('tournament', { id: tournamentId })
    if (tournament.import.state !== 'done') throw new Error('the import is not over')
  })
  const rows = await sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId}`
  return { tournamentId, athleteIds: rows.map(({ id }) => id) }
}
