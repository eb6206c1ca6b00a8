import { crc32, deflateSync } from 'node:zlib'
import type { TournamentPlan } from '../tournament/plan.ts'

const size = 160
const radius = 22
/** The side of a dot in pixels; a letter has five by seven dots. */
const dot = 7
const white = [255, 255, 255, 255]
const clear = [0, 0, 0, 0]

const colours = [
  [15, 76, 129],
  [138, 21, 56],
  [27, 94, 32],
  [74, 20, 140],
  [180, 83, 9],
  [14, 116, 144],
]

/** The letters A to Z: seven rows each, a hexadecimal pair per row whose five lowest bits are the dots from left to right. */
const letters = (
  '0e11111f111111 1e11111e11111e 0e11101010110e 1e11111111111e 1f10101e10101f 1f10101e101010 0e11101713110f 1111111f111111 ' +
  '0e04040404040e 0702020202120c 11121418141211 1010101010101f 111b1515111111 11191513111111 0e11111111110e 1e11111e101010 ' +
  '0e11111115120d 1e11111e141211 0f10100e01011e 1f040404040404 1111111111110e 11111111110a04 1111111515150a 11110a040a1111 ' +
  '11110a04040404 1f01020408101f'
).split(' ')

/** A tournament's logo as a PNG, like the federation's: the first letters of its city on a plain colour. */
export function logo({ id, city }: TournamentPlan): Uint8Array {
  const text = city
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase()
  const ground = [...(colours[id % colours.length] ?? []), 255]
  const left = (size - (text.length * 6 - 1) * dot) / 2
  const top = (size - 7 * dot) / 2
  return png(size, size, (x, y) => {
    if (!isInside(x, y)) return clear
    return isLetter(text, Math.floor((x - left) / dot), Math.floor((y - top) / dot)) ? white : ground
  })
}

/** True within the square with round corners. */
function isInside(x: number, y: number): boolean {
  const beyond = (at: number): number => Math.max(radius - at, at - (size - 1 - radius), 0)
  return Math.hypot(beyond(x), beyond(y)) <= radius
}

function isLetter(text: string, column: number, row: number): boolean {
  const dotColumn = column % 6
  if (column < 0 || row < 0 || row > 6 || dotColumn > 4) return false
  const letter = letters[text.charCodeAt(Math.floor(column / 6)) - 65]
  return letter !== undefined && ((parseInt(letter.slice(row * 2, row * 2 + 2), 16) >> (4 - dotColumn)) & 1) === 1
}

/** A PNG file; `pixel` returns red, green, blue and opacity. */
function png(width: number, height: number, pixel: (x: number, y: number) => readonly number[]): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => pixel(x, y)).flat(),
  ])
  return pngFile(width, height, deflateSync(Uint8Array.from(rows.flat())))
}

/** A PNG file of eight bits per channel; `data` are its compressed pixels, which need not match the header. */
export function pngFile(width: number, height: number, data: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
