import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RawSocket } from '#client/live/socket.ts'
import { createSharedSocket, sharedReconnectDelay, type SharedSocket } from './shared-socket.ts'

const second = 1_000

/** A WebSocket whose events are caused by the test. */
class FakeSocket implements RawSocket {
  sent: unknown[] = []
  closedWith: number | undefined
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  onerror: (() => void) | null = null
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(code?: number): void {
    this.closedWith = code
  }
  receives(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  closes(code = 1006): void {
    this.onclose?.({ code, reason: '' })
  }
}

let sockets: FakeSocket[]
let gone: string[]
let lost: boolean[]
let socket: SharedSocket
const currentSocket = (): FakeSocket => {
  const last = sockets.at(-1)
  if (!last) throw new Error('no connection was opened')
  return last
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  gone = []
  lost = []
  socket = createSharedSocket({
    linkId: 'abc',
    open: () => {
      sockets.push(new FakeSocket())
      return currentSocket()
    },
    random: () => 0.5,
    onMessage: () => {},
    onLost: (isLost) => lost.push(isLost),
    onGone: (error) => gone.push(error),
  })
  socket.start()
})
afterEach(() => {
  socket.stop()
  vi.useRealTimers()
})

describe('The wait before a reconnect', () => {
  it('doubles from one second up to thirty, with up to one second of jitter', () => {
    expect([0, 1, 2, 3, 4].map((attempt) => sharedReconnectDelay(attempt, 0))).toEqual(
      [1, 2, 4, 8, 16].map((s) => s * second),
    )
    expect(sharedReconnectDelay(0, 1)).toBe(2 * second)
    expect(sharedReconnectDelay(5, 1)).toBe(30 * second)
  })
})

describe('The socket of the public page', () => {
  it('subscribes to its link when it opens', () => {
    currentSocket().onopen?.()
    expect(currentSocket().sent).toEqual([{ type: 'subscribe_shared', sharedRollcallId: 'abc' }])
  })

  it('reconnects five times and then gives up until it is probed', () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      currentSocket().closes()
      vi.advanceTimersByTime(31 * second)
    }
    expect(sockets).toHaveLength(6)
    currentSocket().closes()
    vi.advanceTimersByTime(3_600 * second)
    expect(sockets).toHaveLength(6)
    expect(lost.at(-1)).toBe(true)
    socket.probe()
    expect(sockets).toHaveLength(7)
  })

  it('counts attempts from zero after a connection has opened', () => {
    currentSocket().closes()
    vi.advanceTimersByTime(1_500)
    currentSocket().onopen?.()
    expect(lost.at(-1)).toBe(false)
    currentSocket().closes()
    vi.advanceTimersByTime(1_499)
    expect(sockets).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(3)
  })

  it('closes an attempt that is not open after ten seconds, and retries', () => {
    vi.advanceTimersByTime(10 * second)
    expect(currentSocket().closedWith).toBeDefined()
    vi.advanceTimersByTime(1_500)
    expect(sockets).toHaveLength(2)
  })

  it('does not reconnect after a normal close', () => {
    currentSocket().onopen?.()
    currentSocket().closes(1000)
    vi.advanceTimersByTime(3_600 * second)
    expect(sockets).toHaveLength(1)
  })

  it('reports that the link no longer exists when the server says so, and does not reconnect', () => {
    currentSocket().onopen?.()
    currentSocket().receives({ type: 'error', code: 'not-found', error: 'Gone.' })
    currentSocket().closes(1000)
    vi.advanceTimersByTime(3_600 * second)
    expect(gone).toEqual(['Gone.'])
    expect(sockets).toHaveLength(1)
  })
})
