// Announces that users' offers of people may have changed, so that their open screens load the offers again (docs/decisions/050).
import type { Athlete } from '#domain/athlete.ts'
import { slices } from '#platform/batches.ts'
import type { Database, Part, Transaction } from '../database.ts'
import { foldedNames } from '../tournaments/write-slice.ts'
import { changeAllWatched, isOver } from './change-watched.ts'
import { areUndecided, athletesAtOnce, followedElsewhere } from './people.ts'
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
  /** `condition` refers to `tournament`. */
  const usersOfferedIn = async (tournamentId: number, condition: Part): Promise<number[]> => {
    const athletes = await sql<
      { id: number }[]
    >`select id from athletes where tournament_id = ${tournamentId} and listed`
    const users = new Set<number>()
    for (const ids of slices(
      athletes.map(({ id }) => id),
      athletesAtOnce,
    )) {
      const entered = sql`select * from athletes where id = any(${ids}::integer[])`
      for (const userId of await usersOf(slowSql, usersOffered(slowSql, entered, condition))) users.add(userId)
    }
    return [...users].toSorted((a, b) => a - b)
  }
  /** The announcements of tournaments that are over, one after the other. */
  let announcing = Promise.resolve()

  return {
    /** Announces changed offers to these users. */
    toUsers: (userIds: readonly number[]): Promise<void> => announce(async () => userIds),

    /**
     * Announces changed offers of these athletes, and of those who look like them. Call it after a reading changed the athletes;
     * `before` are those whose facts that decide on offers were different, with these facts. So the users whose offers they
     * concerned before are found without the tournament's lock (docs/decisions/058).
     */
    ofAthletes: (athleteIds: readonly number[], before: readonly Athlete[]): Promise<void> =>
      announce(async () => {
        const users = new Set<number>()
        const note = async (changed: Part): Promise<void> => {
          for (const userId of await usersConcerned(slowSql, changed)) users.add(userId)
        }
        for (const ids of slices(athleteIds, athletesAtOnce))
          await note(slowSql`select * from athletes where id = any(${ids}::integer[])`)
        for (const athletes of slices(before, athletesAtOnce)) await note(storedRows(slowSql, athletes))
        return [...users].toSorted((a, b) => a - b)
      }),

    /**
     * Announces the offers of a tournament's athletes. Call it after the tournament has ended, or its end has been revoked.
     * Returns at once, because the change log follower is among its callers, and a wait would delay all changes.
     */
    ofTournament(tournamentId: number): void {
      announcing = announcing.then(() => announce(() => usersOfferedIn(tournamentId, sql`true`)))
    },

    /** The users who may be offered athletes of a tournament; none if it is over. */
    usersOfferedIn: (tournamentId: number): Promise<number[]> => usersOfferedIn(tournamentId, sql`not ${isOver(sql)}`),

    /** Resolves when the offers of all tournaments passed to `ofTournament` are announced. */
    close: (): Promise<void> => announcing,
  }
}

/** Athletes as the rows that would be stored for them, as a query with the columns that decide on offers. */
const storedRows = (sql: Transaction, athletes: readonly Athlete[]): Part => {
  const rows = athletes.map((athlete) => ({ ...athlete, folded: foldedNames(athlete) }))
  return sql`
    select id, "tournamentId" as tournament_id, "bjjCompSystemId" as bjj_comp_system_id, name, folded, belt, team, listed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id integer, "tournamentId" integer, "bjjCompSystemId" text, name text, folded text, belt text, team text, listed boolean)`
}

/**
 * The users whose offers may include these athletes, or athletes who look like them; in tournaments that are not over. `athletes` is
 * a query with the columns of athletes.
 */
const usersConcerned = (sql: Transaction, athletes: Part): Promise<number[]> =>
  usersOf(
    sql,
    sql`${usersOffered(sql, athletes, sql`not ${isOver(sql)}`)}
      union ${usersOfLookAlikes(sql, sql`select * from athletes`, athletes, sql`not ${isOver(sql)}`)}`,
  )

async function usersOf(sql: Transaction, query: Part): Promise<number[]> {
  const users = await sql<{ userId: number }[]>`
    select distinct user_id as "userId" from (${query}) concerned order by 1`
  return users.map(({ userId }) => userId)
}

/**
 * The users who may be offered one of these athletes, as a query with user_id. `athletes` is a query with the columns of athletes;
 * `condition` refers to `tournament`.
 */
const usersOffered = (sql: Transaction, athletes: Part, condition: Part) => sql`
  select user_id from (${followedElsewhere(
    sql,
    athletes,
    sql`${condition} and athlete.listed`,
    sql`not exists (
      select 1 from found_athletes found
      where found.user_id = follow.user_id and found.athlete_id = entrant.id and found.is_declined)`,
  )}) entered
  union ${usersOfLookAlikes(sql, athletes, sql`select * from athletes`, condition)}`

/** Of the users of `usersOffered`, those who follow one of `lookAlikes`, a query like `athletes`. */
const usersOfLookAlikes = (sql: Transaction, athletes: Part, lookAlikes: Part, condition: Part) => sql`
  select follow.user_id from (${athletes}) athlete
  join tournaments tournament on tournament.id = athlete.tournament_id
  join (${lookAlikes}) known on known.folded = athlete.folded and known.tournament_id <> athlete.tournament_id
  join user_followed_athletes follow on follow.athlete_id = known.id
  where ${condition} and athlete.listed and ${areUndecided(sql, sql`follow.user_id`, 'athlete', 'known')}
    and not exists (
      select 1 from user_followed_athletes own where own.user_id = follow.user_id and own.athlete_id = athlete.id)`
