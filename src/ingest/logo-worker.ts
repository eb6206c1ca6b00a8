// The thread that looks at one logo: its bytes in, a small image made anew out. Nothing of the file but its pixels remains,
// neither what it says of itself nor what else it may hold.
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readImageHeader } from './image-header.ts'
import type { CheckedLogo } from './logo-check.ts'

/** The side of the square that an image is made to fit in, for the 56 pixels of a card on the densest screen. */
const side = 256
/** Unpacked, an image takes four bytes a pixel. */
const longestSide = 4_096
const mostPixels = 8_000_000
/** Drawings have sharp edges. */
const quality = 90

async function check(bytes: Uint8Array): Promise<CheckedLogo> {
  const header = readImageHeader(bytes)
  if (header === null) return { kind: 'refused', why: 'not a PNG, JPEG, GIF or WebP image' }
  const { width, height } = header
  if (width < 1 || height < 1 || Math.max(width, height) > longestSide || width * height > mostPixels)
    return { kind: 'refused', why: `${width} by ${height} pixels` }
  // The decoder gets the whole file and nothing to ask for more with.
  const image = await loadImage(Buffer.from(bytes)).catch(() => null)
  if (image === null || image.width !== width || image.height !== height)
    return { kind: 'refused', why: `a broken ${header.format.toUpperCase()} image` }
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const pen = canvas.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  const made = new Uint8Array(await canvas.encode('webp', quality))
  return { kind: 'image', image: made, hash: createHash('sha256').update(made).digest('base64url').slice(0, 22) }
}

void check(workerData as Uint8Array).then((checked) => parentPort?.postMessage(checked))
