// npm run bench: runs every bench/*.bench.ts, or those whose names hold one of the words given, one after another,
// each in a process of its own. A bench prints one line per figure:
//   <name>: <figure> <unit> (goal <goal>) ok      or      … short
// The exit code is 1 if a figure is short or a bench breaks. What takes minutes and has no goals, bench/*.table.ts, runs
// only when its name is given. With --note the figures go into the table of docs/performance.md, too.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildPages } from './prepare.mjs'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'bench')
const isNoted = process.argv.includes('--note')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
/**
 * These count, play a day on a turned clock, or wait most of the time: the rows run beside each other, in the end, so that
 * all of it takes less than ten minutes.
 */
const besideEachOther = [['freshness.bench.ts', 'return.bench.ts'], ['requests-per-day.bench.ts']]

/** A bench that hangs is ended after so long, in ms. */
const longest = 300_000

const isWanted = (name: string): boolean =>
  name.endsWith('.bench.ts')
    ? words.length === 0 || words.some((word) => name.includes(word))
    : name.endsWith('.table.ts') && words.some((word) => name.startsWith(word))
const files = readdirSync(folder).filter(isWanted).sort()

/** Names of figures that are short and of benches that broke. */
const wrong: string[] = []
/** Rows of the table, by the bench. */
const rows = new Map<string, string[]>()
/** What bench/<name>.table.ts printed of its table. */
const tables = new Map<string, string[]>()

/** Runs one and hands on what it prints, all at once in the end where `isHeld`. */
async function run(file: string, isHeld: boolean): Promise<void> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(folder, file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(file.endsWith('.bench.ts') && { timeout: longest }),
  })
  const exit = once(child, 'exit')
  const lines: string[] = []
  const say = (line: string): void => (isHeld ? void lines.push(line) : console.log(line))
  const [mark = ''] = file.split('.', 1)
  let figures = 0
  for await (const line of createInterface({ input: child.stdout })) {
    say(line)
    if (line.startsWith('|')) tables.set(mark, [...(tables.get(mark) ?? []), line])
    const figure = /^(.+?): (.+) \(goal (.+)\) (ok|short)$/.exec(line)
    if (figure === null) continue
    figures += 1
    const [, name = '', measured, goal, verdict] = figure
    if (verdict === 'short') wrong.push(name)
    rows.set(file, [...(rows.get(file) ?? []), `| ${name} | ${measured} | ${goal} | ${verdict} |`])
  }
  const [code] = (await exit) as [number | null]
  if (code !== 0 || (figures === 0 && file.endsWith('.bench.ts'))) wrong.push(`${file} broke`)
  say(`  (${file} took ${((performance.now() - began) / 1_000).toFixed(0)} s)`)
  if (isHeld) console.log(lines.join('\n'))
}

/** Puts the figures of a whole run, or a table, where docs/performance.md keeps the last. `load`: at the start. */
function note(load: number): void {
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

const began = performance.now()
const [load = 0] = loadavg()
if (files.length === 0) wrong.push('there is no such bench')
else if (!buildPages(process.execPath)) wrong.push('the pages could not be built')
else {
  for (const file of files) if (!besideEachOther.flat().includes(file)) await run(file, false)
  const runRow = async (row: string[]): Promise<void> => {
    for (const file of row) if (files.includes(file)) await run(file, true)
  }
  await Promise.all(besideEachOther.map(runRow))
}
console.log(`All of it took ${((performance.now() - began) / 60_000).toFixed(1)} min`)
if (isNoted) note(load)
if (wrong.length > 0) {
  console.log(`Short: ${wrong.join(', ')}`)
  process.exitCode = 1
}
