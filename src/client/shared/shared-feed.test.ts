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
/** Reads are not answered from now on. */
const hold = (): void => {
  held = new Promise(() => {})
}
let reads: string[]
let socket: RawSocket
let feed: SharedFeed
let stop: () => void

const begin = (state: SharedPageData['state'] = { kind: 'loaded', rollCall: examplePage() }): void => {
  feed = createSharedFeed({
    data: {
      linkId: 'abc',
      readAt: '/api/share/abc',
      tab: 'matches',
      language: 'en',
      chosen: null,
      drawnAt: new Date().toISOString(),
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
const says = (message: object): void => socket.onmessage?.({ data: JSON.stringify(message) })
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

describe('a shared page that is looked at', () => {
  it('is read again every minute, and says so for 0.8 seconds after', async () => {
    begin()
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

  it('keeps what it shows, and its age, when it cannot be read', async () => {
    begin()
    const { updatedAt } = feed.state()
    answer = { phase: 'failed', error: 'Unable to load shared RollCall', isGone: false }
    await vi.advanceTimersByTimeAsync(120 * second)
    expect(shown()).toMatchObject({ title: 'Spring camp' })
    expect(feed.state().updatedAt).toBe(updatedAt)
  })

  it('says that it is cut off while nobody answers its reads, though its socket has not heard of it', async () => {
    begin()
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

  it('is not said to be cut off before a read has been tried, and follows by reads while its socket is down', async () => {
    begin()
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

  it('is said to be cut off while neither its socket is up nor a read is answered, whatever some machine answers', async () => {
    for (const failure of [unreachable, { phase: 'failed', error: 'Bad gateway.', isGone: false }] as const) {
      begin()
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

  it('is said to be cut off after four seconds when its read is not answered at all', async () => {
    begin()
    socket.onopen?.()
    hold()
    socket.onclose?.({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(3.9 * second)
    expect(feed.state().connection).toBe('live')
    await vi.advanceTimersByTimeAsync(0.1 * second)
    expect(feed.state().connection).toBe('lost')
  })

  it('is not said to be cut off at once when its socket is back, and is up to date when nothing was missed', async () => {
    begin()
    socket.onopen?.()
    answer = unreachable
    await vi.advanceTimersByTimeAsync(62 * second)
    expect(feed.state().connection).toBe('lost')
    // The minute's read failed; the next one is not waited for.
    socket.onclose?.({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(1.5 * second)
    socket.onopen?.()
    expect(feed.state().connection).toBe('live')
    says({ type: 'subscription_confirmed', version: 'one', serverTime: new Date().toISOString() })
    expect(feed.state()).toMatchObject({ connection: 'live', updatedAt: Date.now() })
  })

  it('is not said to be cut off at once when its socket speaks again, or a read is answered', async () => {
    begin()
    socket.onopen?.()
    answer = unreachable
    await vi.advanceTimersByTimeAsync(62 * second)
    says({ type: 'source_update', tournamentId: 7, source: {} })
    expect(feed.state().connection).toBe('live')

    socket.onclose?.({ code: 1006, reason: '' })
    await vi.advanceTimersByTimeAsync(2 * second)
    expect(feed.state().connection).toBe('lost')
    answer = { phase: 'loaded', rollCall: examplePage() }
    await feed.refresh()
    expect(feed.state().connection).toBe('reading')
  })

  it('takes up its socket again, which had rested, when a read is answered after one that was not', async () => {
    begin()
    answer = unreachable
    for (let attempt = 0; attempt < 6; attempt++) {
      socket.onclose?.({ code: 1006, reason: '' })
      await vi.advanceTimersByTimeAsync(31 * second)
    }
    const rested = socket
    await vi.advanceTimersByTimeAsync(120 * second)
    expect(socket).toBe(rested)
    answer = { phase: 'loaded', rollCall: examplePage() }
    await vi.advanceTimersByTimeAsync(60 * second)
    expect(socket).not.toBe(rested)
    socket.onopen?.()
    expect(feed.state().connection).toBe('live')
  })

  it('is read again at once when the network is back, however short it was away', async () => {
    begin()
    answer = unreachable
    await feed.refresh()
    await vi.advanceTimersByTimeAsync(2 * second)
    expect(feed.state().connection).toBe('lost')
    answer = { phase: 'loaded', rollCall: examplePage({ title: 'Read again' }) }
    feed.pageShown()
    await vi.advanceTimersByTimeAsync(0)
    expect(feed.state().connection).toBe('live')
    expect(shown()).toMatchObject({ title: 'Read again' })
    feed.pageShown()
    expect(reads).toHaveLength(2)
  })

  it('shows what the socket brings at once, and lights the card that changed', () => {
    begin()
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
    }
    says({ type: 'shared_rollcall_update', version: 'two', change, serverTime: new Date().toISOString() })
    expect(shown()).toMatchObject({ version: 'two', upcomingMatches: [{ matNumber: 6 }] })
    expect(feed.highlights.of(cardKey(moved))).toBe('update')
    expect(feed.state().updatedAt).toBe(Date.now())
    expect(reads).toEqual([])
  })

  it('is read again when an update builds on what it has not, or something was missed while away', async () => {
    begin()
    says({ type: 'shared_rollcall_update', version: 'nine', serverTime: new Date().toISOString() })
    await vi.advanceTimersByTimeAsync(0)
    says({ type: 'subscription_confirmed', version: 'two', serverTime: new Date().toISOString() })
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toHaveLength(1)
    says({ type: 'subscription_confirmed', version: 'three', serverTime: new Date().toISOString() })
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toHaveLength(2)
  })

  it('is dead at once when the link is, and asks no more', async () => {
    begin()
    says({ type: 'error', code: 'not-found', error: 'Gone.' })
    expect(feed.state().view).toEqual({ phase: 'failed', error: 'Gone.', isGone: true })
    await vi.advanceTimersByTimeAsync(600 * second)
    expect(reads).toEqual([])
  })

  it('is dead when a read says so', async () => {
    begin()
    answer = { phase: 'failed', error: 'Gone.', isGone: true }
    await vi.advanceTimersByTimeAsync(60 * second)
    expect(feed.state().view).toMatchObject({ phase: 'failed', isGone: true })
  })
})

describe('a shared page that could not be loaded', () => {
  it('loads when somebody tries again', async () => {
    begin({ kind: 'failed', error: 'Busy.', code: 'busy', isGone: false })
    const trying = feed.tryAgain()
    expect(feed.state().view.phase).toBe('loading')
    await trying
    expect(shown()).toMatchObject({ title: 'Read again' })
  })
})
