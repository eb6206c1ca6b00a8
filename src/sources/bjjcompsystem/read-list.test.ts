import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ListReading } from '#domain/reading.ts'
import { bjjcompsystem } from '../index.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.html`, import.meta.url), 'utf8')
const context = { today: '2026-09-12', startsOn: '2026-09-12', endsOn: '2026-09-13' }
const competitor = fixture('by-competitor-listed-twice-every-status')
const read = (body: string) =>
  bjjcompsystem.read({ kind: 'competitor', tournament: '4101', competitor: '520111' }, body, context) as ListReading

describe('an athlete’s list', () => {
  const reading = read(competitor)

  it('counts each match once although the page contains the list twice', () => {
    expect(reading).toMatchObject({ verdict: 'whole', language: 'en', title: 'Célia Cerejeira' })
    expect(reading.rows).toHaveLength(7)
  })

  it('yields every raw status, and ‘unknown’ for other words', () => {
    expect(reading.rows.map(({ rawStatus }) => rawStatus)).toEqual([
      'created',
      'assigned',
      'weighted',
      'started',
      'finished',
      'invalid',
      'unknown',
    ])
    expect(reading.problems).toContainEqual({ code: 'unknown-word', where: 'row 7', detail: 'status levitating' })
  })

  it('yields category, date, time, mat, fight number and round', () => {
    expect(reading.rows[2]).toMatchObject({
      categoryId: '2950010',
      division: 'Adult / Female / PURPLE / Light',
      when: { date: '2026-09-12', time: '12:40' },
      mat: 2,
      fightNumber: 26,
      round: 'Semi-Final',
      sides: [
        { kind: 'open', takes: 'winner', fightNumber: 21, mat: 2 },
        { kind: 'athlete', bjjCompSystemId: '520074' },
      ],
    })
    expect(reading.rows.map(({ round }) => round)).toEqual([
      'Final',
      'Quarter Final',
      'Semi-Final',
      'Round 1',
      'Round 2',
      null,
      'Round of 16',
    ])
  })

  it('yields a row without time and mat', () => {
    expect(reading.rows[5]).toMatchObject({
      mat: null,
      fightNumber: null,
      round: null,
      when: { date: null, time: null },
    })
  })
})

it('a club’s list is read in Portuguese, and a match between two of its athletes counts once', () => {
  const reading = bjjcompsystem.read(
    { kind: 'club', tournament: '4101', club: '611' },
    fixture('by-club-two-athletes-in-one-match'),
    context,
  ) as ListReading
  expect(reading).toMatchObject({ verdict: 'whole', language: 'pt', title: 'Casa do Quimono' })
  expect(reading.rows).toMatchObject([
    {
      categoryId: '2950010',
      rawStatus: 'assigned',
      mat: 2,
      fightNumber: 21,
      round: 'Quarter Final',
      when: { date: '2026-09-12' },
    },
    { categoryId: null, rawStatus: 'created', mat: 2, fightNumber: 33, round: 'Final' },
  ])
  expect(reading.problems.map(({ code, where }) => `${code}: ${where}`)).toEqual(['foreign-link: row 3'])
})

it('an athlete’s list without rows is read as empty, even if the page lacks the list element', () => {
  expect(
    read('<div class="tournament-day"><h1>Célia Cerejeira</h1><ul class="tournament-day__matches"></ul></div>'),
  ).toMatchObject({
    verdict: 'whole',
    rows: [],
  })
  expect(read('<div class="tournament-day"><h1>Célia Cerejeira</h1></div>')).toMatchObject({
    verdict: 'whole',
    rows: [],
  })
})

it('the other rows of a list are read when one is unreadable', () => {
  const reading = read(
    competitor.replaceAll(
      '<li class="match--started">\n<div class="tournament-day__category-name">',
      '<li class="match--started">\n<div>',
    ),
  )
  expect(reading.verdict).toBe('partial')
  expect(reading.rows).toHaveLength(6)
})

it('a list is unusable when the class names of its rows are unknown, or when the page is a board', () => {
  for (const body of [
    competitor.replaceAll('tournament-day__matches', 'day__list'),
    competitor.replaceAll('tournament-day__category-name', 'division'),
    competitor.replaceAll('match-card__competitor', 'card__athlete'),
    fixture('board-first-page-with-search-widgets'),
  ])
    expect(read(body)).toMatchObject({ verdict: 'unusable', title: null, rows: [] })
})

it('a row with mat and time in unknown places is lost, not read without them', () => {
  const reading = read(competitor.replaceAll('search-match-header__', 'header__'))
  expect(reading.verdict).toBe('partial')
  expect(reading.rows.map(({ rawStatus }) => rawStatus)).toEqual(['invalid'])
})
