// Follows and unfollows that the server has not answered, because the browser was offline or the page was closed: stored in this
// browser, shown optimistically, and sent when the browser is online, even after the app was closed (docs/decisions/016). Loaded
// in parallel with the first paint.
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { FollowedResponse } from '#contract/athletes.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Queries } from '#client/cache/queries.ts'
import { editCached } from '#client/cache/query-client.ts'
import type { PendingChange } from '#client/follow/pending-changes.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { CallError, isSessionOver, isUndecided } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { reconnectDelay } from '#client/requests/retry.ts'
import { pendingChangesDatabase, deletePendingChanges } from '#client/session/delete-user-data.ts'
import { storedUserId, userKey } from '#client/session/session.ts'
import { readRecords, removeRecord, writeRecords } from './record-store.ts'

type StoredChange = { key: string; userId: number; build: string; at: number; change: PendingChange }

/** Called when the server has refused a change, with its sentence. */
type OnRefused = (change: PendingChange, sentence: string) => void

/** Stores and sends pending changes. `build` identifies the app's build: another build's athletes may differ in shape. */
export function sendPendingChanges(
  { queryClient, queries, connection, pendingChanges }: LiveClient,
  build: string,
  onRefused: OnRefused,
) {
  const { followed, upcoming, completed } = queries
  let stored: readonly StoredChange[] = []
  /** The signed-in user's id. */
  let owner: number | undefined
  let isSending = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The `at` of this tab's latest record. */
  let latestAt = 0
  /** The `at` of each change of this tab whose request is in progress. */
  const inProgress = new Set<number>()

  const setStored = (next: readonly StoredChange[]): void => {
    stored = next
    pendingChanges.publish(stored.map(({ change }) => change))
  }

  const isOfBuild = (record: StoredChange): boolean => record.build === build
  const showChanges = (): void => showIn(queryClient, queries, stored.filter(isOfBuild))

  const isSignedIn = (): boolean => owner !== undefined && storedUserId() === owner

  const readOwn = async (): Promise<readonly StoredChange[]> =>
    (await readChangesOf(owner)).filter(({ at }) => !inProgress.has(at))

  const send = async (): Promise<void> => {
    clearTimeout(timer)
    if (isSending || stored.length === 0 || !isSignedIn()) return
    isSending = true
    let hasChanged = false
    try {
      await withLock(async () => {
        setStored(await readOwn())
        for (const record of stored) {
          if (!isSignedIn() || record.userId !== owner) return
          const outcome = await sendOne(queryClient, record.change)
          if (outcome === 'later') return
          hasChanged = true
          await removeRecord(pendingChangesDatabase, record.key, record.at)
          if (outcome !== 'sent') onRefused(record.change, outcome.refused)
        }
      })
      if (isSignedIn()) setStored(await readOwn())
    } catch {
      // Storage is not available; the changes in memory are retried.
    } finally {
      isSending = false
    }
    if (hasChanged)
      for (const { queryKey } of [followed, upcoming, completed]) void queryClient.invalidateQueries({ queryKey })
    if (stored.length > 0) timer = setTimeout(() => void send(), reconnectDelay(attempt++, Math.random()))
  }

  const sendSoon = (): void => {
    attempt = 0
    void send()
  }

  /** A record that replaces the stored change of the same athlete. */
  const newRecord = (change: PendingChange, userId: number): StoredChange => {
    latestAt = Math.max(deviceNow(), latestAt + 1, ...stored.map(({ at }) => at + 1))
    return { key: String(change.athleteId), userId, build, at: latestAt, change }
  }

  pendingChanges.keep = async (change) => {
    if (owner === undefined || !isSignedIn()) return async () => undefined
    const record = newRecord(change, owner)
    inProgress.add(record.at)
    await writeRecords([record], pendingChangesDatabase).catch(() => undefined)
    return async () => {
      await removeRecord(pendingChangesDatabase, record.key, record.at).catch(() => undefined)
      inProgress.delete(record.at)
    }
  }

  pendingChanges.save = async (change) => {
    if (owner === undefined || !isSignedIn()) return false
    try {
      await writeRecords([newRecord(change, owner)], pendingChangesDatabase)
      // Read again, because a concurrent read may have replaced the changes in memory.
      setStored(await readOwn())
    } catch {
      return false
    }
    showChanges()
    clearTimeout(timer)
    timer = setTimeout(() => void send(), reconnectDelay(attempt, Math.random()))
    return true
  }

  const setOwner = async (user: User | null | undefined): Promise<void> => {
    if (user?.id === owner) return
    owner = user?.id
    clearTimeout(timer)
    setStored([])
    if (owner === undefined) return
    const own = await readOwn().catch(() => [])
    // The session has ended, or another one has begun, while the changes were read.
    if (user?.id !== owner) return
    setStored(own)
    showChanges()
    sendSoon()
  }

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const key = event.query.queryKey[0]
    if (key === userKey[0]) void setOwner(queryClient.getQueryData<User | null>(userKey))
    else if (event.action.manual !== true && stored.length > 0 && key === followed.queryKey[0]) showChanges()
  })
  onlineManager.subscribe((isOnline) => isOnline && sendSoon())
  connection.subscribe(() => connection.state().phase === 'open' && sendSoon())
  void setOwner(queryClient.getQueryData<User | null>(userKey))
}

/** The stored changes of this user: another tab may have added or sent some. If any is another user's, all are deleted. */
async function readChangesOf(userId: number | undefined): Promise<readonly StoredChange[]> {
  const records = await readRecords<StoredChange>(pendingChangesDatabase)
  if (records.every((record) => record.userId === userId)) return records.toSorted((a, b) => a.at - b.at)
  deletePendingChanges()
  return []
}

/** Applies the pending changes to fetched lists, which do not contain them yet. */
function showIn(
  queryClient: QueryClient,
  { followed, upcoming, completed }: Queries,
  records: readonly StoredChange[],
): void {
  if (records.length === 0) return
  const changes = records.map(({ change }) => change)
  const changed = new Set(changes.map(({ athleteId }) => athleteId))
  const unfollowed = new Set(changes.filter(({ follow }) => follow === null).map(({ athleteId }) => athleteId))
  editCached<FollowedResponse>(queryClient, followed.queryKey, (list) => ({
    ...list,
    athletes: [
      ...list.athletes.filter(({ id }) => !changed.has(id)),
      ...changes.flatMap(({ athleteId, follow }) =>
        follow === null ? [] : [list.athletes.find(({ id }) => id === athleteId) ?? follow],
      ),
    ],
  }))
  if (unfollowed.size === 0) return
  for (const { queryKey } of [upcoming, completed])
    editCached<MatchesResponse>(queryClient, queryKey, (list) => ({
      ...list,
      matches: list.matches.filter(({ athleteId }) => !unfollowed.has(athleteId)),
    }))
}

async function sendOne(
  queryClient: QueryClient,
  { athleteId: id, follow }: PendingChange,
): Promise<'sent' | 'later' | { refused: string }> {
  try {
    await call(follow ? 'follow' : 'unfollow', { params: { id }, priority: 'athlete-data' })
    return 'sent'
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // 404: the athlete is no longer followed.
    if (error.status === 404 && !follow) return 'sent'
    if (isSessionOver(error)) void queryClient.invalidateQueries({ queryKey: userKey })
    return isUndecided(error) ? 'later' : { refused: error.sentence }
  }
}

/** Runs `work` while no other tab does, so that each change is sent once; at once in browsers without locks. */
const withLock = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(pendingChangesDatabase, work) : work()
