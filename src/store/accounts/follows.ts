// Follows: each user's tournaments, the athletes followed in them, and the user's notes about these.
import { isDeepStrictEqual } from 'node:util'
import type { Sql, Transaction } from '../database.ts'
import { changeWatched, endFollows, followLimits, type Notes } from './change-watched.ts'
import { excludeAthlete, excludeTournament, expandRules, includeAthlete, includeTournaments } from './follow-rules.ts'
import type { UserEvents } from './user-events.ts'
import { createWatched, type Follow } from './watched-cache.ts'

export function createFollows(sql: Sql, events: UserEvents) {
  return {
    ...createWatched(sql, events),
    /** Called when a user's tournaments or follows changed, in any process. */
    onUserChange: (listener: (userId: number) => void): (() => void) =>
      events.listen((event) => {
        if (event.kind === 'follows') listener(event.userId)
      }),

    /** Adds tournaments to the user's list. 'limit': there would be too many, and none was added. */
    addTournaments: (userId: number, tournamentIds: readonly number[]) =>
      changeWatched(events, userId, async (tx, changed): Promise<'added' | 'limit'> => {
        const [count] = await tx<{ total: number }[]>`
          select count(*)::integer as total from (
            select tournament_id from user_tournaments where user_id = ${userId}
            union select id from tournaments where id = any(${[...tournamentIds]})
          ) wanted`
        if ((count?.total ?? 0) > followLimits.tournaments) return 'limit'
        const added = await tx`
          insert into user_tournaments (user_id, tournament_id)
          select ${userId}, id from tournaments where id = any(${[...tournamentIds]})
          order by array_position(${[...tournamentIds]}::integer[], id)
          on conflict do nothing returning id`
        await includeTournaments(tx, userId, tournamentIds)
        const hasExpanded = await expandRules(tx, userId)
        if (added.length > 0 || hasExpanded) await changed()
        return 'added'
      }),

    /**
     * Removes the tournament, the user's follows in it and the rules for it alone; rules for every tournament leave it out from
     * now on. False when it was not on the list.
     */
    removeTournament: (userId: number, tournamentId: number) =>
      changeWatched(events, userId, async (tx, changed): Promise<boolean> => {
        await endFollows(tx, userId, tx`athlete_id in (select id from athletes where tournament_id = ${tournamentId})`)
        await excludeTournament(tx, userId, tournamentId)
        const removed = await tx`
          delete from user_tournaments where user_id = ${userId} and tournament_id = ${tournamentId} returning id`
        if (removed.length > 0) await changed()
        return removed.length > 0
      }),

    /** Idempotent. 'unknown': no such athlete in one of the user's tournaments. */
    follow: (userId: number, athleteId: number) =>
      changeWatched(events, userId, async (tx, changed): Promise<Follow | 'limit' | 'unknown'> => {
        const [athlete] = await tx<
          { tournamentId: number; followedAt: string | null; via: string | null; total: number }[]
        >`
          select athlete.tournament_id as "tournamentId", follow.created_at as "followedAt",
            (select team from follow_rules where follow_rules.id = follow.rule_id) as via,
            (select count(*)::integer from user_followed_athletes where user_id = ${userId}) as total
          from athletes athlete
          join user_tournaments mine on mine.tournament_id = athlete.tournament_id and mine.user_id = ${userId}
          left join user_followed_athletes follow on follow.athlete_id = athlete.id and follow.user_id = ${userId}
          where athlete.id = ${athleteId}`
        if (!athlete) return 'unknown'
        const { tournamentId, followedAt, via } = athlete
        if (followedAt !== null) return { athleteId, tournamentId, followedAt, via }
        if (athlete.total >= followLimits.athletes) return 'limit'
        const rule = await includeAthlete(tx, userId, athleteId)
        const [made] = await tx<{ followedAt: string }[]>`
          with restored as (
            delete from left_notes where user_id = ${userId} and athlete_id = ${athleteId} returning notes, tags
          )
          insert into user_followed_athletes (user_id, athlete_id, rule_id, notes, tags)
          select ${userId}, ${athleteId}, ${rule?.id ?? null}::integer, coalesce(max(notes), ''), coalesce((select tags from restored), '{}')
          from restored
          returning created_at as "followedAt"`
        await changed()
        return { athleteId, tournamentId, followedAt: made?.followedAt ?? '', via: rule?.team ?? null }
      }),

    /**
     * False when the athlete was not followed. Rules leave the athlete out from now on. The next follow ends that, and restores
     * the user's notes about the athlete.
     */
    unfollow: (userId: number, athleteId: number) =>
      changeWatched(events, userId, async (tx, changed): Promise<boolean> => {
        const hasEnded = await endFollows(tx, userId, tx`athlete_id = ${athleteId}`)
        if (!hasEnded) return false
        await excludeAthlete(tx, userId, athleteId)
        await changed()
        return true
      }),

    /** The user's notes about a followed athlete; undefined when the athlete is not followed. */
    findNotes: (userId: number, athleteId: number) => findNotes(sql, userId, athleteId),
    /**
     * Replaces the notes. 'unknown': the athlete is not followed. 'changed': the stored notes are neither `was` nor the new
     * ones, so sending the same save twice succeeds.
     */
    writeNotes: (userId: number, athleteId: number, { notes, tags }: Notes, was?: Notes) =>
      changeWatched(events, userId, async (tx, changed): Promise<'written' | 'changed' | 'unknown'> => {
        const present = await findNotes(tx, userId, athleteId)
        if (!present) return 'unknown'
        if (was && !isDeepStrictEqual(present, { notes: was.notes, tags: was.tags }))
          return isDeepStrictEqual(present, { notes, tags }) ? 'written' : 'changed'
        await tx`
          update user_followed_athletes set notes = ${notes}, tags = ${tags}
          where user_id = ${userId} and athlete_id = ${athleteId}`
        await changed({ kind: 'notes', userId, athleteId })
        return 'written'
      }),
    /** Called when a match of a user's RollCall was claimed or released, or the link's right to claim changed, in any process. */
    onClaims: (listener: (userId: number) => void): (() => void) =>
      events.listen((event) => {
        if (event.kind === 'claims') listener(event.userId)
      }),
    /** Called when a user's notes about a followed athlete changed, in any process. */
    onNotes: (listener: (userId: number, athleteId: number) => void): (() => void) =>
      events.listen((event) => {
        if (event.kind === 'notes') listener(event.userId, event.athleteId)
      }),
  }
}

async function findNotes(sql: Transaction, userId: number, athleteId: number): Promise<Notes | undefined> {
  const [found] = await sql<Notes[]>`
    select notes, tags from user_followed_athletes where user_id = ${userId} and athlete_id = ${athleteId}`
  return found && { ...found }
}
