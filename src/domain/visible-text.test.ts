import { expect, it } from 'vitest'
import { visibleText, withFewMarks } from './visible-text.ts'

it.each([
  '\u3164',
  '\u115f\u1160',
  '\uffa0',
  '\u2800\u2800',
  '\u034f',
  '\u17b4',
  '\u180e',
  '\u2060',
  '\ufe0f',
  '\u{e0100}',
  '\u{1d159}',
  '\u{16fe4}',
  '\u{13441}',
  '\u0301',
  '\u00a0',
  '\u3000',
  '\u00ad',
  '\u200d',
  '\ue000',
  ' \u3164 \u2800 ',
])('A text of %j has nothing that can be seen, and is empty', (text) => expect(visibleText(text)).toBe(''))

it.each(['7', 'a', '山', '🥋', '한', 'é', '-', '\ufffd', 'ม', '👩🏽'])('The text %s can be seen and stays', (text) => {
  expect(visibleText(text)).toBe(text)
})

it('A letter that is drawn as a blank becomes a blank', () => {
  expect(visibleText('Ana\u3164Lua\u2800\u034f')).toBe('Ana Lua ')
})

it('A character keeps its first three marks above or below', () => {
  expect(withFewMarks(`Z${'\u0301\u0323\u0308\u0330\u0302'.repeat(20)}oe`)).toBe('Z\u0301\u0323\u0308oe')
  expect(withFewMarks(`a${'\u20dd'.repeat(9)}b${'\u093e'.repeat(9)}`)).toBe(
    `a${'\u20dd'.repeat(3)}b${'\u093e'.repeat(4)}`,
  )
})

it.each(['မြို့', 'मर्क्षि', 'Ọládẹ́jọ', 'ệ', 'e\u0323\u0302', 'བརྒྱུད', 'สมชื่อ', 'שָׁלוֹם', 'مُحَمَّد'])(
  'The word %s keeps all its marks',
  (word) => expect(visibleText(word)).toBe(word),
)
