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
})
