import { describe, expect, it } from 'vitest'
import { feedersOf, roundOfMatch, treeSizeFor } from './round.ts'

describe('roundOfMatch', () => {
  it('names the last three rounds and numbers the earlier ones', () => {
    const round = (matchNumber: number) => roundOfMatch(matchNumber, 64)
    expect([1, 32, 33, 48, 49, 56, 57, 60, 61, 62, 63].map(round)).toEqual([
      'Round 1',
      'Round 1',
      'Round 2',
      'Round 2',
      'Round 3',
      'Round 3',
      'Quarter Final',
      'Quarter Final',
      'Semi-Final',
      'Semi-Final',
      'Final',
    ])
  })

  it('names the first round of a small bracket by its distance to the final', () => {
    expect(roundOfMatch(1, 2)).toBe('Final')
    expect([1, 2, 3].map((n) => roundOfMatch(n, 4))).toEqual(['Semi-Final', 'Semi-Final', 'Final'])
    expect([1, 4, 5, 6, 7].map((n) => roundOfMatch(n, 8))).toEqual([
      'Quarter Final',
      'Quarter Final',
      'Semi-Final',
      'Semi-Final',
      'Final',
    ])
  })

  it('returns null for a match number outside the tree', () => {
    for (const [n, size] of [
      [0, 8],
      [8, 8],
      [-1, 8],
      [1.5, 8],
      [1, 7],
      [1, 0],
      [Number.NaN, 8],
    ] as const)
      expect(roundOfMatch(n, size)).toBeNull()
  })
})

describe('feedersOf', () => {
  it('returns two adjacent matches in a tree of 32 athletes', () => {
    expect(feedersOf(17, 32)).toEqual([1, 2])
    expect(feedersOf(24, 32)).toEqual([15, 16])
    expect(feedersOf(25, 32)).toEqual([17, 18])
    expect(feedersOf(31, 32)).toEqual([29, 30])
  })

  it('returns null in the first round and outside the tree', () => {
    expect(feedersOf(16, 32)).toBeNull()
    expect(feedersOf(32, 32)).toBeNull()
    expect(feedersOf(1, 2)).toBeNull()
  })

  it('returns every match except the final as a feeder of exactly one other match', () => {
    for (const size of [2, 4, 8, 16, 32, 64, 128]) {
      const fed = Array.from({ length: size - 1 }, (_, index) => feedersOf(index + 1, size) ?? []).flat()
      expect(fed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size - 2 }, (_, index) => index + 1))
    }
  })
})

describe('treeSizeFor', () => {
  it('returns the smallest power of two above the match number', () => {
    expect([1, 2, 3, 4, 7, 8, 31, 32, 63, 127].map(treeSizeFor)).toEqual([2, 4, 4, 8, 8, 16, 32, 64, 64, 128])
  })
})
