// The start of soak runs and benchmarks: a user adds the simulated tournament, which is then imported.
import { systemClock } from '#platform/clock.ts'
import { Visitor } from '#support/visitor.ts'
import type { Sql } from '#support/sql.ts'

/** Repeats an action until it succeeds. @throws its last error after 202 failures, 300 ms apart. */
export async function retry<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++)
    try {
      return await act()
    } catch (error) {
      if (tries > 200) throw error
      await systemClock.sleep(300)
    }
}

/** Adds the tournament as a new user; resolves when the import is done, with our ids of the tournament and its athletes. */
export async function importDay(
  url: string,
  sourceId: string,
  sql: Sql,
): Promise<{ tournamentId: number; athleteIds: number[] }> {
  const visitor = await new Visitor(url).signUp()
  await retry(() => visitor.call('availableTournaments'))
  const { tournaments } = await retry(() =>
    visitor.call('addTournaments', { body: { tournaments: [{ value: sourceId }] } }),
  )
  const tournamentId = tournaments[0]?.id ?? 0
  await retry(async () => {
    const { tournament } = await visitor.call('tournament', { id: tournamentId })
    if (tournament.import.state !== 'done') throw new Error('the import is not done')
  })
  const rows = await sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId}`
  return { tournamentId, athleteIds: rows.map(({ id }) => id) }
}
