// The pace of a hall: actual over expected time of its turnovers, pooled over all mats, since mats of one hall differ by no more
// than chance (standard deviation 0.056 between mats, 0.10 between days; measured on 138 mat-days). A filter on a grid of paces:
// each turnover is evidence, and from time to time the pace can jump, so that old evidence counts less after a switch.
import { logSurvival, phases } from './turnover.ts'

/** A turnover that ended: from one start to the next on a mat, epoch ms, and its expected minutes at pace 1. */
export type Turnover = { from: number; to: number; expected: number }

/** A turnover in progress: minutes so far, and its expected minutes at pace 1. */
export type OpenTurnover = { elapsed: number; expected: number }

/** `mean` and standard deviation (`spread`) of the pace, and the number of turnovers behind them. */
export type Pace = { mean: number; spread: number; seen: number }

const constants = {
  /** Days had 0.79 to 1.08 of length + 2 min, which is 0.96 of the turnover table: mean 0.95, spread 0.11. */
  prior: { mean: 0.95, spread: 0.12 },
  /** Share and spread of a wider prior, for halls that no one has seen yet. */
  wide: { share: 0.25, spread: 0.3 },
  /** Paces considered: from, to, step. */
  grid: { from: 0.4, to: 1.8, step: 0.04 },
  /** Mean minutes until the pace of a hall jumps to another one; calibrated on switching and steady days. */
  jumpAfter: 400,
  /** A turnover over this many expected ones is a stall, which says nothing about the pace. */
  stall: 3.2,
}

const paces: number[] = []
for (let pace = constants.grid.from; pace <= constants.grid.to + 1e-9; pace += constants.grid.step) paces.push(pace)

const bell = (x: number, spread: number): number => Math.exp(-((x / spread) ** 2) / 2) / spread

const prior: readonly number[] = normalised(
  paces.map((pace) => {
    const { prior: usual, wide } = constants
    return (1 - wide.share) * bell(pace - usual.mean, usual.spread) + wide.share * bell(pace - usual.mean, wide.spread)
  }),
)

function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/** Multiplies the weights by the likelihood of one piece of evidence, given as its logarithm by pace. */
function weighed(weights: readonly number[], logLikelihood: (pace: number) => number): number[] {
  const logs = paces.map(logLikelihood)
  const most = Math.max(...logs)
  return normalised(weights.map((weight, index) => weight * Math.exp((logs[index] as number) - most)))
}

/** Forgets a little: in `minutes` the pace has jumped with this probability. */
function passed(weights: readonly number[], minutes: number): readonly number[] {
  if (minutes <= 0) return weights
  const jump = 1 - Math.exp(-minutes / constants.jumpAfter)
  return weights.map((weight, index) => (1 - jump) * weight + jump * (prior[index] as number))
}

/**
 * The pace of a hall now, from the turnovers of all its mats today, in any order, and those in progress. Without any it is the
 * pace of past events, with its spread.
 */
export function hallPace(turnovers: readonly Turnover[], open: readonly OpenTurnover[]): Pace {
  let weights = prior
  let seen = 0
  let last: number | null = null
  for (const { from, to, expected } of turnovers.toSorted((a, b) => a.to - b.to)) {
    const share = (to - from) / 60_000 / expected
    if (share > constants.stall || share < 0) continue
    weights = passed(weights, last === null ? 0 : (to - last) / 60_000)
    weights = weighed(weights, (pace) => -phases * (share / pace + Math.log(pace)))
    last = to
    seen++
  }
  for (const { elapsed, expected } of open)
    if (elapsed < 2 * expected) weights = weighed(weights, (pace) => logSurvival(elapsed, expected * pace))
  const mean = weights.reduce((sum, weight, index) => sum + weight * (paces[index] as number), 0)
  const variance = weights.reduce((sum, weight, index) => sum + weight * ((paces[index] as number) - mean) ** 2, 0)
  return { mean, spread: Math.sqrt(variance), seen }
}
