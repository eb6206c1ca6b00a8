// A visitor's claims on this device, under a name that the visitor enters once (docs/decisions/037).
import { addresses } from '#contract/addresses.ts'
import {
  type ClaimAnswer,
  type ClaimQueue,
  claimStorage,
  createClaimQueue,
  type PendingClaim,
} from '#client/cache/claim-queue.ts'
import { createListeners } from '#client/cache/listeners.ts'
import { serverText } from '#client/texts/t.ts'
import { showLostClaim, showRefusedClaims } from '#client/ui/claim-toasts.ts'
import { recordKey } from './claim-record.ts'
import type { SharedFeed } from './shared-feed.ts'

const nameKey = 'claimName'

/** Timeout of sending a claim, in ms; the claim is then sent again later. */
const sendTimeout = 10_000

const nameListeners = createListeners()
export const onNameChange = nameListeners.subscribe

/** The name under which this device claims; empty until the visitor has entered one. */
export function readName(): string {
  try {
    return localStorage.getItem(nameKey) ?? enteredName
  } catch {
    return enteredName
  }
}

/** Without storage the name lasts until the page is left. */
let enteredName = ''

/** Stores the name under which this device claims. */
export function storeName(name: string): void {
  enteredName = name
  try {
    localStorage.setItem(nameKey, name)
  } catch {
    // Storage is not available.
  }
  nameListeners.emit()
}

let opened: { feed: SharedFeed; queue: ClaimQueue } | undefined

/** The claims of this page; one queue per feed, opened by the first call. */
export function claimsOf(feed: SharedFeed, linkId: string): ClaimQueue {
  if (opened?.feed !== feed) opened = { feed, queue: open(feed, linkId) }
  return opened.queue
}

function open(feed: SharedFeed, linkId: string): ClaimQueue {
  const key = recordKey(linkId)
  const queue = createClaimQueue({
    ...claimStorage(key),
    send: (pending) => send(linkId, pending),
    onLost: (matchId, name) => showLostClaim(name, athletesIn(feed, matchId)),
    onRefused: showRefusedClaims,
  })
  let wasLive = false
  const applyFeed = (): void => {
    const { view, connection } = feed.state()
    const isLive = connection === 'live'
    if (isLive && !wasLive) queue.sendSoon()
    wasLive = isLive
    if (view.phase === 'loaded') queue.setState(view.rollCall)
    else if (view.phase === 'failed' && view.isGone) end()
  }
  const listeners = new AbortController()
  const stopApplying = feed.subscribe(applyFeed)
  const end = (): void => {
    queue.stop()
    stopApplying()
    listeners.abort()
    removeRecord(key)
  }
  const { signal } = listeners
  addEventListener('online', queue.sendSoon, { signal })
  addEventListener('storage', (event) => event.key === key && queue.reread(), { signal })
  // Not during the render that opens the queue, because applying the feed may show a toast.
  queueMicrotask(applyFeed)
  return queue
}

function removeRecord(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is not available.
  }
}

function athletesIn(feed: SharedFeed, matchId: number): string[] {
  const { view } = feed.state()
  const matches = view.phase === 'loaded' ? view.rollCall.upcomingMatches : []
  return matches.flatMap(({ id, athleteName }) => (id === matchId ? athleteName : []))
}

/** Without credentials: the link alone gives the right. */
async function send(linkId: string, { matchId, body }: PendingClaim): Promise<ClaimAnswer> {
  const { method, path } = addresses.claimSharedMatch
  const response = await fetch(path.replace(':linkId', linkId).replace(':id', String(matchId)), {
    method,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(sendTimeout),
  })
  const answer = (await response.json()) as Exclude<ClaimAnswer, 'later'> | { error: string; code: string }
  if (response.ok && 'claim' in answer) return answer
  const isLater = response.status >= 500 || [408, 429].includes(response.status)
  return isLater || !('error' in answer)
    ? 'later'
    : { refused: serverText(answer.error, answer.code), isGone: response.status === 404 }
}
