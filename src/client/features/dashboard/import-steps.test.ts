import { describe, expect, it } from 'vitest'
import type { ImportProgress } from '#domain/tournament.ts'
import { endedSteps, simulatedNext, stepPercent, togetherProgress } from './import-steps.ts'

const progress = (change: Partial<ImportProgress> = {}): ImportProgress => ({
  state: 'running',
  step: 'finalizing',
  usable: true,
  days: { done: 2, total: 2 },
  athletes: 800,
  categories: { done: 50, total: 200 },
  ...change,
})

describe('the steps of an import', () => {
  it('have ended only up to the one in progress', () => {
    expect(endedSteps(progress({ step: 'tournament', state: 'waiting' }))).toBe(0)
    expect(endedSteps(progress({ step: 'fighters' }))).toBe(2)
    expect(endedSteps(progress())).toBe(3)
    expect(endedSteps(progress({ state: 'done' }))).toBe(4)
  })

  it('are as far as the real counts', () => {
    expect(stepPercent(progress())).toBe(25)
    expect(stepPercent(progress({ step: 'days', days: { done: 1, total: 3 } }))).toBe(33)
  })

  it('have no percentage before the first count', () => {
    expect(stepPercent(progress({ step: 'tournament' }))).toBeNull()
    expect(stepPercent(progress({ categories: { done: 0, total: 0 } }))).toBeNull()
  })

  it('are filled in meanwhile, ever slower and never beyond 95 %', () => {
    const shown = [0]
    while (shown.length < 2_000) shown.push(simulatedNext(shown.at(-1) ?? 0))
    // Two seconds bring something to see; two and a half minutes do not bring the end.
    expect(shown[25]).toBeGreaterThan(30)
    expect(shown.at(-1)).toBeGreaterThan(94)
    expect(shown.at(-1)).toBeLessThanOrEqual(95)
    const steps = shown.slice(1, 500).map((percent, index) => percent - (shown[index] ?? 0))
    expect(steps).toEqual(steps.toSorted((a, b) => b - a))
  })
})

describe('several imports together', () => {
  it('are as far as the slowest, with their counts added', () => {
    const slow = progress({ step: 'days', usable: false, athletes: 0, categories: { done: 0, total: 0 } })
    expect(togetherProgress([progress(), slow])).toEqual({
      state: 'running',
      step: 'days',
      usable: true,
      days: { done: 4, total: 4 },
      athletes: 800,
      categories: { done: 50, total: 200 },
    })
  })

  it('are done when all are, and stopped when all that is left has stopped', () => {
    const done = progress({ state: 'done' })
    expect(togetherProgress([done, done]).state).toBe('done')
    expect(togetherProgress([done, progress({ state: 'failed' })]).state).toBe('failed')
    expect(togetherProgress([progress(), progress({ state: 'failed' })]).state).toBe('running')
  })
})
