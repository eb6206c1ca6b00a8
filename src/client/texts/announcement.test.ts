import { describe, expect, it } from 'vitest'
import type { Estimate } from '#domain/estimate.ts'
import { announcementOf } from './announcement.ts'
import { exampleMatch } from './example-match.ts'

describe('The announcement of a change', () => {
  const before = exampleMatch()
  const schedule: Estimate = { basis: 'schedule', at: null, fightsAhead: null }

  it('says that a match goes live, and on which mat', () => {
    expect(announcementOf(before, exampleMatch({ status: 'live' }), schedule)).toBe('Thiago Alvorada: live on Mat 4')
    expect(announcementOf(before, exampleMatch({ status: 'live', matNumber: null }), schedule)).toBe(
      'Thiago Alvorada: live now',
    )
  })

  it('says how a match ended', () => {
    expect(announcementOf(before, exampleMatch({ status: 'finished', result: 'win' }), schedule)).toBe(
      'Thiago Alvorada won',
    )
    expect(announcementOf(before, exampleMatch({ status: 'finished', result: 'loss' }), schedule)).toBe(
      'Thiago Alvorada lost',
    )
    expect(announcementOf(before, exampleMatch({ status: 'finished' }), schedule)).toBe(
      'Thiago Alvorada: fight finished',
    )
    const walkover = exampleMatch({ status: 'finished', result: 'loss', unfought: 'walkover' })
    expect(announcementOf(before, walkover, schedule)).toBe('Thiago Alvorada: finished without a fight')
  })

  it('states a new time or mat', () => {
    expect(announcementOf(before, exampleMatch({ localTime: '14:13' }), schedule)).toBe(
      'Thiago Alvorada: now 2:13 PM, Mat 4',
    )
    expect(announcementOf(before, exampleMatch({ matNumber: 6 }), schedule)).toBe('Thiago Alvorada: now 2:27 PM, Mat 6')
  })

  it('states the estimate, rounded to the minute, if the mat changed or the published time moved by ten minutes', () => {
    const at = Date.parse(before.scheduledDateTime ?? '') - 20 * 60_000 - 20_000
    const estimate: Estimate = { basis: 'estimate', at, early: at, late: at, fightsAhead: 3, isOld: false }
    const moved = (minutes: number, more: object = {}) =>
      exampleMatch({
        localTime: '14:00',
        scheduledDateTime: new Date(Date.parse(before.scheduledDateTime ?? '') + minutes * 60_000).toISOString(),
        ...more,
      })
    expect(announcementOf(before, moved(-9), estimate)).toBeNull()
    expect(announcementOf(before, moved(-10), estimate)).toBe('Thiago Alvorada: now about 2:07 PM, Mat 4')
    expect(announcementOf(before, moved(0, { matNumber: 6 }), estimate)).toBe(
      'Thiago Alvorada: now about 2:07 PM, Mat 6',
    )
  })

  it('is null for a change that needs no action', () => {
    expect(announcementOf(before, exampleMatch({ ahead: 1 }), schedule)).toBeNull()
  })
})
