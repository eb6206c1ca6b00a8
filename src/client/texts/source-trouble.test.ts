import { beforeAll, expect, it } from 'vitest'
import { locale as japanese } from './languages/ja.ts'
import { sourceTrouble } from './source-trouble.ts'
import { texts as inJapanese } from './ja/source.ts'
import { applyLocale, loadTexts } from './t.ts'

beforeAll(() => loadTexts('source'))

const lisbon = { name: 'Lisbon Open', state: 'ok' } as const
const houston = { name: 'Houston Open', state: 'down' } as const

it('the source text is null while every source is ok', () => {
  expect(sourceTrouble([lisbon])).toBeNull()
  expect(sourceTrouble([])).toBeNull()
})

it('the source text names the worst state, and the affected tournaments if others are ok', () => {
  expect(sourceTrouble([houston])).toBe("The competition system isn't responding. You're seeing the last known data.")
  expect(sourceTrouble([houston, { name: 'Porto Open', state: 'stale' }])).toBe(
    "The competition system isn't responding. You're seeing the last known data.",
  )
  expect(sourceTrouble([lisbon, houston])).toBe(
    "Houston Open: The competition system isn't responding. You're seeing the last known data.",
  )
})

it('the source text separates the names of two tournaments in Japanese', () => {
  applyLocale(japanese, inJapanese)
  expect(sourceTrouble([lisbon, houston, { name: 'Porto Open', state: 'stale' }])).toMatch(
    /^Houston Open、Porto Open：/,
  )
})
