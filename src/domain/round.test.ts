import { describe, expect, it } from 'vitest'
import { feedersOf, roundOfMatch, treeSizeFor } from './round.ts'

describe('roundOfMatch', () => {
  it('names the last three rounds and counts the earlier ones from the first', () => {
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

  it('starts a small bracket at the round that it really is', () => {
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

  it('has no round for a match that the tree does not have', () => {
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
  it('pairs neighbours: children of a 32-athlete tree', () => {
    expect(feedersOf(17, 32)).toEqual([1, 2])
    expect(feedersOf(24, 32)).toEqual([15, 16])
    expect(feedersOf(25, 32)).toEqual([17, 18])
    expect(feedersOf(31, 32)).toEqual([29, 30])
  })

  it('finds none in the first round or outside the tree', () => {
    expect(feedersOf(16, 32)).toBeNull()
    expect(feedersOf(32, 32)).toBeNull()
    expect(feedersOf(1, 2)).toBeNull()
  })

  it('gives every match but the final exactly one match to go to', () => {
    for (const size of [2, 4, 8, 16, 32, 64, 128]) {
      const fed = Array.from({ length: size - 1 }, (_, index) => feedersOf(index + 1, size) ?? []).flat()
      expect(fed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size - 2 }, (_, index) => index + 1))
    }
  })
})

describe('treeSizeFor', () => {
  it('is the power of two that has the match', () => {
    expect([1, 2, 3, 4, 7, 8, 31, 32, 63, 127].map(treeSizeFor)).toEqual([2, 4, 4, 8, 8, 16, 32, 64, 64, 128])
  })
})
