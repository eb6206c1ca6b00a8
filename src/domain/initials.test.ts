import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Ana Silva', 'AS'],
  ['ana maria da silva', 'AS'],
  ['Ana', 'AN'],
  ['coach_ben-2', 'C2'],
  ['é', 'É'],
  ['田中 太郎', '田太'],
  ['たなか', 'たな'],
  ['(Ben) Ötzi', 'BÖ'],
  ['🥋', '🥋'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
