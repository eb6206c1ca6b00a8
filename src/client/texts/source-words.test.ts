import { expect, it } from 'vitest'
import { sourceTrouble } from './source-words.ts'

const lisbon = { name: 'Lisbon Open', state: 'ok' } as const
const houston = { name: 'Houston Open', state: 'down' } as const

it('says nothing while every source is well', () => {
  expect(sourceTrouble([lisbon])).toBeNull()
  expect(sourceTrouble([])).toBeNull()
})

it('says what the worst is, and of which tournament when others are well', () => {
  expect(sourceTrouble([houston])).toBe('The competition system does not answer. You see the last known data.')
  expect(sourceTrouble([houston, { name: 'Porto Open', state: 'stale' }])).toBe(
    'The competition system does not answer. You see the last known data.',
  )
  expect(sourceTrouble([lisbon, houston])).toBe(
    'Houston Open: The competition system does not answer. You see the last known data.',
  )
})
