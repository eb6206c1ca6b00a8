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

const named = ({ categories }: CategoriesReading) =>
  categories.map(({ bjjCompSystemId, division }) => `${bjjCompSystemId} ${division}`)

it('counts a card that stands on the page twice once, with the gender that was asked for', () => {
  const reading = read(twice)
  expect(reading).toMatchObject({ verdict: 'whole', language: 'en', problems: [] })
  expect(named(reading)).toEqual([
    '2950001 Pee-Wee 3 / Male / GREY / Feather',
    '2950002 Juvenile 2 / Male / BLUE / Light Feather',
    '2950003 Adult / Male / BLACK / Ultra Heavy',
    '2950004 Master 7 / Male / BROWN / Open Class',
  ])
  expect(reading.categories[0]).toMatchObject({ age: 'Pee-Wee 3', gender: 'Male', belt: 'GREY', weight: 'Feather' })
})

it('reads a Portuguese answer into the same words', () => {
  const reading = read(fixture('categories-portuguese-although-english-was-asked.html'), 'female', '4102')
  expect(reading).toMatchObject({ verdict: 'whole', language: 'pt' })
  expect(named(reading)).toEqual([
    '2960001 Mighty-mite 2 / Female / GREY / Light',
    '2960002 Junior 1 / Female / YELLOW-GREY / Medium Heavy',
    '2960003 Adult / Female / PURPLE / Ultra Heavy',
    '2960004 Master 1 / Female / BLACK / Open Class Heavy',
  ])
})

it('keeps a division with a word that is not known, and tells', () => {
  const reading = read(twice.replaceAll('Ultra Heavy', 'Colossal'))
  expect(reading.verdict).toBe('whole')
  expect(named(reading)).toContain('2950003 Adult / Male / BLACK / Colossal')
  expect(reading.problems[0]).toEqual({ code: 'unknown-word', where: 'category 2950003', detail: 'Colossal' })
})

it('keeps the rest when one card cannot be read', () => {
  const reading = read(twice.replaceAll('>Ultra Heavy<', '><'))
  expect(reading.verdict).toBe('partial')
  expect(named(reading)).toHaveLength(3)
})

it('takes no card of another tournament', () => {
  expect(read(twice, 'male', '4999')).toMatchObject({
    categories: [],
    problems: Array(8).fill({ code: 'foreign-link' }),
  })
})

it('reads an index without any card as empty, and one whose cards look otherwise as unusable', () => {
  expect(read('<div class="public-categories"></div>')).toMatchObject({ verdict: 'whole', categories: [] })
  const renamed = read(twice.replaceAll('category-card__', 'division-tile__'))
  expect(renamed).toMatchObject({ verdict: 'unusable', categories: [] })
  expect(renamed.problems[0]?.code).toBe('markup-changed')
})
