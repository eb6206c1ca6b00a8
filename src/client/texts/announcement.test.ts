import { describe, expect, it } from 'vitest'
import { announcementOf } from './announcement.ts'
import { exampleMatch } from './example-match.ts'

describe('The announcement of a change', () => {
  const before = exampleMatch()

  it('says that a match goes live, and on which mat', () => {
    expect(announcementOf(before, exampleMatch({ status: 'live' }))).toBe('Thiago Alvorada: live on Mat 4')
    expect(announcementOf(before, exampleMatch({ status: 'live', matNumber: null }))).toBe('Thiago Alvorada: live now')
  })

  it('says how a match ended', () => {
    expect(announcementOf(before, exampleMatch({ status: 'finished', result: 'win' }))).toBe('Thiago Alvorada won')
    expect(announcementOf(before, exampleMatch({ status: 'finished', result: 'loss' }))).toBe('Thiago Alvorada lost')
    expect(announcementOf(before, exampleMatch({ status: 'finished' }))).toBe('Thiago Alvorada: fight finished')
  })

  it('says a new time or mat', () => {
    expect(announcementOf(before, exampleMatch({ localTime: '14:13' }))).toBe('Thiago Alvorada: now 2:13 PM, Mat 4')
    expect(announcementOf(before, exampleMatch({ matNumber: 6 }))).toBe('Thiago Alvorada: now 2:27 PM, Mat 6')
  })

  it('is null for a change that needs no action', () => {
    expect(announcementOf(before, exampleMatch({ ahead: 1 }))).toBeNull()
  })
})
