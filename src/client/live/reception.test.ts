import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReception } from './reception.ts'
import type { ConnectionState } from './socket.ts'

const down: ConnectionState = { phase: 'connecting', health: 'failed', polling: 'off' }
const silent: ConnectionState = { phase: 'silent', health: 'healthy', polling: 'off' }
const open: ConnectionState = { ...silent, phase: 'open' }
const polling = (polling: ConnectionState['polling']): ConnectionState => ({ ...down, health: 'degraded', polling })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a quick reconnect is no loss', () => {
  const reception = createReception(() => undefined)
  reception.hear(down)
  vi.advanceTimersByTime(1900)
  expect(reception.now()).toBe('live')
  reception.hear(open)
  vi.advanceTimersByTime(5000)
  expect(reception.now()).toBe('live')
})

it('a channel that is down for two seconds is lost, until it is open again', () => {
  const heard: string[] = []
  const reception = createReception((now) => heard.push(now))
  reception.hear(down)
  vi.advanceTimersByTime(1000)
  // Between two attempts the two seconds go on.
  reception.hear({ ...down, health: 'degraded' })
  vi.advanceTimersByTime(1000)
  expect(reception.now()).toBe('lost')
  reception.hear(open)
  expect(heard).toEqual(['lost', 'live'])
})

it('lists that are read over HTTP are received by polling, and lost when that fails too', () => {
  const reception = createReception(() => undefined)
  reception.hear(polling('trying'))
  vi.advanceTimersByTime(2000)
  expect(reception.now()).toBe('lost')
  reception.hear(polling('works'))
  expect(reception.now()).toBe('polled')
  reception.hear(polling('fails'))
  expect(reception.now()).toBe('lost')
})

it('a socket that opens and has not spoken yet takes nothing from polling', () => {
  const reception = createReception(() => undefined)
  reception.hear(polling('works'))
  reception.hear({ ...silent, polling: 'works' })
  expect(reception.now()).toBe('polled')
  reception.hear({ ...silent, polling: 'fails' })
  expect(reception.now()).toBe('lost')
  reception.hear(open)
  expect(reception.now()).toBe('live')
})

it('a socket that opens and has not spoken yet ends no loss, and no wait for one', () => {
  const reception = createReception(() => undefined)
  reception.hear(down)
  vi.advanceTimersByTime(1000)
  reception.hear(silent)
  vi.advanceTimersByTime(1000)
  expect(reception.now()).toBe('lost')
  reception.hear(silent)
  expect(reception.now()).toBe('lost')
})

it('the first socket of a page is no loss while nothing is known of it', () => {
  const reception = createReception(() => undefined)
  reception.hear({ ...silent, phase: 'connecting' })
  reception.hear(silent)
  vi.advanceTimersByTime(5000)
  expect(reception.now()).toBe('live')
})
