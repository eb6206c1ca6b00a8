import { beforeAll, expect, it } from 'vitest'
import type * as canvasModule from '@napi-rs/canvas'
import type * as fontsModule from './picture-fonts.ts'

let canvas: typeof canvasModule
let fonts: typeof fontsModule
beforeAll(async () => {
  canvas = await import('@napi-rs/canvas')
  fonts = await import('./picture-fonts.ts')
})

/** A canvas with the rendered letter. */
function sheetWith(letter: string, weight: 500 | 800): canvasModule.Canvas {
  const sheet = canvas.createCanvas(64, 64)
  const context = sheet.getContext('2d')
  fonts.useFont(context, letter, weight, 40)
  context.fillText(letter, 4, 48)
  return sheet
}

/** The rendered letter, as a data URL. */
const painted = (letter: string, weight: 500 | 800): string => sheetWith(letter, weight).toDataURL()

/** The sum of the opacities of all pixels of the rendered letter. */
const inkOf = (letter: string, weight: 500 | 800): number =>
  sheetWith(letter, weight)
    .getContext('2d')
    .getImageData(0, 0, 64, 64)
    .data.reduce((sum, value, index) => (index % 4 === 3 ? sum + value : sum), 0)

it.each([
  ['Portuguese and Spanish', 'ãõçáéíóúâêôàñü¿¡'],
  ['other Latin scripts', 'ÅåØøŁłŠšŽžĞğıŐőÞßễị'],
  ['Greek and Cyrillic', 'ΑθηνάОльгаЇї'],
  ['Japanese', '山本由美さんの次試合決勝第マット帯ガッツｶﾀ々ー・（）「」、。'],
  ['Korean', '김민준팀서울박최이정다음경기'],
  ['Chinese', '张伟王芳李娜陈龙队国際'],
  ['Arabic and Persian', 'محمدفریقكگیپچ'],
  ['Hebrew', 'שלוםדודקבוצה'],
  ['Thai', 'ทีมกรุงเทพ'],
  ['Hindi', 'टमभरतदव'],
  ['kanji of common names that older fonts lack', '髙﨑栁濵邊邉齋德神龍'],
])('Letters of %s are rendered, none as a box, on a machine without fonts', (_, letters) => {
  // The unit tests run without any system font (vitest.config.ts). Other test files of this process may
  // have loaded those of picture-fonts.ts.
  const systemFonts = canvas.GlobalFonts.families.filter(({ family }) => !/^(@fontsource|Inter|Noto Sans)/.test(family))
  expect(systemFonts).toEqual([])
  for (const weight of [500, 800] as const) {
    const box = painted('\u0378', weight)
    const empty = painted(' ', weight)
    const segments = Array.from(new Intl.Segmenter().segment(letters), ({ segment }) => segment)
    const boxes = segments.filter((letter) => [box, empty].includes(painted(letter, weight)))
    expect(boxes).toEqual([])
  }
})

it('Bold letters are rendered bolder, including Japanese ones', () => {
  for (const letter of ['R', '試']) expect(inkOf(letter, 800)).toBeGreaterThan(1.1 * inkOf(letter, 500))
})

it('A text is drawn without emoji, flags and words in scripts without a font', () => {
  for (const weight of [500, 800] as const) {
    expect(fonts.drawable('김민준 팀 서울', weight)).toBe('김민준 팀 서울')
    expect(fonts.drawable('ქართული Team \u{1F3F4}\u{E0067}\u{E0062}\u{E007F} 👩🏽‍🏫 🇧🇷 2️⃣ ᏣᎳᎩ', weight)).toBe('Team 2')
    expect(fonts.drawable('می‌خواهم', weight)).toBe('می‌خواهم')
    expect(fonts.drawable('\u{10330}\u{10331} \u0378', weight)).toBe('')
    expect(fonts.drawable('by \u2068دانا\u2069', weight)).toBe('by \u2068دانا\u2069')
  }
})

it('Directions and joiners are not drawn as boxes', () => {
  for (const weight of [500, 800] as const)
    for (const sign of ['\u2068', '\u2069', '\u200e', '\u200c']) expect(inkOf(sign, weight)).toBe(0)
})
