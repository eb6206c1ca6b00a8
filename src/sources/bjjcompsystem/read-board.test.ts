import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BoardReading } from '#domain/reading.ts'
import { bjjcompsystem } from '../index.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/board-${name}.html`, import.meta.url), 'utf8')
const weekend = { today: '2026-09-12', startsOn: '2026-09-12', endsOn: '2026-09-13' }
const read = (body: string, page = 1, { tournament = '4101', day = '7301', context = weekend } = {}) =>
  bjjcompsystem.read({ kind: 'board', tournament, day, page }, body, context) as BoardReading

const first = fixture('first-page-with-search-widgets')

describe('the first board page of a day', () => {
  const reading = read(first)

  it('is read completely, in page order', () => {
    expect(reading).toMatchObject({ verdict: 'whole', language: 'en', date: '2026-09-12', pages: [1, 2] })
    expect(reading.mats.map(({ mat, complete, cards }) => [mat, complete, cards.length])).toEqual([
      [1, true, 2],
      [2, true, 3],
      [3, true, 0],
      [4, true, 1],
    ])
  })

  it('yields the days of the event', () => {
    expect(reading.days).toEqual([
      {
        bjjCompSystemId: '7301',
        dayNumber: 1,
        dayName: 'Day 1',
        weekday: 'Saturday',
        date: '2026-09-12',
        matsCount: 6,
      },
      { bjjCompSystemId: '7302', dayNumber: 2, dayName: 'Day 2', weekday: 'Sunday', date: '2026-09-13', matsCount: 5 },
    ])
  })

  it('yields each card’s mat, time on the page’s day, round, division and sides', () => {
    expect(reading.mats[0]?.cards[1]).toEqual({
      mat: 1,
      fightNumber: 5,
      when: { date: '2026-09-12', time: '09:58' },
      round: 'Round 2',
      division: 'Master 1 / Male / BLUE / Medium Heavy',
      sides: [
        { kind: 'open', takes: 'winner', fightNumber: 1, mat: 1 },
        {
          kind: 'athlete',
          bjjCompSystemId: '520074',
          name: 'Célia Mirante',
          team: 'Tatame Novo',
          seed: 2,
          loser: false,
          disqualification: null,
        },
      ],
    })
    expect(reading.mats.flatMap(({ cards }) => cards.map(({ round }) => round))).toEqual([
      'Round 1',
      'Round 2',
      'Quarter Final',
      'Semi-Final',
      'Final',
      'Round 2',
    ])
    expect(reading.mats[1]?.cards.map(({ when }) => when.time)).toEqual(['12:05', '12:40', '13:30'])
  })

  it('yields the roster and the clubs from the search widgets', () => {
    expect(reading.athletes).toEqual([
      { bjjCompSystemId: '520037', name: 'Bento "Beto" Lagoa Funda', clubId: '611' },
      { bjjCompSystemId: '520074', name: "Célia d'Ávila & Filhos", clubId: '664' },
      { bjjCompSystemId: '520111', name: 'Dorival Capivari', clubId: null },
    ])
    expect(reading.clubs).toEqual([
      { bjjCompSystemId: '611', name: 'Casa do Quimono' },
      { bjjCompSystemId: '664', name: 'Raiz Forte' },
    ])
    expect(reading.problems).toEqual([
      { code: 'bad-row', where: 'search widget of athletes', detail: '1 of 4 without id or name' },
    ])
  })

  it('yields everything but the athletes when their widget is broken', () => {
    const broken = read(first.replace('&quot;competitors&quot;:&quot;[', '&quot;competitors&quot;:&quot;[['))
    expect(broken).toMatchObject({ verdict: 'partial', athletes: null, clubs: [{}, {}] })
    expect(broken.mats).toEqual(reading.mats)
  })
})

it('a board page is read in Portuguese, with mats from 35 on and mats without cards', () => {
  const reading = read(fixture('portuguese-mats-from-35'), 1, {
    tournament: '4102',
    day: '7401',
    context: { today: '2026-09-03', startsOn: '2026-09-03', endsOn: '2026-09-04' },
  })
  expect(reading).toMatchObject({
    verdict: 'whole',
    language: 'pt',
    date: '2026-09-03',
    problems: [],
    athletes: null,
    clubs: null,
  })
  expect(reading.days.map(({ dayName, weekday, date, matsCount }) => [dayName, weekday, date, matsCount])).toEqual([
    ['Day 1', 'Thursday', '2026-09-03', 8],
    ['Day 2', 'Friday', '2026-09-04', 8],
  ])
  expect(reading.mats.map(({ mat, cards }) => [mat, cards.length])).toEqual([
    [35, 2],
    [36, 1],
    [37, 0],
    [38, 0],
  ])
  expect(reading.mats[0]?.cards[1]).toMatchObject({
    fightNumber: 34,
    when: { date: '2026-09-03', time: '13:45' },
    round: 'Semi-Final',
    division: 'Adult / Female / PURPLE / Light Feather',
    sides: [
      { kind: 'open', takes: 'winner', fightNumber: 21, mat: 36 },
      { kind: 'open', takes: 'loser', fightNumber: 20, mat: 35 },
    ],
  })
})

describe('a board page without a sidebar', () => {
  const last = fixture('last-page-without-navigation')

  it('is complete, and its date is known only if the event has one day', () => {
    const reading = read(last, 2)
    expect(reading).toMatchObject({ verdict: 'whole', days: [], date: null, pages: [1, 2] })
    expect(reading.mats.map(({ mat, cards }) => [mat, cards.length])).toEqual([
      [5, 1],
      [6, 0],
    ])
    expect(reading.mats[0]?.cards[0]?.when).toEqual({ date: null, time: '18:52' })
    const oneDay = read(last, 2, { context: { ...weekend, endsOn: '2026-09-12' } })
    expect(oneDay.mats[0]?.cards[0]?.when).toEqual({ date: '2026-09-12', time: '18:52' })
  })
})

it('the mats of a shared hall are renumbered, in columns and feeder texts', () => {
  const shared = first.replaceAll('/tournaments/4101/', '/tournaments/2674/')
  const reading = read(shared, 1, { tournament: '2674' })
  expect(reading.mats.map(({ mat }) => mat)).toEqual([47, 48, 49, 50])
  expect(reading.mats[0]?.cards[1]).toMatchObject({ mat: 47, sides: [{ mat: 47 }, {}] })
})

describe('a damaged board page', () => {
  it('loses one unreadable card, and only its mat is incomplete', () => {
    const reading = read(fixture('one-card-unreadable'))
    expect(reading.verdict).toBe('partial')
    expect(reading.mats.map(({ mat, complete, cards }) => [mat, complete, cards.length])).toEqual([
      [1, false, 1],
      [2, true, 2],
    ])
    expect(reading.problems[0]).toMatchObject({ code: 'bad-row', where: 'Mat 1, card 2' })
  })

  it('drops a repeated card and keeps two matches with the same fight number', () => {
    const reading = read(fixture('one-card-unreadable'))
    expect(
      reading.mats[1]?.cards.map(({ fightNumber, sides }) => [
        fightNumber,
        sides[0].kind === 'athlete' && sides[0].seed,
      ]),
    ).toEqual([
      [1, 3],
      [1, 4],
    ])
    expect(reading.problems.slice(1).map(({ code, where }) => `${code}: ${where}`)).toEqual([
      'duplicate: Mat 2, card 2',
      'duplicate: Mat 2, card 3',
    ])
  })

  it('reports missing mats', () => {
    const reading = read(
      first.replace(
        /<li class="sliding-columns__column">(?:(?!<li class="sliding)[\s\S])*Mat 4[\s\S]*?<\/ul>\s*<\/li>/,
        '',
      ),
    )
    expect(reading.mats.map(({ mat }) => mat)).toEqual([1, 2, 3])
    expect(reading.verdict).toBe('partial')
    expect(reading.problems.map(({ code, detail }) => `${code}: ${detail}`)).toContain('mats-missing: 3 of 4 mats')
  })

  it('loses a column whose mat cannot be read', () => {
    const reading = read(first.replace('\nMat 4\n', '\nNew area\n'))
    expect(reading.mats.map(({ mat }) => mat)).toEqual([1, 2, 3])
    expect(reading.problems.map(({ code }) => code)).toContain('bad-column')
  })

  it('counts a repeated mat once, as incomplete', () => {
    const reading = read(first.replace('\nMat 4\n', '\nMat 1\n'))
    expect(reading.verdict).toBe('partial')
    expect(reading.mats.map(({ mat, complete, cards }) => [mat, complete, cards.length])).toEqual([
      [1, false, 2],
      [2, true, 3],
      [3, true, 0],
    ])
  })

  it('keeps a division with unknown words unchanged, and a card without a time', () => {
    const reading = read(
      first
        .replace('Juvenile 1 / Male / BLUE / Feather', 'Ancient / Male / BLUE /  Colossal')
        .replace('10:10 AM: ', ''),
    )
    expect(reading.mats[3]?.cards[0]).toMatchObject({
      division: 'Ancient / Male / BLUE / Colossal',
      fightNumber: 8,
      when: { date: '2026-09-12', time: null },
    })
    expect(reading.verdict).toBe('whole')
  })

  it('ignores days of another tournament or origin', () => {
    expect(read(first, 1, { tournament: '4999' })).toMatchObject({ days: [], date: null, pages: [1] })
    expect(read(first.replaceAll("'/tournaments/", "'https://evil.test/tournaments/")).days).toEqual([])
  })

  it('is unusable when none of its columns or none of its cards can be read', () => {
    for (const renamed of [
      first.replaceAll('match-card__competitor', 'card__athlete'),
      first.replaceAll('match-header__category-name', 'match-header__division'),
      first.replaceAll('tournament-day__mats', 'day__mats'),
      first.replaceAll('sliding-columns__column', 'mat-column'),
      first.replaceAll('sliding-columns__column', 'mat-column').replaceAll('sidebar__', 'side__'),
    ])
      expect(read(renamed)).toMatchObject({ verdict: 'unusable', mats: [], days: [], athletes: null })
  })
})
