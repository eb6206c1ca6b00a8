// How a bench says what it measured: one line a figure, which tools/bench.ts reads.
import { readFileSync } from 'node:fs'

type Goal = { most: number } | { least: number }

/** Prints `name: figure unit (goal …) ok`, or `short` where the figure misses its goal. */
export function print(name: string, figure: number, unit: string, goal: Goal): void {
  const [sign, bound] = 'most' in goal ? ['≤', goal.most] : ['≥', goal.least]
  const isMet = 'most' in goal ? figure <= bound : figure >= bound
  const digits = bound < 1 ? 3 : bound < 10 ? 2 : 1
  console.log(
    `${name}: ${figure.toFixed(digits)}${unit && ` ${unit}`} (goal ${sign} ${bound}) ${isMet ? 'ok' : 'short'}`,
  )
}

/** What lies so far along the sorted figures: 0.5 is the median; Infinity where there are none. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
}

export const median = (figures: readonly number[]): number => quantile(figures, 0.5)

/** Milliseconds on a clock that all processes of this machine share and nobody sets. */
export const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6

/** How many files, and so sockets, a process here may have open. @throws Error where `needed` are not to be had. */
export function requireFiles(needed: number): number {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  if (limit < needed) throw new Error(`A process may open ${limit} files here and needs ${needed}: raise ulimit -n.`)
  return limit
}
