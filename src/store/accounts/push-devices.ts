// The browsers that show alerts, and each user's alert settings. A device belongs to the session in which it was subscribed,
// and is deleted with it.
import type { Sql } from '../database.ts'
import { type AlertPreferences, defaultPreferences } from '#domain/alert.ts'
import { hashOf } from './tokens.ts'
import type { UserEvent, UserEvents } from './user-events.ts'

/** The VAPID key pair, which identifies this server to push services: P-256, base64url. */
type Keys = { publicKey: string; privateKey: string }

/** A browser's subscription. Keys are base64url; `language` is a tag such as 'pt-BR', or absent to keep the stored one. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string; language?: string | undefined }

/** Instants in ISO 8601: of the last delivered and the last failed alert, and of the browser's last confirmation. */
export type PushDevice = { succeededAt: string | null; failedAt: string | null; seenAt: string }

export type PushSettings = {
  preferences: AlertPreferences
  /** The device of the caller's session. */
  device: PushDevice | null
  /** The number of the user's devices. */
  devices: number
  /** Our ids of the followed athletes whose alerts are switched off. */
  silenced: number[]
}

const maxDevices = 10
/** A session that ends takes its device along. */
const recipientEvents: ReadonlySet<UserEvent['kind']> = new Set(['follows', 'alerts', 'session-ended'])
/**
 * A browser confirms its subscription at each load; after this time without a confirmation, the subscription is considered ended.
 */
const unconfirmedFor = '14 days'

export function createPushDevices(sql: Sql, events: UserEvents) {
  return {
    /**
     * Calls the listener after something changed that decides about which athletes a user gets alerts: the devices, the follows,
     * the athletes whose alerts are off, or the chosen steps. In any process.
     */
    onRecipientChange: (listener: (userId: number) => void): (() => void) =>
      events.listen((event) => {
        if (recipientEvents.has(event.kind)) listener(event.userId)
      }),

    /** The stored key pair; the first call stores the result of `make`. */
    async keys(make: () => Keys): Promise<Keys> {
      const readKeys = () => sql<Keys[]>`select public_key as "publicKey", private_key as "privateKey" from push_keys`
      let [row] = await readKeys()
      if (!row) {
        const { publicKey, privateKey } = make()
        await sql`
          insert into push_keys (public_key, private_key) values (${publicKey}, ${privateKey}) on conflict do nothing`
        ;[row] = await readKeys()
      }
      return row as Keys
    },

    /**
     * Stores the subscription of a session's browser, replacing an earlier one. Above the limit, the user's least recently
     * confirmed device is deleted. False if the session has ended.
     */
    subscribe(
      { userId, sessionId }: { userId: number; sessionId: number },
      { endpoint, p256dh, auth, language }: PushSubscription,
    ): Promise<boolean> {
      const hash = hashOf(endpoint)
      return events.write(async (tx, publish) => {
        // Serialises the user's concurrent calls.
        await tx`select 1 from users where id = ${userId} for no key update`
        const [before] = await tx<{ language: string }[]>`
          delete from push_devices where session_id = ${sessionId} and endpoint_hash <> ${hash} returning language`
        // Deletes the device of another user who was signed in to this browser before, with the alerts queued for it.
        await tx`
          delete from push_devices where endpoint_hash = ${hash} and user_id <> ${userId}
            and exists (select 1 from sessions where id = ${sessionId} and user_id = ${userId})`
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
            select id from push_devices where user_id = ${userId} order by seen_at desc, id desc offset ${maxDevices})`
        if (rows.length > 0) publish({ kind: 'alerts', userId })
        return rows.length > 0
      })
    },

    /** Deletes the subscription of the session's browser; false if it had none. */
    unsubscribe: ({ userId, sessionId }: { userId: number; sessionId: number }): Promise<boolean> =>
      events.write(async (tx, publish) => {
        const gone = await tx`
          delete from push_devices where user_id = ${userId} and session_id = ${sessionId} returning 1`
        if (gone.length > 0) publish({ kind: 'alerts', userId })
        return gone.length > 0
      }),

    async settings({ userId, sessionId }: { userId: number; sessionId: number }): Promise<PushSettings> {
      const [chosen] = await sql<AlertPreferences[]>`
        select near, moved, conflict, result, entry, quiet from push_preferences where user_id = ${userId}`
      const devices = await sql<(PushDevice & { sessionId: number })[]>`
        select session_id as "sessionId", succeeded_at as "succeededAt", failed_at as "failedAt", seen_at as "seenAt"
        from push_devices where user_id = ${userId}`
      const silenced = await sql<{ athlete_id: number }[]>`
        select athlete_id from user_followed_athletes
        where user_id = ${userId} and not notifications_enabled order by athlete_id`
      const own = devices.find((device) => device.sessionId === sessionId)
      return {
        preferences: chosen ?? defaultPreferences,
        device: own ? { succeededAt: own.succeededAt, failedAt: own.failedAt, seenAt: own.seenAt } : null,
        devices: devices.length,
        silenced: silenced.map(({ athlete_id }) => athlete_id),
      }
    },

    async writePreferences(userId: number, preferences: AlertPreferences): Promise<void> {
      const { near, moved, conflict, result, entry, quiet } = preferences
      const hours = quiet && JSON.stringify(quiet)
      await sql`
        insert into push_preferences (user_id, near, moved, conflict, result, entry, quiet)
        values (${userId}, ${near}, ${moved}, ${conflict}, ${result}, ${entry}, ${hours}::jsonb)
        on conflict (user_id) do update set
          near = excluded.near, moved = excluded.moved, conflict = excluded.conflict, result = excluded.result,
          entry = excluded.entry, quiet = excluded.quiet`
    },

    /** Switches the alerts about a followed athlete on or off; false if the user does not follow the athlete. */
    switchAthlete: (userId: number, athleteId: number, on: boolean): Promise<boolean> =>
      events.write(async (tx, publish) => {
        const switched = await tx`
          update user_followed_athletes set notifications_enabled = ${on}
          where user_id = ${userId} and athlete_id = ${athleteId} returning 1`
        if (switched.length > 0) publish({ kind: 'alerts', userId })
        return switched.length > 0
      }),

    /** Deletes a device whose push service reports that the subscription no longer exists. */
    async forget(deviceId: number): Promise<void> {
      await sql`delete from push_devices where id = ${deviceId}`
    },

    /** Deletes the devices that were not confirmed in time; returns how many. */
    async forgetUnconfirmed(): Promise<number> {
      const gone = await sql`
        delete from push_devices where seen_at < now() - ${unconfirmedFor}::interval returning 1`
      return gone.length
    },
  }
}
