// The four steps of an import as the dialog shows them: real counts, and never a step that has not ended (decision D8).
import type { ImportProgress } from '#domain/tournament.ts'

/**
 * Core specification section 4, in ms: the pauses between steps, the tick until the first real count and its ceiling in %
 * (decision D8), and how often the list is read again.
 */
export const importTimes = { pause: 400, lastPause: 600, tick: 80, simulatedMax: 95, refetch: 2_000 } as const

export const importSteps = ['tournament', 'days', 'fighters', 'finalizing'] as const
export type ImportStep = (typeof importSteps)[number]

type Count = { done: number; total: number }

/** Several imports at once are as far as the slowest; their counts are added. */
export function togetherProgress(imports: readonly ImportProgress[]): ImportProgress {
  const order = (step: ImportStep): number => importSteps.indexOf(step)
  const running = imports.filter(({ state }) => state !== 'done')
  const slowest = running.toSorted((a, b) => order(a.step) - order(b.step))[0]
  const sum = (read: (one: ImportProgress) => number): number => imports.reduce((total, one) => total + read(one), 0)
  const counts = (read: (one: ImportProgress) => Count | undefined): Count => ({
    done: sum((one) => read(one)?.done ?? 0),
    total: sum((one) => read(one)?.total ?? 0),
  })
  return {
    state: running.length === 0 ? 'done' : running.every(({ state }) => state === 'failed') ? 'failed' : 'running',
    step: slowest?.step ?? 'finalizing',
    usable: imports.some(({ usable }) => usable),
    days: counts(({ days }) => days),
    fighters: counts(({ fighters }) => fighters),
    athletes: sum(({ athletes }) => athletes),
    categories: counts(({ categories }) => categories),
  }
}

/** How many steps have ended: 0 to 4. */
export const endedSteps = ({ state, step }: ImportProgress): number =>
  state === 'done' ? importSteps.length : importSteps.indexOf(step)

/** How far a step has come by its own count, 0 to 100; null while no count of it has arrived. */
export function stepPercent(step: ImportStep, { days, fighters, categories }: ImportProgress): number | null {
  const counts: Record<ImportStep, Count | undefined> = {
    tournament: undefined,
    days,
    fighters,
    finalizing: categories,
  }
  const count = counts[step]
  return count === undefined || count.total === 0 ? null : Math.floor((100 * count.done) / count.total)
}

/** What stands in for the percentage until the first count arrives, so long after the step began: ever slower, 95 at most. */
export const simulatedPercent = (ms: number): number =>
  Math.floor(importTimes.simulatedMax * (1 - 0.98 ** (ms / importTimes.tick)))

/** What the dialog shows: the step in progress (4 when all have ended), and how far it is (0 to 100). */
export type ShownSteps = { step: number; percent: number }

/** Only a step that has ended is at 100 %. */
const mostInProgress = 99

/**
 * What is shown after what was shown before, whose step has been on the screen for `shownFor` ms. Steps end one after the other, as the server ends them, with a
 * pause between; each has the percentage of its own count, and nothing that was shown is ever taken back.
 */
export function nextShown(shown: ShownSteps, progress: ImportProgress, shownFor: number): ShownSteps {
  const step = importSteps[shown.step]
  if (step === undefined) return shown
  if (shown.step < endedSteps(progress))
    return shownFor >= importTimes.pause ? { step: shown.step + 1, percent: 0 } : { ...shown, percent: 100 }
  if (progress.state === 'failed') return shown
  const percent = Math.min(mostInProgress, stepPercent(step, progress) ?? simulatedPercent(shownFor))
  return { ...shown, percent: Math.max(shown.percent, percent) }
}
