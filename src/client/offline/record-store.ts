// Where kept data lie: IndexedDB databases of one store, a record per thing. Each use opens and closes it, so that no tab
// that sleeps stands in the way of forgetting.
import { cacheDatabase } from '#client/session/delete-user-data.ts'

const storeName = 'kept'

/** `at` tells a record from the one that took its place. */
type Keyed = { key: string; at: number }

/** Everything that is kept in a database; rejects where the browser stores nothing. */
export function readRecords<Kept extends Keyed>(name = cacheDatabase): Promise<Kept[]> {
  return inStore(name, 'readonly', (store) => store.getAll() as IDBRequest<Kept[]>)
}

/** Keeps the records, each in place of the last one about the same thing; rejects where there is no room. */
export async function writeRecords(records: readonly Keyed[], name = cacheDatabase): Promise<void> {
  await inStore(name, 'readwrite', (store) => {
    for (const record of records) store.put(record)
  })
}

/** Removes a record; with `at`, only if no other has taken its place. */
export async function removeRecord(name: string, key: string, at?: number): Promise<void> {
  await inStore(name, 'readwrite', (store) => {
    const found = store.get(key) as IDBRequest<Keyed | undefined>
    found.onsuccess = () => {
      if (found.result && (at === undefined || found.result.at === at)) store.delete(key)
    }
  })
}

async function inStore<Answer>(
  name: string,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Answer> | void,
): Promise<Answer> {
  const database = await opened(name)
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

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not opened'))
  })
}
