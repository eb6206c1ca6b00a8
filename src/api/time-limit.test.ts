import { expect, it } from 'vitest'
import { fakeClock } from '#support/clock.ts'
import { withTimeLimit } from './time-limit.ts'

const never = new Promise<string>(() => {})

it('A call within its time limit returns its value or error, and leaves no timer', async () => {
  const clock = fakeClock()
  expect(await withTimeLimit(clock, 1_000, Promise.resolve('here'))).toBe('here')
  await expect(withTimeLimit(clock, 1_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(clock.pending).toBe(0)
})

it('A call is refused as busy when its time limit has passed, not earlier', async () => {
  const clock = fakeClock()
  let refusal: unknown = null
  withTimeLimit(clock, 1_000, never).catch((error: unknown) => (refusal = error))
  await clock.advance(999)
  expect(refusal).toBeNull()
  await clock.advance(1)
  expect(refusal).toMatchObject({ code: 'busy', retryAfter: 2 })
})
