import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClock } from '#client/requests/clock.ts'
import { createFollowStatuses } from './follow-statuses.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('The status card of a followed athlete', () => {
  it('does not show the failure of an earlier follow of the same athlete', () => {
    const clock = createClock()
    const statuses = createFollowStatuses(clock, () => undefined)
    const follow = () => statuses.add({ id: 10, name: 'Thiago Alvorada' }, clock.now())
    follow()
    statuses.setFailed(10)
    vi.advanceTimersByTime(500)
    statuses.clear(10)
    follow()
    vi.advanceTimersByTime(600)
    expect(statuses.list()).toMatchObject([{ athleteId: 10, state: 'processing' }])
    statuses.clear(10)
  })

  it('shows for five seconds that the data are loaded, even if the answer to the call reports this after the socket', () => {
    const clock = createClock()
    const statuses = createFollowStatuses(clock, () => undefined)
    statuses.add({ id: 10, name: 'Thiago Alvorada' }, clock.now())
    vi.advanceTimersByTime(700)
    statuses.dataLoaded(10)
    vi.advanceTimersByTime(400)
    statuses.setReady(10, 300)
    expect(statuses.list()).toMatchObject([{ state: 'ready', elapsed: 700 }])
    vi.advanceTimersByTime(4_599)
    expect(statuses.list()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(statuses.list()).toEqual([])
  })
})
