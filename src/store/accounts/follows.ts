// Follows: each user's tournaments, and the athletes followed in them.
import type { Sql } from '../database.ts'
import { addTournaments, beginFollow } from './add-watched.ts'
import { changeWatched, endFollows, canFollowMore, isOver } from './change-watched.ts'
import { excludeAthlete, excludeTournament, expandRules } from './follow-rules.ts'
import { createNotes } from './notes.ts'
import { declineOffer } from './people.ts'
import type { UserEvents } from './user-events.ts'
import { createWatched, type Follow } from './watched-cache.ts'

export function createFollows(sql: Sql, events: UserEvents) {
  return {
    ...createWatched(sql, events),
    ...createNotes(sql, events),
    /** Calls the listener after a user's tournaments, points policies, follows, rules or offers changed, in any process. */
    onUserChange: (listener: (userId: number) => void): (() => void) =>
      events.listen((event) => {
        if (event.kind === 'follows') listener(event.userId)
      }),

    /** Adds tournaments to the user's list. 'limit': there would be too many, and none is added. */
    addTournaments: (userId: number, tournamentIds: readonly number[]) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<'added' | 'limit'> => {
        const outcome = await addTournaments(tx, userId, tournamentIds)
        if (outcome === 'limit') return 'limit'
        const hasExpanded = await expandRules(tx, userId)
        if (outcome || hasExpanded) await recordChange()
        return 'added'
      }),

    /**
     * Removes the tournament, the user's follows in it and the rules for it alone; rules for every tournament exclude it from now
     * on. False if it was not on the list.
     */
    removeTournament: (userId: number, tournamentId: number) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<boolean> => {
        const removed = await tx`
          delete from user_tournaments where user_id = ${userId} and tournament_id = ${tournamentId} returning id`
        if (removed.length === 0) return false
        await endFollows(tx, userId, tx`athlete_id in (select id from athletes where tournament_id = ${tournamentId})`)
        await excludeTournament(tx, userId, tournamentId)
        await recordChange()
        return true
      }),

    /**
     * The user's policy for counting team points in a tournament; null for its default, or if the tournament is not the user's.
     */
    async pointsPolicy(userId: number, tournamentId: number): Promise<string | null> {
      const [row] = await sql<{ policy: string | null }[]>`
        select points_policy as policy from user_tournaments where user_id = ${userId} and tournament_id = ${tournamentId}`
      return row?.policy ?? null
    },
    /** Sets this policy; null restores the default. False if the tournament is not the user's. */
    setPointsPolicy: (userId: number, tournamentId: number, policy: string | null) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<boolean> => {
        const rows = await tx`
          update user_tournaments set points_policy = ${policy}
          where user_id = ${userId} and tournament_id = ${tournamentId} returning id`
        if (rows.length > 0) await recordChange()
        return rows.length > 0
      }),

    /**
     * Follows an athlete; returns the existing follow if there is one. 'unknown': there is no such athlete in the user's
     * tournaments. 'limit': the user follows too many.
     */
    follow: (userId: number, athleteId: number) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<Follow | 'limit' | 'unknown'> => {
        const [athlete] = await tx<
          { tournamentId: number; isOver: boolean; followedAt: string | null; via: string | null }[]
        >`
          select athlete.tournament_id as "tournamentId", ${isOver(tx)} as "isOver", follow.created_at as "followedAt",
            (select team from follow_rules where follow_rules.id = follow.rule_id) as via
          from athletes athlete
          join tournaments tournament on tournament.id = athlete.tournament_id
          join user_tournaments mine on mine.tournament_id = athlete.tournament_id and mine.user_id = ${userId}
          left join user_followed_athletes follow on follow.athlete_id = athlete.id and follow.user_id = ${userId}
          where athlete.id = ${athleteId}`
        if (!athlete) return 'unknown'
        const { tournamentId, followedAt, via } = athlete
        if (followedAt !== null) return { athleteId, tournamentId, followedAt, via }
        if (!(await canFollowMore(tx, userId, athlete.isOver))) return 'limit'
        const follow = await beginFollow(tx, userId, athleteId)
        // The rule now follows the athlete in its other tournaments, too.
        if (follow.via !== null) await expandRules(tx, userId)
        await recordChange()
        return { athleteId, tournamentId, ...follow }
      }),

    /**
     * Ends a follow; null if the athlete was not followed. From now on, rules exclude the athlete (`leftOutBy` are their
     * teams), and the athlete is not offered. The next follow ends the exclusion, and restores the user's notes about the athlete.
     */
    unfollow: (userId: number, athleteId: number) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<{ leftOutBy: string[] } | null> => {
        const hasEnded = await endFollows(tx, userId, tx`athlete_id = ${athleteId}`)
        if (!hasEnded) return null
        const leftOutBy = await excludeAthlete(tx, userId, athleteId)
        await declineOffer(tx, userId, athleteId)
        await recordChange()
        return { leftOutBy }
      }),

    /**
     * Calls the listener after a match of a user's RollCall was claimed or released, or a link's right to claim changed, in any
     * process.
     */
    onClaims: (listener: (userId: number) => void): (() => void) =>
      events.listen((event) => {
        if (event.kind === 'claims') listener(event.userId)
      }),
  }
}
