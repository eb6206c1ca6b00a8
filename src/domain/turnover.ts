// The turnover of a mat: the minutes from the start of one match to the start of the next. The model is an Erlang distribution
// around a mean that depends on the nominal length; estimate.ts adds the rare stalls. Measured on 4,221 matches of 17 tournaments
// (138 mat-days).

/** Mean minutes of a turnover by nominal match length, at pace 1. */
const means: Record<number, number> = { 2: 5.5, 3: 5.5, 4: 5.5, 5: 7.2, 6: 7.2, 7: 7.2, 8: 9.8, 10: 11.5 }

/** The mean for the most frequent lengths; used for a division of unknown length. */
const usualMean = 7.2

/** The Erlang's number of phases: its standard deviation is 0.5 of the mean, as measured. */
const phases = 4

/**
 * Mean minutes of the turnover that begins with a match, at pace 1; `length` is nominal (match-length.ts), null if unknown. For a
 * length that was not measured, the length and 1.5 minutes.
 */
export const meanTurnover = (length: number | null): number =>
  length === null ? usualMean : (means[length] ?? length + 1.5)

/** Mean and variance of a duration in minutes. */
export type Duration = { mean: number; variance: number }

/**
 * The weights of the Erlang phases that a turnover can be in after `elapsed` minutes, not normalised. Their sum times e^-z is the
 * survival probability.
 */
function phaseWeights(elapsed: number, mean: number): number[] {
  const z = (phases * elapsed) / mean
  const weights = [1]
  for (let phase = 1; phase < phases; phase++) weights.push(((weights[phase - 1] as number) * z) / phase)
  return weights
}

/** The logarithm of the probability that a turnover of this mean takes longer than `elapsed` minutes. */
export const logSurvival = (elapsed: number, mean: number): number =>
  Math.log(phaseWeights(elapsed, mean).reduce((sum, weight) => sum + weight, 0)) - (phases * elapsed) / mean

/** The remaining time of a turnover with this mean that has taken `elapsed` minutes. */
export function residual(elapsed: number, mean: number): Duration {
  const weights = phaseWeights(elapsed, mean)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const minutes = mean / phases
  let first = 0
  let second = 0
  for (const [phase, weight] of weights.entries()) {
    const left = phases - phase
    first += (weight / total) * left * minutes
    second += (weight / total) * left * (left + 1) * minutes ** 2
  }
  return { mean: first, variance: second - first ** 2 }
}

/** A mixture of two durations; `share` is the weight of `a`. */
export function mixture(share: number, a: Duration, b: Duration): Duration {
  const mean = share * a.mean + (1 - share) * b.mean
  const variance = share * (a.variance + (a.mean - mean) ** 2) + (1 - share) * (b.variance + (b.mean - mean) ** 2)
  return { mean, variance }
}
