import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { clockOn, systemClock } from '#platform/clock.ts'
import { readImageHeader } from './image-header.ts'
import { checkLogo, maxLogoBytes } from './logo-check.ts'

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
/** A clock whose timers fire at once. */
const instantClock = clockOn({
  now: systemClock.now,
  monotonic: systemClock.monotonic,
  after: (_, task) => systemClock.after(0, task),
})

describe('the check of a logo', () => {
  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('makes a small image of the same shape: %s', async (format) => {
    const bytes = await drawing(900, 300, format)
    expect(readImageHeader(bytes)).toEqual({ format, width: 900, height: 300 })
    const checked = await check(bytes)
    expect(checked.kind === 'image' && readImageHeader(checked.image)).toEqual({
      format: 'webp',
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

  it('fails, but does not refuse the file, when its thread times out', async () => {
    const bytes = await drawing(40, 20, 'png')
    expect(await checkLogo(bytes, instantClock)).toEqual({ kind: 'failed', why: 'the check took over 5 s' })
  })
})
