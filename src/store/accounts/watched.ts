// What each user watches, remembered by this process until it changes.
import { inBatches } from '#platform/batches.ts'
import type { Sql } from '../database.ts'
import { makeRoom } from './remembered.ts'
import type { UserEvents } from './user-events.ts'

export type Follow = { athleteId: number; tournamentId: number; followedAt: string }

export type Watched = {
  /** Grows with every change of the rest, and with everything written about an athlete. */
  version: number
  /** In the order in which they were followed. */
  follows: readonly Follow[]
  /** In the order in which they were added. */
  tournamentIds: readonly number[]
}

const remembered = 20_000

type Kept = { reading: Promise<Watched>; watched?: Watched }

export function createWatched(sql: Sql, events: UserEvents) {
  const read = inBatches((userIds: readonly number[]) => readWatched(sql, userIds))
  const kept = new Map<number, Kept>()
  events.listen((event) => {
    if (event.kind === 'follows' || event.kind === 'notes') kept.delete(event.userId)
  })

  function readAndKeep(userId: number): Promise<Watched> {
    const entry: Kept = { reading: read(userId) }
    makeRoom(kept, remembered)
    kept.set(userId, entry)
    entry.reading.then(
      (watched) => (entry.watched = watched),
      () => kept.get(userId) === entry && kept.delete(userId),
    )
    return entry.reading
  }

  return {
    /** What the user watches; remembered until it changes. Never older than `atLeast`, a version. */
    async watchedBy(userId: number, atLeast = 0): Promise<Watched> {
      const watched = await (kept.get(userId)?.reading ?? readAndKeep(userId))
      return watched.version >= atLeast ? watched : readAndKeep(userId)
    },

    /** The same where it is in memory; undefined where it must be read. */
    known(userId: number, atLeast = 0): Watched | undefined {
      const watched = kept.get(userId)?.watched
      return watched && watched.version >= atLeast ? watched : undefined
    },
  }
}

async function readWatched(sql: Sql, userIds: readonly number[]): Promise<Watched[]> {
  const rows = await sql<(Watched & { id: number })[]>`
    select wanted.id, coalesce(account.follow_version, 0) as version,
      (select coalesce(json_agg(json_build_object('athleteId', athlete.id, 'tournamentId', athlete.tournament_id, 'followedAt', follow.created_at) order by follow.id), '[]')
        from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id
        where follow.user_id = wanted.id) as follows,
      (select coalesce(json_agg(tournament_id order by id), '[]') from user_tournaments where user_id = wanted.id) as "tournamentIds"
    from unnest(${[...userIds]}::integer[]) as wanted(id) left join users account on account.id = wanted.id`
  const found = new Map(rows.map(({ id, ...watched }) => [id, watched]))
  return userIds.map((userId) => {
    const { version, follows, tournamentIds } = found.get(userId) as Watched
    const isoFollows = follows.map((each) => ({ ...each, followedAt: new Date(each.followedAt).toISOString() }))
    return { version, follows: isoFollows, tournamentIds }
  })
}
