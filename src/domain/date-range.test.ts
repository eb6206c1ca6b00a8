import { expect, it } from 'vitest'
import { dateRangeText } from './date-range.ts'

it('A date range of one day includes the weekday', () => {
  expect(dateRangeText('2026-11-21', '2026-11-21')).toBe('Saturday, Nov 21, 2026')
  expect(dateRangeText('2026-11-01', null)).toBe('Sunday, Nov 1, 2026')
})

it('A date range of several days has the year once, or twice if it spans New Year', () => {
  expect(dateRangeText('2026-11-21', '2026-11-22')).toBe('Nov 21 - Nov 22, 2026')
  expect(dateRangeText('2026-12-31', '2027-01-01')).toBe('Dec 31, 2026 - Jan 1, 2027')
})

it('A date range is null while the dates are unknown', () => {
  expect(dateRangeText(null, null)).toBeNull()
})
