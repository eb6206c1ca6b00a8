// The worker thread that checks one logo and redraws it as a small image. The new image contains only pixels; metadata and
// anything else in the file are dropped.
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readImageHeader } from './image-header.ts'
import type { CheckedLogo } from './logo-check.ts'

/** Larger images are scaled down to fit a square of this side, enough for the 56 pixels on a card on the densest screens. */
const side = 256
/** Limits of the decoded size: a pixel takes four bytes. */
const maxSide = 4_096
const maxPixels = 8_000_000
/** High, because logos have sharp edges. */
const quality = 90

async function check(bytes: Uint8Array): Promise<CheckedLogo> {
  const header = readImageHeader(bytes)
  if (header === null) return { kind: 'refused', why: 'not a PNG, JPEG, GIF or WebP image' }
  const { width, height } = header
  if (width < 1 || height < 1 || Math.max(width, height) > maxSide || width * height > maxPixels)
    return { kind: 'refused', why: `${width} by ${height} pixels` }
  // The decoder gets a buffer, not an address, so it cannot load anything else.
  const image = await loadImage(Buffer.from(bytes)).catch(() => null)
  if (image === null || image.width !== width || image.height !== height)
    return { kind: 'refused', why: `a broken ${header.format.toUpperCase()} image` }
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const encoded = new Uint8Array(await canvas.encode('webp', quality))
  return { kind: 'image', image: encoded, hash: createHash('sha256').update(encoded).digest('base64url').slice(0, 22) }
}

void check(workerData as Uint8Array).then((checked) => parentPort?.postMessage(checked))
