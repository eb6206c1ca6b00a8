// Module `offline`: what this browser stores for use without a network, and sends once it is online again. Not part of the first
// load. This file, loaded in parallel with the first paint: the offline cache of the lists, of parts of screens and of the latest
// pages of athletes and teams (decisions D9 and D30). Cached data are shown at once if the network is slow or absent, replaced by
// fetched data, and deleted with the session.
import { notifyManager, QueryObserver } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { addresses } from '#contract/addresses.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { addressOf, isProfileKey } from '#client/requests/call.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { reconnectDelay } from '#client/requests/retry.ts'
import { deleteOfflineCache, deleteUserData, cacheDatabase } from '#client/session/delete-user-data.ts'
import { mayStillBeSignedIn, hadSession, storedUserId, userKey } from '#client/session/session.ts'
import { readRecords, removeRecord, writeRecords } from './record-store.ts'

/** A record is shown for this long, in ms: seven days (decision D9). */
const maxAge = 7 * 24 * 3_600_000
/** Maximum number of athletes' profiles and teams' pages in the cache, which keeps the most recently fetched ones. */
const maxPages = 12
/** The keys of parts of screens: the rules by which teams are followed, the wanted steps of the day, and the offers of people. */
const partKeys = [[addressOf('followRules')], [addressOf('steps')], [addressOf('personOffers')]] as const
/** Changes are collected this long before they are saved, in ms. */
const saveDelay = 1_000

const teamAddress = new RegExp(`^${addresses.team.path.replace(':id', '\\d+')}\\?`)
/** Whether a query key is that of an athlete's profile or a team's page. */
const isPageKey = (key: readonly unknown[]): boolean => isProfileKey(key) || teamAddress.test(String(key[0]))

/** One query's data in the offline cache. */
export type CachedRecord = {
  /** The query's address. */
  key: string
  /** The user whose data they are. */
  userId: number
  /** The app's build: another build's data may have another shape. */
  build: string
  /** When they were fetched: epoch ms by the device's clock. */
  at: number
  /** How far the server's clock was ahead of the device's at that time, in ms. */
  ahead: number
  data: unknown
}

type Reader = {
  build: string
  /** The device's clock, epoch ms. */
  now: number
  /** The signed-in user, if already known. */
  userId?: number | undefined
}

/**
 * The records that may be shown: of this build and at most seven days old (decision D9). None if the user's own record is
 * missing or any record is another user's.
 */
export function showable(records: readonly CachedRecord[], { build, now, userId }: Reader): CachedRecord[] {
  const fit = records.filter((record) => record.build === build && Math.abs(now - record.at) <= maxAge)
  const user = fit.find(({ key }) => key === userKey[0])?.data as User | undefined
  if (!user || (userId !== undefined && user.id !== userId)) return []
  return records.every((record) => record.userId === user.id) ? fit : []
}

/** Restores the offline cache, and then saves what is fetched; resolves when it is restored. `build` identifies the app's build. */
export function startOfflineCache(client: LiveClient, build: string): Promise<void> {
  const restored = restoreCache(client, build)
  saveChanges(client, build, restored)
  return restored
}

async function restoreCache(client: LiveClient, build: string): Promise<void> {
  if (!mayStillBeSignedIn()) return void deleteUnlessSignedIn(client)
  const records = await readRecords<CachedRecord>()
  const { data: user } = client.queryClient.getQueryState<User | null>(userKey) ?? {}
  // The user may have logged out meanwhile.
  const shown =
    user === null || !hadSession()
      ? []
      : showable(records, { build, now: deviceNow(), userId: user?.id ?? storedUserId() ?? undefined })
  if (shown.length > 0) show(client, shown)
  else deleteOfflineCache()
}

/** A session without remember-me ended with the browser, unless another tab still uses it: the server decides. */
async function deleteUnlessSignedIn({ queryClient, queries }: LiveClient): Promise<void> {
  const user = await queryClient.ensureQueryData(queries.user).catch(() => null)
  if (!user) deleteUserData()
}

/**
 * Puts the records of queries without data into the query cache, as invalidated data; refetches the user and the lists until each
 * was fetched.
 */
function show({ queryClient, clock, restored, isOvertaken, connection }: LiveClient, records: CachedRecord[]): void {
  notifyManager.batch(() => {
    // The oldest first, so that `observePage` drops the oldest pages.
    for (const { key, at, ahead, data } of records.toSorted((a, b) => a.at - b.at)) {
      const queryKey = [key]
      if (queryClient.getQueryData(queryKey) !== undefined || isOvertaken(data)) continue
      if (key === userKey[0]) clock.learn(new Date(deviceNow() + ahead).toISOString())
      queryClient.setQueryData(queryKey, data, { updatedAt: at })
      queryClient.getQueryCache().find({ queryKey })?.invalidate()
      restored.add(key)
    }
  })

  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetch = (): void => {
    clearTimeout(timer)
    // Pages and parts are refetched when they are opened.
    if ([...restored].every((key) => isPageKey([key]) || partKeys.some(([address]) => address === key)))
      return unsubscribe()
    if (document.visibilityState === 'visible')
      void queryClient.refetchQueries(
        { type: 'active', predicate: ({ queryKey }) => restored.has(String(queryKey[0])) },
        { cancelRefetch: false },
      )
    schedule()
  }
  const schedule = (): void => {
    timer = setTimeout(refetch, reconnectDelay(attempt++, Math.random()))
  }
  // An open socket shows that the server is reachable again.
  const unsubscribe = connection.subscribe(() => {
    if (connection.state().phase !== 'open') return
    attempt = 0
    refetch()
  })
  schedule()
}

/** Saves user, lists, parts and pages after each fetch or message while signed in, once the earlier records are restored. */
function saveChanges(
  { queryClient, queries, clock, restored }: LiveClient,
  build: string,
  cacheRestored: Promise<void>,
): void {
  const lists = [queries.upcoming, queries.completed, queries.followed, queries.tournaments]
  const listKeys = [...lists.map(({ queryKey }) => queryKey), ...partKeys]
  const keys = new Set<string>([userKey, ...listKeys].map(([address]) => String(address)))
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The functions that stop observing the lists. */
  let stopLists: (() => void)[] = []
  /** By key, the least recently fetched page first: the function that stops observing the page. */
  const pages = new Map<string, () => void>()

  /**
   * Messages change only queries in memory. An inactive observer keeps the lists there, so that the saved data are never
   * older than a message; it causes no fetches.
   */
  const observeLists = (): void => {
    if (stopLists.length > 0) return
    stopLists = listKeys.map(observe)
  }
  const observe = (queryKey: readonly unknown[]): (() => void) =>
    new QueryObserver(queryClient, { queryKey, enabled: false }).subscribe(() => undefined)
  const observePage = (key: string): void => {
    const stop = pages.get(key) ?? observe([key])
    pages.delete(key)
    pages.set(key, stop)
    const [oldest] = pages.keys()
    if (pages.size <= maxPages || oldest === undefined) return
    pages.get(oldest)?.()
    pages.delete(oldest)
    changed.delete(oldest)
    removeRecord(cacheDatabase, oldest).catch(() => undefined)
  }
  const reset = (): void => {
    for (const stop of [...stopLists, ...pages.values()]) stop()
    stopLists = []
    pages.clear()
    changed.clear()
    restored.clear()
  }

  const save = (): void => {
    timer = undefined
    const user = queryClient.getQueryData<User | null>(userKey)
    // In another tab the user may have logged out, or another one in.
    if (!user || storedUserId() !== user.id) return
    const ahead = clock.now() - deviceNow()
    const records = [...changed].flatMap((key) => {
      const { data, dataUpdatedAt: at = 0 } = queryClient.getQueryState([key]) ?? {}
      return data === undefined ? [] : [{ key, userId: user.id, build, at, ahead, data }]
    })
    changed.clear()
    // If there is no free space, the earlier records stay, with their age.
    writeRecords(records).catch(() => undefined)
  }
  const scheduleSave = (key: string): void => {
    changed.add(key)
    // Saving waits until the earlier records are restored or deleted.
    timer ??= setTimeout(() => void cacheRestored.then(save, save), saveDelay)
  }

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, state } = event.query
    const key = String(queryKey[0])
    const isPage = isPageKey(queryKey)
    if (queryKey.length !== 1 || !(keys.has(key) || isPage)) return
    if (event.action.manual !== true) restored.delete(key)
    if (key === userKey[0]) {
      if (!state.data) return reset()
      observeLists()
    }
    if (isPage && queryClient.getQueryData(userKey)) observePage(key)
    scheduleSave(key)
  })
  // Queries that were fetched before this file was loaded.
  if (!queryClient.getQueryData(userKey)) return
  observeLists()
  for (const key of keys) scheduleSave(key)
}
