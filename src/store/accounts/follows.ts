// What each user looks at: the tournaments added and the athletes followed in them.
import { isDeepStrictEqual } from 'node:util'
import type { Sql, Transaction } from '../database.ts'
import { inBatches } from '#platform/batches.ts'
import type { UserEvents } from './user-events.ts'

/** quality/security.md, table of limits. */
const followLimits = { athletes: 500, tournaments: 50 } as const

export type Follow = { athleteId: number; tournamentId: number; followedAt: string }

/** Private to the user (decision D33). */
export type Notes = { notes: string; tags: string[] }

export type Watched = {
  /** Grows with every change of the rest, and with everything written about an athlete. */
  version: number
  /** In the order in which they were followed. */
  follows: readonly Follow[]
  /** In the order in which they were added. */
  tournamentIds: readonly number[]
}

export type Follows = {
  /** What the user watches; remembered until it changes. Never older than `atLeast`, a version. */
  watchedBy(userId: number, atLeast?: number): Promise<Watched>
  /** The same where it is in memory; undefined where it must be read. */
  known(userId: number, atLeast?: number): Watched | undefined
  /** Adds known tournaments to the user's list; those already there stay. 'limit' adds none. */
  addTournaments(userId: number, tournamentIds: readonly number[]): Promise<'added' | 'limit'>
  /** Takes the tournament out of the user's list with the user's follows there; false when it was not in it. */
  removeTournament(userId: number, tournamentId: number): Promise<boolean>
  /** Following twice is following once. 'unknown': no such athlete in a tournament of the user's. */
  follow(userId: number, athleteId: number): Promise<Follow | 'limit' | 'unknown'>
  /** False when the athlete was not followed. What the user wrote about the athlete comes back with the next follow. */
  unfollow(userId: number, athleteId: number): Promise<boolean>
  /** What the user wrote about a followed athlete; undefined when the athlete is not followed. */
  findNotes(userId: number, athleteId: number): Promise<Notes | undefined>
  /**
   * Replaces what the user wrote. 'unknown' when the athlete is not followed; 'changed', where `was` is given, when neither
   * that nor what is to be written stands there: a save that is sent twice is one.
   */
  writeNotes(userId: number, athleteId: number, notes: Notes, was?: Notes): Promise<'written' | 'changed' | 'unknown'>
  /** Hears of users whose tournaments or follows changed, in any process. */
  onUserChange(listener: (userId: number) => void): () => void
  /** Hears of notes that somebody wrote about a followed athlete, in any process. */
  onNotes(listener: (userId: number, athleteId: number) => void): () => void
}

const remembered = 20_000

export function createFollows(sql: Sql, events: UserEvents): Follows {
  const kept = new Map<number, { reading: Promise<Watched>; watched?: Watched }>()
  events.listen((event) => {
    if (event.kind === 'follows' || event.kind === 'notes') kept.delete(event.userId)
  })

  const read = inBatches(async (userIds: readonly number[]): Promise<Watched[]> => {
    const rows = await sql<Row[]>`
      select wanted.id, account.follow_version as version,
        (select coalesce(json_agg(json_build_object('athleteId', athlete.id, 'tournamentId', athlete.tournament_id, 'followedAt', follow.created_at) order by follow.id), '[]')
          from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id
          where follow.user_id = wanted.id) as follows,
        (select coalesce(json_agg(tournament_id order by id), '[]') from user_tournaments where user_id = wanted.id) as tournaments
      from unnest(${[...userIds]}::integer[]) as wanted(id) left join users account on account.id = wanted.id`
    const found = new Map(rows.map((row) => [row.id, row]))
    return userIds.map((userId) => watchedOf(found.get(userId)))
  })

  const readAndKeep = (userId: number): Promise<Watched> => {
    const entry: { reading: Promise<Watched>; watched?: Watched } = { reading: read(userId) }
    if (kept.size >= remembered) for (const oldest of [...kept.keys()].slice(0, remembered / 10)) kept.delete(oldest)
    kept.set(userId, entry)
    entry.reading.then(
      (watched) => (entry.watched = watched),
      () => kept.get(userId) === entry && kept.delete(userId),
    )
    return entry.reading
  }

  /** Runs a change of one user's list alone, so that two at once cannot pass a limit together. */
  const change = <Result>(
    userId: number,
    work: (tx: Transaction) => Promise<{ changed: boolean; result: Result }>,
  ): Promise<Result> =>
    events.write(async (tx, say) => {
      await tx`select 1 from users where id = ${userId} for update`
      const { changed, result } = await work(tx)
      if (changed) {
        await tx`update users set follow_version = follow_version + 1 where id = ${userId}`
        say({ kind: 'follows', userId })
      }
      return result
    })

  return {
    async watchedBy(userId, atLeast = 0) {
      const watched = await (kept.get(userId)?.reading ?? readAndKeep(userId))
      return watched.version >= atLeast ? watched : readAndKeep(userId)
    },
    known(userId, atLeast = 0) {
      const watched = kept.get(userId)?.watched
      return watched && watched.version >= atLeast ? watched : undefined
    },

    addTournaments: (userId, tournamentIds) =>
      change<'added' | 'limit'>(userId, async (tx) => {
        const [count] = await tx<{ total: number }[]>`
          select count(*)::integer as total from (
            select tournament_id from user_tournaments where user_id = ${userId}
            union select id from tournaments where id = any(${[...tournamentIds]})
          ) wanted`
        if ((count?.total ?? 0) > followLimits.tournaments) return { changed: false, result: 'limit' }
        const added = await tx`
          insert into user_tournaments (user_id, tournament_id)
          select ${userId}, id from tournaments where id = any(${[...tournamentIds]})
          order by array_position(${[...tournamentIds]}::integer[], id)
          on conflict do nothing returning id`
        return { changed: added.length > 0, result: 'added' }
      }),

    removeTournament: (userId, tournamentId) =>
      change(userId, async (tx) => {
        const follows = await tx<{ athlete_id: number }[]>`
          select follow.athlete_id from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id
          where follow.user_id = ${userId} and athlete.tournament_id = ${tournamentId}`
        await leave(
          tx,
          userId,
          follows.map((follow) => follow.athlete_id),
        )
        const removed = await tx`
          delete from user_tournaments where user_id = ${userId} and tournament_id = ${tournamentId} returning id`
        return { changed: removed.length > 0, result: removed.length > 0 }
      }),

    follow: (userId, athleteId) =>
      change<Follow | 'limit' | 'unknown'>(userId, async (tx) => {
        const [athlete] = await tx<{ tournament_id: number; followed_at: string | null; total: number }[]>`
          select athlete.tournament_id, follow.created_at as followed_at,
            (select count(*)::integer from user_followed_athletes where user_id = ${userId}) as total
          from athletes athlete
          join user_tournaments mine on mine.tournament_id = athlete.tournament_id and mine.user_id = ${userId}
          left join user_followed_athletes follow on follow.athlete_id = athlete.id and follow.user_id = ${userId}
          where athlete.id = ${athleteId}`
        if (!athlete) return { changed: false, result: 'unknown' }
        const follow = { athleteId, tournamentId: athlete.tournament_id }
        if (athlete.followed_at !== null)
          return { changed: false, result: { ...follow, followedAt: athlete.followed_at } }
        if (athlete.total >= followLimits.athletes) return { changed: false, result: 'limit' }
        const [made] = await tx<{ created_at: string }[]>`
          with kept as (
            delete from left_notes where user_id = ${userId} and athlete_id = ${athleteId} returning notes, tags
          )
          insert into user_followed_athletes (user_id, athlete_id, notes, tags)
          select ${userId}, ${athleteId}, coalesce(max(notes), ''), coalesce((select tags from kept), '{}') from kept
          returning created_at`
        return { changed: true, result: { ...follow, followedAt: made?.created_at ?? '' } }
      }),

    unfollow: (userId, athleteId) =>
      change(userId, async (tx) => {
        const isLeft = await leave(tx, userId, [athleteId])
        return { changed: isLeft, result: isLeft }
      }),

    async findNotes(userId, athleteId) {
      const [row] = await sql<Notes[]>`
        select notes, tags from user_followed_athletes where user_id = ${userId} and athlete_id = ${athleteId}`
      return row && { notes: row.notes, tags: row.tags }
    },

    writeNotes: (userId, athleteId, { notes, tags }, was) =>
      events.write<'written' | 'changed' | 'unknown'>(async (tx, say) => {
        await tx`select 1 from users where id = ${userId} for update`
        const [present] = await tx<Notes[]>`
          select notes, tags from user_followed_athletes where user_id = ${userId} and athlete_id = ${athleteId}`
        if (!present) return 'unknown'
        if (was && !isDeepStrictEqual({ ...present }, { notes: was.notes, tags: was.tags }))
          return isDeepStrictEqual({ ...present }, { notes, tags }) ? 'written' : 'changed'
        await tx`
          update user_followed_athletes set notes = ${notes}, tags = ${tags}
          where user_id = ${userId} and athlete_id = ${athleteId}`
        await tx`update users set follow_version = follow_version + 1 where id = ${userId}`
        say({ kind: 'notes', userId, athleteId })
        return 'written'
      }),

    onUserChange: (listener) =>
      events.listen((event) => {
        if (event.kind === 'follows') listener(event.userId)
      }),

    onNotes: (listener) =>
      events.listen((event) => {
        if (event.kind === 'notes') listener(event.userId, event.athleteId)
      }),
  }
}

/** Ends follows and keeps what was written about the athletes, of the latest ones. False when none of them was followed. */
async function leave(tx: Transaction, userId: number, athleteIds: readonly number[]): Promise<boolean> {
  const left = await tx<Notes[]>`
    with gone as (
      delete from user_followed_athletes where user_id = ${userId} and athlete_id = any(${[...athleteIds]})
      returning athlete_id, notes, tags
    ), kept as (
      insert into left_notes (user_id, athlete_id, notes, tags)
      select ${userId}, athlete_id, notes, tags from gone where notes <> '' or tags <> '{}'
    )
    select notes, tags from gone`
  if (left.some(({ notes, tags }) => notes !== '' || tags.length > 0))
    await tx`
      delete from left_notes where user_id = ${userId} and athlete_id in (
        select athlete_id from left_notes where user_id = ${userId}
        order by left_at desc, athlete_id offset ${followLimits.athletes}
      )`
  return left.length > 0
}

type Row = { id: number; version: number | null; follows: Follow[] | null; tournaments: number[] | null }

const watchedOf = (row: Row | undefined): Watched => ({
  version: row?.version ?? 0,
  follows: (row?.follows ?? []).map((follow) => ({ ...follow, followedAt: new Date(follow.followedAt).toISOString() })),
  tournamentIds: row?.tournaments ?? [],
})
