// Room `offline`: what this browser keeps for when there is no network, and sends when there is one again. None of it is part
// of the first load. This file, loaded beside the first paint: the last known lists, and the athletes' profiles that were
// opened last (decisions D9 and D30). They are shown at once while the network is slow or away, replaced by whatever is read,
// and forgotten with the session.
import { notifyManager, QueryObserver } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { isProfileKey } from '#client/requests/call.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { reconnectDelay } from '#client/requests/retry.ts'
import { deleteOfflineCache, deleteUserData, cacheDatabase } from '#client/session/delete-user-data.ts'
import { mayStillBeSignedIn, hadSession, userKey } from '#client/session/session.ts'
import { readRecords, removeRecord, writeRecords } from './record-store.ts'

/** A copy is shown for so long, in ms: seven days (decision D9). */
const maxAge = 7 * 24 * 3_600_000
/** So many athletes' profiles are kept beside the lists, those read last. */
const maxProfiles = 12
/** Changes of the lists are gathered this long before they are kept, in ms. */
const saveDelay = 1_000

/** One query's data as this browser keeps them. */
export type CachedRecord = {
  /** The query's address. */
  key: string
  /** Whose they are. */
  userId: number
  /** Of which build of the app: another one may have another shape. */
  build: string
  /** When they were read, by the device's clock in epoch ms. */
  at: number
  /** How far the server's clock was ahead of the device's then, in ms. */
  ahead: number
  data: unknown
}

type Reader = {
  build: string
  /** The device's clock, epoch ms. */
  now: number
  /** Who is signed in, where that is known already. */
  userId?: number | undefined
}

/**
 * The records that may be shown: of this build, not older than seven days (decision D9), and the user's own. None without
 * the user's own record, or when any of them is another's.
 */
export function showable(records: readonly CachedRecord[], { build, now, userId }: Reader): CachedRecord[] {
  const fit = records.filter((record) => record.build === build && Math.abs(now - record.at) <= maxAge)
  const user = fit.find(({ key }) => key === userKey[0])?.data as User | undefined
  if (!user || (userId !== undefined && user.id !== userId)) return []
  return records.every((record) => record.userId === user.id) ? fit : []
}

/** Shows what was kept, and keeps what is read from now on; resolves when the former is done. `build` names the app's build. */
export function startOfflineCache(client: LiveClient, build: string): Promise<void> {
  const shown = restoreCache(client, build)
  saveChanges(client, build, shown)
  return shown
}

async function restoreCache(client: LiveClient, build: string): Promise<void> {
  if (!mayStillBeSignedIn()) return void forgetUnlessSignedIn(client)
  const records = await readRecords<CachedRecord>()
  const { data: user } = client.queryClient.getQueryState<User | null>(userKey) ?? {}
  // Whoever logged out while they were read is not shown them any more.
  const shown = user === null || !hadSession() ? [] : showable(records, { build, now: deviceNow(), userId: user?.id })
  if (shown.length > 0) show(client, shown)
  else deleteOfflineCache()
}

/** A session that is not remembered ended with the browser, unless another tab is in it still: the server knows. */
async function forgetUnlessSignedIn({ queryClient, queries }: LiveClient): Promise<void> {
  const user = await queryClient.ensureQueryData(queries.user).catch(() => null)
  if (!user) deleteUserData()
}

/** Puts the records where nothing was read yet, as data that are to be read again, and reads them until that succeeds. */
function show({ queryClient, clock, restored, isOvertaken, connection }: LiveClient, records: CachedRecord[]): void {
  notifyManager.batch(() => {
    // The profiles in the order in which they were read.
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
  const readAgain = (): void => {
    clearTimeout(timer)
    // Profiles are read when they are opened.
    if ([...restored].every((key) => isProfileKey([key]))) return unsubscribe()
    if (document.visibilityState === 'visible')
      void queryClient.refetchQueries(
        { type: 'active', predicate: ({ queryKey }) => restored.has(String(queryKey[0])) },
        { cancelRefetch: false },
      )
    schedule()
  }
  const schedule = (): void => {
    timer = setTimeout(readAgain, reconnectDelay(attempt++, Math.random()))
  }
  // Where the socket gets through again the reads will, too.
  const unsubscribe = connection.subscribe(() => {
    if (connection.state().phase !== 'open') return
    attempt = 0
    readAgain()
  })
  schedule()
}

/** Keeps what is read or told of the lists, as long as somebody is signed in, once what was kept before is `shown`. */
function saveChanges({ queryClient, queries, clock, restored }: LiveClient, build: string, shown: Promise<void>): void {
  const lists = [queries.upcoming, queries.completed, queries.followed, queries.tournaments]
  const keys = new Set<string>([userKey, ...lists.map(({ queryKey }) => queryKey)].map(([address]) => String(address)))
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let letGo: (() => void)[] = []
  /** How the profiles that are kept are let go, the oldest first. */
  const profiles = new Map<string, () => void>()

  /**
   * Messages change only what is in memory. So that what is kept is never older than what a message brought, the lists
   * stay there as long as they are kept; that they are shown counts as little as before for reading them.
   */
  const hold = (): void => {
    if (letGo.length > 0) return
    letGo = lists.map(({ queryKey }) => holdOne(queryKey))
  }
  const holdOne = (queryKey: readonly unknown[]): (() => void) =>
    new QueryObserver(queryClient, { queryKey, enabled: false }).subscribe(() => undefined)
  const holdProfile = (key: string): void => {
    const leave = profiles.get(key) ?? holdOne([key])
    profiles.delete(key)
    profiles.set(key, leave)
    const [oldest] = profiles.keys()
    if (profiles.size <= maxProfiles || oldest === undefined) return
    profiles.get(oldest)?.()
    profiles.delete(oldest)
    changed.delete(oldest)
    removeRecord(cacheDatabase, oldest).catch(() => undefined)
  }
  const release = (): void => {
    for (const leave of [...letGo, ...profiles.values()]) leave()
    letGo = []
    profiles.clear()
    changed.clear()
    restored.clear()
  }

  const save = (): void => {
    timer = undefined
    const user = queryClient.getQueryData<User | null>(userKey)
    // Another tab may have logged out.
    if (!user || !hadSession()) return
    const ahead = clock.now() - deviceNow()
    const records = [...changed].flatMap((key) => {
      const { data, dataUpdatedAt: at = 0 } = queryClient.getQueryState([key]) ?? {}
      return data === undefined ? [] : [{ key, userId: user.id, build, at, ahead, data }]
    })
    changed.clear()
    // Where there is no room, what was kept before stays, with its age.
    writeRecords(records).catch(() => undefined)
  }
  const keep = (key: string): void => {
    changed.add(key)
    // What was kept before is shown or forgotten first.
    timer ??= setTimeout(() => void shown.then(save, save), saveDelay)
  }

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, state } = event.query
    const key = String(queryKey[0])
    const isProfile = isProfileKey(queryKey)
    if (queryKey.length !== 1 || !(keys.has(key) || isProfile)) return
    if (event.action.manual !== true) restored.delete(key)
    if (key === userKey[0]) {
      if (!state.data) return release()
      hold()
    }
    if (isProfile && queryClient.getQueryData(userKey)) holdProfile(key)
    keep(key)
  })
  // What was read before this was loaded.
  if (!queryClient.getQueryData(userKey)) return
  hold()
  for (const key of keys) keep(key)
}
