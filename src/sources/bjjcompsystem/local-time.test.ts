import { describe, expect, it } from 'vitest'
import type { ReadContext } from '#domain/reading.ts'
import { readClock, readDate, readInterval, readTime, readWhen } from './local-time.ts'
import { collectProblems } from './problems.ts'
import type { ReaderInput } from './reader-input.ts'

const unknownEvent: ReadContext = { today: '2026-09-12', startsOn: null, endsOn: null }
const weekend: ReadContext = { today: '2026-09-12', startsOn: '2026-09-12', endsOn: '2026-09-13' }

describe('readClock', () => {
  it('reads the 12-hour and the 24-hour clock', () => {
    const clocks = {
      '01:14 PM': '13:14',
      '12:00 AM': '00:00',
      '12:05 PM': '12:05',
      '9:30 am': '09:30',
      '9:30 a.m.': '09:30',
      '13:14': '13:14',
      '13h14': '13:14',
      '09:30 AM: FIGHT 1': '09:30',
      '09:30: LUTA 1': '09:30',
      'Sat 09/12 at 01:17 PM': '13:17',
      '01:21 PM *, Sat': '13:21',
      '01:14:00 PM': '13:14',
      'Sat 11/21 at 01:14:00 PM': '13:14',
      '13:14:59': '13:14',
      '01:14\u00a0PM': '13:14',
      '01:14\u202fp.m.': '13:14',
      '01:14P.M.': '13:14',
      '１３：１４': '13:14',
      'Sáb 12/09 às 01:20 PM': '13:20',
      '13:20 PM': '13:20',
      '13:14h': '13:14',
      '10:00 AM, Sunday': '10:00',
      'Sunday Start Time: 10:00 AM': '10:00',
    }
    for (const [text, clock] of Object.entries(clocks)) expect(readClock(text)).toBe(clock)
  })

  it('returns null for a text without a time, or with one that no day has', () => {
    for (const text of ['', 'TBD', '25:00', '12:60', '113:14', '09/12', '1:234']) expect(readClock(text)).toBeNull()
  })

  it.each([
    '01:14 P',
    '01:14p',
    '1:14 da tarde',
    '01:14 de la tarde',
    '午後1:14',
    '오후 1:14:00',
    'PM 01:14',
    '01:14, PM',
    '01:14 (PM)',
    '01:14 UTC',
    '01:14 (UTC-3)',
    '01:14Z',
    '01:14+02:00',
    '2026-09-12T13:14:00Z',
    '13:14:61',
    '13:14:0',
    '01:14:00.000 PM',
    '10:00 - 11:00',
    '10:00 AM Sat 11:00 AM',
    'delayed by 00:30',
    '~13:14',
    '-01:14',
    '13:14 AM',
    '00:14 PM',
    '25:00 Sat',
    '09:30 noon',
    '01:14 pmish',
    '1:14:00:00',
  ])('takes no time from %j, whose form is unknown, and adds a problem', (text) => {
    const problems = collectProblems()
    expect(readTime(text, 'card 1', problems)).toBeNull()
    expect(problems.list).toEqual([{ code: 'unknown-word', where: 'card 1', detail: expect.any(String) }])
  })

  it('takes no time from a text of more than 200 characters', () => {
    expect(readClock(`${'sun-'.repeat(50_000)} 01:14`)).toBeNull()
  })

  it.each(['', 'TBD', 'FIGHT 12', '*', 'Sat'])('adds no problem for %j, which has no time', (text) => {
    const problems = collectProblems()
    expect(readTime(text, 'card 1', problems)).toBeNull()
    expect(problems.list).toEqual([])
  })
})

describe('readWhen', () => {
  const when = (text: string) => {
    const problems = collectProblems()
    const read = readWhen(text, 'row 1', {
      language: 'en',
      context: weekend,
      problems,
      dates: new Map(),
    } as unknown as ReaderInput)
    return { ...read, problems: problems.list.map(({ code }) => code) }
  }

  it.each(['Sat 09/12 at 01:14 noonish', 'Sat 09/12 at 1:14 da tarde', '09/12 13:14 UTC'])(
    'takes only the date from %j and adds a problem',
    (text) => expect(when(text)).toEqual({ date: '2026-09-12', time: null, problems: ['unknown-word'] }),
  )

  it.each([
    '2026-09-12 at 13:14',
    'Sat 12.09.2026 at 13:14',
    'Sat 09/12/26 at 13:14',
    'Sep 12 at 13:14',
    'Sat 09/12-09/13 at 13:14',
    'Sat 09/12 or Sun 09/13 at 13:14',
  ])('takes no date from %j and adds a problem', (text) => {
    expect(when(text)).toMatchObject({ date: null, problems: ['unknown-word'] })
  })

  it.each(['Sat 09/12 at 01:14 PM', 'Sat 09/12', '01:14 PM', ''])('adds no problem for %j', (text) => {
    expect(when(text).problems).toEqual([])
  })
})

describe('readDate', () => {
  const date = (text: string, context = weekend, language: 'en' | 'pt' = 'en') => readDate(text, language, context).date

  it('reads month first in English and day first in Portuguese', () => {
    expect(date('Sat 09/12 at 01:14 PM')).toBe('2026-09-12')
    expect(date('Sáb 12/09 às 13:14', weekend, 'pt')).toBe('2026-09-12')
    expect(date('12/09', unknownEvent, 'pt')).toBe('2026-09-12')
  })

  it('prefers the language of the printed weekday to that of the page', () => {
    expect(date('Sáb 12/09 às 13:14', weekend, 'en')).toBe('2026-09-12')
    expect(date('Sat 09/12 at 01:14 PM', weekend, 'pt')).toBe('2026-09-12')
  })

  it('takes the year that puts the day in the event, whatever today is', () => {
    const old = { today: '2026-11-21', startsOn: '2022-12-10', endsOn: '2022-12-11' }
    expect(readDate('Sat 12/10', 'en', old)).toEqual({ date: '2022-12-10', weekdayFits: true })
    expect(date('Sun 12/11', { ...old, endsOn: null })).toBe('2022-12-11')
  })

  it('finds the right year for days before and after the turn of the year', () => {
    const turn = { today: '2026-12-31', startsOn: '2026-12-30', endsOn: '2027-01-02' }
    expect(['12/30', '01/02'].map((text) => date(text, turn))).toEqual(['2026-12-30', '2027-01-02'])
    expect(date('01/02', { ...unknownEvent, today: '2026-12-28' })).toBe('2027-01-02')
    expect(date('12/30', { ...unknownEvent, today: '2027-01-03' })).toBe('2026-12-30')
  })

  it('uses today and the weekday when the day is not in the event', () => {
    const wrong = { today: '2026-09-12', startsOn: '2025-03-01', endsOn: '2025-03-02' }
    expect(date('Sat 09/12', wrong)).toBe('2026-09-12')
    expect(date('Fri 09/12', unknownEvent)).toBe('2025-09-12')
  })

  it('keeps a day of the event with a misprinted weekday and reports the mismatch', () => {
    expect(readDate('Fri 09/12', 'en', weekend)).toEqual({ date: '2026-09-12', weekdayFits: false })
  })

  it('swaps day and month when only that gives a date', () => {
    expect(date('13/09', unknownEvent, 'en')).toBe('2026-09-13')
  })

  it('takes the printed year', () => {
    expect(date('09/12/2024', weekend)).toBe('2024-09-12')
  })

  it('returns null for a text without a date, or with a day that the calendar does not have', () => {
    for (const text of ['', 'Saturday', '31/31', '00/10', '02/30', '1/2/3', '01:14 PM'])
      expect(date(text, unknownEvent)).toBeNull()
  })

  it('finds the leap year next to today for the 29th of February', () => {
    expect(date('02/29', { ...unknownEvent, today: '2027-09-12' })).toBe('2028-02-29')
  })

  it('finds no date when the dates of its context are invalid', () => {
    expect(readDate('09/12', 'en', { today: 'never', startsOn: null, endsOn: null }).date).toBeNull()
  })
})

describe('readInterval', () => {
  const interval = (text: string, month = '', year: number | null = null) => {
    const { startsOn, endsOn } = readInterval(text, month, year, '2026-11-21')
    return `${startsOn} – ${endsOn}`
  }

  it('reads stars, single days, one month for both days, and both languages', () => {
    expect(interval('May 28* - May 31', '', 2026)).toBe('2026-05-28 – 2026-05-31')
    expect(interval('Jul 18', '', 2026)).toBe('2026-07-18 – 2026-07-18')
    expect(interval('May 28 - 31', '', 2026)).toBe('2026-05-28 – 2026-05-31')
    expect(interval('28 - 31', 'Out', 2026)).toBe('2026-10-28 – 2026-10-31')
    expect(interval('28 de mai – 01 de jun', '', 2026)).toBe('2026-05-28 – 2026-06-01')
  })

  it('takes the year closest to today when the name has none, even across the turn of the year', () => {
    expect(interval('Dec 30 - Jan 2')).toBe('2026-12-30 – 2027-01-02')
    expect(interval('Feb 6 - Feb 7')).toBe('2027-02-06 – 2027-02-07')
    expect(interval('Nov 14 - Nov 15')).toBe('2026-11-14 – 2026-11-15')
  })

  it('returns nulls for texts without an interval', () => {
    for (const text of ['', 'TBA', 'May', '28', 'Feb 30', 'May 1 - Jun 2 - Jul 3', 'May 28 to May 31', '28/05'])
      expect(interval(text)).toBe('null – null')
  })
})
