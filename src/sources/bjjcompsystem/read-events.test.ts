import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { EventsReading } from '#domain/reading.ts'
import { bjjcompsystem } from '../index.ts'

const list = readFileSync(new URL('./fixtures/events-asterisk-turn-of-year-and-no-id.json', import.meta.url), 'utf8')
const read = (body: string) =>
  bjjcompsystem.read({ kind: 'events' }, body, { today: '2026-09-12', startsOn: null, endsOn: null }) as EventsReading

it('the event list yields names, dates, places and logos, and the id from the logo’s address', () => {
  const { events, verdict, problems } = read(list)
  expect(events).toEqual([
    {
      bjjCompSystemId: '4101',
      name: 'Harbour City Open IBJJF Jiu-Jitsu Championship 2026',
      logoUrl: 'https://www.ibjjfdb.com/Championship/Logo/4101',
      startsOn: '2026-09-12',
      endsOn: '2026-09-13',
      city: 'Harbour City',
      state: 'OR',
      country: 'United States',
    },
    {
      bjjCompSystemId: '4110',
      name: 'Turn of the Year Open',
      logoUrl: 'https://www.ibjjfdb.com/Championship/Logo/4110?v=2',
      startsOn: '2026-12-30',
      endsOn: '2027-01-02',
      city: 'Beira-Rio',
      state: null,
      country: 'Brazil',
    },
    {
      bjjCompSystemId: '4111',
      name: 'One Day Open 2027',
      logoUrl: null,
      startsOn: '2027-02-06',
      endsOn: '2027-02-06',
      city: 'Old Mill',
      state: 'TX',
      country: 'United States',
    },
    {
      bjjCompSystemId: '4102',
      name: 'Campeonato da Serra 2026',
      logoUrl: 'https://www.ibjjfdb.com/Championship/Logo/4102',
      startsOn: '2026-10-28',
      endsOn: '2026-10-31',
      city: 'Serra',
      state: 'RJ',
      country: 'Brasil',
    },
    {
      bjjCompSystemId: '4113',
      name: 'To Be Announced Open',
      logoUrl: 'https://www.ibjjfdb.com/Championship/Logo/4113',
      startsOn: null,
      endsOn: null,
      city: null,
      state: null,
      country: null,
    },
  ])
  expect(verdict).toBe('partial')
  expect(problems.map(({ code, where }) => `${code}: ${where}`)).toEqual([
    'unknown-word: event 4113',
    'bad-row: event 6',
  ])
})

it('an error answer, truncated text, HTML and JSON of another shape are not read as an event list', () => {
  for (const body of ['{"error":"Denied"}', list.slice(0, -2), '<html></html>', '[]', 'null', '{"championships":{}}'])
    expect(read(body)).toMatchObject({ verdict: 'unusable', events: [] })
})

it('an empty event list that begins with a byte order mark is read', () => {
  expect(read('\uFEFF{"championships":[]}')).toMatchObject({ verdict: 'whole', events: [] })
})
