import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUpdateChannel } from './update-channel.ts'
import type { ConnectionState } from './socket.ts'

const down: ConnectionState = { phase: 'connecting', health: 'failed', polling: 'off' }
const silent: ConnectionState = { phase: 'silent', health: 'healthy', polling: 'off' }
const open: ConnectionState = { ...silent, phase: 'open' }
const polling = (polling: ConnectionState['polling']): ConnectionState => ({ ...down, health: 'degraded', polling })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a quick reconnect is no loss', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update(down)
  vi.advanceTimersByTime(1900)
  expect(updateChannel.now()).toBe('live')
  updateChannel.update(open)
  vi.advanceTimersByTime(5000)
  expect(updateChannel.now()).toBe('live')
})

it('a channel that is down for two seconds is lost, until it is open again', () => {
  const heard: string[] = []
  const updateChannel = createUpdateChannel((now) => heard.push(now))
  updateChannel.update(down)
  vi.advanceTimersByTime(1000)
  // Between two attempts the two seconds go on.
  updateChannel.update({ ...down, health: 'degraded' })
  vi.advanceTimersByTime(1000)
  expect(updateChannel.now()).toBe('lost')
  updateChannel.update(open)
  expect(heard).toEqual(['lost', 'live'])
})

it('lists that are read over HTTP are received by polling, and lost when that fails too', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update(polling('trying'))
  vi.advanceTimersByTime(2000)
  expect(updateChannel.now()).toBe('lost')
  updateChannel.update(polling('works'))
  expect(updateChannel.now()).toBe('polled')
  updateChannel.update(polling('fails'))
  expect(updateChannel.now()).toBe('lost')
})

it('a socket that opens and has not spoken yet takes nothing from polling', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update(polling('works'))
  updateChannel.update({ ...silent, polling: 'works' })
  expect(updateChannel.now()).toBe('polled')
  updateChannel.update({ ...silent, polling: 'fails' })
  expect(updateChannel.now()).toBe('lost')
  updateChannel.update(open)
  expect(updateChannel.now()).toBe('live')
})

it('a socket that opens and has not spoken yet ends no loss, and no wait for one', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update(down)
  vi.advanceTimersByTime(1000)
  updateChannel.update(silent)
  vi.advanceTimersByTime(1000)
  expect(updateChannel.now()).toBe('lost')
  updateChannel.update(silent)
  expect(updateChannel.now()).toBe('lost')
})

it('the first socket of a page is no loss while nothing is known of it', () => {
  const updateChannel = createUpdateChannel(() => undefined)
  updateChannel.update({ ...silent, phase: 'connecting' })
  updateChannel.update(silent)
  vi.advanceTimersByTime(5000)
  expect(updateChannel.now()).toBe('live')
})
