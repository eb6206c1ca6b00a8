// The state of the public page: rendered by the server, then updated by the socket and by a read every minute
// (sharing-and-admin.md section 4). Independent of React, which subscribes to it.
import { applySharedUpdate } from '#contract/apply-shared.ts'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { mergeHalls } from '#contract/match-estimate.ts'
import type { SharedFailure, SharedPageData } from '#contract/shared-page.ts'
import type { SharedMatch, SharedRollCall } from '#contract/sharing.ts'
import { createListeners } from '#client/cache/listeners.ts'
import { cardKey, createHighlights } from '#client/live/highlights.ts'
import type { RawSocket } from '#client/live/socket.ts'
import { serverText, t } from '#client/texts/t.ts'
import { createSharedConnection, type ReadAnswer, type SharedConnection } from './shared-connection.ts'
import { createSharedSocket, type SharedSocket } from './shared-socket.ts'

/** sharing-and-admin.md section 9, in ms. */
const sharedFeedTimes = { refetch: 60_000, overlay: 800 } as const
/** Timeout of a read, in ms; the same as the socket's handshake. */
const readTimeout = 10_000

export type SharedView =
  | { phase: 'loading' }
  | { phase: 'loaded'; rollCall: SharedRollCall }
  /** `isGone`: the link no longer exists. `isUnreachable`: the server did not answer. */
  | { phase: 'failed'; error: string; isGone: boolean; isUnreachable?: boolean }

export type SharedState = {
  view: SharedView
  /** When the page was last known to be up to date, epoch ms by the server's clock; null for never. */
  updatedAt: number | null
  /** Whether the overlay of a background refresh is shown. */
  isRefreshing: boolean
  connection: SharedConnection
}

export type SharedFeed = ReturnType<typeof createSharedFeed>

type Parts = {
  data: SharedPageData
  clock: { now(): number; learn(serverTime?: string): void }
  read?: (path: string) => Promise<SharedView>
  openRawSocket?: () => RawSocket
  random?: () => number
}

/** Creates the feed of a shared page; `start` opens its socket and its reads every minute. */
export function createSharedFeed({
  data,
  clock,
  read = readShared,
  openRawSocket = openSharedSocket,
  random = Math.random,
}: Parts) {
  const { linkId, reloadPath } = data
  const listeners = createListeners()
  const highlights = createHighlights()
  let state = initialState(data.state)
  let socket: SharedSocket | null = null
  let refetchTimer: ReturnType<typeof setInterval> | undefined
  let overlayTimer: ReturnType<typeof setTimeout> | undefined

  const setState = (change: Partial<SharedState>): void => {
    state = { ...state, ...change }
    listeners.emit()
  }

  const show = (rollCall: SharedRollCall): void => {
    const before = state.view.phase === 'loaded' ? state.view.rollCall.upcomingMatches : null
    setState({ view: { phase: 'loaded', rollCall }, updatedAt: clock.now() })
    if (before) markChanges(before, rollCall.upcomingMatches, highlights)
  }

  const end = (error: string): void => {
    stop()
    setState({ view: { phase: 'failed', error, isGone: true }, isRefreshing: false })
  }

  const readNow = async (path: string): Promise<void> => {
    const version = versionOf(state.view)
    const view = await read(path)
    // The answer is older than the message that the link no longer exists.
    if (hasEnded(state.view)) return
    // The server is reachable again, so the socket is retried if it has given up.
    if (connection.readEnded(answerOf(view))) socket?.probe()
    if (view.phase === 'loaded') {
      clock.learn(view.rollCall.serverTime)
      // An update that was applied during the read may be newer than the answer; the socket sends those that follow it.
      if (versionOf(state.view) === version) show(view.rollCall)
    } else if (view.phase === 'failed' && view.isGone) end(view.error)
    // After a failed read, a loaded page stays as it is; its age is displayed.
    else if (state.view.phase !== 'loaded') setState({ view })
  }

  const reload = coalesce(async () => {
    if (reloadPath !== null) await readNow(reloadPath)
  })
  const connection = createSharedConnection(reload, (connection) => setState({ connection }))

  const refresh = async (): Promise<void> => {
    clearTimeout(overlayTimer)
    if (state.view.phase === 'loaded') setState({ isRefreshing: true })
    await reload()
    overlayTimer = setTimeout(() => setState({ isRefreshing: false }), sharedFeedTimes.overlay)
  }

  const receive = (message: ServerMessage): void => {
    connection.serverAnswered()
    if ('serverTime' in message) clock.learn(message.serverTime)
    if (state.view.phase !== 'loaded') return
    const { rollCall } = state.view
    if (message.type === 'source_update' || message.type === 'hall_update') {
      setState({ view: { phase: 'loaded', rollCall: withFacts(rollCall, message) } })
    } else if (message.type === 'subscription_confirmed' || message.type === 'shared_rollcall_update') {
      const current = currentPage(rollCall, message)
      if (current) show(current)
      else void reload()
    }
  }

  const stop = (): void => {
    clearInterval(refetchTimer)
    clearTimeout(overlayTimer)
    connection.stop()
    socket?.stop()
    socket = null
  }

  return {
    linkId,
    state: (): SharedState => state,
    subscribe: listeners.subscribe,
    highlights,

    /** Keeps the page updated until the link is gone or the returned function is called. */
    start(): () => void {
      if (linkId === null || hasEnded(state.view)) return () => {}
      refetchTimer = setInterval(() => void refresh(), sharedFeedTimes.refetch)
      socket = createSharedSocket({
        linkId,
        open: openRawSocket,
        random,
        onMessage: receive,
        onLost: connection.socketLost,
        onGone: end,
      })
      socket.start()
      return stop
    },

    refresh,

    /** Reloads after a failure, at the user's request. */
    async retry(): Promise<void> {
      setState({ view: { phase: 'loading' } })
      await reload()
    },

    /** Call when the page becomes visible or the browser is online again. */
    wake(): void {
      if (hasEnded(state.view)) return
      socket?.probe()
      if (!connection.isReachable() || clock.now() - (state.updatedAt ?? 0) >= sharedFeedTimes.refetch) void refresh()
    },
  }
}

const hasEnded = (view: SharedView): boolean => view.phase === 'failed' && view.isGone

const versionOf = (view: SharedView): string | null => (view.phase === 'loaded' ? view.rollCall.version : null)

const answerOf = (view: SharedView): ReadAnswer =>
  view.phase !== 'failed' ? 'page' : view.isUnreachable ? 'none' : 'failure'

/** The state that the server rendered. */
function initialState(state: SharedPageData['state']): SharedState {
  const isLoaded = state.kind === 'loaded'
  return {
    view: isLoaded ? { phase: 'loaded', rollCall: state.rollCall } : failedView(state),
    updatedAt: isLoaded ? Date.parse(state.rollCall.serverTime) : null,
    isRefreshing: false,
    connection: 'live',
  }
}

/** Returns a function that runs `run`, one run at a time; calls during a run cause one more run after it. */
function coalesce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isRequestedAgain = false
  const start = (): Promise<void> => {
    if (running) {
      isRequestedAgain = true
      return running
    }
    running = run().finally(() => {
      running = null
      if (!isRequestedAgain) return
      isRequestedAgain = false
      void start()
    })
    return running
  }
  return start
}

const failedView = ({ error, code, isGone }: SharedFailure): SharedView => ({
  phase: 'failed',
  error: serverText(error, code),
  isGone,
})

/** Highlights the cards that have changed. */
function markChanges(
  before: readonly SharedMatch[],
  after: readonly SharedMatch[],
  { mark }: ReturnType<typeof createHighlights>,
): void {
  const oldByKey = new Map(before.map((match) => [cardKey(match), match]))
  for (const match of after) {
    const key = cardKey(match)
    const old = oldByKey.get(key)
    if (old && factsOf(old) !== factsOf(match)) mark(key, old.status === match.status ? 'update' : 'status')
  }
}

/** A match without the time when its item was made, for comparison. */
const factsOf = (match: SharedMatch): string => JSON.stringify({ ...match, timestamp: '' })

/** GET /api/share/{linkId}, without credentials. */
async function readShared(path: string): Promise<SharedView> {
  try {
    const response = await fetch(path, {
      credentials: 'omit',
      cache: 'no-cache',
      signal: AbortSignal.timeout(readTimeout),
    })
    const body = (await response.json().catch(() => null)) as SharedRollCall | { error?: string; code?: string } | null
    if (response.ok && body && 'upcomingMatches' in body) return { phase: 'loaded', rollCall: body }
    const { error, code } = (body ?? {}) as { error?: string; code?: string }
    return {
      phase: 'failed',
      error: error ? serverText(error, code) : t('shared.failed'),
      isGone: response.status === 404,
    }
  } catch {
    return { phase: 'failed', error: t('shared.unreachable'), isGone: false, isUnreachable: true }
  }
}

/** The page at the message's version; null if it must be read, because changes were not received. */
const currentPage = (
  rollCall: SharedRollCall,
  message: ServerMessageOf<'subscription_confirmed'> | ServerMessageOf<'shared_rollcall_update'>,
): SharedRollCall | null => {
  if (message.type === 'shared_rollcall_update') return applySharedUpdate(rollCall, message)
  // Changes between the rendering, or the last connection, and this one were not received.
  return message.version === rollCall.version ? rollCall : null
}

/** The page with a new age of a source, or a new record of a hall. */
const withFacts = (
  rollCall: SharedRollCall,
  message: ServerMessageOf<'source_update'> | ServerMessageOf<'hall_update'>,
): SharedRollCall =>
  message.type === 'source_update'
    ? { ...rollCall, sources: { ...rollCall.sources, [message.tournamentId]: message.source } }
    : { ...rollCall, halls: mergeHalls(rollCall.halls, message.tournamentId, message.hall) }

function openSharedSocket(): RawSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws`) as RawSocket
}
