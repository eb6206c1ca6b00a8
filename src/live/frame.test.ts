import { expect, it } from 'vitest'
import { textFrame } from './frame.ts'

it.each([
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('the frame of a text of %i bytes has the header of RFC 6455', (length, header) => {
  const frame = textFrame('x'.repeat(length))
  expect(frame.subarray(0, header.length / 2).toString('hex')).toBe(header)
  expect(frame.subarray(header.length / 2).toString()).toBe('x'.repeat(length))
})

it('a text frame states its length in bytes, not in characters', () => {
  expect(textFrame('Lótus')[1]).toBe(6)
})
