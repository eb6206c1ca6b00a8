import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CategoriesReading } from '#domain/reading.ts'
import { bjjcompsystem } from '../index.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const twice = fixture('categories-every-card-twice.html')
const read = (body: string, gender: 'male' | 'female' = 'male', tournament = '4101') =>
  bjjcompsystem.read({ kind: 'categories', tournament, gender }, body, {
    today: '2026-09-12',
    startsOn: null,
    endsOn: null,
  }) as CategoriesReading

const idsAndDivisions = ({ categories }: CategoriesReading) =>
  categories.map(({ bjjCompSystemId, division }) => `${bjjCompSystemId} ${division}`)

it('a card that is on the page twice counts once, with the requested gender', () => {
  const reading = read(twice)
  expect(reading).toMatchObject({ verdict: 'whole', language: 'en', problems: [] })
  expect(idsAndDivisions(reading)).toEqual([
    '2950001 Pee-Wee 3 / Male / GREY / Feather',
    '2950002 Juvenile 2 / Male / BLUE / Light Feather',
    '2950003 Adult / Male / BLACK / Ultra Heavy',
    '2950004 Master 7 / Male / BROWN / Open Class',
  ])
  expect(reading.categories[0]).toMatchObject({ age: 'Pee-Wee 3', gender: 'Male', belt: 'GREY', weight: 'Feather' })
})

it('a Portuguese list of categories yields divisions in English', () => {
  const reading = read(fixture('categories-portuguese-although-english-was-requested.html'), 'female', '4102')
  expect(reading).toMatchObject({ verdict: 'whole', language: 'pt' })
  expect(idsAndDivisions(reading)).toEqual([
    '2960001 Mighty-mite 2 / Female / GREY / Light',
    '2960002 Junior 1 / Female / YELLOW-GREY / Medium Heavy',
    '2960003 Adult / Female / PURPLE / Ultra Heavy',
    '2960004 Master 1 / Female / BLACK / Open Class Heavy',
  ])
})

it('a division with an unknown word is kept and reported', () => {
  const reading = read(twice.replaceAll('Ultra Heavy', 'Colossal'))
  expect(reading.verdict).toBe('whole')
  expect(idsAndDivisions(reading)).toContain('2950003 Adult / Male / BLACK / Colossal')
  expect(reading.problems[0]).toEqual({ code: 'unknown-word', where: 'category 2950003', detail: 'Colossal' })
})

it('the other cards are read when one is unreadable', () => {
  const reading = read(twice.replaceAll('>Ultra Heavy<', '><'))
  expect(reading.verdict).toBe('partial')
  expect(idsAndDivisions(reading)).toHaveLength(3)
})

it('a card of another tournament is ignored', () => {
  expect(read(twice, 'male', '4999')).toMatchObject({
    categories: [],
    problems: Array(8).fill({ code: 'foreign-link' }),
  })
})

it('a list of categories without cards is empty, and one with unknown cards unusable', () => {
  expect(read('<div class="public-categories"></div>')).toMatchObject({ verdict: 'whole', categories: [] })
  const renamed = read(twice.replaceAll('category-card__', 'division-tile__'))
  expect(renamed).toMatchObject({ verdict: 'unusable', categories: [] })
  expect(renamed.problems[0]?.code).toBe('markup-changed')
})
