import { expect, it } from 'vitest'
import type { BracketMatch, ReadSide } from '#domain/reading.ts'
import { linkFeeders } from './feeders.ts'

const athlete = (id: string | null, name = `Athlete ${id}`): ReadSide => ({
  kind: 'athlete',
  bjjCompSystemId: id,
  name,
  team: null,
  seed: null,
  loser: false,
  disqualification: null,
})
const winnerOf = (fightNumber: number | null, mat: number | null = 1): ReadSide => ({
  kind: 'open',
  takes: 'winner',
  fightNumber,
  mat,
})
const bye: ReadSide = { kind: 'bye' }

const match = (
  matchNumber: number,
  fightNumber: number | null,
  a: ReadSide,
  b: ReadSide,
  mat: number | null = 1,
): BracketMatch => ({
  matchNumber,
  isFinal: false,
  mat,
  fightNumber,
  when: { date: null, time: null },
  sides: [a, b],
})

/** The feeders of the last match. */
function feedersOfLast(treeSize: number, ...matches: BracketMatch[]) {
  linkFeeders(matches, treeSize)
  return matches.at(-1)?.sides.map((side) => (side.kind === 'open' ? side.fromMatch : undefined))
}

const first = () => match(1, 11, athlete('1'), athlete('2'))
const second = () => match(2, 12, athlete('3'), athlete('4'))

it('an open side is linked to the feeder that its text names, whichever side it is', () => {
  expect(feedersOfLast(4, first(), second(), match(3, 20, winnerOf(12), winnerOf(11)))).toEqual([2, 1])
})

it('a side with a stale text is linked to the feeder that the other side does not have', () => {
  expect(feedersOfLast(4, first(), second(), match(3, 20, winnerOf(99), winnerOf(11)))).toEqual([2, 1])
})

it('an open side is linked to the feeder that the athlete on the other side did not come from', () => {
  expect(feedersOfLast(4, first(), second(), match(3, 20, winnerOf(99), athlete('1')))).toEqual([2, undefined])
  expect(
    feedersOfLast(4, match(1, null, athlete('1'), bye), second(), match(3, 20, athlete('1'), winnerOf(null))),
  ).toEqual([undefined, 2])
})

it('an athlete without an id is matched to a feeder by name', () => {
  const nameless = match(1, 11, athlete(null, 'Iara Montenegro'), athlete('2'))
  expect(feedersOfLast(4, nameless, second(), match(3, 20, athlete(null, 'Iara Montenegro'), winnerOf(99)))).toEqual([
    undefined,
    2,
  ])
})

it('both sides stay without a feeder when both texts are stale', () => {
  expect(feedersOfLast(4, first(), second(), match(3, 20, winnerOf(98), winnerOf(99)))).toEqual([null, null])
})

it('two feeders with the same fight number are distinguished only by their mats', () => {
  const onMat = (mat: number) => match(2, 11, athlete('3'), athlete('4'), mat)
  expect(feedersOfLast(4, first(), onMat(2), match(3, 20, winnerOf(11, 2), winnerOf(99)))).toEqual([2, 1])
  expect(feedersOfLast(4, first(), onMat(2), match(3, 20, winnerOf(11, null), winnerOf(99)))).toEqual([null, null])
})

it('the match whose loser fights again is found anywhere in the bracket', () => {
  const loserOf: ReadSide = { kind: 'open', takes: 'loser', fightNumber: 11, mat: 1 }
  expect(feedersOfLast(4, first(), match(2, 12, loserOf, athlete('3')))).toEqual([1, undefined])
})

it('a side has no feeder in the first round or when the feeders are not drawn', () => {
  expect(feedersOfLast(4, match(1, 11, winnerOf(3), winnerOf(4)))).toEqual([null, null])
  expect(feedersOfLast(8, match(7, 11, winnerOf(3), winnerOf(4)))).toEqual([null, null])
})
