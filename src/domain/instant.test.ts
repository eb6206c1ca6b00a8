import { afterEach, beforeEach, expect, it } from 'vitest'
import { instantOf, wholeMinutes } from './instant.ts'
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

it('A time without a zone is read as UTC, even where the local zone differs', () => {
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

it('A start is rounded to the minute, and its window outwards', () => {
  const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`)
  expect(wholeMinutes({ at: at('14:27:40'), early: at('14:18:50'), late: at('14:41:10') })).toEqual({
    at: at('14:28:00'),
    early: at('14:18:00'),
    late: at('14:42:00'),
  })
})
