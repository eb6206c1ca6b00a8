// The program that decodes one logo and redraws it as a small image. It reads the file from its standard input, writes a WebP image
// to its standard output, and ends with 2 if the file is no image of the size in its arguments. The new image contains only pixels;
// metadata and anything else in the file are dropped. Plain JavaScript, because it runs without the compilers of V8, which reserve
// more memory than its limit (logo-check.ts).
import { buffer } from 'node:stream/consumers'
import { createCanvas, loadImage } from '@napi-rs/canvas'

/** Larger images are scaled down to fit a square of this side, enough for the 56 pixels on a card on the densest screens. */
const side = 256
/** High, because logos have sharp edges. */
const quality = 90

const [width = 0, height = 0] = process.argv.slice(2).map(Number)
// The decoder gets a buffer, not an address, so it cannot load anything else.
const image = await loadImage(await buffer(process.stdin)).catch(() => null)
if (image === null || image.width !== width || image.height !== height) process.exit(2)

const scale = Math.min(1, side / Math.max(width, height))
const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
const context = canvas.getContext('2d')
context.imageSmoothingQuality = 'high'
context.drawImage(image, 0, 0, canvas.width, canvas.height)
process.stdout.write(await canvas.encode('webp', quality))
