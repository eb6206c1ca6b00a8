// Settings that an administrator changes while the processes run, such as the source's off switch.
import type { Database } from '../database.ts'
import { Listeners } from '../listeners.ts'

/** The name of the off switch: if the setting is true, no process sends requests to the source. */
export const sourceOffSetting = 'source.off'

const channel = 'rollcall_settings'

/** Opens the settings. NOTIFY sends each change to all processes: changes are rare, since only administrators make them. */
export async function openSettings({ sql, listener }: Database) {
  const listeners = new Listeners<[key: string, value: unknown]>()
  /** Undefined for a setting without a value. */
  const read = async (key: string): Promise<unknown> => {
    const [row] = await sql<{ value: unknown }[]>`select value from settings where key = ${key}`
    return row?.value
  }
  const readAndEmit = async (key: string): Promise<void> => {
    listeners.emit(key, await read(key))
  }
  const emitAll = async (): Promise<void> => {
    for (const { key, value } of await sql<{ key: string; value: unknown }[]>`select key, value from settings`)
      listeners.emit(key, value)
  }
  // After a failed read, the next connection emits all settings.
  const ignore = (): void => {}
  const stopListening = await listener.listen(
    channel,
    (key) => void readAndEmit(key).catch(ignore),
    () => void emitAll().catch(ignore),
  )
  return {
    get: read,
    async set(key: string, value: unknown, byUserId?: number): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`
          insert into settings (key, value, updated_by) values (${key}, ${JSON.stringify(value)}::jsonb, ${byUserId ?? null})
          on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`
        await tx`select pg_notify(${channel}, ${key})`
      })
    },
    /** Calls the listener for a setting that any process changed; after a reconnect, for all settings. */
    onChange: (listener: (key: string, value: unknown) => void): (() => void) => listeners.add(listener),
    close: stopListening,
  }
}
