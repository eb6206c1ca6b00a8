import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClock } from './clock.ts'

const start = Date.parse('2026-11-21T18:27:00.400Z')

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('The clock', () => {
  it('ticks at full seconds with one timer for all listeners, and stops without listeners', () => {
    const clock = createClock()
    const ticks: number[] = []
    const stop = clock.subscribe(() => ticks.push(clock.now() % 1000))
    const stopOther = clock.subscribe(() => undefined)
    vi.advanceTimersByTime(2000)
    expect(ticks).toEqual([0, 0])
    expect(vi.getTimerCount()).toBe(1)
    stop()
    stopOther()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("follows the server's time whatever the device's clock shows", () => {
    const clock = createClock()
    clock.learn(new Date(start + 3_600_000).toISOString())
    expect(clock.now()).toBe(start + 3_600_000)
  })

  it('adds half of the round trip, and prefers the measurement with the shortest round trip', () => {
    const clock = createClock()
    clock.learn(new Date(start + 1000).toISOString(), 100)
    expect(clock.now()).toBe(start + 1050)
    clock.learn(new Date(start + 1200).toISOString(), 400)
    expect(clock.now()).toBe(start + 1050)
  })

  it('pauses while the page is hidden and ticks at once when it is visible again', () => {
    const clock = createClock()
    let ticks = 0
    clock.subscribe(() => ticks++)
    clock.setVisible(false)
    vi.advanceTimersByTime(5000)
    expect(ticks).toBe(0)
    clock.setVisible(true)
    expect(ticks).toBe(1)
  })
})
