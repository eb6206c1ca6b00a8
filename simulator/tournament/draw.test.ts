import { describe, expect, it } from 'vitest'
import { firstRound, treeSize } from './draw.ts'

const text = (athletes: number): string =>
  firstRound(athletes)
    .map(([seed, opponent]) => `${seed}-${opponent ?? 'bye'}`)
    .join(' ')

describe('the draw', () => {
  it('places twenty athletes as on the saved page', () => {
    expect(text(20)).toBe(
      '16-20 1-bye 8-bye 12-bye 14-18 4-bye 6-bye 10-bye 15-19 2-bye 7-bye 11-bye 13-17 3-bye 5-bye 9-bye',
    )
  })

  it('keeps the measured orders of 7, 9 and 16 athletes', () => {
    expect(text(7)).toBe('7-2 5-3 6-4 1-bye')
    expect(text(9)).toBe('8-9 1-bye 4-bye 6-bye 2-bye 7-bye 3-bye 5-bye')
    expect(text(16)).toBe('5-9 3-13 7-11 2-15 8-12 1-16 6-10 4-14')
  })

  it('pairs six athletes as 4-6 and 3-5, and gives 1 and 2 a bye', () => {
    expect(text(6).split(' ').toSorted()).toEqual(['1-bye', '2-bye', '3-5', '4-6'])
  })

  it.each([1, 2, 4, 5, 8, 11, 13, 17, 31, 32, 33, 48, 63, 64])(
    'places each of %i athletes exactly once',
    (athletes) => {
      const seeds = firstRound(athletes).flatMap(([seed, opponent]) =>
        opponent === undefined ? [seed] : [seed, opponent],
      )
      expect(seeds.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: athletes }, (_, index) => index + 1),
      )
      expect(firstRound(athletes)).toHaveLength(treeSize(athletes) / 2)
    },
  )
})
