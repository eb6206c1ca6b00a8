// Reads format and size of an image, and checks that no part of the file states a larger size, before anything is decoded: a decoder
// takes memory for what the part states. The format is detected from the content, not from the file name. SVG is not supported,
// because it can contain scripts and load other addresses.

export type ImageHeader = {
  format: 'png' | 'jpeg' | 'gif' | 'webp'
  width: number
  height: number
  /** False if the file has a block of no known kind, or a frame beyond the image's edges. */
  isSound: boolean
}

/** The right and bottom edge of the image, then of each frame in the file; null for a block that the format does not have. */
type Edges = Generator<readonly [right: number, bottom: number] | null>

/** Null if the format is not supported, or the file ends before its size is known. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = formatOf(view)
  if (format === undefined) return null
  let header: ImageHeader | null = null
  try {
    for (const edges of edgesIn[format](view)) {
      if (edges === null) return header && { ...header, isSound: false }
      const [width, height] = edges
      header ??= { format, width, height, isSound: true }
      if (width > header.width || height > header.height) return { ...header, isSound: false }
    }
    return header
  } catch (error) {
    // The file ends within a block that states a size.
    if (error instanceof RangeError) return header && { ...(header as ImageHeader), isSound: false }
    throw error
  }
}

function formatOf(view: DataView): ImageHeader['format'] | undefined {
  if (ascii(view, 0, 8) === '\u0089PNG\r\n\u001a\n' && ascii(view, 12, 4) === 'IHDR') return 'png'
  if (/^GIF8[79]a/.test(ascii(view, 0, 6))) return 'gif'
  if (ascii(view, 0, 4) === 'RIFF' && ascii(view, 8, 4) === 'WEBP') return 'webp'
  return ascii(view, 0, 2) === '\u00ff\u00d8' ? 'jpeg' : undefined
}

const edgesIn = { png: pngEdges, jpeg: jpegEdges, gif: gifEdges, webp: webpEdges }

/** The text of the bytes; shorter at the end of the file. */
function ascii(view: DataView, from: number, length: number): string {
  const end = Math.min(view.byteLength, from + length)
  let text = ''
  for (let at = from; at < end; at++) text += String.fromCharCode(view.getUint8(at))
  return text
}

/** Each block has its length, its kind, its content and a checksum of four bytes. */
function* pngEdges(view: DataView): Edges {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = ascii(view, at + 4, 4)
    if (kind === 'IEND') return
    if (kind === 'IHDR') yield [view.getUint32(at + 8), view.getUint32(at + 12)]
    // A frame of an animation: sequence number, width, height, x, y.
    if (kind === 'fcTL')
      yield [view.getUint32(at + 12) + view.getUint32(at + 20), view.getUint32(at + 16) + view.getUint32(at + 24)]
  }
}

function* gifEdges(view: DataView): Edges {
  yield [view.getUint16(6, true), view.getUint16(8, true)]
  let at = 13 + coloursAt(view, 10)
  while (at < view.byteLength) {
    const kind = view.getUint8(at)
    if (kind === 0x3b) return
    if (kind === 0x21) at = afterSubBlocks(view, at + 2)
    else if (kind === 0x2c && at + 10 <= view.byteLength) {
      yield [
        view.getUint16(at + 1, true) + view.getUint16(at + 5, true),
        view.getUint16(at + 3, true) + view.getUint16(at + 7, true),
      ]
      at = afterSubBlocks(view, at + 11 + coloursAt(view, at + 9))
    } else return yield null
  }
}

/** The bytes of the table of colours that the flags at `at` announce. */
function coloursAt(view: DataView, at: number): number {
  const flags = view.getUint8(at)
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Sub-blocks have their length in one byte; one of length 0 is the last. */
function afterSubBlocks(view: DataView, from: number): number {
  let at = from
  while (at < view.byteLength) {
    const length = view.getUint8(at)
    at += 1 + length
    if (length === 0) break
  }
  return at
}

/** Each block has its kind, its length and its content, padded to an even length. The first one states the size of the image. */
function* webpEdges(view: DataView, from = 12, to = view.byteLength): Edges {
  for (let at = from; at + 8 <= to;) {
    const content = at + 8
    const end = content + view.getUint32(at + 4, true)
    switch (ascii(view, at, 4)) {
      case 'VP8 ':
        yield [view.getUint16(content + 6, true) & 0x3fff, view.getUint16(content + 8, true) & 0x3fff]
        break
      case 'VP8L': {
        const bits = view.getUint32(content + 1, true)
        yield [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
        break
      }
      case 'VP8X':
        yield [uint24(view, content + 4) + 1, uint24(view, content + 7) + 1]
        break
      case 'ANMF': {
        // A frame of an animation: half of x and y, width, height, duration and flags; then the blocks of its image.
        const [x, y] = [2 * uint24(view, content), 2 * uint24(view, content + 3)]
        yield [x + uint24(view, content + 6) + 1, y + uint24(view, content + 9) + 1]
        yield* webpEdges(view, content + 16, Math.min(end, to))
        break
      }
    }
    at = end + (end % 2)
  }
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000

/** Each segment has a marker and, mostly, its length. A JPEG's size is in its frame header, after other segments of any length. */
function* jpegEdges(view: DataView): Edges {
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return yield null
    const marker = view.getUint8(at + 1)
    const isPadding = marker === 0xff
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) yield [view.getUint16(at + 7), view.getUint16(at + 5)]
    if (marker === 0xd9) return
    at += isPadding ? 1 : hasNoLength ? 2 : 2 + view.getUint16(at + 2)
    if (marker === 0xda) at = afterScan(view, at)
  }
}

/** The first marker after the data of a scan, in which 0xff is followed by 0 or by a restart marker. */
function afterScan(view: DataView, from: number): number {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  let at = bytes.indexOf(0xff, from)
  for (; at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return view.byteLength
}
