import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import { type ConnectionState, createSocket, type LiveSocket, type RawSocket } from './socket.ts'

const second = 1000
const minute = 60 * second

/** A WebSocket whose events are caused by the test. */
class FakeSocket implements RawSocket {
  sent: { type: string }[] = []
  closedWith: number | undefined
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  onerror: (() => void) | null = null

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string })
  }
  close(code?: number): void {
    this.closedWith = code
  }
  receives(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  receivesPong(): void {
    this.receives({ type: 'pong', serverTime: new Date().toISOString() })
  }
  closes(code = 1006, reason = ''): void {
    this.onclose?.({ code, reason })
  }
}

let sockets: FakeSocket[]
let states: ConnectionState[]
let messages: ServerMessage[]
let polls: (() => Promise<void>)[]
let sessionEnds: number
let socket: LiveSocket

const currentSocket = (): FakeSocket => {
  const last = sockets.at(-1)
  if (!last) throw new Error('no connection was opened')
  return last
}
const state = () => states.at(-1)

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  states = []
  messages = []
  polls = []
  sessionEnds = 0
  socket = createSocket({
    open: () => {
      const opened = new FakeSocket()
      sockets.push(opened)
      return opened
    },
    userId: 3,
    now: () => Date.now(),
    random: () => 0,
    since: () => ({ '7': { epoch: 'a', seq: 5 } }),
    onMessage: (message) => messages.push(message),
    onState: (next) => states.push(next),
    poll: () => (polls.shift() ?? (() => Promise.resolve()))(),
    onSessionEnded: () => sessionEnds++,
  })
  socket.start()
})
afterEach(() => {
  socket.stop()
  vi.useRealTimers()
})

const open = () => currentSocket().onopen?.()
/** Opens the connection and confirms the subscription. */
const confirm = () => {
  open()
  currentSocket().receives({ type: 'subscription_confirmed', userId: 3, positions: {}, recovered: {} })
}
/** Fails each attempt until `count` connections have been opened. */
const failUntil = (count: number) => {
  while (sockets.length < count) {
    const before = sockets.length
    currentSocket().closes()
    while (sockets.length === before) vi.advanceTimersByTime(second)
  }
}

describe('A socket', () => {
  it('subscribes with the positions of its client when it opens, and then sends a ping', () => {
    open()
    expect(currentSocket().sent).toEqual([
      { type: 'subscribe', userId: 3, since: { '7': { epoch: 'a', seq: 5 } }, compact: true },
      { type: 'ping', timestamp: Date.now() },
    ])
  })

  it('is silent and healthy when it opens, and open after its first message', () => {
    open()
    expect(state()).toEqual({ phase: 'silent', health: 'healthy', polling: 'off' })
    currentSocket().receivesPong()
    expect(state()).toEqual({ phase: 'open', health: 'healthy', polling: 'off' })
  })

  it('closes an attempt that does not open within ten seconds and retries', () => {
    vi.advanceTimersByTime(10 * second)
    expect(sockets[0]?.closedWith).toBe(closeCodes.noPong)
    expect(state()).toMatchObject({ phase: 'connecting', health: 'failed' })
    vi.advanceTimersByTime(2 * second)
    expect(sockets).toHaveLength(2)
  })

  it('closes an attempt that receives no message within ten seconds after it opened, and retries', () => {
    vi.advanceTimersByTime(9 * second)
    open()
    vi.advanceTimersByTime(9.9 * second)
    expect(sockets[0]?.closedWith).toBeUndefined()
    vi.advanceTimersByTime(0.1 * second)
    expect(sockets[0]?.closedWith).toBe(closeCodes.noPong)
    expect(state()).toMatchObject({ phase: 'connecting', health: 'failed' })
    vi.advanceTimersByTime(2 * second)
    expect(sockets).toHaveLength(2)
  })

  it('pings when it opens and then every thirty seconds', () => {
    confirm()
    vi.advanceTimersByTime(90 * second)
    expect(currentSocket().sent.filter(({ type }) => type === 'ping')).toHaveLength(4)
  })

  it('is degraded after ten minutes without a pong, and failed and closed after twenty minutes', () => {
    confirm()
    vi.advanceTimersByTime(10 * minute)
    expect(state()?.health).toBe('degraded')
    vi.advanceTimersByTime(10 * minute)
    expect(sockets[0]?.closedWith).toBe(closeCodes.noPong)
    expect(state()).toMatchObject({ phase: 'connecting', health: 'failed' })
  })

  it('is healthy again after a pong', () => {
    confirm()
    vi.advanceTimersByTime(11 * minute)
    currentSocket().receivesPong()
    expect(state()?.health).toBe('healthy')
  })

  it('ignores data that are not messages', () => {
    open()
    currentSocket().receives({ type: 'upcoming_matches_updated', serverTime: '2026-11-21T18:27:00Z' })
    currentSocket().receives([1])
    currentSocket().onmessage?.({ data: 'not json' })
    currentSocket().onmessage?.({ data: new ArrayBuffer(1) })
    expect(messages.map(({ type }) => type)).toEqual(['upcoming_matches_updated'])
  })
})

describe('A socket that was closed', () => {
  it('reconnects after the shortest wait when it had received a message', () => {
    currentSocket().closes()
    vi.advanceTimersByTime(2 * second)
    open()
    currentSocket().receivesPong()
    currentSocket().closes()
    vi.advanceTimersByTime(2 * second)
    expect(sockets).toHaveLength(3)
  })

  it('reconnects after the wait that a restarting server requests', () => {
    open()
    currentSocket().closes(closeCodes.restart, '{"retryAfterMs":9000}')
    vi.advanceTimersByTime(8 * second)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1 * second)
    expect(sockets).toHaveLength(2)
  })

  it('does not reconnect when the session has ended', () => {
    open()
    currentSocket().closes(closeCodes.sessionEnded)
    vi.advanceTimersByTime(10 * minute)
    expect(sockets).toHaveLength(1)
    expect(sessionEnds).toBe(1)
    expect(state()?.phase).toBe('idle')
  })

  it('does not reconnect after it was stopped', () => {
    open()
    socket.stop()
    vi.advanceTimersByTime(10 * minute)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.closedWith).toBe(1000)
  })
})

describe('Polling', () => {
  it('starts after three consecutive failed attempts, and the connection then counts as degraded [L46]', () => {
    failUntil(3)
    expect(state()?.polling).toBe('off')
    currentSocket().closes()
    expect(state()).toEqual({ phase: 'connecting', health: 'degraded', polling: 'trying' })
  })

  it('does not count a lost connection as a failed attempt', () => {
    open()
    currentSocket().receivesPong()
    failUntil(4)
    expect(state()?.polling).toBe('off')
    currentSocket().closes()
    expect(state()?.polling).toBe('trying')
  })

  it('counts a connection that closes before its first message as a failed attempt', () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      open()
      failUntil(sockets.length + 1)
    }
    expect(state()?.polling).toBe('trying')
  })

  it('starts within a minute when sockets open but receive nothing', () => {
    const start = Date.now()
    let opened = 0
    while (state()?.polling !== 'trying' && Date.now() - start < 10 * minute) {
      if (sockets.length > opened) {
        opened = sockets.length
        open()
      }
      vi.advanceTimersByTime(second)
    }
    expect(Date.now() - start).toBeLessThan(minute)
    expect(opened).toBe(3)
  })

  it('does not stop the attempts to reconnect', () => {
    failUntil(3)
    currentSocket().closes()
    failUntil(6)
    expect(sockets).toHaveLength(6)
    expect(state()?.polling).toBe('trying')
  })

  it('fetches every two minutes, or after five when a poll has failed, and reports its result', async () => {
    const polledAt: number[] = []
    const start = Date.now()
    const poll = (result: () => Promise<void>) => () => {
      polledAt.push(Math.round((Date.now() - start) / minute))
      return result()
    }
    polls = [
      poll(() => Promise.reject(new Error('down'))),
      poll(() => Promise.resolve()),
      poll(() => Promise.resolve()),
    ]
    failUntil(3)
    currentSocket().closes()
    const startedAt = Math.round((Date.now() - start) / minute)
    await vi.advanceTimersByTimeAsync(4 * minute)
    expect(state()?.polling).toBe('fails')
    await vi.advanceTimersByTimeAsync(6 * minute)
    expect(polledAt.map((at) => at - startedAt)).toEqual([0, 5, 7])
    expect(state()?.polling).toBe('works')
  })

  it('stops at the first message on the socket', () => {
    failUntil(4)
    currentSocket().closes()
    failUntil(5)
    open()
    expect(state()).toEqual({ phase: 'silent', health: 'healthy', polling: 'trying' })
    currentSocket().receivesPong()
    expect(state()).toEqual({ phase: 'open', health: 'healthy', polling: 'off' })
  })
})

describe('A page that becomes visible again', () => {
  it('replaces an open connection that does not answer a ping within five seconds', () => {
    confirm()
    socket.probe()
    expect(currentSocket().sent.at(-1)?.type).toBe('ping')
    vi.advanceTimersByTime(5 * second)
    expect(sockets).toHaveLength(2)
  })

  it('replaces a connection that is still silent and does not answer a ping within five seconds', () => {
    open()
    socket.probe()
    vi.advanceTimersByTime(5 * second)
    expect(sockets).toHaveLength(2)
  })

  it('keeps a connection that answers a ping', () => {
    open()
    socket.probe()
    currentSocket().receivesPong()
    vi.advanceTimersByTime(5 * second)
    expect(sockets).toHaveLength(1)
  })

  it('reconnects without waiting for the next attempt', () => {
    currentSocket().closes()
    socket.probe()
    expect(sockets).toHaveLength(2)
  })
})
