// The browsers that show alerts, and what each user wants to be told. A device belongs to the session that it was
// subscribed in and goes with it.
import type { Sql } from '../database.ts'
import { type AlertPreferences, usualPreferences } from '#domain/alert.ts'
import { hashOf } from './tokens.ts'

/** The pair by which push services know this server: P-256, base64url. */
type Keys = { publicKey: string; privateKey: string }

/** What a browser gives out for its subscription: base64url keys; a language such as 'pt-BR', or none to keep the one known. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string; language?: string | undefined }

/** Instants in ISO 8601. */
export type PushDevice = { succeededAt: string | null; failedAt: string | null; seenAt: string }

export type PushSettings = {
  preferences: AlertPreferences
  /** The one of the session that asks. */
  device: PushDevice | null
  /** How many devices the user has. */
  devices: number
  /** Athletes of whom the user wants to hear nothing, by our ids. */
  silenced: number[]
}

export type PushDevices = {
  /** The kept pair; the first call ever keeps what `make` gives. */
  keys(make: () => Keys): Promise<Keys>
  /**
   * Notes the subscription of a session's browser, in place of any that it had; the user's longest silent device makes
   * room for one too many. False when the session is over.
   */
  subscribe(session: { userId: number; sessionId: number }, subscription: PushSubscription): Promise<boolean>
  /** False when the session's browser had none. */
  unsubscribe(session: { userId: number; sessionId: number }): Promise<boolean>
  settings(session: { userId: number; sessionId: number }): Promise<PushSettings>
  writePreferences(userId: number, preferences: AlertPreferences): Promise<void>
  /** False when the user does not follow the athlete. */
  switchAthlete(userId: number, athleteId: number, on: boolean): Promise<boolean>
  /** The push service says that there is no such subscription any more. */
  forget(deviceId: number): Promise<void>
  /** Forgets the devices that were silent for too long; returns how many. */
  forgetSilent(): Promise<number>
}

const devicesMost = 10
/** A browser says at each load that it has the subscription; one that was not heard of for so long has it no more. */
const silentFor = '14 days'

type PreferencesRow = AlertPreferences

/** `onChange` hears, in this process, that somebody may listen now who did not before. */
export function createPushDevices(sql: Sql, onChange: () => void): PushDevices {
  return {
    async keys(make) {
      const known = () => sql<Keys[]>`select public_key as "publicKey", private_key as "privateKey" from push_keys`
      let [row] = await known()
      if (!row) {
        const { publicKey, privateKey } = make()
        await sql`
          insert into push_keys (public_key, private_key) values (${publicKey}, ${privateKey}) on conflict do nothing`
        ;[row] = await known()
      }
      return row as Keys
    },

    async subscribe({ userId, sessionId }, { endpoint, p256dh, auth, language }) {
      const hash = hashOf(endpoint)
      const made = await sql.begin(async (tx) => {
        // Two at once of the same user's take turns.
        await tx`select 1 from users where id = ${userId} for no key update`
        const [before] = await tx<{ language: string }[]>`
          delete from push_devices where session_id = ${sessionId} and endpoint_hash <> ${hash} returning language`
        const rows = await tx`
          insert into push_devices (user_id, session_id, endpoint, endpoint_hash, p256dh, auth, language)
          select user_id, id, ${endpoint}, ${hash}, ${p256dh}, ${auth}, ${language ?? before?.language ?? 'en'}
          from sessions where id = ${sessionId} and user_id = ${userId}
          on conflict (endpoint_hash) do update set
            user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
            auth = excluded.auth, language = coalesce(${language ?? null}, push_devices.language), seen_at = now()
          returning 1`
        await tx`
          delete from push_devices where id in (
            select id from push_devices where user_id = ${userId} order by seen_at desc, id desc offset ${devicesMost})`
        return rows.length > 0
      })
      if (made) onChange()
      return made
    },

    async unsubscribe({ userId, sessionId }) {
      const gone = await sql`
        delete from push_devices where user_id = ${userId} and session_id = ${sessionId} returning 1`
      return gone.length > 0
    },

    async settings({ userId, sessionId }) {
      const [chosen] = await sql<PreferencesRow[]>`
        select near, moved, result, quiet from push_preferences where user_id = ${userId}`
      const devices = await sql<(PushDevice & { sessionId: number })[]>`
        select session_id as "sessionId", succeeded_at as "succeededAt", failed_at as "failedAt", seen_at as "seenAt"
        from push_devices where user_id = ${userId}`
      const silenced = await sql<{ athlete_id: number }[]>`
        select athlete_id from user_followed_athletes
        where user_id = ${userId} and not notifications_enabled order by athlete_id`
      const own = devices.find((device) => device.sessionId === sessionId)
      return {
        preferences: preferencesOf(chosen),
        device: own ? { succeededAt: own.succeededAt, failedAt: own.failedAt, seenAt: own.seenAt } : null,
        devices: devices.length,
        silenced: silenced.map(({ athlete_id }) => athlete_id),
      }
    },

    async writePreferences(userId, { near, moved, result, quiet }) {
      const hours = quiet && JSON.stringify(quiet)
      await sql`
        insert into push_preferences (user_id, near, moved, result, quiet)
        values (${userId}, ${near}, ${moved}, ${result}, ${hours}::jsonb)
        on conflict (user_id) do update set
          near = excluded.near, moved = excluded.moved, result = excluded.result, quiet = excluded.quiet`
    },

    async switchAthlete(userId, athleteId, on) {
      const switched = await sql`
        update user_followed_athletes set notifications_enabled = ${on}
        where user_id = ${userId} and athlete_id = ${athleteId} returning 1`
      if (switched.length > 0) onChange()
      return switched.length > 0
    },

    async forget(deviceId) {
      await sql`delete from push_devices where id = ${deviceId}`
    },

    async forgetSilent() {
      const gone = await sql`
        delete from push_devices where seen_at < now() - ${silentFor}::interval returning 1`
      return gone.length
    },
  }
}

/** A row of push_preferences, or none. */
export function preferencesOf(row: PreferencesRow | undefined): AlertPreferences {
  if (!row) return usualPreferences
  return { near: row.near, moved: row.moved, result: row.result, quiet: row.quiet }
}
