import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportProgress } from '#domain/tournament.ts'
import {
  endedSteps,
  importSteps,
  nextShown,
  type ShownSteps,
  simulatedPercent,
  stepPercent,
  combinedProgress,
  stepState,
} from './import-steps.ts'

const progress = (change: Partial<ImportProgress> = {}): ImportProgress => ({
  state: 'running',
  step: 'finalizing',
  usable: true,
  days: { done: 2, total: 2 },
  fighters: { done: 2, total: 2 },
  athletes: 800,
  categories: { done: 50, total: 200 },
  ...change,
})
const started: ShownSteps = { step: 0, percent: 0 }

describe('The steps of an import', () => {
  it('have ended if they come before the one in progress', () => {
    expect(endedSteps(progress({ step: 'tournament', state: 'waiting' }))).toBe(0)
    expect(endedSteps(progress({ step: 'fighters' }))).toBe(2)
    expect(endedSteps(progress())).toBe(3)
    expect(endedSteps(progress({ state: 'done' }))).toBe(4)
  })

  it('have the percentage of the real counts', () => {
    expect(stepPercent('finalizing', progress())).toBe(25)
    expect(stepPercent('fighters', progress({ fighters: { done: 1, total: 2 } }))).toBe(50)
    expect(stepPercent('days', progress({ days: { done: 1, total: 3 } }))).toBe(33)
  })

  it('have no percentage before the first count', () => {
    expect(stepPercent('tournament', progress())).toBeNull()
    expect(stepPercent('finalizing', progress({ categories: { done: 0, total: 0 } }))).toBeNull()
  })

  it('have a simulated percentage before the first count, which rises ever more slowly and never exceeds 95 %', () => {
    const shown = Array.from({ length: 2_000 }, (_, tick) => simulatedPercent(tick * 80))
    // The bar has clearly advanced after two seconds, and is not complete after two and a half minutes.
    expect(shown[25]).toBeGreaterThan(30)
    expect(shown.at(-1)).toBeGreaterThanOrEqual(94)
    expect(shown.at(-1)).toBeLessThanOrEqual(95)
    const rises = [0, 25, 50, 75].map((tick) => (shown[tick + 25] ?? 0) - (shown[tick] ?? 0))
    expect(rises).toEqual(rises.toSorted((a, b) => b - a))
    expect(new Set(rises).size).toBe(rises.length)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  })

  it("have the percentage of their own count, not that of the server's current step", () => {
    // The server has read the days and is reading brackets; the dialog still shows the days.
    const server = progress({ days: { done: 1, total: 1 }, categories: { done: 14, total: 200 } })
    const days = nextShown({ step: 1, percent: 0 }, server, 80)
    expect(days).toEqual({ step: 1, percent: 99 })
    const finalizing = nextShown({ step: 3, percent: 0 }, server, 80)
    expect(finalizing.percent).toBe(7)
  })

  it('never go back, never end before the server has ended them, and end one after the other', () => {
    const count = fc.tuple(fc.nat(300), fc.nat(300)).map(([a, b]) => ({ done: Math.min(a, b), total: Math.max(a, b) }))
    const anyProgress = fc.record({
      state: fc.constantFrom('waiting', 'running', 'running', 'running', 'done', 'failed'),
      step: fc.constantFrom(...importSteps),
      usable: fc.boolean(),
      days: count,
      fighters: fc.option(count, { nil: undefined }),
      athletes: fc.nat(2_000),
      categories: count,
    }) satisfies fc.Arbitrary<ImportProgress>
    // Includes a server whose progress goes back, as when another process takes over.
    const report = fc.record({ progress: anyProgress, after: fc.nat(900) })
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 60 }), (reports) => {
        let shown = started
        let shownFor = 0
        let ended = 0
        for (const { progress, after } of reports) {
          const before = shown
          ended = Math.max(ended, endedSteps(progress))
          shown = nextShown(before, progress, (shownFor += after))
          if (shown.step > before.step) shownFor = 0
          expect(shown.step - before.step).toBeLessThanOrEqual(1)
          expect(shown.step).toBeGreaterThanOrEqual(before.step)
          expect(shown.step).toBeLessThanOrEqual(ended)
          expect(shown.step > before.step || shown.percent >= before.percent).toBe(true)
          expect(shown.percent).toBeLessThan(100)
        }
      }),
    )
  })

  it('are done before the one that is shown, and pending after it', () => {
    expect(importSteps.map((step) => stepState(step, { step: 2, percent: 99 }, progress()))).toEqual([
      'done',
      'done',
      'running',
      'pending',
    ])
    expect(stepState('fighters', { step: 2, percent: 0 }, progress({ state: 'failed' }))).toBe('failed')
  })

  it('are not done but empty when the source has published nothing of them', () => {
    const nothing = { days: { done: 0, total: 0 }, athletes: 0, missing: ['days', 'athletes', 'brackets'] as const }
    const over = progress({ ...nothing, missing: [...nothing.missing], state: 'done' })
    const states = importSteps.map((step) => stepState(step, { step: 4, percent: 0 }, over))
    expect(states).toEqual(['done', 'none', 'none', 'none'])
    expect(stepState('fighters', { step: 2, percent: 50 }, over)).toBe('running')
  })

  it('end within two seconds after the server has ended the import', () => {
    let shown = started
    let shownFor = 0
    for (let now = 80; now <= 2_000; now += 80) {
      const before = shown
      shown = nextShown(before, progress({ state: 'done' }), (shownFor += 80))
      if (shown.step > before.step) shownFor = 0
    }
    expect(shown.step).toBe(4)
  })
})

describe('Several imports together', () => {
  it('have the step of the slowest and the sum of their counts, and are usable if one of them is', () => {
    const slow = progress({
      step: 'days',
      usable: false,
      fighters: { done: 0, total: 2 },
      athletes: 0,
      categories: { done: 0, total: 0 },
    })
    expect(combinedProgress([progress(), slow])).toEqual({
      state: 'running',
      step: 'days',
      usable: true,
      days: { done: 4, total: 4 },
      fighters: { done: 2, total: 4 },
      athletes: 800,
      categories: { done: 50, total: 200 },
      missing: [],
    })
  })

  it('miss the parts that all of them miss', () => {
    const without = (...missing: NonNullable<ImportProgress['missing']>) => progress({ state: 'done', missing })
    expect(combinedProgress([without('days', 'brackets'), without('brackets')]).missing).toEqual(['brackets'])
    expect(combinedProgress([without('days'), progress({ state: 'done' })]).missing).toEqual([])
  })

  it('are done when all are done, and have failed when all that are not done have failed', () => {
    const done = progress({ state: 'done' })
    expect(combinedProgress([done, done]).state).toBe('done')
    expect(combinedProgress([done, progress({ state: 'failed' })]).state).toBe('failed')
    expect(combinedProgress([progress(), progress({ state: 'failed' })]).state).toBe('running')
  })
})
