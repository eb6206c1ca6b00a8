// The claims of the signed-in user's matches (docs/decisions/037): the server's, and this device's that are not sent yet. Loaded
// when a card shows claims, or if an earlier visit stored claims.
import { onlineManager } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import {
  type ClaimAnswer,
  type ClaimQueue,
  type ClaimRecord,
  claimStorage,
  createClaimQueue,
  type PendingClaim,
} from '#client/cache/claim-queue.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { CallError, isUndecided } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { claimsKey } from '#client/session/delete-user-data.ts'
import { storedUserId, userKey } from '#client/session/session.ts'

/** The claim queue's events: somebody else has claimed a match, or the server has refused claims. */
export type ClaimEvents = Pick<Parameters<typeof createClaimQueue>[0], 'onLost' | 'onRefused'>

let opened: { userId: number; queue: ClaimQueue } | undefined

/** Opens the claims of the signed-in user, once per page; undefined if nobody is signed in. Not to be called during a render. */
export function openClaims(client: LiveClient, events: ClaimEvents): ClaimQueue | undefined {
  const user = client.queryClient.getQueryData<User | null>(userKey)
  if (opened?.userId !== user?.id) opened = user ? { userId: user.id, queue: open(client, user.id, events) } : undefined
  return opened?.queue
}

function open(
  { queryClient, queries, connection, shownClaims, onSessionOver }: LiveClient,
  userId: number,
  events: ClaimEvents,
) {
  const queue = createClaimQueue({ ...storageOf(userId), ...events, send })
  const showList = (): void => {
    const list = queryClient.getQueryData<MatchesResponse>(queries.upcoming.queryKey)
    if (list) queue.setState(list)
  }
  const storageListener = new AbortController()
  const stops = [
    queue.subscribe(() => shownClaims.publish(queue.shown())),
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === queries.upcoming.queryKey[0]) showList()
    }),
    onlineManager.subscribe((isOnline) => isOnline && queue.sendSoon()),
    connection.subscribe(() => connection.state().phase === 'open' && queue.sendSoon()),
    onSessionOver(() => {
      queue.stop()
      shownClaims.publish(null)
      opened = undefined
      for (const stop of stops) stop()
      storageListener.abort()
    }),
  ]
  addEventListener('storage', ({ key }) => key === claimsKey && queue.reread(), { signal: storageListener.signal })
  showList()
  shownClaims.publish(queue.shown())
  queue.sendSoon()
  return queue
}

/** The record of this user; nothing is stored after a logout, or when another user has signed in. */
function storageOf(userId: number) {
  const { read, write } = claimStorage(claimsKey)
  return {
    read(): ClaimRecord | null {
      const stored = read() as (ClaimRecord & { userId: number }) | null
      return stored?.userId === userId ? stored : null
    },
    write(record: ClaimRecord): void {
      if (storedUserId() === userId) write({ ...record, userId } as ClaimRecord)
    },
  }
}

async function send({ matchId, body }: PendingClaim): Promise<ClaimAnswer> {
  try {
    return await call('claimMatch', { params: { id: matchId }, body, priority: 'athlete-data' })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return isUndecided(error) ? 'later' : { refused: error.sentence, isGone: error.status === 404 }
  }
}
