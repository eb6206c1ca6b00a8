import { expect, it } from 'vitest'
import { socketsToMove } from './balance.ts'

it('The only process moves no sockets', () => {
  expect(socketsToMove(10_000, { processes: 1, sockets: 10_000 })).toBe(0)
})

it('A process that exceeds the average by at most a tenth plus twenty sockets moves none', () => {
  expect(socketsToMove(5_500, { processes: 2, sockets: 10_000 })).toBe(0)
  expect(socketsToMove(40, { processes: 2, sockets: 40 })).toBe(0)
})

it('A process with more than its share moves a twentieth of its sockets in a minute', () => {
  // Of 10,000 sockets, 500 in a minute, which has six intervals of ten seconds.
  expect(socketsToMove(10_000, { processes: 2, sockets: 10_000 })).toBe(Math.ceil(500 / 6))
})

it('A process with less than its share moves none', () => {
  expect(socketsToMove(0, { processes: 2, sockets: 10_000 })).toBe(0)
})
