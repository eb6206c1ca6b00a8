// The four steps of an import in its dialog: shows real counts, and no step as ended before it has ended (decision D8).
import { type ImportProgress, publishedParts } from '#domain/tournament.ts'

/**
 * Core specification section 4, in ms: the pauses between steps, the tick of the simulated progress before the first real
 * count and its maximum in % (decision D8), and the refetch interval of the list.
 */
export const importTimes = { pause: 400, lastPause: 600, tick: 80, simulatedMax: 95, refetch: 2_000 } as const

export const importSteps = ['tournament', 'days', 'fighters', 'finalizing'] as const
export type ImportStep = (typeof importSteps)[number]

type Count = { done: number; total: number }

/** Combines several imports: the step of the slowest and the sum of their counts; usable if one of them is. */
export function combinedProgress(imports: readonly ImportProgress[]): ImportProgress {
  const order = (step: ImportStep): number => importSteps.indexOf(step)
  const running = imports.filter(({ state }) => state !== 'done')
  const slowest = running.toSorted((a, b) => order(a.step) - order(b.step))[0]
  const sum = (read: (each: ImportProgress) => number): number => imports.reduce((total, each) => total + read(each), 0)
  const counts = (read: (each: ImportProgress) => Count | undefined): Count => ({
    done: sum((each) => read(each)?.done ?? 0),
    total: sum((each) => read(each)?.total ?? 0),
  })
  return {
    state: running.length === 0 ? 'done' : running.every(({ state }) => state === 'failed') ? 'failed' : 'running',
    step: slowest?.step ?? 'finalizing',
    usable: imports.some(({ usable }) => usable),
    days: counts(({ days }) => days),
    fighters: counts(({ fighters }) => fighters),
    athletes: sum(({ athletes }) => athletes),
    categories: counts(({ categories }) => categories),
    missing: publishedParts.filter((part) => imports.every(({ missing }) => missing?.includes(part))),
  }
}

/** What the dialog says of a step: after its end, `none` if the source had published nothing of it. */
export type StepState = 'done' | 'none' | 'running' | 'failed' | 'pending'

/** The state of a step of `progress` in the dialog that shows `shown`. */
export function stepState(step: ImportStep, shown: ShownSteps, progress: ImportProgress): StepState {
  const index = importSteps.indexOf(step)
  if (index > shown.step) return 'pending'
  if (index < shown.step) return isEmpty(step, progress) ? 'none' : 'done'
  return progress.state === 'failed' ? 'failed' : 'running'
}

function isEmpty(step: ImportStep, { days, athletes, missing }: ImportProgress): boolean {
  if (step === 'days') return days.total === 0
  if (step === 'fighters') return athletes === 0
  return step === 'finalizing' && missing?.includes('brackets') === true
}

/** The number of steps that have ended: 0 to 4. */
export const endedSteps = ({ state, step }: ImportProgress): number =>
  state === 'done' ? importSteps.length : importSteps.indexOf(step)

/** A step's percentage by its own count, 0 to 100; null before its first count. */
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

/** The simulated percentage before the first count, `ms` after the step started: slows down towards 95. */
export const simulatedPercent = (ms: number): number =>
  Math.floor(importTimes.simulatedMax * (1 - 0.98 ** (ms / importTimes.tick)))

/** What the dialog shows: the step in progress (4 when all have ended), and its percentage (0 to 100). */
export type ShownSteps = { step: number; percent: number }

/** The maximum percentage of a step that has not ended. */
const mostInProgress = 99

/**
 * The next state of the dialog, after `shown`, whose step has been on the screen for `shownFor` ms. Steps end one after the
 * other, after the server has ended them, with a pause between; each shows the percentage of its own count and never goes back.
 */
export function nextShown(shown: ShownSteps, progress: ImportProgress, shownFor: number): ShownSteps {
  const step = importSteps[shown.step]
  if (step === undefined) return shown
  if (shown.step < endedSteps(progress))
    return shownFor >= importTimes.pause ? { step: shown.step + 1, percent: 0 } : { ...shown, percent: mostInProgress }
  if (progress.state === 'failed') return shown
  const percent = Math.min(mostInProgress, stepPercent(step, progress) ?? simulatedPercent(shownFor))
  return { ...shown, percent: Math.max(shown.percent, percent) }
}
