// Where kept data lie: one IndexedDB store with a record per list. Each use opens and closes it, so that no tab that
// sleeps stands in the way of forgetting.
import { keptName } from './forget-kept.ts'
import type { KeptRecord } from './kept-records.ts'

const storeName = 'kept'

/** Everything that is kept; rejects where the browser stores nothing. */
export function readKept(): Promise<KeptRecord[]> {
  return inStore('readonly', (store) => store.getAll() as IDBRequest<KeptRecord[]>)
}

/** Keeps the records, each in place of the last one about the same thing; rejects where there is no room. */
export async function writeKept(records: readonly KeptRecord[]): Promise<void> {
  await inStore('readwrite', (store) => {
    for (const record of records) store.put(record)
  })
}

async function inStore<Answer>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Answer> | void,
): Promise<Answer> {
  const database = await opened()
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

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(keptName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not opened'))
  })
}
