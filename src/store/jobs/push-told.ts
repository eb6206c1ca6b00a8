// What was told of a tournament, and to whom more is to be told. Comparing, remembering and queueing are one transaction
// under the tournament's row, so that news is told once however many processes look, and whichever of them dies.
import type { Sql, Transaction } from '../database.ts'
import { type AlertPreferences, usualPreferences } from '#domain/alert.ts'
import type { ToldMatch, ToldPlace } from '#domain/match-news.ts'
import type { Position } from '#domain/tournament-state.ts'
import { type NewAlert, queueAlerts } from './alerts.ts'

/** By 'match 17' and 'place 3 12' (category, athlete). */
export type Told = ReadonlyMap<string, ToldMatch | ToldPlace>

/** A user who is to hear of an athlete, with the user's devices. */
export type AlertFollower = {
  userId: number
  athleteIds: number[]
  preferences: AlertPreferences
  deviceIds: number[]
}

/** What is to be remembered, of whom it tells, and, once those who follow them are known, the alerts. */
export type Telling = {
  told: Told
  athleteIds: readonly number[]
  alertsFor(followers: readonly AlertFollower[]): NewAlert[]
}

/** Longer than a tournament lasts from its first alert to its last. */
const toldFor = '14 days'

type ToldRow = { key: string; told: ToldMatch | ToldPlace }

const toldOf = (rows: readonly ToldRow[]): Told => new Map(rows.map(({ key, told }) => [key, told]))

/** `ring` wakes this process's worker for alerts. */
export function createPushTold(sql: Sql, ring: () => void) {
  return {
    /** The athletes whom somebody with a device follows and has not silenced, by tournament; active tournaments only. */
    async listened(): Promise<Map<number, number[]>> {
      const rows = await sql<{ tournament_id: number; athlete_ids: number[] }[]>`
        select athlete.tournament_id, array_agg(distinct athlete.id) as athlete_ids
        from push_devices device
        join user_followed_athletes follow on follow.user_id = device.user_id and follow.notifications_enabled
        join athletes athlete on athlete.id = follow.athlete_id
        join tournaments tournament on tournament.id = athlete.tournament_id
        where tournament.status <> 'past' and tournament.archived_at is null
        group by athlete.tournament_id`
      return new Map(rows.map((row) => [row.tournament_id, row.athlete_ids]))
    },

    /** Grows with every telling, of any process; 0 before the first. */
    async version(tournamentId: number): Promise<number> {
      const [row] = await sql<{ version: number }[]>`
        select version from push_tournaments where tournament_id = ${tournamentId}`
      return row?.version ?? 0
    },

    async told(tournamentId: number): Promise<Told> {
      const rows = await sql<ToldRow[]>`select key, told from push_told where tournament_id = ${tournamentId}`
      return toldOf(rows)
    },

    /**
     * Decides, with what was told under `keys`, what is to be told now, and queues it. 'behind': something newer than
     * `position` was told already; 'elsewhere': another process is about to tell. Else how many alerts were queued, and how
     * many there was no room for.
     */
    async tell(
      tournamentId: number,
      { epoch, seq }: Position,
      keys: readonly string[],
      decide: (told: Told) => Telling,
    ): Promise<'behind' | 'elsewhere' | { queued: number; dropped: number; version: number }> {
      const outcome = await sql.begin(async (tx) => {
        await tx`
          insert into push_tournaments (tournament_id)
          select id from tournaments where id = ${tournamentId} on conflict do nothing`
        const [row] = await tx<{ epoch: string; seq: number; version: number }[]>`
          select epoch, seq, version from push_tournaments where tournament_id = ${tournamentId} for update skip locked`
        if (!row) return 'elsewhere'
        if (row.epoch === epoch && row.seq > seq) return 'behind'
        const known = await tx<ToldRow[]>`
          select key, told from push_told
          where tournament_id = ${tournamentId}
            and key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
        const telling = decide(toldOf(known))
        const remembered = [...telling.told].map(([key, value]) => ({ key, told: value }))
        await tx`
          insert into push_told (tournament_id, key, told)
          select ${tournamentId}, key, told from jsonb_to_recordset(${JSON.stringify(remembered)}::jsonb) as row (key text, told jsonb)
          on conflict (tournament_id, key) do update set told = excluded.told, at = now()`
        const followers = telling.athleteIds.length > 0 ? await followersOf(tx, telling.athleteIds) : []
        const alerts = telling.alertsFor(followers)
        const dropped = await queueAlerts(tx, alerts)
        const version = row.version + 1
        await tx`
          update push_tournaments set epoch = ${epoch}, seq = ${seq}, version = ${version}
          where tournament_id = ${tournamentId}`
        return { queued: alerts.length - dropped, dropped, version }
      })
      if (typeof outcome === 'object' && outcome.queued > 0) ring()
      return outcome
    },

    /** Forgets what was told of matches long past; returns how many rows. */
    async sweep(): Promise<number> {
      return (await sql`delete from push_told where at < now() - ${toldFor}::interval returning 1`).length
    },
  }
}

async function followersOf(sql: Transaction, athleteIds: readonly number[]): Promise<AlertFollower[]> {
  const rows = await sql<(Omit<AlertFollower, 'preferences'> & { preferences: AlertPreferences | null })[]>`
    select follow.user_id as "userId", array_agg(distinct follow.athlete_id) as "athleteIds",
      array_agg(distinct device.id) as "deviceIds",
      case when chosen.user_id is not null then
        json_build_object('near', chosen.near, 'moved', chosen.moved, 'result', chosen.result, 'quiet', chosen.quiet) end as preferences
    from user_followed_athletes follow
    join push_devices device on device.user_id = follow.user_id
    left join push_preferences chosen on chosen.user_id = follow.user_id
    where follow.notifications_enabled and follow.athlete_id = any(${[...athleteIds]}::integer[])
    group by follow.user_id, chosen.user_id`
  return rows.map((row) => ({ ...row, preferences: row.preferences ?? usualPreferences }))
}
