import { afterEach, beforeEach, expect, it } from 'vitest'
import { instantOf } from './instant.ts'
import { matchStatus } from './match-status.ts'

const zone = process.env['TZ']
const noon = Date.parse('2026-11-21T12:00:00Z')

// A zone far from UTC, so that a time read as local is wrong.
beforeEach(() => {
  process.env['TZ'] = 'Asia/Tokyo'
})
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

it('A time without a zone is read as UTC, in any local zone', () => {
  for (const text of ['2026-11-21T12:00:00', '2026-11-21T12:00', '2026-11-21 12:00:00', '2026-11-21T12:00:00.000'])
    expect(instantOf(text)).toBe(noon)
})

it('A time with a zone is read in that zone', () => {
  for (const text of [
    '2026-11-21T12:00:00Z',
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T07:00:00-05:00',
    '2026-11-21T21:00:00+0900',
  ])
    expect(instantOf(text)).toBe(noon)
})

it('The countdown of a match whose start has no zone uses UTC', () => {
  const match = { rawStatus: null, board: 'unseen', ahead: null, over: false } as const
  const status = matchStatus({ ...match, scheduledAt: '2026-11-21T12:00:00' }, noon - 600_000)
  expect(status).toEqual({ kind: 'countdown', startsIn: 600_000 })
})
