// IndexedDB databases with one object store each, one record per key. Each operation opens and closes the database, so that a
// suspended tab cannot block its deletion.
import { cacheDatabase } from '#client/session/delete-user-data.ts'

/** Must not change: databases with this store exist in browsers. */
const storeName = 'kept'

/** `at`, the time of its creation in epoch ms, distinguishes a record from its replacement. */
type Keyed = { key: string; at: number }

/** All records of a database; rejects when storage is not available. */
export function readRecords<Stored extends Keyed>(name = cacheDatabase): Promise<Stored[]> {
  return inStore(name, 'readonly', (store) => store.getAll() as IDBRequest<Stored[]>)
}

/** Writes the records, replacing those with the same keys; rejects when there is no space. */
export async function writeRecords(records: readonly Keyed[], name = cacheDatabase): Promise<void> {
  await inStore(name, 'readwrite', (store) => {
    for (const record of records) store.put(record)
  })
}

/** Removes a record; with `at`, only if it was not replaced. */
export async function removeRecord(name: string, key: string, at?: number): Promise<void> {
  await inStore(name, 'readwrite', (store) => {
    const request = store.get(key) as IDBRequest<Keyed | undefined>
    request.onsuccess = () => {
      const stored = request.result
      if (stored && (at === undefined || stored.at === at)) store.delete(key)
    }
  })
}

async function inStore<Answer>(
  name: string,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Answer> | void,
): Promise<Answer> {
  const database = await open(name)
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = run(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request?.result as Answer)
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    })
  } finally {
    database.close()
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not opened'))
  })
}
