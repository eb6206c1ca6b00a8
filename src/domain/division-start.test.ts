import { describe, expect, it } from 'vitest'
import { type DivisionStart, nextStart as next } from './division-start.ts'

const start = (time: string, basis: DivisionStart['basis'] = 'matches', date = '2026-11-21'): DivisionStart => ({
  date,
  time,
  at: `${date}T${time}:00.000Z`,
  basis,
})

/** `seen`: when the page was fetched, UTC. */
const nextSeen = (known: DivisionStart | null, stated: DivisionStart, seen: string): DivisionStart => {
  const fetchedAt = Date.parse(`${seen}:00Z`)
  return next(known, stated, { fetchedAt, isBeforeDay: fetchedAt < Date.parse('2026-11-21T00:00Z') })
}
/** As stated by a page that was fetched days before, or on the day. */
const nextStart = (known: DivisionStart | null, stated: DivisionStart, isBeforeDay: boolean): DivisionStart =>
  nextSeen(known, stated, isBeforeDay ? '2026-11-18T09:00' : '2026-11-21T08:00')

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
    expect(nextStart(start('10:40'), start('10:05'), false)).toMatchObject(start('10:05'))
  })

  it('is the first statement on its day when there was none before', () => {
    expect(nextStart(null, start('10:40'), false)).toEqual(start('10:40'))
  })

  it('is that of the programme until the matches state a time before the day begins, or an earlier time on the day', () => {
    expect(nextStart(start('10:40', 'programme'), start('10:52'), true)).toEqual(start('10:52'))
    expect(nextStart(start('10:52'), start('10:40', 'programme'), true)).toEqual(start('10:52'))
    expect(nextStart(start('10:40', 'programme'), start('10:52'), false)).toEqual(start('10:40', 'programme'))
    expect(nextStart(start('10:40', 'programme'), start('10:31'), false)).toMatchObject(start('10:31'))
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

describe('A published start that has moved earlier', () => {
  const was = (time: string, seen: string) => ({ date: '2026-11-21', time, seenAt: `${seen}:00.000Z` })
  const evening = '2026-11-20T20:00'
  const [morning, noon] = ['2026-11-21T08:00', '2026-11-21T12:00']

  it('on its day or in the day before it has the start from before the first of its moves, and the time of the last', () => {
    const first = nextSeen(start('16:15'), start('16:05'), morning)
    expect(first).toEqual({ ...start('16:05'), moved: was('16:15', morning) })
    expect(nextSeen(first, start('15:46'), noon)).toEqual({ ...start('15:46'), moved: was('16:15', noon) })
    expect(nextSeen(first, start('16:30'), noon)).toBe(first)
    expect(nextSeen(start('16:15'), start('15:00'), evening)).toEqual({
      ...start('15:00'),
      moved: was('16:15', evening),
    })
  })

  it('earlier than a day before is no news', () => {
    expect(nextSeen(start('16:15'), start('15:00'), '2026-11-20T14:00')).toEqual(start('15:00'))
  })

  it('and then as late as before, or later, before its day has not moved', () => {
    const moved = nextSeen(start('16:15'), start('15:00'), evening)
    expect(nextSeen(moved, start('15:30'), evening)).toEqual({ ...start('15:30'), moved: was('16:15', evening) })
    expect(nextSeen(moved, start('16:15'), evening)).toEqual(start('16:15'))
  })

  it('from the programme to the matches has moved, and from a weigh-in to a match it has not', () => {
    expect(nextSeen(start('16:15', 'programme'), start('16:00'), morning).moved).toEqual(was('16:15', morning))
    expect(nextSeen(start('16:15', 'weigh-in'), start('16:00'), morning).moved).toBeUndefined()
  })

  it('keeps its move if the venue’s zone becomes known', () => {
    const known = { ...start('16:00'), at: null, moved: was('16:15', morning) }
    expect(nextSeen(known, start('16:00'), noon)).toBe(known)
    expect(nextSeen(known, start('16:00'), evening)).toEqual({ ...start('16:00'), moved: known.moved })
  })
})
