import { describe, expect, it } from 'vitest'
import { type DivisionStart, nextStart } from './division-start.ts'

const start = (time: string, basis: DivisionStart['basis'] = 'matches', date = '2026-11-21'): DivisionStart => ({
  date,
  time,
  at: `${date}T${time}:00.000Z`,
  basis,
})

describe('The published start of a division', () => {
  it('is the latest statement before its day, earlier or later', () => {
    expect(nextStart(null, start('10:40'), true)).toEqual(start('10:40'))
    expect(nextStart(start('10:40'), start('11:10'), true)).toEqual(start('11:10'))
    expect(nextStart(start('10:40'), start('09:50'), true)).toEqual(start('09:50'))
    expect(nextStart(start('10:40', 'matches', '2026-11-20'), start('09:00'), true)).toEqual(start('09:00'))
  })

  it('does not move later on its day when a mat is late', () => {
    expect(nextStart(start('10:40'), start('11:55'), false)).toEqual(start('10:40'))
  })

  it('moves earlier on its day', () => {
    expect(nextStart(start('10:40'), start('10:05'), false)).toEqual(start('10:05'))
  })

  it('is the first statement on its day when there was none before', () => {
    expect(nextStart(null, start('10:40'), false)).toEqual(start('10:40'))
  })

  it('is that of the programme until the matches state a time before the day begins, or an earlier time on the day', () => {
    expect(nextStart(start('10:40', 'programme'), start('10:52'), true)).toEqual(start('10:52'))
    expect(nextStart(start('10:52'), start('10:40', 'programme'), true)).toEqual(start('10:52'))
    expect(nextStart(start('10:40', 'programme'), start('10:52'), false)).toEqual(start('10:40', 'programme'))
    expect(nextStart(start('10:40', 'programme'), start('10:31'), false)).toEqual(start('10:31'))
  })

  it('is that of the matches, and no longer a weigh-in time, once the division has a match', () => {
    expect(nextStart(start('09:30', 'weigh-in'), start('10:40'), false)).toEqual(start('10:40'))
  })

  it('is the same object when nothing has changed', () => {
    const known = start('10:40')
    expect(nextStart(known, start('10:40'), true)).toBe(known)
    expect(nextStart(known, start('10:40'), false)).toBe(known)
  })
})
