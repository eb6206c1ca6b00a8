import { expect, it } from 'vitest'
import { dateAt, dayStart, instantAt, isZone } from './venue-time.ts'

it('instantAt converts a venue-local time, in winter and in summer', () => {
  expect(instantAt('2026-11-21', '13:14', 'America/New_York')).toBe('2026-11-21T18:14:00.000Z')
  expect(instantAt('2026-07-18', '13:14', 'America/New_York')).toBe('2026-07-18T17:14:00.000Z')
  expect(instantAt('2026-11-21', '09:30', 'Asia/Tokyo')).toBe('2026-11-21T00:30:00.000Z')
})

it('instantAt applies winter time to a skipped time, and takes a repeated time as its first occurrence', () => {
  expect(instantAt('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  expect(instantAt('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
})

it('dateAt returns the venue-local date of an instant, and dayStart the first instant of a date', () => {
  const at = Date.parse('2026-11-22T03:00:00Z')
  expect(dateAt(at, 'America/Los_Angeles')).toBe('2026-11-21')
  expect(new Date(dayStart('2026-11-21', 'America/Los_Angeles')).toISOString()).toBe('2026-11-21T08:00:00.000Z')
})

it('isZone accepts zone names only', () => {
  expect(isZone('Europe/Lisbon')).toBe(true)
  expect(isZone('Atlantis/Deep')).toBe(false)
})
