// The state that was last delivered to followers in each tournament. One transaction compares the new state with it, stores the new
// state and queues the alerts, while the tournament's row in `push_tournaments` is locked. So each alert is queued once, however
// many processes run and whichever of them dies.
import { isOver } from '../accounts/change-watched.ts'
import type { Part, Sql, Transaction } from '../database.ts'
import { type AlertPreferences, defaultPreferences } from '#domain/alert.ts'
import type { DeliveredConflict, DeliveredMatch, DeliveredPlace, DeliveredStep } from '#domain/match-news.ts'
import { type StepPreferences, defaultSteps } from '#domain/steps.ts'
import type { Position } from '#domain/tournament-state.ts'
import { type NewAlert, queueAlerts } from './alerts.ts'

export type DeliveredState = DeliveredMatch | DeliveredPlace | DeliveredConflict | DeliveredStep

/**
 * The state that was last delivered, by 'match 17', 'place 3 12' (category, athlete), 'conflict 17 21' (the smaller match id
 * first; stored with the tournament that has the smaller id) and 'step report 12 Adult / Male / BLUE / Light' (athlete, division).
 */
export type Delivered = ReadonlyMap<string, DeliveredState>

/** A user with a device: the followed athletes in tournaments that are not over, without those whose alerts are off. */
export type Recipient = {
  userId: number
  athletes: { id: number; tournamentId: number }[]
  /** Null: the default ones. */
  steps: StepPreferences | null
}

/** The users with a device who follow an athlete, by the athlete's id; without athletes whom nobody follows. */
export type Followers = ReadonlyMap<number, readonly number[]>

/** The steps that users with a device have chosen, by user id; the others have the default ones. */
export type StepChoices = ReadonlyMap<number, StepPreferences>

/** A follower of athletes, with the follower's devices. */
export type AlertFollower = {
  userId: number
  /** By athlete id: since when the user follows the athlete and has a device, epoch ms. */
  since: ReadonlyMap<number, number>
  preferences: AlertPreferences
  steps: StepPreferences
  deviceIds: number[]
}

/** What to store as delivered, the athletes concerned, and the alerts for their followers. */
export type Delivery = {
  delivered: Delivered
  athleteIds: readonly number[]
  alertsFor(followers: readonly AlertFollower[]): NewAlert[]
}

/** The time since a state was last stored, after which it is deleted if its tournament is over. */
const retention = '14 days'

type DeliveredRow = { key: string; state: DeliveredState }

const deliveredOf = (rows: readonly DeliveredRow[]): Delivered => new Map(rows.map(({ key, state }) => [key, state]))

/** `wake` wakes this process's worker for alerts. */
export function createAlertDelivery(sql: Sql, wake: () => void) {
  return {
    /** The next users with a device after this user id, in the order of ids, at most `limit`. */
    recipientsAfter: (userId: number, limit: number): Promise<Recipient[]> =>
      readRecipients(
        sql,
        sql`select distinct user_id from push_devices where user_id > ${userId} order by user_id limit ${limit}`,
      ),

    /** Those of these users who have a device. */
    recipientsAmong: (userIds: readonly number[]): Promise<Recipient[]> =>
      readRecipients(
        sql,
        sql`select distinct user_id from push_devices where user_id = any(${[...userIds]}::integer[])`,
      ),

    /** Grows with every delivery by any process; 0 before the first. */
    async version(tournamentId: number): Promise<number> {
      const [row] = await sql<{ version: number }[]>`
        select version from push_tournaments where tournament_id = ${tournamentId}`
      return row?.version ?? 0
    },

    async delivered(tournamentId: number): Promise<Delivered> {
      const rows = await sql<DeliveredRow[]>`
        select key, state from push_delivered where tournament_id = ${tournamentId}`
      return deliveredOf(rows)
    },

    /**
     * Queues the alerts that `decide` derives from the state delivered under `keys`, and stores the new state. 'behind': a newer
     * position than this was already delivered. 'locked': another process is delivering, or the tournament was removed. Otherwise
     * the numbers of alerts that were queued and that were dropped (`queueAlerts`), and the new version.
     */
    async deliver(
      tournamentId: number,
      { epoch, seq }: Position,
      keys: readonly string[],
      decide: (delivered: Delivered) => Delivery,
    ): Promise<'behind' | 'locked' | { queued: number; dropped: number; version: number }> {
      const outcome = await sql.begin(async (tx) => {
        await tx`
          insert into push_tournaments (tournament_id)
          select id from tournaments where id = ${tournamentId} on conflict do nothing`
        const [row] = await tx<{ epoch: string; seq: number; version: number }[]>`
          select epoch, seq, version from push_tournaments where tournament_id = ${tournamentId} for update skip locked`
        if (!row) return 'locked'
        if (row.epoch === epoch && row.seq > seq) return 'behind'
        const known = await tx<DeliveredRow[]>`
          select key, state from push_delivered
          where tournament_id = ${tournamentId}
            and key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
        const delivery = decide(deliveredOf(known))
        const states = [...delivery.delivered].map(([key, state]) => ({ key, state }))
        await tx`
          insert into push_delivered (tournament_id, key, state)
          select ${tournamentId}, key, state from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as row (key text, state jsonb)
          on conflict (tournament_id, key) do update set state = excluded.state, at = now()`
        const followers = delivery.athleteIds.length > 0 ? await followersOf(tx, delivery.athleteIds) : []
        const alerts = delivery.alertsFor(followers)
        const dropped = await queueAlerts(tx, alerts)
        const version = row.version + 1
        await tx`
          update push_tournaments set epoch = ${epoch}, seq = ${seq}, version = ${version}
          where tournament_id = ${tournamentId}`
        return { queued: alerts.length - dropped, dropped, version }
      })
      if (typeof outcome === 'object' && outcome.queued > 0) wake()
      return outcome
    },

    /**
     * Deletes the delivered states that are older than 14 days, of tournaments that are over; returns the number of rows. The
     * states of other tournaments are kept, however old: without them, the next change would count as the first known state, and
     * cause no alert.
     */
    async sweep(): Promise<number> {
      const gone = await sql`
        delete from push_delivered using tournaments tournament
        where tournament.id = push_delivered.tournament_id and push_delivered.at < now() - ${retention}::interval
          and ${isOver(sql)} returning 1`
      return gone.length
    },
  }
}

/** `users` selects the user_id of users with a device. The follows are read by user, because those of all users are too many. */
const readRecipients = (sql: Sql, users: Part): Promise<Recipient[]> => sql<Recipient[]>`
  select device.user_id as "userId", followed.athletes, ${chosenSteps(sql)} as steps
  from (${users}) device
  left join step_preferences steps on steps.user_id = device.user_id
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', athlete.id, 'tournamentId', athlete.tournament_id)), '[]') as athletes
    from user_followed_athletes follow
    join athletes athlete on athlete.id = follow.athlete_id
    join tournaments tournament on tournament.id = athlete.tournament_id and not ${isOver(sql)}
    where follow.user_id = device.user_id and follow.notifications_enabled
  ) followed
  order by device.user_id`

/** The steps that a user has chosen, of the joined row `steps`; null for none. */
const chosenSteps = (sql: Transaction): Part => sql`
  case when steps.user_id is not null then
    jsonb_build_object('report', steps.report, 'weighIn', steps.weigh_in, 'openClass', steps.open_class, 'openClassYouth', steps.open_class_youth, 'podium', steps.podium) end`

type FollowerRow = Omit<AlertFollower, 'since' | 'preferences' | 'steps'> & {
  since: Record<string, number>
  preferences: AlertPreferences | null
  steps: StepPreferences | null
}

async function followersOf(sql: Transaction, athleteIds: readonly number[]): Promise<AlertFollower[]> {
  const rows = await sql<FollowerRow[]>`
    select follow.user_id as "userId",
      jsonb_object_agg(follow.athlete_id, extract(epoch from greatest(follow.created_at, (
        select min(created_at) from push_devices own where own.user_id = follow.user_id))) * 1000) as since,
      array_agg(distinct device.id) as "deviceIds",
      case when chosen.user_id is not null then
        json_build_object('near', chosen.near, 'moved', chosen.moved, 'conflict', chosen.conflict, 'result', chosen.result, 'entry', chosen.entry, 'quiet', chosen.quiet) end as preferences,
      ${chosenSteps(sql)} as steps
    from user_followed_athletes follow
    join push_devices device on device.user_id = follow.user_id
    left join push_preferences chosen on chosen.user_id = follow.user_id
    left join step_preferences steps on steps.user_id = follow.user_id
    where follow.notifications_enabled and follow.athlete_id = any(${[...athleteIds]}::integer[])
    group by follow.user_id, chosen.user_id, steps.user_id`
  return rows.map((row) => ({
    ...row,
    since: new Map(Object.entries(row.since).map(([id, at]) => [Number(id), at])),
    preferences: row.preferences ?? defaultPreferences,
    steps: row.steps ?? defaultSteps,
  }))
}
