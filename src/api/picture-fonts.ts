// The fonts of preview pictures: the app's own (Latin, Greek, Cyrillic), and Noto Sans JP for Japanese. Each is split into files
// that contain some of the letters; a file is loaded when a picture needs it. Other letters use the system's fonts.
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
/** A variable font: one file has all weights. */
const japanese = piecesOf('@fontsource-variable/noto-sans-jp', (piece) => `noto-sans-jp-${piece}-wght`)
const pieces: Record<Weight, Piece[]> = { 500: [...inter(500), ...japanese], 800: [...inter(800), ...japanese] }

const loaded = new Set<string>()

/** Sets the context's font for a text; `size` in px. Loads the files that it needs. */
export function useFont(context: SKRSContext2D, text: string, weight: Weight, size: number): void {
  const needed = new Set<Piece>()
  // The ellipsis is needed if the text is shortened.
  for (const letter of `${text}…`) {
    const piece = pieces[weight].find(({ holds }) => holds(letter.codePointAt(0) ?? 0))
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
