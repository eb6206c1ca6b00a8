import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { clockOn, systemClock } from '#platform/clock.ts'
import { readImageHeader } from './image-header.ts'
import { checkLogo, decodeLogo, maxLogoBytes } from './logo-check.ts'

type Format = 'png' | 'jpeg' | 'gif' | 'webp'

/** An encoded image of the given size. */
async function drawing(width: number, height: number, format: Format): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#0f4c81'
  pen.fillRect(0, 0, width / 2, height)
  return canvas.encode(format as 'png')
}
const check = (bytes: Uint8Array) => checkLogo(bytes, systemClock)

const le16 = (...values: number[]): number[] => values.flatMap((value) => [value & 255, value >> 8])
const le24 = (...values: number[]): number[] =>
  values.flatMap((value) => [value & 255, (value >> 8) & 255, value >> 16])
const be32 = (value: number): number[] => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]

/** A GIF with this screen and these frames, each `[x, y, width, height]`, of a palette of two colours. */
const gif = (screen: [number, number], ...frames: [number, number, number, number][]): Buffer =>
  Buffer.from([
    ...Buffer.from('GIF89a'),
    ...le16(...screen),
    0x80,
    0,
    0,
    0,
    0,
    0,
    255,
    255,
    255,
    0x21,
    0xfe,
    3,
    ...Buffer.from('a,b'),
    0,
    ...frames.flatMap((frame) => [0x2c, ...le16(...frame), 0, 2, 2, 0x44, 1, 0]),
    0x3b,
  ])
const webpBlock = (kind: string, content: number[]): number[] => [
  ...Buffer.from(kind),
  content.length & 255,
  content.length >> 8,
  0,
  0,
  ...content,
  ...(content.length % 2 === 0 ? [] : [0]),
]
const webp = (...blocks: number[][]): Buffer => Buffer.from([...Buffer.from('RIFF----WEBP'), ...blocks.flat()])
const webpCanvas = (width: number, height: number): number[] =>
  webpBlock('VP8X', [0x02, 0, 0, 0, ...le24(width - 1, height - 1)])
const losslessImage = (width: number, height: number): number[] => {
  const bits = (width - 1) | ((height - 1) << 14)
  return webpBlock('VP8L', [0x2f, bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >>> 24, 0])
}
const lossyImage = (width: number, height: number): number[] =>
  webpBlock('VP8 ', [0x30, 1, 0, 0x9d, 1, 0x2a, ...le16(width, height)])
const webpFrame = (x: number, y: number, width: number, height: number, image: number[]): number[] =>
  webpBlock('ANMF', [...le24(x / 2, y / 2, width - 1, height - 1, 100), 0, ...image])
const pngBlock = (kind: string, content: number[]): number[] => [
  ...be32(content.length),
  ...Buffer.from(kind),
  ...content,
  0,
  0,
  0,
  0,
]
/** Inserts blocks after the header of a PNG. */
const withPngBlocks = (png: Buffer, ...blocks: number[][]): Buffer =>
  Buffer.concat([png.subarray(0, 33), Buffer.from(blocks.flat()), png.subarray(33)])

describe('the check of a logo', () => {
  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('makes a small image of the same shape: %s', async (format) => {
    const bytes = await drawing(900, 300, format)
    expect(readImageHeader(bytes)).toEqual({ format, width: 900, height: 300, isSound: true })
    const checked = await check(bytes)
    expect(checked.kind === 'image' && readImageHeader(checked.image)).toEqual({
      format: 'webp',
      isSound: true,
      width: 256,
      height: 85,
    })
  })

  it('never enlarges an image and gives equal bytes the same hash', async () => {
    const bytes = await drawing(40, 20, 'png')
    const [one, other] = [await check(bytes), await check(bytes)]
    expect(one.kind === 'image' && readImageHeader(one.image)).toMatchObject({ width: 40, height: 20 })
    expect(other).toEqual(one)
  })

  it('drops the metadata of a file', async () => {
    const bytes = await drawing(40, 20, 'jpeg')
    const comment = Buffer.from('GPS 51.5 -0.1')
    const marked = Buffer.concat([
      bytes.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
      comment,
      bytes.subarray(2),
    ])
    const checked = await check(marked)
    if (checked.kind !== 'image') throw new Error(checked.why)
    expect(Buffer.from(checked.image).includes('GPS')).toBe(false)
  })

  it.each([
    ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an empty file', Buffer.alloc(0)],
    ['two bytes of a JPEG', Buffer.from([0xff, 0xd8])],
    ['a JPEG of padding bytes only', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(5_000, 0xff)])],
  ])('refuses a file whose format or size cannot be read: %s', async (_, bytes) => {
    expect(await check(bytes)).toEqual({ kind: 'refused', why: 'not a PNG, JPEG, GIF or WebP image' })
  })

  it('refuses a file whose header claims too large a side, a broken file, and a file over the size limit', async () => {
    const wide = await drawing(20, 20, 'png')
    wide.writeUInt32BE(60_000, 16)
    expect(await check(wide)).toEqual({ kind: 'refused', why: '60000 by 20 pixels' })
    const cut = (await drawing(400, 400, 'png')).subarray(0, 40)
    expect(await check(cut)).toEqual({ kind: 'refused', why: 'a broken PNG image' })
    expect(await check(Buffer.alloc(maxLogoBytes + 1))).toEqual({ kind: 'refused', why: `over ${maxLogoBytes} bytes` })
  })

  it('[N-12] refuses a file of a few bytes whose first frame claims 65,535 by 65,535 pixels', async () => {
    expect(await check(gif([1, 1], [0, 0, 65_535, 65_535]))).toEqual({ kind: 'refused', why: 'a broken GIF image' })
  })

  it.each([
    ['a GIF with a larger second frame', gif([9, 9], [0, 0, 9, 9], [0, 0, 9, 10])],
    ['a GIF with a frame beyond the right edge', gif([9, 9], [1, 0, 9, 9])],
    ['a GIF with a block of no known kind', Buffer.concat([gif([9, 9]).subarray(0, -1), Buffer.from([0x7f, 9, 9])])],
    ['a GIF that ends within a frame', gif([9, 9], [0, 0, 9, 9]).subarray(0, 33)],
    ['a WebP whose image is larger than its canvas', webp(webpCanvas(9, 9), losslessImage(16_384, 16_384))],
    ['a WebP whose lossy image is larger than its canvas', webp(webpCanvas(9, 9), lossyImage(16_383, 16_383))],
    ['a WebP with a frame beyond the bottom', webp(webpCanvas(9, 9), webpFrame(0, 2, 9, 9, losslessImage(9, 9)))],
    [
      'a WebP whose frame has a larger image',
      webp(webpCanvas(9, 9), webpFrame(0, 0, 9, 9, losslessImage(9, 9)), webpFrame(0, 0, 9, 9, lossyImage(99, 9))),
    ],
    ['a WebP that ends within a frame', webp(webpCanvas(9, 9), webpFrame(0, 0, 9, 9, [])).subarray(0, 44)],
  ])('[N-12] refuses a file with a part that is larger than the header states: %s', async (_, bytes) => {
    const header = readImageHeader(bytes)
    expect(header).toMatchObject({ width: 9, height: 9, isSound: false })
    expect(await check(bytes)).toMatchObject({ kind: 'refused', why: expect.stringMatching('a broken') as string })
  })

  it('[N-12] refuses a PNG with a second header or a frame that is larger than the first header states', async () => {
    const png = await drawing(20, 10, 'png')
    const header = pngBlock('IHDR', [...be32(60_000), ...be32(60_000), 8, 6, 0, 0, 0])
    const frame = (width: number, y: number) =>
      pngBlock('fcTL', [be32(0), be32(width), be32(10), be32(0), be32(y), [0, 1, 0, 1, 0, 0]].flat())
    for (const block of [header, frame(21, 0), frame(20, 1)])
      expect(await check(withPngBlocks(png, block))).toEqual({ kind: 'refused', why: 'a broken PNG image' })
    expect(await check(withPngBlocks(png, frame(20, 0)))).toMatchObject({ kind: 'image' })
  })

  it('[N-12] refuses a JPEG with a second, larger frame before or after its first scan', async () => {
    const jpeg = await drawing(20, 10, 'jpeg')
    const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0xea, 0x60, 0xea, 0x60, 1, 1, 0x11, 0])
    for (const at of [jpeg.indexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2])
      expect(await check(Buffer.concat([jpeg.subarray(0, at), frame, jpeg.subarray(at)]))).toEqual({
        kind: 'refused',
        why: 'a broken JPEG image',
      })
    expect(await check(jpeg)).toMatchObject({ kind: 'image' })
  })

  it('makes an image of an animated GIF, and of a WebP, whose frames lie within the header’s size', async () => {
    expect(readImageHeader(gif([9, 9], [0, 0, 9, 9], [4, 4, 5, 5]))).toMatchObject({ isSound: true })
    const frames = [webpFrame(0, 0, 9, 9, lossyImage(9, 9)), webpFrame(4, 4, 5, 5, losslessImage(5, 5))]
    expect(readImageHeader(webp(webpCanvas(9, 9), ...frames))).toMatchObject({ isSound: true })
    expect(await check(gif([4, 4], [0, 0, 4, 4], [2, 2, 2, 2]))).toMatchObject({ kind: 'image' })
  })

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('decodes the largest permitted image: %s', async (format) => {
    expect(await check(await drawing(4_000, 2_000, format))).toMatchObject({ kind: 'image' })
  })

  it.runIf(process.platform === 'linux')(
    '[N-12] has a decoder that cannot take the memory of 400 million pixels, even if the header is not checked',
    async () => {
      const bytes = gif([20_000, 20_000], [0, 0, 20_000, 20_000])
      const decoded = await decodeLogo(bytes, { width: 20_000, height: 20_000 }, systemClock, 60_000)
      expect(decoded).toBe('broken')
    },
  )

  it('[N-12] runs one decoder at a time, and gives each the whole time limit', async () => {
    const bytes = await drawing(40, 20, 'png')
    let [running, most, started] = [0, 0, 0]
    const countingClock = clockOn({
      ...systemClock,
      after(ms, task) {
        started++
        most = Math.max(most, ++running)
        const cancel = systemClock.after(ms, task)
        return () => {
          running--
          cancel()
        }
      },
    })
    const checked = await Promise.all([1, 2, 3, 4].map(() => checkLogo(bytes, countingClock)))
    expect(checked.map(({ kind }) => kind)).toEqual(['image', 'image', 'image', 'image'])
    expect({ started, most }).toEqual({ started: 4, most: 1 })
  })

  it('[N-12] fails, but does not refuse the file, when its decoder is killed after the time limit', async () => {
    const bytes = await drawing(40, 20, 'png')
    expect(await checkLogo(bytes, systemClock, 0)).toEqual({ kind: 'failed', why: 'the check took over 0 s' })
    expect(await check(bytes)).toMatchObject({ kind: 'image' })
  })
})
