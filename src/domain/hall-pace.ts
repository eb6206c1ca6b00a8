// The pace of a hall: actual over expected time of its turnovers, pooled over all mats, since mats of one hall differ by no more
// than chance (standard deviation 0.056 between mats, 0.10 between days; measured on 138 mat-days). It is estimated by a Bayesian
// filter on a grid of paces: each turnover is evidence, and the pace may jump from time to time, so that old evidence counts
// less.
import { logSurvival } from './turnover.ts'

/** A completed turnover: from one start to the next on a mat, epoch ms, and its expected minutes at pace 1. */
export type Turnover = { from: number; to: number; expected: number }

/** A turnover in progress: its minutes so far, and the expected ones at pace 1. */
export type OpenTurnover = { elapsed: number; expected: number }

/**
 * `mean` and standard deviation (`spread`) of the pace, and the number of completed turnovers that it is based on (`seen`).
 * `unevenness`: the variance of a turnover relative to its squared mean, measured over several consecutive matches.
 */
export type Pace = { mean: number; spread: number; seen: number; unevenness: number }

const constants = {
  /**
   * The measured days took 0.79 to 1.08 of the planned time (length + 2 min). The mean of the turnover table is 0.96 of that
   * time, so the paces of these days have the mean 0.95 and the spread 0.11.
   */
  prior: { mean: 0.95, spread: 0.12 },
  /** Share and spread of a wider prior, for halls outside the measured days. Calibrated on steadily early and late days. */
  wide: { share: 0.7, spread: 0.3 },
  /** The paces on the grid. */
  grid: { from: 0.4, to: 1.8, step: 0.04 },
  /** Mean minutes until the pace of a hall jumps to another one; calibrated on switching and steady days. */
  jumpAfter: 300,
  /**
   * As evidence, a turnover counts as an Erlang distribution with this number of phases divided by the unevenness. At the measured
   * unevenness (0.25) this is 3.2, fewer than the 4 of a single turnover, because several no-shows often come in a row.
   */
  evidence: 0.8,
  /** A turnover longer than this many expected ones at the current pace is a stall, which says nothing about the pace. */
  stall: 3.2,
  /**
   * The prior variance of a turnover, relative to its squared mean, is 0.5², as measured, and weighs as much as `weight` observed
   * blocks. A block has four consecutive turnovers of a mat, so that it shows several no-shows in a row.
   */
  unevenness: { prior: 0.25, weight: 25, block: 4 },
}

const paces: number[] = []
for (let pace = constants.grid.from; pace <= constants.grid.to + 1e-9; pace += constants.grid.step) paces.push(pace)

const density = (x: number, spread: number): number => Math.exp(-((x / spread) ** 2) / 2) / spread

const prior: readonly number[] = normalised(
  paces.map((pace) => {
    const { prior: usual, wide } = constants
    return (
      (1 - wide.share) * density(pace - usual.mean, usual.spread) + wide.share * density(pace - usual.mean, wide.spread)
    )
  }),
)

const meanOf = (weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (paces[index] as number), 0)

function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/** The filter's update step: multiplies the weights by the likelihood of one piece of evidence (its logarithm by pace). */
function updated(weights: readonly number[], logLikelihood: (pace: number) => number): number[] {
  const logs = paces.map(logLikelihood)
  const most = Math.max(...logs)
  return normalised(weights.map((weight, index) => weight * Math.exp((logs[index] as number) - most)))
}

/** The filter's prediction step: within `minutes` the pace has jumped with a probability that follows from `jumpAfter`. */
function predicted(weights: readonly number[], minutes: number): readonly number[] {
  if (minutes <= 0) return weights
  const jump = 1 - Math.exp(-minutes / constants.jumpAfter)
  return weights.map((weight, index) => (1 - jump) * weight + jump * (prior[index] as number))
}

/**
 * The pace of a hall now, from the turnovers of each of its mats today, in their order, and from the mats whose first turnover is
 * still open: in the first minutes only short turnovers have ended, which alone would show a hall that runs early. Later open
 * turnovers are no evidence, since some are stalls. Without any evidence the pace is the prior: about the mean of past events, with
 * a spread of 0.24, about twice theirs.
 */
export function hallPace(mats: readonly (readonly Turnover[])[], openFirst: readonly OpenTurnover[] = []): Pace {
  const unevenness = unevennessOf(mats)
  const evidence = constants.evidence / unevenness
  let weights = prior
  let seen = 0
  let last: number | null = null
  for (const turnover of mats.flat().toSorted((a, b) => a.to - b.to)) {
    const share = shareOf(turnover)
    if (share < 0 || isStall(share, meanOf(weights))) continue
    weights = predicted(weights, last === null ? 0 : (turnover.to - last) / 60_000)
    weights = updated(weights, (pace) => -evidence * (share / pace + Math.log(pace)))
    last = turnover.to
    seen++
  }
  for (const { elapsed, expected } of openFirst) {
    const share = Math.min(elapsed / expected, constants.stall)
    weights = updated(weights, (pace) => logSurvival(share, pace))
  }
  const mean = meanOf(weights)
  const variance = weights.reduce((sum, weight, index) => sum + weight * ((paces[index] as number) - mean) ** 2, 0)
  return { mean, spread: Math.sqrt(variance), seen, unevenness }
}

/** Compares with at least a typical pace: after some no-shows the pace is low, and a typical turnover is not a stall. */
const isStall = (share: number, pace: number): boolean => share > constants.stall * Math.max(constants.prior.mean, pace)

const shareOf = ({ from, to, expected }: Turnover): number => (to - from) / 60_000 / expected

/**
 * The variance of a turnover relative to its squared mean. Each block is compared with the next one on its mat, so that a pace
 * that changes slowly, or once, adds little.
 */
function unevennessOf(mats: readonly (readonly Turnover[])[]): number {
  const { prior: usual, weight, block } = constants.unevenness
  const all = mats
    .flat()
    .map(shareOf)
    .filter((share) => share >= 0 && !isStall(share, constants.prior.mean))
  // The prior's mean counts as `weight` observations.
  const pace = (constants.prior.mean * weight + all.reduce((sum, share) => sum + share, 0)) / (weight + all.length)
  let count = weight
  let sum = weight * usual
  for (const turnovers of mats) {
    const shares = turnovers.map(shareOf).filter((share) => share >= 0 && !isStall(share, pace))
    for (let end = 2 * block; end <= shares.length; end += block) {
      const total = (from: number): number =>
        shares.slice(from, from + block).reduce((blockSum, share) => blockSum + share, 0)
      sum += ((total(end - block) - total(end - 2 * block)) / pace) ** 2 / 2 / block
      count++
    }
  }
  return sum / count
}
