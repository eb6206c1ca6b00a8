// Shared by the benchmarks: the output of a figure, one line that tools/bench.ts reads; the statistics; a clock that all processes
// share; and the limit of open files.
import { readFileSync } from 'node:fs'

type Goal = { most: number } | { least: number }

/** Prints `name: figure unit (goal …) ok`, or `short` if the figure misses its goal. */
export function print(name: string, figure: number, unit: string, goal: Goal): void {
  const [sign, bound] = 'most' in goal ? ['≤', goal.most] : ['≥', goal.least]
  const isMet = 'most' in goal ? figure <= bound : figure >= bound
  const digits = bound < 1 ? 3 : bound < 10 ? 2 : 1
  console.log(
    `${name}: ${figure.toFixed(digits)}${unit && ` ${unit}`} (goal ${sign} ${bound}) ${isMet ? 'ok' : 'short'}`,
  )
}

/** The quantile of some figures, `share` from 0 to 1; 0.5 is the median. Infinity if there are none. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
}

export const median = (figures: readonly number[]): number => quantile(figures, 0.5)

/** Milliseconds on the monotonic clock that all processes of this machine share. */
export const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * The limit of open files, and so of sockets, of a process.
 * @throws Error if it is below `needed`.
 */
export function requireFiles(needed: number): number {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  if (limit < needed) throw new Error(`A process may open ${limit} files here and needs ${needed}: raise ulimit -n.`)
  return limit
}
