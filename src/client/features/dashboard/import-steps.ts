// The four steps of an import as the dialog shows them: real counts, and never a step that has not ended (decision D8).
import type { ImportProgress } from '#domain/tournament.ts'
import { importTimes } from '#client/live/limits.ts'

export const importSteps = ['tournament', 'days', 'fighters', 'finalizing'] as const
export type ImportStep = (typeof importSteps)[number]

/** Several imports at once are as far as the slowest; their counts are added. */
export function togetherProgress(imports: readonly ImportProgress[]): ImportProgress {
  const order = (step: ImportStep): number => importSteps.indexOf(step)
  const running = imports.filter(({ state }) => state !== 'done')
  const slowest = running.toSorted((a, b) => order(a.step) - order(b.step))[0]
  const sum = (read: (one: ImportProgress) => number): number => imports.reduce((total, one) => total + read(one), 0)
  return {
    state: running.length === 0 ? 'done' : running.every(({ state }) => state === 'failed') ? 'failed' : 'running',
    step: slowest?.step ?? 'finalizing',
    usable: imports.some(({ usable }) => usable),
    days: { done: sum(({ days }) => days.done), total: sum(({ days }) => days.total) },
    athletes: sum(({ athletes }) => athletes),
    categories: { done: sum(({ categories }) => categories.done), total: sum(({ categories }) => categories.total) },
  }
}

/** How many steps have ended: 0 to 4. */
export const endedSteps = ({ state, step }: ImportProgress): number =>
  state === 'done' ? importSteps.length : importSteps.indexOf(step)

/** How far the step in progress has come, 0 to 100; null while no count has arrived. */
export function stepPercent({ step, days, categories }: ImportProgress): number | null {
  const count = step === 'days' || step === 'fighters' ? days : step === 'finalizing' ? categories : null
  if (!count || count.total === 0 || (step === 'fighters' && count.done >= count.total)) return null
  return Math.floor((100 * count.done) / count.total)
}

/** What stands in for the percentage until the first count arrives: a tick later than `percent`, ever slower, 95 at most. */
export const simulatedNext = (percent: number): number => percent + (importTimes.simulatedMax - percent) * 0.02
