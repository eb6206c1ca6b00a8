import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import { type ConnectionState, createSocket, type LiveSocket, type RawSocket } from './socket.ts'

const second = 1000
const minute = 60 * second

/** The other end of a connection, as a test holds it. */
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
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  pongs(): void {
    this.says({ type: 'pong', serverTime: new Date().toISOString() })
  }
  ends(code = 1006, reason = ''): void {
    this.onclose?.({ code, reason })
  }
}

let sockets: FakeSocket[]
let states: ConnectionState[]
let messages: ServerMessage[]
let polls: (() => Promise<void>)[]
let ended: number
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
  ended = 0
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
    onSessionEnded: () => ended++,
  })
  socket.start()
})
afterEach(() => {
  socket.stop()
  vi.useRealTimers()
})

const open = () => currentSocket().onopen?.()
/** Opens the connection, and the server answers the subscription. */
const confirm = () => {
  open()
  currentSocket().says({ type: 'subscription_confirmed', userId: 3, positions: {}, recovered: {} })
}
/** Lets every attempt fail until `count` connections were opened in all. */
const failUntil = (count: number) => {
  while (sockets.length < count) {
    const before = sockets.length
    currentSocket().ends()
    while (sockets.length === before) vi.advanceTimersByTime(second)
  }
}

describe('a socket', () => {
  it('subscribes with the positions of this client once it is open, and pings, which is answered sooner', () => {
    open()
    expect(currentSocket().sent).toEqual([
      { type: 'subscribe', userId: 3, since: { '7': { epoch: 'a', seq: 5 } } },
      { type: 'ping', timestamp: Date.now() },
    ])
  })

  it('is silent and healthy when it opens, and open when the server speaks', () => {
    open()
    expect(state()).toEqual({ phase: 'silent', health: 'healthy', polling: 'off' })
    currentSocket().pongs()
    expect(state()).toEqual({ phase: 'open', health: 'healthy', polling: 'off' })
  })

  it('gives up an attempt after ten seconds and tries again', () => {
    vi.advanceTimersByTime(10 * second)
    expect(sockets[0]?.closedWith).toBe(closeCodes.noPong)
    expect(state()).toMatchObject({ phase: 'connecting', health: 'failed' })
    vi.advanceTimersByTime(2 * second)
    expect(sockets).toHaveLength(2)
  })

  it('gives up an attempt on which the server says nothing for ten seconds after it opened', () => {
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

  it('pings when it opens and every thirty seconds', () => {
    confirm()
    vi.advanceTimersByTime(90 * second)
    expect(currentSocket().sent.filter(({ type }) => type === 'ping')).toHaveLength(4)
  })

  it('is degraded after ten minutes without a pong, and failed and closed after twenty', () => {
    confirm()
    vi.advanceTimersByTime(10 * minute)
    expect(state()?.health).toBe('degraded')
    vi.advanceTimersByTime(10 * minute)
    expect(sockets[0]?.closedWith).toBe(closeCodes.noPong)
    expect(state()).toMatchObject({ phase: 'connecting', health: 'failed' })
  })

  it('is healthy again with a pong', () => {
    confirm()
    vi.advanceTimersByTime(11 * minute)
    currentSocket().pongs()
    expect(state()?.health).toBe('healthy')
  })

  it('passes on messages and nothing else', () => {
    open()
    currentSocket().says({ type: 'upcoming_matches_updated', serverTime: '2026-11-21T18:27:00Z' })
    currentSocket().says([1])
    currentSocket().onmessage?.({ data: 'not json' })
    currentSocket().onmessage?.({ data: new ArrayBuffer(1) })
    expect(messages.map(({ type }) => type)).toEqual(['upcoming_matches_updated'])
  })
})

describe('coming back', () => {
  it('begins with short waits again after the server has spoken', () => {
    currentSocket().ends()
    vi.advanceTimersByTime(2 * second)
    open()
    currentSocket().pongs()
    currentSocket().ends()
    vi.advanceTimersByTime(2 * second)
    expect(sockets).toHaveLength(3)
  })

  it('stays away for as long as a restarting server asks', () => {
    open()
    currentSocket().ends(closeCodes.restart, '{"retryAfterMs":9000}')
    vi.advanceTimersByTime(8 * second)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1 * second)
    expect(sockets).toHaveLength(2)
  })

  it('does not come back to a session that has ended', () => {
    open()
    currentSocket().ends(closeCodes.sessionEnded)
    vi.advanceTimersByTime(10 * minute)
    expect(sockets).toHaveLength(1)
    expect(ended).toBe(1)
    expect(state()?.phase).toBe('idle')
  })

  it('ends with stop', () => {
    open()
    socket.stop()
    vi.advanceTimersByTime(10 * minute)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.closedWith).toBe(1000)
  })
})

describe('polling', () => {
  it('begins at once when three attempts in a row have failed, and the connection counts as degraded [L46]', () => {
    failUntil(3)
    expect(state()?.polling).toBe('off')
    currentSocket().ends()
    expect(state()).toEqual({ phase: 'connecting', health: 'degraded', polling: 'trying' })
  })

  it('begins after three attempts also where a connection was lost, which counts as none', () => {
    open()
    currentSocket().pongs()
    failUntil(4)
    expect(state()?.polling).toBe('off')
    currentSocket().ends()
    expect(state()?.polling).toBe('trying')
  })

  it('counts a connection that closes before the server has spoken as a failed attempt', () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      open()
      failUntil(sockets.length + 1)
    }
    expect(state()?.polling).toBe('trying')
  })

  it('begins within a minute where sockets open and let nothing through', () => {
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

  it('goes on with attempts in the background', () => {
    failUntil(3)
    currentSocket().ends()
    failUntil(6)
    expect(sockets).toHaveLength(6)
    expect(state()?.polling).toBe('trying')
  })

  it('asks every two minutes, and every five after a poll that failed, and tells which it was', async () => {
    const asked: number[] = []
    const start = Date.now()
    const poll = (result: () => Promise<void>) => () => {
      asked.push(Math.round((Date.now() - start) / minute))
      return result()
    }
    polls = [
      poll(() => Promise.reject(new Error('down'))),
      poll(() => Promise.resolve()),
      poll(() => Promise.resolve()),
    ]
    failUntil(3)
    currentSocket().ends()
    const begun = Math.round((Date.now() - start) / minute)
    await vi.advanceTimersByTimeAsync(4 * minute)
    expect(state()?.polling).toBe('fails')
    await vi.advanceTimersByTimeAsync(6 * minute)
    expect(asked.map((at) => at - begun)).toEqual([0, 5, 7])
    expect(state()?.polling).toBe('works')
  })

  it('stops when the server has spoken on the socket', () => {
    failUntil(4)
    currentSocket().ends()
    failUntil(5)
    open()
    expect(state()).toEqual({ phase: 'silent', health: 'healthy', polling: 'trying' })
    currentSocket().pongs()
    expect(state()).toEqual({ phase: 'open', health: 'healthy', polling: 'off' })
  })
})

describe('a page that is seen again', () => {
  it('gives an open connection five seconds to answer, then opens another', () => {
    confirm()
    socket.probe()
    expect(currentSocket().sent.at(-1)?.type).toBe('ping')
    vi.advanceTimersByTime(5 * second)
    expect(sockets).toHaveLength(2)
  })

  it('gives one on which the server has not spoken yet five seconds, too', () => {
    open()
    socket.probe()
    vi.advanceTimersByTime(5 * second)
    expect(sockets).toHaveLength(2)
  })

  it('keeps a connection that answers', () => {
    open()
    socket.probe()
    currentSocket().pongs()
    vi.advanceTimersByTime(5 * second)
    expect(sockets).toHaveLength(1)
  })

  it('does not wait for the next attempt', () => {
    currentSocket().ends()
    socket.probe()
    expect(sockets).toHaveLength(2)
  })
})
