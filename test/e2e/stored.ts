import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addresses } from '#contract/addresses.ts'

/** Everything but cookies that the browser has stored for the page's origin, as text. */
export const storedBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('reading IndexedDB failed'))
      })
    // Null for a database that was deleted since it was listed: creating it again without its store would break the app's cache.
    const open = (name: string): Promise<IDBDatabase | null> => {
      const request = indexedDB.open(name)
      request.onupgradeneeded = () => request.transaction?.abort()
      return resultOf(request).catch((error: DOMException) => {
        if (error.name === 'AbortError') return null
        throw error
      })
    }
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await open(name)
      if (!database) continue
      for (const store of database.objectStoreNames)
        found.push(await resultOf(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))?.text())
    }
    return JSON.stringify(found)
  })

/** The calls whose answers the Matches tab shows without a network. */
const matchesTab = ['user', 'upcomingMatches'] as const

/**
 * Waits until the app has cached these answers for use without a network. Each is cached about a second after it arrives, so one
 * may be cached later than another.
 */
export const untilCached = (page: Page, names: readonly (keyof typeof addresses)[] = matchesTab): Promise<void> =>
  expect
    .poll(
      async () => {
        const stored = await storedBy(page)
        return names.filter((name) => !stored.includes(`"key":"${addresses[name].path}"`))
      },
      { timeout: 60_000 },
    )
    .toEqual([])
