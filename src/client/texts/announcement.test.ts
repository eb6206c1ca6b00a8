import { describe, expect, it } from 'vitest'
import { announcementOf } from './announcement.ts'
import { exampleMatch } from './example-match.ts'

describe('what is said aloud of a change', () => {
  const before = exampleMatch()

  it('is that a match goes live, and where', () => {
    expect(announcementOf(before, exampleMatch({ status: 'live' }))).toBe('Thiago Alvorada: live on Mat 4')
    expect(announcementOf(before, exampleMatch({ status: 'live', matNumber: null }))).toBe('Thiago Alvorada: live now')
  })

  it('is how it ended', () => {
    expect(announcementOf(before, exampleMatch({ status: 'finished', result: 'win' }))).toBe('Thiago Alvorada won')
    expect(announcementOf(before, exampleMatch({ status: 'finished', result: 'loss' }))).toBe('Thiago Alvorada lost')
    expect(announcementOf(before, exampleMatch({ status: 'finished' }))).toBe('Thiago Alvorada: fight finished')
  })

  it('is a new time or mat', () => {
    expect(announcementOf(before, exampleMatch({ localTime: '14:13' }))).toBe('Thiago Alvorada: now 2:13 PM, Mat 4')
    expect(announcementOf(before, exampleMatch({ matNumber: 6 }))).toBe('Thiago Alvorada: now 2:27 PM, Mat 6')
  })

  it('is nothing for what makes nobody stand up', () => {
    expect(announcementOf(before, exampleMatch({ ahead: 1 }))).toBeNull()
  })
})
