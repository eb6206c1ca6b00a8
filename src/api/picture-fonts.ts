// The fonts of preview pictures: the app's own (Latin, Greek, Cyrillic), and Noto Sans for the other scripts in which names are
// written. Each is split into files that contain some of the letters; a file is loaded when a picture needs it. Letters without a
// font are left out.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

export type Weight = 500 | 800

/**
 * A file with some letters of a font. Each gets its own family name, because files with the same name would replace each other.
 */
type Piece = { family: string; path: string; holds(letter: number): boolean }

const require = createRequire(import.meta.url)

/** The pieces of a font, from the table in its package. */
function piecesOf(name: string, fileOf: (piece: string) => string): Piece[] {
  const table = require(`${name}/unicode.json`) as Record<string, string>
  return Object.entries(table).map(([piece, text]) => {
    const path = `${name}/files/${fileOf(piece.replace(/[[\]]/g, ''))}-normal.woff2`
    const ranges = [...text.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to = from]) => ({
      from: Number.parseInt(from, 16),
      to: Number.parseInt(to, 16),
    }))
    return { family: path, path, holds: (letter) => ranges.some(({ from, to }) => letter >= from && letter <= to) }
  })
}

const inter = (weight: Weight) => piecesOf('@fontsource/inter', (piece) => `inter-${piece}-${weight}`)
/** Noto Sans by script; the first one that has a letter is used. These are variable fonts: one file has all weights. */
const noto = [
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-thai',
  '@fontsource-variable/noto-sans-devanagari',
].flatMap((name) => piecesOf(name, (piece) => `${name.slice(name.indexOf('/') + 1)}-${piece}-wght`))
const pieces: Record<Weight, Piece[]> = { 500: [...inter(500), ...noto], 800: [...inter(800), ...noto] }

const pieceFor = (letter: string, weight: Weight): Piece | undefined =>
  pieces[weight].find(({ holds }) => holds(letter.codePointAt(0) ?? 0))

/** Emoji with all their parts, which no font of ours has. */
const emoji =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u20e3\ufe0e\ufe0f\u{e0020}-\u{e007f}]/gu
/** Characters that are not drawn and need no font: directions and joiners. */
const undrawn = /[\u200c-\u200f\u2066-\u2069]/u

/** The text without emoji, and without the words with a letter that no font has, which would be drawn as a box. */
export function drawable(text: string, weight: Weight): string {
  const isDrawn = (word: string): boolean =>
    Array.from(word).every((letter) => undrawn.test(letter) || pieceFor(letter, weight))
  return text
    .normalize('NFC')
    .replace(/(\S+)(\s*)/gu, (_, word: string, blank: string) => {
      const shown = word.replace(emoji, '').replace(/(?<!\p{L})\u200d|\u200d(?!\p{L})/gu, '')
      return shown !== '' && isDrawn(shown) ? shown + blank : ''
    })
    .trim()
}

const loaded = new Set<string>()

/** Sets the context's font for a text; `size` in px. Loads the files that it needs. */
export function useFont(context: SKRSContext2D, text: string, weight: Weight, size: number): void {
  const needed = new Set<Piece>()
  // The ellipsis is needed if the text is shortened.
  for (const letter of `${text}…`) {
    const piece = pieceFor(letter, weight)
    if (piece) needed.add(piece)
  }
  for (const { family, path } of needed) {
    if (loaded.has(family)) continue
    GlobalFonts.register(readFileSync(require.resolve(path)), family)
    loaded.add(family)
  }
  context.font = `${weight} ${size}px ${Array.from(needed, ({ family }) => `"${family}"`).join(', ')}`
  context.fontVariationSettings = `'wght' ${weight}`
}
