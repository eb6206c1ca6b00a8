import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SharedPageData } from '#contract/shared-page.ts'
import type { RawSocket } from '#client/live/socket.ts'
import { cardKey } from '#client/live/highlights.ts'
import { examplePage, exampleSharedMatch } from './example-page.ts'
import { createSharedFeed, type SharedFeed, type SharedView } from './shared-feed.ts'

const second = 1_000

const unreachable: SharedView = {
  phase: 'failed',
  error: 'Unable to load shared RollCall',
  isGone: false,
  isUnreachable: true,
}

let answer: SharedView
let held: Promise<void> | null
/** Leaves reads unanswered from now on. */
const hold = (): void => {
  held = new Promise(() => {})
}
let reads: string[]
let socket: RawSocket
let feed: SharedFeed
let stop: () => void

const start = (state: SharedPageData['state'] = { kind: 'loaded', rollCall: examplePage() }): void => {
  feed = createSharedFeed({
    data: {
      linkId: 'abc',
      reloadPath: '/api/share/abc',
      tab: 'matches',
      language: 'en',
      chosen: null,
      renderedAt: new Date().toISOString(),
      site: { supportEmail: null, donationUrl: null, sponsors: [] },
      state,
    },
    clock: { now: () => Date.now(), learn: () => {} },
    read: async (path) => {
      reads.push(path)
      await held
      return answer
    },
    openRawSocket: () => {
      socket = { send: () => {}, close: () => {}, onopen: null, onmessage: null, onclose: null, onerror: null }
      return socket
    },
    random: () => 0,
  })
  stop = feed.start()
}
const receive = (message: object): void => socket.onmessage?.({ data: JSON.stringify(message) })
const shown = () => {
  const { view } = feed.state()
  return view.phase === 'loaded' ? view.rollCall : view
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(examplePage().serverTime) })
  answer = { phase: 'loaded', rollCall: examplePage({ title: 'Read again', version: 'two' }) }
  reads = []
  held = null
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('An open shared page', () => {
  it('is read every minute, and shows its overlay for 0.8 seconds after that', async () => {
    start()
    socket.onopen?.()
    await vi.advanceTimersByTimeAsync(60 * second)
    expect(reads).toEqual(['/api/share/abc'])
    expect(shown()).toMatchObject({ title: 'Read again' })
    expect(feed.state().isRefreshing).toBe(true)
    await vi.advanceTimersByTimeAsync(799)
    expect(feed.state().isRefreshing).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(feed.state().isRefreshing).toBe(false)
  })

  it('keeps its content and its age when a read fails', async () => {
    start()
    const { updatedAt } = feed.state()
    answer = { phase: 'failed', error: 'Unable to load shared RollCall', isGone: false }
    await vi.advanceTimersByTimeAsync(120 * second)
    expect(shown()).toMatchObject({ title: 'Spring camp' })
    expect(feed.state().updatedAt).toBe(updatedAt)
  })

  it('reports a lost connection while its reads are unanswered, although its socket is still open', async () => {
    start()
    socket.onopen?.()
    answer = unreachable
    await vi.advanceTimersByTimeAsync(60 * second)
    expect(feed.state().connection).toBe('live')
    await vi.advanceTimersByTimeAsync(2 * second)
    expect(feed.state().connection).toBe('lost')
    answer = { phase: 'failed', error: 'Too many requests.', isGone: false }
    await vi.advanceTimersByTimeAsync(58 * second)
    expect(feed.state().connection).toBe('live')
  })

  it('does not report a lost connection before a read has failed, and polls while its socket is closed', async () => {
    start()
    socket.onopen?.()
    socket.onclose?.({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(0.9 * second)
    socket.onclose?.({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(2 * second)
    expect(reads).toHaveLength(1)
    expect(feed.state()).toMatchObject({ connection: 'reading', updatedAt: Date.now() - 0.9 * second })
    await vi.advanceTimersByTimeAsync(600 * second)
    expect(feed.state().connection).toBe('reading')
  })

  it('reports a lost connection while its socket is closed and reads get no answer, or an error perhaps from a proxy', async () => {
    for (const failure of [unreachable, { phase: 'failed', error: 'Bad gateway.', isGone: false }] as const) {
      start()
      socket.onopen?.()
      answer = failure
      socket.onclose?.({ code: 1006, reason: '' })
      await vi.advanceTimersByTimeAsync(1.9 * second)
      expect(feed.state().connection).toBe('live')
      await vi.advanceTimersByTimeAsync(0.1 * second)
      expect(feed.state().connection).toBe('lost')
      stop()
    }
  })

  it('reports a lost connection four seconds after its socket is closed if its read gets no answer', async () => {
    start()
    socket.onopen?.()
    hold()
    socket.onclose?.({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(3.9 * second)
    expect(feed.state().connection).toBe('live')
    await vi.advanceTimersByTimeAsync(0.1 * second)
    expect(feed.state().connection).toBe('lost')
  })

  it('reports a live connection at once when its socket is open again, and is up to date if no change was missed', async () => {
    start()
    socket.onopen?.()
    answer = unreachable
    await vi.advanceTimersByTimeAsync(62 * second)
    expect(feed.state().connection).toBe('lost')
    // The minute's read has failed, and the socket does not wait for the next one.
    socket.onclose?.({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(1.5 * second)
    socket.onopen?.()
    expect(feed.state().connection).toBe('live')
    receive({ type: 'subscription_confirmed', version: 'one', serverTime: new Date().toISOString() })
    expect(feed.state()).toMatchObject({ connection: 'live', updatedAt: Date.now() })
  })

  it('reports a live connection at once when its socket receives a message or a read is answered', async () => {
    start()
    socket.onopen?.()
    answer = unreachable
    await vi.advanceTimersByTimeAsync(62 * second)
    receive({ type: 'source_update', tournamentId: 7, source: {} })
    expect(feed.state().connection).toBe('live')

    socket.onclose?.({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(2 * second)
    expect(feed.state().connection).toBe('lost')
    answer = { phase: 'loaded', rollCall: examplePage() }
    await feed.refresh()
    expect(feed.state().connection).toBe('reading')
  })

  it('reopens its socket, which had given up, when a read is answered after an unanswered one', async () => {
    start()
    answer = unreachable
    for (let attempt = 0; attempt < 6; attempt++) {
      socket.onclose?.({ code: 1006, reason: '' })
      await vi.advanceTimersByTimeAsync(31 * second)
    }
    const abandoned = socket
    await vi.advanceTimersByTimeAsync(120 * second)
    expect(socket).toBe(abandoned)
    answer = { phase: 'loaded', rollCall: examplePage() }
    await vi.advanceTimersByTimeAsync(60 * second)
    expect(socket).not.toBe(abandoned)
    socket.onopen?.()
    expect(feed.state().connection).toBe('live')
  })

  it('is read at once when the browser is online again', async () => {
    start()
    answer = unreachable
    await feed.refresh()
    await vi.advanceTimersByTimeAsync(2 * second)
    expect(feed.state().connection).toBe('lost')
    answer = { phase: 'loaded', rollCall: examplePage({ title: 'Read again' }) }
    feed.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(feed.state().connection).toBe('live')
    expect(shown()).toMatchObject({ title: 'Read again' })
    feed.wake()
    expect(reads).toHaveLength(2)
  })

  it('applies a message at once and highlights the changed card', () => {
    start()
    socket.onopen?.()
    vi.advanceTimersByTime(30 * second)
    const moved = exampleSharedMatch({ matNumber: 6 })
    const change = {
      ...examplePage(),
      from: 'one',
      athletes: [],
      matches: [moved],
      removedAthletes: [],
      removedMatches: [],
      removedClaims: [],
    }
    receive({ type: 'shared_rollcall_update', version: 'two', change, serverTime: new Date().toISOString() })
    expect(shown()).toMatchObject({ version: 'two', upcomingMatches: [{ matNumber: 6 }] })
    expect(feed.highlights.of(cardKey(moved))).toBe('update')
    expect(feed.state().updatedAt).toBe(Date.now())
    expect(reads).toEqual([])
  })

  it('keeps the change of a message that arrives during a read', async () => {
    start()
    socket.onopen?.()
    let answerRead = (): void => {}
    held = new Promise((resolve) => (answerRead = resolve))
    answer = { phase: 'loaded', rollCall: examplePage() }
    const reading = feed.refresh()
    const change = {
      ...examplePage(),
      from: 'one',
      athletes: [],
      matches: [exampleSharedMatch({ matNumber: 6 })],
      removedAthletes: [],
      removedMatches: [],
      removedClaims: [],
    }
    receive({ type: 'shared_rollcall_update', version: 'two', change, serverTime: new Date().toISOString() })
    answerRead()
    await reading
    expect(shown()).toMatchObject({ version: 'two', upcomingMatches: [{ matNumber: 6 }] })
  })

  it('is read when an update does not follow its version, or changes were missed while disconnected', async () => {
    start()
    receive({ type: 'shared_rollcall_update', version: 'nine', serverTime: new Date().toISOString() })
    await vi.advanceTimersByTimeAsync(0)
    receive({ type: 'subscription_confirmed', version: 'two', serverTime: new Date().toISOString() })
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toHaveLength(1)
    receive({ type: 'subscription_confirmed', version: 'three', serverTime: new Date().toISOString() })
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toHaveLength(2)
  })

  it('shows at once that the link no longer exists, and is not read again', async () => {
    start()
    receive({ type: 'error', code: 'not-found', error: 'Gone.' })
    expect(feed.state().view).toEqual({ phase: 'failed', error: 'Gone.', isGone: true })
    await vi.advanceTimersByTimeAsync(600 * second)
    expect(reads).toEqual([])
  })

  it('still shows that the link no longer exists when a read that began before is answered', async () => {
    start()
    let answerRead = (): void => {}
    held = new Promise((resolve) => (answerRead = resolve))
    const reading = feed.refresh()
    receive({ type: 'error', code: 'not-found', error: 'Gone.' })
    answerRead()
    await reading
    expect(feed.state().view).toEqual({ phase: 'failed', error: 'Gone.', isGone: true })
  })

  it('shows that the link no longer exists when a read is answered 404', async () => {
    start()
    answer = { phase: 'failed', error: 'Gone.', isGone: true }
    await vi.advanceTimersByTimeAsync(60 * second)
    expect(feed.state().view).toMatchObject({ phase: 'failed', isGone: true })
  })
})

describe('A shared page that could not be loaded', () => {
  it('loads when the user retries', async () => {
    start({ kind: 'failed', error: 'Busy.', code: 'busy', isGone: false })
    const trying = feed.retry()
    expect(feed.state().view.phase).toBe('loading')
    await trying
    expect(shown()).toMatchObject({ title: 'Read again' })
  })
})
