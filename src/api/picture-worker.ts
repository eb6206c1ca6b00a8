// The worker thread that renders preview pictures: receives texts, returns a PNG in the app's dark theme.
import { parentPort } from 'node:worker_threads'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { SharedPicture } from '#contract/shared-page.ts'
import { useFont, type Weight } from './picture-fonts.ts'
import type { Job } from './pictures.ts'

const width = 1200
const height = 630
const margin = 64

function paint(picture: SharedPicture): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const { colours, fight } = picture
  const maxWidth = width - 2 * margin

  pen.fillStyle = colours.ink
  pen.fillRect(0, 0, width, height)
  paintMark(pen, picture)

  pen.fillStyle = colours.text
  const size = write(pen, picture.title, { x: margin, y: 196, maxWidth, weight: 800, sizes: [76, 60, 48] })
  if (picture.owner !== '') {
    pen.fillStyle = colours.muted
    write(pen, picture.owner, { x: margin, y: 196 + size * 0.4 + 28, maxWidth, weight: 500, sizes: [34] })
  }
  if (fight) paintCard(pen, picture, fight)
  else {
    pen.fillStyle = colours.muted
    write(pen, picture.heading, { x: margin, y: 440, maxWidth, weight: 500, sizes: [44] })
  }
  return canvas.encode('png')
}

/** The logo (a belt with its bar) and the product's name. */
function paintMark(pen: SKRSContext2D, { product, colours }: SharedPicture): void {
  box(pen, margin, 52, 56, 56, 14, colours.text)
  pen.fillStyle = colours.ink
  pen.fillRect(margin, 72, 56, 17)
  pen.fillStyle = colours.beltBar
  pen.fillRect(margin + 34, 72, 12, 17)
  pen.fillStyle = colours.text
  write(pen, product, { x: margin + 74, y: 92, maxWidth: 600, weight: 800, sizes: [36] })
}

function paintCard(pen: SKRSContext2D, picture: SharedPicture, fight: NonNullable<SharedPicture['fight']>): void {
  const { colours } = picture
  const top = 286
  const bottom = height - 44
  const left = margin + 48
  const maxWidth = width - margin - left - 36
  box(pen, margin, top, width - 2 * margin, bottom - top, 24, colours.surface)
  paintBelt(pen, picture, fight, top, bottom)

  if (picture.isLive) {
    const labelWidth = widthOf(pen, picture.heading.toUpperCase(), 800, 26) + 36
    box(pen, left, top + 26, labelWidth, 42, 21, colours.live)
    pen.fillStyle = colours.onLive
    write(pen, picture.heading.toUpperCase(), { x: left + 18, y: top + 56, maxWidth, weight: 800, sizes: [26] })
  } else {
    pen.fillStyle = colours.muted
    write(pen, `${picture.heading} · ${fight.beltText}`, { x: left, y: top + 56, maxWidth, weight: 500, sizes: [28] })
  }
  pen.fillStyle = colours.text
  write(pen, fight.athlete, { x: left, y: top + 120, maxWidth, weight: 800, sizes: [54, 44, 36] })
  pen.fillStyle = colours.muted
  write(pen, fight.versus, { x: left, y: top + 164, maxWidth, weight: 500, sizes: [34, 28] })
  pen.fillStyle = colours.text
  const where = [fight.mat, fight.time].filter(Boolean).join('   ')
  const size = write(pen, where, { x: left, y: top + 234, maxWidth: maxWidth / 2, weight: 800, sizes: [56, 44] })
  const placeX = where === '' ? left : left + Math.min(widthOf(pen, where, 800, size), maxWidth / 2) + 28
  pen.fillStyle = colours.muted
  write(pen, fight.place, { x: placeX, y: top + 234, maxWidth: left + maxWidth - placeX, weight: 500, sizes: [30] })
  write(pen, fight.tournament, { x: left, y: top + 278, maxWidth, weight: 500, sizes: [28] })
}

/** One or two belt colours along the card's edge; black has its red bar. */
function paintBelt(
  pen: SKRSContext2D,
  { colours }: SharedPicture,
  { belt }: NonNullable<SharedPicture['fight']>,
  top: number,
  bottom: number,
): void {
  const cardHeight = bottom - top
  pen.save()
  pen.beginPath()
  pen.roundRect(margin, top, width - 2 * margin, cardHeight, 24)
  pen.clip()
  const [first, second] = belt
  pen.fillStyle = first === undefined ? colours.unknownBelt : colours.belts[first]
  pen.fillRect(margin, top, 18, cardHeight)
  if (second !== undefined) {
    pen.fillStyle = colours.belts[second]
    pen.fillRect(margin, top + cardHeight / 2, 18, cardHeight / 2)
  } else if (first === 'BLACK') {
    pen.fillStyle = colours.beltBar
    pen.fillRect(margin, top + cardHeight * 0.62, 18, cardHeight * 0.22)
  }
  pen.restore()
}

function box(pen: SKRSContext2D, x: number, y: number, w: number, h: number, radius: number, colour: string): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.roundRect(x, y, w, h, radius)
  pen.fill()
}

type Line = { x: number; y: number; maxWidth: number; weight: Weight; sizes: readonly [number, ...number[]] }

/** Writes one line in the largest size that fits, or, shortened with an ellipsis, in the smallest. Returns the size. */
function write(pen: SKRSContext2D, text: string, { x, y, maxWidth, weight, sizes }: Line): number {
  // NFC, because the fonts have letters with accents as one character.
  const shown = text
    .replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, '')
    .normalize('NFC')
    .trim()
  const size = sizes.find((each) => widthOf(pen, shown, weight, each) <= maxWidth) ?? sizes.at(-1) ?? sizes[0]
  const letters = Array.from(new Intl.Segmenter().segment(shown), ({ segment }) => segment)
  let words = shown
  useFont(pen, shown, weight, size)
  while (letters.length > 1 && pen.measureText(words).width > maxWidth) {
    letters.pop()
    words = `${letters.join('').trimEnd()}…`
  }
  pen.fillText(words, x, y)
  return size
}

function widthOf(pen: SKRSContext2D, text: string, weight: Weight, size: number): number {
  useFont(pen, text, weight, size)
  return pen.measureText(text).width
}

parentPort?.on('message', ({ id, picture }: Job) => {
  paint(picture).then(
    (png) => parentPort?.postMessage({ id, png }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  )
})
