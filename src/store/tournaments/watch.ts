// Viewers and followed athletes by tournament, which determine how often their pages are read, and the number of open sockets
// of each process.
import { slices } from '#platform/batches.ts'
import type { UserEvents } from '../accounts/user-events.ts'
import type { Sql } from '../database.ts'

/** `isAdded`: it is on a user's list. */
export type Watch = { followedAthleteIds: number[]; viewersConnected: number; isAdded: boolean }

/** The viewers and sockets of a dead node still count for this time. */
const presenceTtl = '30 seconds'

export const createWatches = (sql: Sql, events: UserEvents) => {
  const followed = createFollowedAthletes(sql, events)
  return {
    /** The watches of these tournaments, by tournament id. */
    async forTournaments(ids: readonly number[]): Promise<Map<number, Watch>> {
      const athletes = await followed.inTournaments(ids)
      const rows = await sql<{ id: number; viewersConnected: number; isAdded: boolean }[]>`
      select tournament.id, tournament.is_added as "isAdded", coalesce(present.viewers, 0)::integer as "viewersConnected"
      from tournaments tournament
      left join (
        select tournament_id, sum(viewers) as viewers from presence where seen_at > now() - ${presenceTtl}::interval group by tournament_id
      ) present on present.tournament_id = tournament.id
      where tournament.id = any(${[...ids]}::integer[])`
      return new Map(
        rows.map(({ id, ...watch }) => [id, { ...watch, followedAthleteIds: [...(athletes.get(id) ?? [])] }]),
      )
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
  }
}

/** The number of tournaments whose followed athletes one statement reads, and of users whose follows it reads. */
const readAtOnce = { tournaments: 10, users: 500 }

/**
 * The athletes whom somebody follows, kept in memory: reading those of all tournaments at each call would read all follows. A new
 * follow is found by the event about its user. An ended one is found when its tournament is read again, a few at each call.
 */
function createFollowedAthletes(sql: Sql, events: UserEvents) {
  /** By tournament id; the one that was read longest ago comes first. */
  const known = new Map<number, Set<number>>()
  const changedUsers = new Set<number>()
  events.listen((event) => {
    if (event.kind === 'follows' && known.size > 0) changedUsers.add(event.userId)
  })

  async function readTournaments(ids: readonly number[]): Promise<void> {
    const rows = await sql<{ id: number; tournamentId: number }[]>`
      select athlete.id, athlete.tournament_id as "tournamentId" from athletes athlete
      where athlete.tournament_id = any(${[...ids]}::integer[])
        and exists (select 1 from user_followed_athletes follow where follow.athlete_id = athlete.id)`
    const byTournament = Map.groupBy(rows, ({ tournamentId }) => tournamentId)
    for (const id of ids) {
      known.delete(id)
      known.set(id, new Set(byTournament.get(id)?.map((athlete) => athlete.id)))
    }
  }

  async function readChangedUsers(): Promise<void> {
    const users = [...changedUsers].slice(0, readAtOnce.users)
    if (users.length === 0) return
    // Removed before the query, so that a change during the query is read afterwards. If the query fails, the next reading of the
    // tournament finds the follows.
    for (const id of users) changedUsers.delete(id)
    const rows = await sql<{ id: number; tournamentId: number }[]>`
      select athlete.id, athlete.tournament_id as "tournamentId"
      from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id
      where follow.user_id = any(${users}::integer[])`
    for (const { id, tournamentId } of rows) known.get(tournamentId)?.add(id)
  }

  return {
    /** By tournament id. */
    async inTournaments(ids: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
      const wanted = new Set(ids)
      for (const id of known.keys()) if (!wanted.has(id)) known.delete(id)
      const fresh = ids.filter((id) => !known.has(id))
      await readChangedUsers()
      await readTournaments([...known.keys()].slice(0, readAtOnce.tournaments))
      for (const some of slices(fresh, readAtOnce.tournaments)) await readTournaments(some)
      return known
    },
  }
}
