import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasTerm, searchTerm } from '#domain/name.ts'
import { NameIndex } from './name-index.ts'

const texts = [
  'marina pedra azul mar alto',
  'joana vale mar alto',
  'ana serra ponte nova',
  'mariana luz ponte nova',
  'caio de marim',
]
const index = new NameIndex(texts.map((text, id) => [id, text] as const))
const find = (term: string, limit = 50): (string | undefined)[] =>
  index.find(searchTerm(term), limit).map((id) => texts[id])

it('the name index lists names that start with the term first, then names with a word that does, then other matches', () => {
  expect(find('mari')).toEqual(['mariana luz ponte nova', 'marina pedra azul mar alto', 'caio de marim'])
  expect(find('ana')).toEqual(['ana serra ponte nova', 'joana vale mar alto', 'mariana luz ponte nova'])
})

it('the name index finds a term across words, but not across two names, and finds nothing for an empty term', () => {
  expect(find('e mar a')).toEqual(['joana vale mar alto'])
  expect(find('alto joana')).toEqual(['joana vale mar alto'])
  expect(find('alto ana')).toEqual([])
  expect(find('')).toEqual([])
})

it('the name index finds the best matches up to the limit', () => {
  expect(find('mar', 2)).toEqual(['mariana luz ponte nova', 'marina pedra azul mar alto'])
})

it('the name index finds the words of a term in any order, after the names that contain the whole term', () => {
  expect(find('azul marina')).toEqual(['marina pedra azul mar alto'])
  expect(find('mar alto')).toEqual(['joana vale mar alto', 'marina pedra azul mar alto'])
  expect(find('ponte ana')).toEqual(['ana serra ponte nova'])
  expect(find('ponte luz')).toEqual(['mariana luz ponte nova'])
  expect(find('ina pedra azul')).toEqual(['marina pedra azul mar alto'])
  expect(find('ina azul')).toEqual([])
})

it('the name index finds Japanese words within a name without blanks', () => {
  const japanese = new NameIndex([
    [1, '山本太郎 alpha'],
    [2, '山本花子 alpha'],
  ])
  expect(japanese.find(searchTerm('太郎 山本'), 50)).toEqual([1])
  expect(japanese.find(searchTerm('山本　太郎'), 50)).toEqual([1])
})

it('the name index finds exactly the names that contain the term or all its words, the best matches first', () => {
  const name = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'ba', 'aab'), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(name), fc.stringMatching(/^[ab]{1,3}( [ab]{1,2})?$/), (names, term) => {
      const found = new NameIndex(names.map((text, id) => [id, text] as const)).find(searchTerm(term), 1_000)
      const expected = names.flatMap((text, id) => (hasTerm(text, searchTerm(term)) ? [id] : []))
      expect(found.toSorted((a, b) => a - b)).toEqual(expected)
      const rank = (id: number): number => {
        const text = ` ${names[id]}`
        return text.startsWith(` ${term}`) ? 0 : text.includes(` ${term}`) ? 1 : text.includes(term) ? 2 : 3
      }
      expect(found.map(rank)).toEqual(found.map(rank).toSorted((a, b) => a - b))
    }),
  )
})
