// Announces that users' offers of people may have changed, so that their open screens load the offers again (docs/decisions/050).
import type { Database, Part, Transaction } from '../database.ts'
import { changeAllWatched, isOver } from './change-watched.ts'
import { areUndecided, followedElsewhere } from './people.ts'
import type { UserEvents } from './user-events.ts'

type Parts = {
  database: Database
  events: UserEvents
  /** Gets the error of a failed announcement, which is not repeated. */
  onError: (error: unknown) => void
}

export type OfferAnnouncements = ReturnType<typeof createOfferAnnouncements>

export function createOfferAnnouncements({ database: { sql, slowSql }, events, onError }: Parts) {
  /** Finds the users before the transaction, which must be short because it locks them. */
  const announce = async (findUsers: () => Promise<readonly number[]>): Promise<void> => {
    try {
      const userIds = await findUsers()
      if (userIds.length > 0) await events.write((tx, publish) => changeAllWatched(tx, publish, userIds))
    } catch (error) {
      onError(error)
    }
  }
  /** The announcements of tournaments that are over, one after the other. */
  let announcing = Promise.resolve()

  return {
    /** Announces changed offers to these users. */
    toUsers: (userIds: readonly number[]): Promise<void> => announce(async () => userIds),

    /**
     * Announces changed offers of these athletes, and of those who look like them. Call it after a reading changed the athletes,
     * with the users whose offers they concerned before (`usersConcerned`).
     */
    ofAthletes: (athleteIds: readonly number[], before: readonly number[]): Promise<void> =>
      announce(async () => [...new Set([...before, ...(await usersConcerned(slowSql, athleteIds))])]),

    /**
     * Announces the offers of a tournament's athletes. Call it after the tournament has ended, or its end has been revoked.
     * Returns at once, because the change log follower is among its callers, and a wait would delay all changes.
     */
    ofTournament(tournamentId: number): void {
      const findUsers = () => usersOf(slowSql, usersOffered(slowSql, sql`athlete.tournament_id = ${tournamentId}`))
      announcing = announcing.then(() => announce(findUsers))
    },

    /** The users who may be offered athletes of a tournament; none if it is over. */
    usersOfferedIn: (tournamentId: number): Promise<number[]> =>
      usersOf(slowSql, usersOffered(slowSql, sql`athlete.tournament_id = ${tournamentId} and not ${isOver(sql)}`)),

    /** Resolves when the offers of all tournaments passed to `ofTournament` are announced. */
    close: (): Promise<void> => announcing,
  }
}

/** The users whose offers may include these athletes, or athletes who look like them; in tournaments that are not over. */
export const usersConcerned = (sql: Transaction, athleteIds: readonly number[]): Promise<number[]> => {
  const ids = sql`any(${[...athleteIds]}::integer[])`
  return usersOf(
    sql,
    sql`${usersOffered(sql, sql`athlete.id = ${ids} and not ${isOver(sql)}`)}
      union ${usersOfLookAlikes(sql, sql`known.id = ${ids} and not ${isOver(sql)}`)}`,
  )
}

async function usersOf(sql: Transaction, query: Part): Promise<number[]> {
  const users = await sql<{ userId: number }[]>`
    select distinct user_id as "userId" from (${query}) concerned order by 1`
  return users.map(({ userId }) => userId)
}

/** The users who may be offered an athlete, as a query with user_id. `condition` refers to `athlete` and `tournament`. */
const usersOffered = (sql: Transaction, condition: Part) => sql`
  select user_id from (${followedElsewhere(
    sql,
    sql`${condition} and athlete.listed`,
    sql`not exists (
      select 1 from found_athletes found
      where found.user_id = follow.user_id and found.athlete_id = entrant.id and found.is_declined)`,
  )}) entered
  union ${usersOfLookAlikes(sql, condition)}`

/** Of the users of `usersOffered`, those who follow a look-alike; `known` is the row of the look-alike. */
const usersOfLookAlikes = (sql: Transaction, condition: Part) => sql`
  select follow.user_id from athletes athlete
  join tournaments tournament on tournament.id = athlete.tournament_id
  join athletes known on known.folded = athlete.folded
    and (known.tournament_id <> athlete.tournament_id or not known.listed) and known.id <> athlete.id
  join user_followed_athletes follow on follow.athlete_id = known.id
  where ${condition} and athlete.listed and ${areUndecided(sql, sql`follow.user_id`, 'athlete', 'known')}
    and not exists (
      select 1 from user_followed_athletes own where own.user_id = follow.user_id and own.athlete_id = athlete.id)`
