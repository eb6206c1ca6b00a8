// Viewers and followed athletes by tournament, which determine how often their pages are read, and the number of open sockets
// of each process.
import type { Sql } from '../database.ts'

/** `addedBy`: the number of users who have the tournament on their list. */
export type Watch = { followedAthleteIds: number[]; viewersConnected: number; addedBy: number }

/** The viewers and sockets of a dead node still count for this time. */
const presenceTtl = '30 seconds'

export const createWatches = (sql: Sql) => ({
  /** The watches of these tournaments, by tournament id. */
  async forTournaments(ids: readonly number[]): Promise<Map<number, Watch>> {
    const rows = await sql<(Watch & { id: number })[]>`
      select tournament.id,
        coalesce((select array_agg(distinct follow.athlete_id) from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id where athlete.tournament_id = tournament.id), '{}') as "followedAthleteIds",
        coalesce((select sum(viewers) from presence where presence.tournament_id = tournament.id and seen_at > now() - ${presenceTtl}::interval), 0)::integer as "viewersConnected",
        (select count(*) from user_tournaments added where added.tournament_id = tournament.id)::integer as "addedBy"
      from tournaments tournament where tournament.id = any(${[...ids]}::integer[])`
    return new Map(rows.map(({ id, ...watch }) => [id, watch]))
  },
  /** Sets this node's number of viewers by tournament; tournaments that are not given have none. The numbers count for 30 s. */
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
  /** Sets this node's number of open sockets, which counts for 30 s. Returns the number of nodes, and the sum of their sockets. */
  async reportSockets(node: string, sockets: number): Promise<{ processes: number; sockets: number }> {
    await sql`
      insert into web_processes (node, sockets, seen_at) values (${node}, ${sockets}, now())
      on conflict (node) do update set sockets = excluded.sockets, seen_at = excluded.seen_at`
    const [all] = await sql<{ processes: number; sockets: number }[]>`
      select count(*)::integer as processes, coalesce(sum(sockets), 0)::integer as sockets
      from web_processes where seen_at > now() - ${presenceTtl}::interval`
    return all ?? { processes: 0, sockets: 0 }
  },
  /** Removes this node, which no longer serves sockets. */
  async leave(node: string): Promise<void> {
    await sql`delete from web_processes where node = ${node}`
  },
})
