// npm run bench [word…]: runs every bench/*.bench.ts, or those whose names contain one of the words, one after another, each in
// a process of its own. A bench prints one line per figure:
//   <name>: <figure> <unit> (goal <goal>) ok      or      … short
// Exits with 1 when a figure misses its goal or a bench fails. The tables, bench/*.table.ts, take minutes and have no goals; they
// run only when their name begins with one of the words. With --note, tables and the figures of a run without words are written
// into docs/performance.md. The other options, such as --seed 7, are passed to the benches; combine them with the name of a bench
// that has them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { buildPages } from './prepare.mjs'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'bench')
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    note: { type: 'boolean', default: false },
    models: { type: 'string' },
    'mat-days': { type: 'string' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
  },
})
const { note: isNoted, ...passed } = options
const passedArguments = Object.entries(passed).flatMap(([name, value]) => [`--${name}`, value])
/**
 * Benchmarks that count, use a simulated clock or mostly wait. These rows run in parallel at the end, which shortens the whole run.
 */
const parallelRows = [
  ['freshness.bench.ts', 'return.bench.ts'],
  ['requests-per-day.bench.ts', 'requests-of-team.bench.ts'],
]

/** The time limit of one benchmark, ms, times the number of days that it simulates. None if the caller names files of input. */
const timeoutOf = (file: string): number | undefined => {
  if (options.models || options['mat-days']) return undefined
  return (file === 'large-database.bench.ts' ? 1_200_000 : 300_000) * Number(options.seeds ?? 1)
}

const isWanted = (name: string): boolean =>
  name.endsWith('.bench.ts')
    ? words.length === 0 || words.some((word) => name.includes(word))
    : name.endsWith('.table.ts') && words.some((word) => name.startsWith(word))
const files = readdirSync(folder).filter(isWanted).sort()

/** The figures that miss their goals, and the benchmarks that failed. */
const failures: string[] = []
/** The rows of the table, by benchmark. */
const rows = new Map<string, string[]>()
/** The table that bench/<name>.table.ts printed, by name. */
const tables = new Map<string, string[]>()

/** Runs one benchmark and prints its output; at the end if `isBuffered`. */
async function run(file: string, isBuffered: boolean): Promise<void> {
  const startedAt = performance.now()
  const timeout = timeoutOf(file)
  const child = spawn(process.execPath, [join(folder, file), ...passedArguments], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(file.endsWith('.bench.ts') && timeout !== undefined && { timeout }),
  })
  const exit = once(child, 'exit')
  const lines: string[] = []
  const output = (line: string): void => (isBuffered ? void lines.push(line) : console.log(line))
  const [mark = ''] = file.split('.', 1)
  let figures = 0
  for await (const line of createInterface({ input: child.stdout })) {
    output(line)
    if (line.startsWith('|')) tables.set(mark, [...(tables.get(mark) ?? []), line])
    const figure = /^(.+?): (.+) \(goal (.+)\) (ok|short)$/.exec(line)
    if (figure === null) continue
    figures += 1
    const [, name = '', measured, goal, verdict] = figure
    if (verdict === 'short') failures.push(name)
    rows.set(file, [...(rows.get(file) ?? []), `| ${name} | ${measured} | ${goal} | ${verdict} |`])
  }
  const [code, signal] = (await exit) as [number | null, NodeJS.Signals | null]
  if (signal !== null) failures.push(`${file} was ended by ${signal}, after its time limit or from outside`)
  else if (code !== 0 || (figures === 0 && file.endsWith('.bench.ts'))) failures.push(`${file} failed`)
  output(`  (${file} took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s)`)
  if (isBuffered) console.log(lines.join('\n'))
}

/** Writes the figures of a whole run, or a table, into docs/performance.md. `load`: the load average at the start. */
function writeFigures(load: number): void {
  const path = join(root, 'docs/performance.md')
  const [cpu] = cpus()
  const machine = `${cpus().length} cores of ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  const moment = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const taken = `Taken on ${moment} UTC: ${machine}; load average at the start ${load.toFixed(1)}.`
  const table = [
    taken,
    '',
    '| figure | measured | goal | |',
    '|---|---|---|---|',
    ...files.flatMap((file) => rows.get(file) ?? []),
  ].join('\n')
  const put = (mark: string, text: string): void => {
    const [before = '', rest = ''] = readFileSync(path, 'utf8').split(`<!-- ${mark} -->\n`)
    const after = rest.slice(rest.indexOf('<!-- end -->'))
    writeFileSync(path, `${before}<!-- ${mark} -->\n\n${text}\n\n${after}`)
  }
  if (words.length === 0) put('figures', table)
  for (const [mark, lines] of tables) put(mark, `${taken}\n\n${lines.join('\n')}`)
}

const startedAt = performance.now()
const [load = 0] = loadavg()
if (files.length === 0) failures.push('there is no such bench')
else if (!buildPages(process.execPath)) failures.push('the pages could not be built')
else {
  for (const file of files) if (!parallelRows.flat().includes(file)) await run(file, false)
  const runRow = async (row: string[]): Promise<void> => {
    for (const file of row) if (files.includes(file)) await run(file, true)
  }
  await Promise.all(parallelRows.map(runRow))
}
console.log(`The run took ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`)
if (isNoted) writeFigures(load)
if (failures.length > 0) {
  console.log(`Short: ${failures.join(', ')}`)
  process.exitCode = 1
}
