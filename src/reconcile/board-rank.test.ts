import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ranksFor } from './board-rank.ts'

it('Ranks stay when the first match leaves', () => {
  const ranks = ranksFor([null, null, null, null])
  expect(ranksFor(ranks.slice(1))).toEqual(ranks.slice(1))
})

it('One rank changes when one match moves', () => {
  const [a, b, c, d] = ranksFor([null, null, null, null]) as [number, number, number, number]
  const after = ranksFor([d, a, b, c])
  expect(after.slice(1)).toEqual([a, b, c])
  expect(after[0]).toBeLessThan(a)
})

it('A new match gets a rank between its neighbours', () => {
  const [a, b] = ranksFor([null, null]) as [number, number]
  const after = ranksFor([a, null, b])
  expect(after).toEqual([a, expect.any(Number), b])
  expect(after[1]).toBeGreaterThan(a)
  expect(after[1]).toBeLessThan(b)
})

it('Ranks are increasing integers, and stay the same when ranked again', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: -50, max: 50 }), { nil: null }), { maxLength: 40 }), (known) => {
      const ranks = ranksFor(known)
      expect(
        ranks.every(
          (rank, place) => Number.isSafeInteger(rank) && (place === 0 || rank > (ranks[place - 1] as number)),
        ),
      ).toBe(true)
      expect(ranksFor(ranks)).toEqual(ranks)
    }),
  )
})
