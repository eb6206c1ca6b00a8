import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUpdateChannel } from './update-channel.ts'
import type { ConnectionState } from './socket.ts'

const down: ConnectionState = { phase: 'connecting', health: 'failed', polling: 'off' }
const silent: ConnectionState = { phase: 'silent', health: 'healthy', polling: 'off' }
const open: ConnectionState = { ...silent, phase: 'open' }
const polling = (polling: ConnectionState['polling']): ConnectionState => ({ ...down, health: 'degraded', polling })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('the update channel stays live through a quick reconnect', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update(down)
  vi.advanceTimersByTime(1900)
  expect(updateChannel.now()).toBe('live')
  updateChannel.update(open)
  vi.advanceTimersByTime(5000)
  expect(updateChannel.now()).toBe('live')
})

it('the update channel is lost after two seconds without a connection, until it is open again', () => {
  const changes: string[] = []
  const updateChannel = createUpdateChannel((now) => changes.push(now))
  updateChannel.update(down)
  vi.advanceTimersByTime(1000)
  // The two seconds continue to elapse between two attempts.
  updateChannel.update({ ...down, health: 'degraded' })
  vi.advanceTimersByTime(1000)
  expect(updateChannel.now()).toBe('lost')
  updateChannel.update(open)
  expect(changes).toEqual(['lost', 'live'])
})

it('the update channel is polled while the lists are read over HTTP, and lost when that fails as well', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update(polling('trying'))
  vi.advanceTimersByTime(2000)
  expect(updateChannel.now()).toBe('lost')
  updateChannel.update(polling('works'))
  expect(updateChannel.now()).toBe('polled')
  updateChannel.update(polling('fails'))
  expect(updateChannel.now()).toBe('lost')
})

it('the update channel stays polled when a socket opens, until its first message', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update(polling('works'))
  updateChannel.update({ ...silent, polling: 'works' })
  expect(updateChannel.now()).toBe('polled')
  updateChannel.update({ ...silent, polling: 'fails' })
  expect(updateChannel.now()).toBe('lost')
  updateChannel.update(open)
  expect(updateChannel.now()).toBe('live')
})

it('the update channel is lost after two seconds although a socket opens, until its first message', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update(down)
  vi.advanceTimersByTime(1000)
  updateChannel.update(silent)
  vi.advanceTimersByTime(1000)
  expect(updateChannel.now()).toBe('lost')
  updateChannel.update(silent)
  expect(updateChannel.now()).toBe('lost')
})

it("the update channel is live while the page's first socket connects", () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update({ ...silent, phase: 'connecting' })
  updateChannel.update(silent)
  vi.advanceTimersByTime(5000)
  expect(updateChannel.now()).toBe('live')
})
