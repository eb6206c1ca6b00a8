import { afterEach, expect, it } from 'vitest'
import { locale as japanese } from './languages/ja.ts'
import { sourceTrouble } from './source-words.ts'
import { applyLocale, english } from './t.ts'

afterEach(() => applyLocale(english))

const lisbon = { name: 'Lisbon Open', state: 'ok' } as const
const houston = { name: 'Houston Open', state: 'down' } as const

it('says nothing while every source is well', () => {
  expect(sourceTrouble([lisbon])).toBeNull()
  expect(sourceTrouble([])).toBeNull()
})

it('says what the worst is, and of which tournament when others are well', () => {
  expect(sourceTrouble([houston])).toBe("The competition system isn't responding. You're seeing the last known data.")
  expect(sourceTrouble([houston, { name: 'Porto Open', state: 'stale' }])).toBe(
    "The competition system isn't responding. You're seeing the last known data.",
  )
  expect(sourceTrouble([lisbon, houston])).toBe(
    "Houston Open: The competition system isn't responding. You're seeing the last known data.",
  )
})

it('keeps the names of two tournaments apart in Japanese', () => {
  applyLocale(japanese)
  expect(sourceTrouble([lisbon, houston, { name: 'Porto Open', state: 'stale' }])).toMatch(
    /^Houston Open、Porto Open：/,
  )
})
