// What an administrator sets while the processes run: the off switch of a source and the like.
import type { Database } from '../database.ts'
import { Listeners } from '../listeners.ts'

/** True: not one request reaches the source, whichever process would make it. */
export const sourceOff = 'source.off'

const channel = 'rollcall_settings'

/** Settings change by an administrator's hand only, so a notification with each is no load. */
export async function openSettings({ sql, listener }: Database) {
  const listeners = new Listeners<[key: string, value: unknown]>()
  /** Undefined for a setting that nobody made. */
  const read = async (key: string): Promise<unknown> => {
    const [row] = await sql<{ value: unknown }[]>`select value from settings where key = ${key}`
    return row?.value
  }
  const readAndEmit = async (key: string): Promise<void> => {
    listeners.emit(key, await read(key))
  }
  const tellAll = async (): Promise<void> => {
    for (const { key, value } of await sql<{ key: string; value: unknown }[]>`select key, value from settings`)
      listeners.emit(key, value)
  }
  // What is missed here is made up for after the next connection.
  const ignore = (): void => {}
  const stopListening = await listener.listen(
    channel,
    (key) => void readAndEmit(key).catch(ignore),
    () => void tellAll().catch(ignore),
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
    /** Hears of settings made in any process; also of all of them after the connection was lost for a while. */
    onChange: (listener: (key: string, value: unknown) => void): (() => void) => listeners.add(listener),
    close: stopListening,
  }
}
