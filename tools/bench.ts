// npm run bench: runs every bench/*.bench.ts, or those whose names hold one of the words given, one after another,
// each in a process of its own. A bench prints one line per figure:
//   <name>: <figure> <unit> (goal <goal>) ok      or      … short
// The exit code is 1 if a figure is short or a bench breaks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const folder = join(import.meta.dirname, '../bench')
const words = process.argv.slice(2)
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts') && (words.length === 0 || words.some((word) => name.includes(word))))
  .sort()

/** Names of figures that are short and of benches that broke. */
const wrong: string[] = []
for (const file of files) {
  const child = spawn(process.execPath, [join(folder, file)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  let figures = 0
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    const figure = /^(.+?): .+ \(goal .+\) (ok|short)$/.exec(line)
    if (figure === null) continue
    figures += 1
    if (figure[2] === 'short') wrong.push(figure[1]!)
  }
  const [code] = (await exit) as [number | null]
  if (code !== 0 || figures === 0) wrong.push(`${file} broke`)
}
if (files.length === 0) wrong.push('there is no such bench')
if (wrong.length > 0) {
  console.log(`Short: ${wrong.join(', ')}`)
  process.exitCode = 1
}
