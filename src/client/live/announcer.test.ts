import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnnouncer } from './announcer.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('the announcer announces the first sentence at once and combines later ones after ten seconds', () => {
  const announcer = createAnnouncer()
  announcer.announce('A: live on Mat 4')
  expect(announcer.text()).toBe('A: live on Mat 4')
  announcer.announce('B won')
  announcer.announce('C lost')
  announcer.announce('C lost')
  expect(announcer.text()).toBe('A: live on Mat 4')
  vi.advanceTimersByTime(10_000)
  expect(announcer.text()).toBe('B won, and 1 more update')
})
