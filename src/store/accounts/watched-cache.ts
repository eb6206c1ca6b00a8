// Caches what each user watches until it changes.
import { inBatches } from '#platform/batches.ts'
import type { Sql } from '../database.ts'
import { makeRoom } from './cache.ts'
import type { UserEvents } from './user-events.ts'

/** `via`: the team of the rule to which the follow belongs; null if the user followed the athlete directly. */
export type Follow = { athleteId: number; tournamentId: number; followedAt: string; via: string | null }

/** A claim of a match or, with the name null, its release. `order`: its position among the owner's claims and releases. */
export type StoredClaim = { matchId: number; name: string | null; at: string; order: number }

export type Watched = {
  /** Grows with every change of the other fields, and of a note about an athlete. */
  version: number
  /** In the order of following. */
  follows: readonly Follow[]
  /** In the order of adding. */
  tournamentIds: readonly number[]
  /** Claimed and released matches, the latest last. */
  claims: readonly StoredClaim[]
  /** The order of the latest claim or release; 0 for none. */
  claimOrder: number
  /** When the user's link that gives the right to claim expires, ISO; null without such a link. */
  claimableUntil: string | null
}

const capacity = 20_000

type Entry = { query: Promise<Watched>; watched?: Watched }

/** The calls that read what a user watches. An event about a user's follows, notes or claims drops the user's cache entry. */
export function createWatched(sql: Sql, events: UserEvents) {
  const read = inBatches((userIds: readonly number[]) => readWatched(sql, userIds))
  const entries = new Map<number, Entry>()
  events.listen((event) => {
    if (event.kind === 'follows' || event.kind === 'notes' || event.kind === 'claims') entries.delete(event.userId)
  })

  function readAndCache(userId: number): Promise<Watched> {
    const entry: Entry = { query: read(userId) }
    makeRoom(entries, capacity)
    entries.set(userId, entry)
    entry.query.then(
      (watched) => (entry.watched = watched),
      () => entries.get(userId) === entry && entries.delete(userId),
    )
    return entry.query
  }

  return {
    /** What the user watches, cached until it changes. `atLeast`: the lowest version that is accepted. */
    async watchedBy(userId: number, atLeast = 0): Promise<Watched> {
      const watched = await (entries.get(userId)?.query ?? readAndCache(userId))
      return watched.version >= atLeast ? watched : readAndCache(userId)
    },

    /** Like `watchedBy`, from the cache only; undefined if a query is needed. */
    cached(userId: number, atLeast = 0): Watched | undefined {
      const watched = entries.get(userId)?.watched
      return watched && watched.version >= atLeast ? watched : undefined
    },
  }
}

async function readWatched(sql: Sql, userIds: readonly number[]): Promise<Watched[]> {
  const rows = await sql<(Watched & { id: number })[]>`
    select wanted.id, coalesce(account.follow_version, 0) as version,
      (select coalesce(json_agg(json_build_object('athleteId', athlete.id, 'tournamentId', athlete.tournament_id, 'followedAt', follow.created_at, 'via', rule.team) order by follow.id), '[]')
        from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id
          left join follow_rules rule on rule.id = follow.rule_id
        where follow.user_id = wanted.id) as follows,
      (select coalesce(json_agg(tournament_id order by id), '[]') from user_tournaments where user_id = wanted.id) as "tournamentIds",
      (select coalesce(json_agg(json_build_object('matchId', match_id, 'name', name, 'at', at, 'order', claim_order) order by claim_order), '[]')
        from claims where owner_id = wanted.id) as claims,
      coalesce(account.claim_order, 0) as "claimOrder",
      (select max(expires_at) from shareable_links where user_id = wanted.id and may_claim and is_active) as "claimableUntil"
    from unnest(${[...userIds]}::integer[]) as wanted(id) left join users account on account.id = wanted.id`
  const found = new Map(rows.map(({ id, ...watched }) => [id, watched]))
  return userIds.map((userId) => {
    const watched = found.get(userId) as Watched
    return {
      ...watched,
      follows: watched.follows.map((each) => ({ ...each, followedAt: new Date(each.followedAt).toISOString() })),
      claims: watched.claims.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
    }
  })
}
