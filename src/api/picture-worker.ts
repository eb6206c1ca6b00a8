// The worker thread that renders preview pictures: receives texts, returns a PNG in the app's dark theme.
import { parentPort } from 'node:worker_threads'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { SharedPicture } from '#contract/shared-page.ts'
import { drawable, useFont, type Weight } from './picture-fonts.ts'
import type { Job } from './pictures.ts'

const width = 1200
const height = 630
const margin = 64

function paint(picture: SharedPicture): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const { colours, fight } = picture
  const maxWidth = width - 2 * margin

  context.fillStyle = colours.ink
  context.fillRect(0, 0, width, height)
  paintMark(context, picture)

  context.fillStyle = colours.text
  const size = write(context, picture.title, { x: margin, y: 196, maxWidth, weight: 800, sizes: [76, 60, 48] })
  if (picture.owner !== '') {
    context.fillStyle = colours.muted
    write(context, picture.owner, { x: margin, y: 196 + size * 0.4 + 28, maxWidth, weight: 500, sizes: [34] })
  }
  if (fight) paintCard(context, picture, fight)
  else {
    context.fillStyle = colours.muted
    write(context, picture.heading, { x: margin, y: 440, maxWidth, weight: 500, sizes: [44] })
  }
  return canvas.encode('png')
}

/** The logo (a belt with its bar) and the product's name. */
function paintMark(context: SKRSContext2D, { product, colours }: SharedPicture): void {
  box(context, margin, 52, 56, 56, 14, colours.text)
  context.fillStyle = colours.ink
  context.fillRect(margin, 72, 56, 17)
  context.fillStyle = colours.beltBar
  context.fillRect(margin + 34, 72, 12, 17)
  context.fillStyle = colours.text
  write(context, product, { x: margin + 74, y: 92, maxWidth: 600, weight: 800, sizes: [36] })
}

function paintCard(context: SKRSContext2D, picture: SharedPicture, fight: NonNullable<SharedPicture['fight']>): void {
  const { colours } = picture
  const top = 286
  const bottom = height - 44
  const left = margin + 48
  const maxWidth = width - margin - left - 36
  box(context, margin, top, width - 2 * margin, bottom - top, 24, colours.surface)
  paintBelt(context, picture, fight, top, bottom)

  if (picture.isLive) {
    const labelWidth = widthOf(context, picture.heading.toUpperCase(), 800, 26) + 36
    box(context, left, top + 26, labelWidth, 42, 21, colours.live)
    context.fillStyle = colours.onLive
    write(context, picture.heading.toUpperCase(), { x: left + 18, y: top + 56, maxWidth, weight: 800, sizes: [26] })
  } else {
    context.fillStyle = colours.muted
    write(context, `${picture.heading} · ${fight.beltText}`, {
      x: left,
      y: top + 56,
      maxWidth,
      weight: 500,
      sizes: [28],
    })
  }
  context.fillStyle = colours.text
  write(context, fight.athlete, { x: left, y: top + 120, maxWidth, weight: 800, sizes: [54, 44, 36] })
  context.fillStyle = colours.muted
  write(context, fight.versus, { x: left, y: top + 164, maxWidth, weight: 500, sizes: [34, 28] })
  context.fillStyle = colours.text
  const where = [fight.mat, fight.time].filter(Boolean).join('   ')
  const size = write(context, where, { x: left, y: top + 234, maxWidth: maxWidth / 2, weight: 800, sizes: [56, 44] })
  const placeX = where === '' ? left : left + Math.min(widthOf(context, where, 800, size), maxWidth / 2) + 28
  context.fillStyle = colours.muted
  write(context, fight.place, { x: placeX, y: top + 234, maxWidth: left + maxWidth - placeX, weight: 500, sizes: [30] })
  write(context, fight.tournament, { x: left, y: top + 278, maxWidth, weight: 500, sizes: [28] })
}

/** One or two belt colours along the card's edge; black has its red bar. */
function paintBelt(
  context: SKRSContext2D,
  { colours }: SharedPicture,
  { belt }: NonNullable<SharedPicture['fight']>,
  top: number,
  bottom: number,
): void {
  const cardHeight = bottom - top
  context.save()
  context.beginPath()
  context.roundRect(margin, top, width - 2 * margin, cardHeight, 24)
  context.clip()
  const [first, second] = belt
  context.fillStyle = first === undefined ? colours.unknownBelt : colours.belts[first]
  context.fillRect(margin, top, 18, cardHeight)
  if (second !== undefined) {
    context.fillStyle = colours.belts[second]
    context.fillRect(margin, top + cardHeight / 2, 18, cardHeight / 2)
  } else if (first === 'BLACK') {
    context.fillStyle = colours.beltBar
    context.fillRect(margin, top + cardHeight * 0.62, 18, cardHeight * 0.22)
  }
  context.restore()
}

function box(context: SKRSContext2D, x: number, y: number, w: number, h: number, radius: number, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(x, y, w, h, radius)
  context.fill()
}

type Line = { x: number; y: number; maxWidth: number; weight: Weight; sizes: readonly [number, ...number[]] }

/** Writes what can be drawn of a line in the largest size that fits, or, shortened with an ellipsis, in the smallest. Returns the size. */
function write(context: SKRSContext2D, text: string, { x, y, maxWidth, weight, sizes }: Line): number {
  const shown = drawable(text, weight)
  const size = sizes.find((each) => widthOf(context, shown, weight, each) <= maxWidth) ?? sizes.at(-1) ?? sizes[0]
  const letters = Array.from(new Intl.Segmenter().segment(shown), ({ segment }) => segment)
  let words = shown
  useFont(context, shown, weight, size)
  while (letters.length > 1 && context.measureText(words).width > maxWidth) {
    letters.pop()
    words = `${letters.join('').trimEnd()}…`
  }
  context.fillText(words, x, y)
  return size
}

function widthOf(context: SKRSContext2D, text: string, weight: Weight, size: number): number {
  useFont(context, text, weight, size)
  return context.measureText(text).width
}

parentPort?.on('message', ({ id, picture }: Job) => {
  paint(picture).then(
    (png) => parentPort?.postMessage({ id, png }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  )
})
