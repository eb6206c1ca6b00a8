// Draws a picture for sharing on a canvas, in the colours of the dark theme.
import type { MedalPlace } from './medals.ts'
import type { Picture } from './picture.ts'

/** In px: the portrait format of most social networks. */
export const pictureSize = { width: 1080, height: 1350 } as const

const margin = 84
/** The width between the margins, in px. */
const contentWidth = pictureSize.width - 2 * margin
/** The same colours as in ui/tokens.css, independent of the theme. */
const colours = {
  ink: '#0e1116',
  line: '#737d8b',
  text: '#f3f5f8',
  muted: '#a9b2bf',
  gold: '#f2c94c',
  silver: '#cbd3dd',
  bronze: '#e09a64',
  belt: '#e5383b',
}

type Canvas = CanvasRenderingContext2D
type Style = { size: number; weight: number; colour: string; align?: CanvasTextAlign }

/** Returns a function that writes one line: smaller if it is too wide, and shortened if that is not enough. */
function writer(context: Canvas, family: string) {
  return (text: string, x: number, y: number, width: number, { size, weight, colour, align = 'left' }: Style): void => {
    const font = (px: number): string => `${weight} ${px}px ${family}`
    context.font = font(size)
    const fitting = Math.max(size * 0.6, Math.min(size, (size * width) / context.measureText(text).width))
    context.font = font(fitting)
    context.fillStyle = colour
    context.textAlign = align
    context.fillText(shortened(context, text, width), x, y)
  }
}

function shortened(context: Canvas, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  const letters = Array.from(text)
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/**
 * Fills the canvas, whose size must be `pictureSize`. `family`: the CSS fonts of the page. `brand`: the product's name. Throws if
 * the browser gives the canvas no context.
 */
export function drawPicture(canvas: HTMLCanvasElement, picture: Picture, family: string, brand: string): void {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the canvas has no 2D context')
  const write = writer(context, family)
  context.fillStyle = colours.ink
  context.fillRect(0, 0, pictureSize.width, pictureSize.height)
  context.textBaseline = 'alphabetic'

  let y = margin + 34
  for (const text of picture.above) {
    write(text, margin, y, contentWidth, { size: 36, weight: 600, colour: colours.muted })
    y += 50
  }
  drawTitle(context, write, picture.title, family, y - 18)
  y += titleHeight
  if (picture.medals.length === 1) y = drawLargeMedal(context, write, picture, y)
  else if (picture.medals.length > 0) y = drawCounts(context, write, picture, y)
  else y += 50
  for (const { text, value } of picture.facts) {
    write(text, margin, y, value === '' ? contentWidth : contentWidth * 0.5, {
      size: 40,
      weight: 600,
      colour: colours.text,
    })
    write(value, margin + contentWidth, y, contentWidth * 0.48, {
      size: 40,
      weight: 800,
      colour: colours.text,
      align: 'right',
    })
    y += factHeight
  }
  y += 22
  for (const row of picture.rows) {
    drawNumberedDisc(context, write, row.place, margin + 22, y + 6, 22)
    write(row.title, margin + 64, y, contentWidth - 64, { size: 36, weight: 700, colour: colours.text })
    write(row.text, margin + 64, y + 40, contentWidth - 64, { size: 28, weight: 400, colour: colours.muted })
    y += rowHeight
  }
  if (picture.more !== null)
    write(picture.more, margin + 64, y, contentWidth - 64, { size: 30, weight: 600, colour: colours.muted })
  drawFoot(context, write, picture, brand)
}

/** Heights of the parts, in px. */
const titleHeight = 178
const factHeight = 58
const rowHeight = 90
const footTop = pictureSize.height - margin - 60
/** The height in px between the counts of the medals and the foot, for the points and the medals. */
const listHeight = 540

/** The number of medals that fit below this number of lines of points. */
export const rowsBelow = (facts: number): number =>
  Math.max(0, Math.floor((listHeight - facts * factHeight) / rowHeight))

/** Writes the title in one line, or in two smaller ones. */
function drawTitle(context: Canvas, write: Write, title: string, family: string, top: number): void {
  const style = { size: 88, weight: 800, colour: colours.text }
  context.font = `${style.weight} ${style.size}px ${family}`
  const words = title.split(' ')
  if (words.length === 1 || context.measureText(title).width <= contentWidth)
    return write(title, margin, top + 100, contentWidth, style)
  const widths = words.map((_, index) => context.measureText(words.slice(0, index + 1).join(' ')).width)
  const half = context.measureText(title).width / 2
  const first = Math.max(1, widths.findIndex((width) => width > half) + 1)
  const split = first === words.length ? first - 1 : first
  write(words.slice(0, split).join(' '), margin, top + 70, contentWidth, { ...style, size: 60 })
  write(words.slice(split).join(' '), margin, top + 138, contentWidth, { ...style, size: 60 })
}

type Write = ReturnType<typeof writer>

function drawDisc(context: Canvas, place: MedalPlace, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = colours[place]
  context.fill()
}

const numbers: Record<MedalPlace, string> = { gold: '1', silver: '2', bronze: '3' }

/** The place is also written on the disc, so that it can be read without its colour. */
function drawNumberedDisc(
  context: Canvas,
  write: Write,
  place: MedalPlace,
  x: number,
  y: number,
  radius: number,
): void {
  drawDisc(context, place, x, y, radius)
  const style = { size: radius * 1.2, weight: 800, colour: colours.ink, align: 'center' } as const
  write(numbers[place], x, y + radius * 0.43, radius * 2, style)
}

function drawLargeMedal(context: Canvas, write: Write, { medals: [medal] }: Picture, top: number): number {
  if (!medal) return top
  drawNumberedDisc(context, write, medal.place, pictureSize.width / 2, top + 236, 200)
  const style = { size: 96, weight: 800, colour: colours[medal.place], align: 'center' } as const
  write(medal.text, pictureSize.width / 2, top + 548, contentWidth, style)
  return top + 654
}

function drawCounts(context: Canvas, write: Write, { medals }: Picture, top: number): number {
  medals.forEach(({ place, text }, index) => {
    const x = margin + index * (contentWidth / 3)
    drawNumberedDisc(context, write, place, x + 50, top + 50, 50)
    write(text, x + 122, top + 76, contentWidth / 3 - 130, { size: 76, weight: 800, colour: colours.text })
  })
  return top + 190
}

/** RollCall's mark, a black belt with its red bar, and the note. */
function drawFoot(context: Canvas, write: Write, { note }: Picture, brand: string): void {
  const top = footTop
  context.fillStyle = colours.line
  context.fillRect(margin, top - 32, contentWidth, 2)
  context.fillStyle = colours.text
  context.beginPath()
  context.roundRect(margin, top, 60, 60, 15)
  context.fill()
  context.fillStyle = colours.ink
  context.fillRect(margin, top + 21, 60, 18)
  context.fillStyle = colours.belt
  context.fillRect(margin + 36, top + 21, 14, 18)
  write(brand, margin + 78, top + 43, contentWidth / 2, { size: 38, weight: 800, colour: colours.text })
  if (note !== null) {
    const style = { size: 32, weight: 600, colour: colours.muted, align: 'right' } as const
    write(note, margin + contentWidth, top + 42, contentWidth / 2, style)
  }
}
