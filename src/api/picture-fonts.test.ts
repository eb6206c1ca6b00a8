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
  ['kanji of common names that older fonts lack', '髙﨑栁濵邊邉齋德神龍'],
])('Letters of %s are rendered, none as a box, on a machine without fonts', (_, letters) => {
  // The unit tests run without any system font (vitest.config.ts). Other test files of this process may
  // have loaded those of picture-fonts.ts.
  const systemFonts = canvas.GlobalFonts.families.filter(
    ({ family }) => !/^(@fontsource|Inter|Noto Sans JP)/.test(family),
  )
  expect(systemFonts).toEqual([])
  for (const weight of [500, 800] as const) {
    const box = painted('\u0378', weight)
    const empty = painted(' ', weight)
    const boxes = Array.from(letters).filter((letter) => [box, empty].includes(painted(letter, weight)))
    expect(boxes).toEqual([])
  }
})

it('Bold letters are rendered bolder, including Japanese ones', () => {
  for (const letter of ['R', '試']) expect(inkOf(letter, 800)).toBeGreaterThan(1.1 * inkOf(letter, 500))
})
