import { describe, expect, it } from 'vitest'
import { matRun, type Pending } from './mat-run.ts'

const minute = 60_000
const noon = Date.parse('2026-11-21T12:00:00Z')
/** A match that is estimated so many minutes before its published time. */
const early = (minutes: number): Pending => ({
  publishedAt: noon,
  estimate: { basis: 'estimate', at: noon - minutes * minute, early: 0, late: 0, fightsAhead: 0, isOld: false },
})
const scheduled: Pending = { publishedAt: noon, estimate: { basis: 'schedule', at: noon, fightsAhead: 0 } }

describe('A mat', () => {
  it('runs early or late by the median of its matches to come', () => {
    expect(matRun('running', 5, [early(2), early(18), early(19)])).toEqual({ kind: 'early', minutes: 18 })
    expect(matRun('running', 5, [early(16), early(20)])).toEqual({ kind: 'early', minutes: 18 })
    expect(matRun('running', 5, [early(-6)])).toEqual({ kind: 'late', minutes: 6 })
  })

  it('is on time within three minutes', () => {
    for (const minutes of [-3, 0, 3]) expect(matRun('running', 5, [early(minutes)])).toEqual({ kind: 'on-time' })
    expect(matRun('running', 5, [early(4)])).toEqual({ kind: 'early', minutes: 4 })
  })

  it('has not started while nothing has started on it', () => {
    expect(matRun('unseen', 0, [scheduled])).toEqual({ kind: 'not-started' })
    expect(matRun('unseen', 2, [scheduled])).toBeNull()
  })

  it('stands still when nothing starts on it, or in the hall', () => {
    expect(matRun('overdue', 5, [early(18)])).toEqual({ kind: 'stands-still' })
    expect(matRun('hall-stopped', 5, [early(18)])).toEqual({ kind: 'stands-still' })
  })

  it('has no state without a match to come that has both times', () => {
    expect(matRun('running', 5, [])).toBeNull()
    expect(matRun('running', 5, [scheduled, { ...early(5), publishedAt: null }])).toBeNull()
  })
})
