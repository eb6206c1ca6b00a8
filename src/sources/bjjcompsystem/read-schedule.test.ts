import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ScheduleReading, SinglesReading } from '#domain/reading.ts'
import { bjjcompsystem } from '../index.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.html`, import.meta.url), 'utf8')
const context = { today: '2026-09-12', startsOn: '2026-09-12', endsOn: '2026-09-13' }
const schedule = fixture('schedule-two-days-and-single-competitors')
const read = (body: string) =>
  bjjcompsystem.read({ kind: 'schedule', tournament: '4101' }, body, context) as ScheduleReading

it('the programme yields the days with their start, and every category with its day and first time', () => {
  const reading = read(schedule)
  expect(reading).toMatchObject({ verdict: 'whole', language: 'en', problems: [] })
  expect(reading.days).toEqual([
    { bjjCompSystemId: '7301', weekday: 'Saturday', startsAt: '09:30' },
    { bjjCompSystemId: '7302', weekday: 'Sunday', startsAt: '10:00' },
  ])
  const saturday = { dayId: '7301', weekday: 'Saturday' }
  expect(reading.categories).toEqual([
    {
      bjjCompSystemId: '2950001',
      division: 'Pee-Wee 3 / Male / GREY / Feather',
      ...saturday,
      time: '09:30',
      single: false,
    },
    {
      bjjCompSystemId: '2950002',
      division: 'Juvenile 2 / Male / BLUE / Light Feather',
      ...saturday,
      time: '13:21',
      single: false,
    },
    { bjjCompSystemId: null, division: 'Master 6 / Male / BROWN / Rooster', ...saturday, time: '14:00', single: true },
    {
      bjjCompSystemId: '2950003',
      division: 'Adult / Male / BLACK / Ultra Heavy',
      dayId: '7302',
      weekday: 'Sunday',
      time: '11:40',
      single: false,
    },
    {
      bjjCompSystemId: '2950004',
      division: 'Master 7 / Male / BROWN / Open Class',
      ...saturday,
      time: '18:10',
      single: false,
    },
  ])
})

it('the day comes from its anchor when two days have the same weekday', () => {
  const body = `<a href="#day1">Saturday Start Time: 09:30 AM</a><a href="#day2">Saturday Start Time: 09:30 AM</a>
    <div id="day2" class="panel"><div class="public-schedule__day"><span>Saturday</span></div>
    <div class="public-schedule__category-wrapper"><a href="/tournaments/4101/categories/5">Adult / Male / BLUE / Light<span>09:30 AM</span></a></div></div>`
  expect(read(body).categories[0]).toMatchObject({ dayId: '2', weekday: 'Saturday' })
})

it('the other categories are read when one link leads elsewhere', () => {
  const reading = read(schedule.replace('/tournaments/4101/categories/2950001', 'javascript:alert(1)'))
  expect(reading.verdict).toBe('partial')
  expect(reading.categories).toHaveLength(4)
})

it('the page of single competitors yields the time by which each must report', () => {
  const singles = bjjcompsystem.read(
    { kind: 'singles', tournament: '4101' },
    fixture('singles-report-times'),
    context,
  ) as SinglesReading
  expect(singles).toMatchObject({ verdict: 'whole', problems: [] })
  expect(singles.athletes).toEqual([
    { name: 'Moacir Boa Vista', reportBy: '15:32', weekday: 'Sunday' },
    { name: 'Vânia Arrebol', reportBy: '09:02', weekday: 'Saturday' },
    { name: 'Zeca Mirante', reportBy: null, weekday: null },
  ])
})

it('the page of single competitors may be empty, and an item without a name is lost', () => {
  const readSingles = (body: string) =>
    bjjcompsystem.read({ kind: 'singles', tournament: '4101' }, body, context) as SinglesReading
  expect(readSingles('<div class="public-single-competitors"></div>')).toMatchObject({ verdict: 'whole', athletes: [] })
  expect(
    readSingles(
      '<div class="public-single-competitors__item-wrapper"><div class="public-single-competitors__weighing-end">03:32 PM</div></div>',
    ),
  ).toMatchObject({ verdict: 'partial', athletes: [] })
})
