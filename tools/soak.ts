// npm run soak [word] [numbers]: what is too long for every run of the tests. Without a word, all of them one after another:
//   storms [first seed] [count] [rounds]        one storm after another; a line a storm says what it was like
//   squalls [first seed] [count]                short runs of faults over a stage that stays
//   writes [kills] [writes a second]            follows and unfollows while the server is killed
//   imports [kills] [athletes]                  an import that is killed again and again
//   held [minutes] [sockets] [s between blows]  open sockets and what they do to memory and files
//   disk                                        a disk that becomes full, for root
// Ends with 1 when one of them found something wrong.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (file: string, args: readonly string[], env: Record<string, string> = {}): boolean =>
  spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  }).status === 0

const soaks: Record<string, (numbers: readonly string[]) => boolean> = {
  storms([first = '100', count = '20', rounds = '1']) {
    const seeds = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)
    const test = ['run', '--project', 'integration', 'test/integration/fault-checker.test.ts']
    return run('node_modules/vitest/vitest.mjs', test, { STORM_SEEDS: seeds.join(), STORM_ROUNDS: rounds })
  },
  squalls: (numbers) => run('bench/squalls.soak.ts', numbers),
  writes: (numbers) => run('bench/writes.soak.ts', numbers),
  imports: (numbers) => run('bench/imports.soak.ts', numbers),
  held: (numbers) => run('bench/held.soak.ts', numbers),
  disk: () => process.getuid?.() !== 0 || run('tools/disk-full.ts', []),
}

const [word, ...numbers] = process.argv.slice(2)
if (word !== undefined && !(word in soaks)) throw new Error(`There are ${Object.keys(soaks).join(', ')}.`)
const wanted = word === undefined ? Object.keys(soaks) : [word]
process.exitCode = wanted.filter((each) => soaks[each]?.(numbers) !== true).length === 0 ? 0 : 1
