import { describe, expect, it } from 'vitest'
import { datesText, tournamentDates } from './calendar-words.ts'
import { ageText, clockText, clockTime, countdownText, dayText, minutesText, monthDayText, ownTime } from './format.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const written = (localTime: string): string => clockText(clockTime(localTime))

describe('Clock times', () => {
  it('have no leading zero', () => {
    expect(['14:27', '00:05', '12:05', '09:00'].map(written)).toEqual(['2:27 PM', '12:05 AM', '12:05 PM', '9:00 AM'])
    expect(clockTime('14:27')).toEqual({ clock: '2:27', period: 'PM' })
  })
})

describe('A day', () => {
  it("has the specification's format in English", () => {
    expect(dayText('2026-11-21')).toBe('Sat 11/21')
    expect(dayText('2027-01-01')).toBe('Fri 01/01')
    expect(monthDayText('2027-01-01')).toBe('01/01')
  })
})

describe("The viewer's own time", () => {
  it('is shown beside venue time when the two differ', () => {
    expect(ownTime('2026-11-21T19:27:00Z', 'America/New_York', 'Europe/Lisbon')).toBe('7:27 PM')
  })

  it('treats an instant without a zone as UTC', () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Asia/Tokyo'
    try {
      expect(ownTime('2026-11-21T19:27:00', 'America/New_York', 'Europe/Lisbon')).toBe('7:27 PM')
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  it('includes its weekday when that differs', () => {
    expect(ownTime('2026-11-21T19:27:00Z', 'America/New_York', 'Asia/Tokyo')).toBe('Sun 4:27 AM')
  })

  it('is omitted when it equals venue time, even in another zone', () => {
    expect(ownTime('2026-11-21T19:27:00Z', 'America/New_York', 'America/Toronto')).toBeNull()
  })

  it('follows the daylight saving dates of both zones', () => {
    const inLisbon = (instant: string): string | null => ownTime(instant, 'America/New_York', 'Europe/Lisbon')
    // Daylight saving starts on March 8 in New York and March 29 in Lisbon; it ends on November 1 and October 25.
    expect(inLisbon('2026-03-07T19:00:00Z')).toBe('7:00 PM')
    expect(inLisbon('2026-03-14T18:00:00Z')).toBe('6:00 PM')
    expect(inLisbon('2026-04-04T18:00:00Z')).toBe('7:00 PM')
    expect(inLisbon('2026-10-31T18:00:00Z')).toBe('6:00 PM')
  })

  it('is shown or omitted as daylight saving changes in only one of the two zones', () => {
    // Phoenix has no daylight saving: its time equals Denver's in winter and Los Angeles' in summer.
    const inPhoenix = (instant: string): string | null => ownTime(instant, 'America/Denver', 'America/Phoenix')
    expect(inPhoenix('2026-03-08T08:59:00Z')).toBeNull()
    expect(inPhoenix('2026-03-08T09:00:00Z')).toBe('2:00 AM')
    expect(inPhoenix('2026-11-01T07:59:00Z')).toBe('12:59 AM')
    expect(inPhoenix('2026-11-01T08:00:00Z')).toBeNull()
  })

  it('includes its weekday across the date line, in both directions and seasons', () => {
    const inAuckland = (instant: string): string | null => ownTime(instant, 'America/Los_Angeles', 'Pacific/Auckland')
    expect(inAuckland('2026-11-21T17:30:00Z')).toBe('Sun 6:30 AM')
    expect(inAuckland('2026-07-18T16:30:00Z')).toBe('Sun 4:30 AM')
    expect(inAuckland('2026-11-22T07:59:00Z')).toBe('Sun 8:59 PM')
    expect(ownTime('2026-11-21T20:00:00Z', 'Pacific/Auckland', 'America/Los_Angeles')).toBe('Sat 12:00 PM')
    // The same clock time on two days.
    expect(ownTime('2026-11-21T20:00:00Z', 'Pacific/Kiritimati', 'Pacific/Honolulu')).toBe('Sat 10:00 AM')
  })

  it("is omitted while the instant or the venue's zone is unknown", () => {
    expect(ownTime(null, 'America/New_York', 'Europe/Lisbon')).toBeNull()
    expect(ownTime('2026-11-21T19:27:00Z', null, 'Europe/Lisbon')).toBeNull()
  })
})

describe('Durations', () => {
  it('are shown in their largest unit, with days from two days on', () => {
    expect([38 * second, 4 * minute + 59 * second, 3 * hour, 47 * hour, 50 * hour, -5].map(ageText)).toEqual([
      '38 s',
      '4 min',
      '3 h',
      '47 h',
      '2 days',
      '0 s',
    ])
  })

  it('are shown in minutes and hours for moved matches', () => {
    expect([14, 60, 80].map(minutesText)).toEqual(['14 min', '1 h', '1 h 20 min'])
  })

  it('count down in hours, minutes and seconds, and from one day on in days', () => {
    expect(countdownText(4 * second)).toBe('4s')
    expect(countdownText(12 * minute + 4 * second)).toBe('12m 04s')
    expect(countdownText(hour + 4 * second)).toBe('1h 00m 04s')
    expect(countdownText(27 * hour + 5 * minute)).toBe('1d 3h 05m')
    expect(countdownText(-5)).toBe('0s')
  })
})

describe("A tournament's dates", () => {
  it('are a single date with its weekday when it lasts one day', () => {
    expect(tournamentDates({ startsOn: '2026-11-28', endsOn: '2026-11-28' })).toBe('Sat, Nov 28')
    expect(tournamentDates({ startsOn: '2026-11-28', endsOn: null })).toBe('Sat, Nov 28')
  })

  it('are its first and last day when it lasts several days, and null while they are unknown', () => {
    expect(tournamentDates({ startsOn: '2026-11-21', endsOn: '2026-11-22' })).toBe('Nov 21 - Nov 22, 2026')
    expect(tournamentDates({ startsOn: null, endsOn: null })).toBeNull()
  })

  it('are shown in full outside cards', () => {
    expect(datesText({ startsOn: '2026-11-28', endsOn: '2026-11-28' })).toBe('Saturday, Nov 28, 2026')
    expect(datesText({ startsOn: '2026-11-21', endsOn: '2026-11-22' })).toBe('Nov 21 - Nov 22, 2026')
  })
})
