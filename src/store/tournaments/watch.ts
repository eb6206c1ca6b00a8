// Viewers and followed athletes by tournament; they determine how often its pages are read.
import type { Sql } from '../database.ts'

export type Watch = { followedAthleteIds: number[]; viewersConnected: number; addedBy: number }

/** The viewers of a dead node count this long. */
const presenceTtl = '30 seconds'

export const createWatches = (sql: Sql) => ({
  /** By tournament id. */
  async forTournaments(ids: readonly number[]): Promise<Map<number, Watch>> {
    const rows = await sql<(Watch & { id: number })[]>`
      select tournament.id,
        coalesce((select array_agg(distinct follow.athlete_id) from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id where athlete.tournament_id = tournament.id), '{}') as "followedAthleteIds",
        coalesce((select sum(viewers) from presence where presence.tournament_id = tournament.id and seen_at > now() - ${presenceTtl}::interval), 0)::integer as "viewersConnected",
        (select count(*) from user_tournaments added where added.tournament_id = tournament.id)::integer as "addedBy"
      from tournaments tournament where tournament.id = any(${[...ids]}::integer[])`
    return new Map(rows.map(({ id, ...watch }) => [id, watch]))
  },
  /** Sets this node's number of viewers by tournament; others have none. Counts for 30 s. */
  async setViewers(node: string, counts: ReadonlyMap<number, number>): Promise<void> {
    const rows = [...counts].filter(([, viewers]) => viewers > 0).map(([id, viewers]) => ({ id, viewers }))
    await sql.begin(async (tx) => {
      await tx`delete from presence where node = ${node} or seen_at < now() - ${presenceTtl}::interval`
      await tx`
        insert into presence (node, tournament_id, viewers, seen_at)
        select ${node}, row.id, row.viewers, now() from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id integer, viewers integer)
        join tournaments on tournaments.id = row.id`
    })
  },
})
