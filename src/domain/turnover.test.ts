import { describe, expect, it } from 'vitest'
import { logSurvival, meanTurnover, mixture, residual } from './turnover.ts'

describe('meanTurnover', () => {
  it('is the measured mean, for an unknown length that of 5 minutes, and for an unmeasured one the length plus 1.5', () => {
    expect([3, 5, 8, 10].map(meanTurnover)).toEqual([5.5, 7.2, 9.8, 11.5])
    expect(meanTurnover(null)).toBe(7.2)
    expect(meanTurnover(9)).toBe(10.5)
  })
})

describe('residual', () => {
  it('is the whole turnover at its start, with a standard deviation of half its mean', () => {
    expect(residual(0, 8).mean).toBeCloseTo(8)
    expect(Math.sqrt(residual(0, 8).variance)).toBeCloseTo(4)
  })

  it('shrinks with the minutes that passed, but never to nothing', () => {
    const means = [0, 4, 8, 16, 60].map((elapsed) => residual(elapsed, 8).mean)
    expect(means).toEqual(means.toSorted((a, b) => b - a))
    expect(means.at(-1)).toBeGreaterThan(2)
  })
})

describe('logSurvival', () => {
  it('is 0 at the start and falls with time', () => {
    expect(logSurvival(0, 8)).toBeCloseTo(0)
    expect(Math.exp(logSurvival(8, 8))).toBeCloseTo(0.43, 1)
    expect(logSurvival(40, 8)).toBeLessThan(-8)
  })
})

describe('mixture', () => {
  it('has a variance that includes the distance between its parts', () => {
    expect(mixture(0.5, { mean: 0, variance: 1 }, { mean: 10, variance: 1 })).toEqual({ mean: 5, variance: 26 })
  })
})
