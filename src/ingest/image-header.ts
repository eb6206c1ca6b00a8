// Reads format and size from the first bytes of an image, before anything is decoded. The format is detected from the content,
// not from the file name. SVG is not supported, because it can contain scripts and load other addresses.

export type ImageHeader = { format: 'png' | 'jpeg' | 'gif' | 'webp'; width: number; height: number }

/** Null if the format is not supported, or the file ends before its size is known. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ascii = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
  if (bytes.length >= 24 && ascii(0, 8) === '\u0089PNG\r\n\u001a\n' && ascii(12, 16) === 'IHDR')
    return { format: 'png', width: view.getUint32(16), height: view.getUint32(20) }
  if (bytes.length >= 10 && /^GIF8[79]a/.test(ascii(0, 6)))
    return { format: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (bytes.length >= 30 && ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return webpHeader(view, ascii(12, 16))
  if (bytes.length >= 4 && view.getUint16(0) === 0xffd8) return jpegHeader(view)
  return null
}

function webpHeader(view: DataView, chunk: string): ImageHeader | null {
  const format = 'webp'
  switch (chunk) {
    case 'VP8 ':
      return { format, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { format, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { format, width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
    default:
      return null
  }
}

/** A JPEG's size is in its frame header, after other segments of any length. */
function jpegHeader(view: DataView): ImageHeader | null {
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const isPadding = marker === 0xff
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { format: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    if (marker === 0xd9 || marker === 0xda) return null
    at += isPadding ? 1 : hasNoLength ? 2 : 2 + view.getUint16(at + 2)
  }
  return null
}
