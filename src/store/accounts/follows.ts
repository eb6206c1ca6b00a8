// What each user looks at: the tournaments added and the athletes followed in them.
import type { Sql, Transaction } from '../database.ts'
import { findNotes, type Notes, writeNotes } from './notes.ts'
import type { UserEvents } from './user-events.ts'
import { type Follow, type Watched, WatchedByUsers } from './watched.ts'

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

/** quality/security.md, table of limits. */
const followLimits = { athletes: 500, tournaments: 50 } as const

/** What a change of a user's list came to; `changed`: others must hear of it. */
type Changed<Result> = { changed: boolean; result: Result }

export function createFollows(sql: Sql, events: UserEvents): Follows {
  const watched = new WatchedByUsers(sql, events)
  return {
    watchedBy: (userId, atLeast = 0) => watched.get(userId, atLeast),
    known: (userId, atLeast = 0) => watched.known(userId, atLeast),
    addTournaments: (userId, ids) => change(events, userId, (tx) => addTournaments(tx, userId, ids)),
    removeTournament: (userId, id) => change(events, userId, (tx) => removeTournament(tx, userId, id)),
    follow: (userId, athleteId) => change(events, userId, (tx) => follow(tx, userId, athleteId)),
    unfollow: (userId, athleteId) =>
      change(events, userId, async (tx) => {
        const isLeft = await leave(tx, userId, [athleteId])
        return { changed: isLeft, result: isLeft }
      }),
    findNotes: (userId, athleteId) => findNotes(sql, userId, athleteId),
    writeNotes: (userId, athleteId, notes, was) => writeNotes(events, userId, athleteId, notes, was),
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

/** Runs a change of one user's list alone, so that two at once cannot pass a limit together. */
const change = <Result>(
  events: UserEvents,
  userId: number,
  work: (tx: Transaction) => Promise<Changed<Result>>,
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

async function addTournaments(
  tx: Transaction,
  userId: number,
  tournamentIds: readonly number[],
): Promise<Changed<'added' | 'limit'>> {
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
}

async function removeTournament(tx: Transaction, userId: number, tournamentId: number): Promise<Changed<boolean>> {
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
}

async function follow(
  tx: Transaction,
  userId: number,
  athleteId: number,
): Promise<Changed<Follow | 'limit' | 'unknown'>> {
  const [athlete] = await tx<{ tournamentId: number; followedAt: string | null; total: number }[]>`
    select athlete.tournament_id as "tournamentId", follow.created_at as "followedAt",
      (select count(*)::integer from user_followed_athletes where user_id = ${userId}) as total
    from athletes athlete
    join user_tournaments mine on mine.tournament_id = athlete.tournament_id and mine.user_id = ${userId}
    left join user_followed_athletes follow on follow.athlete_id = athlete.id and follow.user_id = ${userId}
    where athlete.id = ${athleteId}`
  if (!athlete) return { changed: false, result: 'unknown' }
  const { tournamentId, followedAt } = athlete
  if (followedAt !== null) return { changed: false, result: { athleteId, tournamentId, followedAt } }
  if (athlete.total >= followLimits.athletes) return { changed: false, result: 'limit' }
  const [made] = await tx<{ followedAt: string }[]>`
    with kept as (
      delete from left_notes where user_id = ${userId} and athlete_id = ${athleteId} returning notes, tags
    )
    insert into user_followed_athletes (user_id, athlete_id, notes, tags)
    select ${userId}, ${athleteId}, coalesce(max(notes), ''), coalesce((select tags from kept), '{}') from kept
    returning created_at as "followedAt"`
  return { changed: true, result: { athleteId, tournamentId, followedAt: made?.followedAt ?? '' } }
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
