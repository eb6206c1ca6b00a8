import { expect, it } from 'vitest'
import { retryAfter } from './retry-after.ts'

const now = Date.parse('2026-11-21T18:27:00Z')

it('a Retry-After header is read in seconds and as a date', () => {
  expect(retryAfter('30', now)).toBe(30_000)
  expect(retryAfter('Sat, 21 Nov 2026 18:28:30 GMT', now)).toBe(90_000)
  expect(retryAfter('Sat, 21 Nov 2026 18:00:00 GMT', now)).toBe(0)
  expect(retryAfter(['30', '60'], now)).toBe(30_000)
})

it('a Retry-After header that is absent or unreadable names no time', () => {
  expect([undefined, '', 'soon', '9'.repeat(30)].map((header) => retryAfter(header, now))).toEqual([
    null,
    null,
    null,
    null,
  ])
})
