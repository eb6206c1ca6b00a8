// Follows and unfollows made without a network: kept in this browser, shown as they will be, and sent when the network is
// back, also after the app was closed (docs/decisions/016). Loaded beside the first paint.
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { FollowedResponse } from '#contract/athletes.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Queries } from '#client/cache/queries.ts'
import { editCached } from '#client/cache/query-client.ts'
import type { PendingChange } from '#client/follow/pending-changes.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { reconnectDelay } from '#client/requests/retry.ts'
import { pendingChangesDatabase, deletePendingChanges } from '#client/session/delete-user-data.ts'
import { hadSession, userKey } from '#client/session/session.ts'
import { readRecords, removeRecord, writeRecords } from './record-store.ts'

type StoredChange = { key: string; userId: number; build: string; at: number; change: PendingChange }

/** Told of a change that the server refused, with its sentence. */
type OnRefused = (change: PendingChange, sentence: string) => void

/** Keeps and sends what `live.pendingChanges` is given. `build` names the app's build: another one's athletes may look different. */
export function sendPendingChanges(
  { queryClient, queries, connection, pendingChanges }: LiveClient,
  build: string,
  onRefused: OnRefused,
) {
  const { followed, upcoming, completed } = queries
  let kept: readonly StoredChange[] = []
  let owner: number | undefined
  let isSending = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: readonly StoredChange[]): void => {
    kept = next
    pendingChanges.publish(kept.map(({ change }) => change))
  }

  const showChanges = (): void =>
    showIn(
      queryClient,
      queries,
      kept.filter((one) => one.build === build).map(({ change }) => change),
    )

  const isOwned = (): boolean => owner !== undefined && hadSession()

  /** What is on the device now: another tab may have added to it, or sent it. */
  const readOwn = async (): Promise<readonly StoredChange[]> => {
    const records = await readRecords<StoredChange>(pendingChangesDatabase)
    if (records.every(({ userId }) => userId === owner)) return records.toSorted((a, b) => a.at - b.at)
    deletePendingChanges()
    return []
  }

  const send = async (): Promise<void> => {
    clearTimeout(timer)
    if (isSending || kept.length === 0 || !isOwned()) return
    isSending = true
    let hasChanged = false
    try {
      await alone(async () => {
        become(await readOwn())
        for (const record of kept) {
          if (!isOwned()) return
          const outcome = await sendOne(queryClient, record.change)
          if (outcome === 'later') return
          hasChanged = true
          await removeRecord(pendingChangesDatabase, record.key, record.at)
          if (outcome !== 'sent') onRefused(record.change, outcome.refused)
        }
      })
      if (isOwned()) become(await readOwn())
    } catch {
      // Storage is closed to us now; what is in memory is tried again.
    } finally {
      isSending = false
    }
    if (hasChanged)
      for (const { queryKey } of [followed, upcoming, completed]) void queryClient.invalidateQueries({ queryKey })
    if (kept.length > 0) timer = setTimeout(() => void send(), reconnectDelay(attempt++, Math.random()))
  }

  const sendSoon = (): void => {
    attempt = 0
    void send()
  }

  pendingChanges.save = async (change) => {
    if (owner === undefined || !hadSession()) return false
    const key = String(change.athleteId)
    const at = Math.max(deviceNow(), ...kept.map((one) => one.at + 1))
    const record: StoredChange = { key, userId: owner, build, at, change }
    try {
      await writeRecords([record], pendingChangesDatabase)
      // What is stored decides, also about a list that was being read meanwhile.
      become(await readOwn())
    } catch {
      return false
    }
    showChanges()
    clearTimeout(timer)
    timer = setTimeout(() => void send(), reconnectDelay(attempt, Math.random()))
    return true
  }

  const begin = async (user: User | null | undefined): Promise<void> => {
    if (user?.id === owner) return
    owner = user?.id
    clearTimeout(timer)
    become([])
    if (owner === undefined) return
    become(await readOwn().catch(() => []))
    showChanges()
    sendSoon()
  }

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const key = event.query.queryKey[0]
    if (key === userKey[0]) void begin(queryClient.getQueryData<User | null>(userKey))
    else if (event.action.manual !== true && kept.length > 0 && key === followed.queryKey[0]) showChanges()
  })
  onlineManager.subscribe((isOnline) => isOnline && sendSoon())
  connection.subscribe(() => connection.state().phase === 'open' && sendSoon())
  void begin(queryClient.getQueryData<User | null>(userKey))
}

/** Lists that were read anew do not know yet what waits. */
function showIn(
  queryClient: QueryClient,
  { followed, upcoming, completed }: Queries,
  changes: readonly PendingChange[],
): void {
  if (changes.length === 0) return
  const touched = new Set(changes.map(({ athleteId }) => athleteId))
  const left = new Set(changes.filter(({ follow }) => follow === null).map(({ athleteId }) => athleteId))
  editCached<FollowedResponse>(queryClient, followed.queryKey, (list) => ({
    ...list,
    athletes: [
      ...list.athletes.filter(({ id }) => !touched.has(id)),
      ...changes.flatMap(({ athleteId, follow }) =>
        follow === null ? [] : [list.athletes.find(({ id }) => id === athleteId) ?? follow],
      ),
    ],
  }))
  if (left.size === 0) return
  for (const { queryKey } of [upcoming, completed])
    editCached<MatchesResponse>(queryClient, queryKey, (list) => ({
      ...list,
      matches: list.matches.filter(({ athleteId }) => !left.has(athleteId)),
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
    // Whom one does not follow is unfollowed.
    if (error.status === 404 && !follow) return 'sent'
    if (error.status === 401) void queryClient.invalidateQueries({ queryKey: userKey })
    const isLater = error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)
    return isLater ? 'later' : { refused: error.sentence }
  }
}

/** One tab at a time, so that each change is sent once. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(pendingChangesDatabase, work) : work()
