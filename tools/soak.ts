// npm run soak [word] [numbers]: what is too long for every run of the tests. Without a word, all of them one after another:
//   storms [first seed] [count] [rounds]        one storm after another; a line a storm says what it was like
//   squalls [first seed] [count]                short runs of faults over a stage that stays
//   kills [minutes]                             one of two processes is killed each minute
//   loss [minutes]                              a fifth of all packets is lost, for root
//   writes [kills] [writes a second]            follows and unfollows while the server is killed
//   imports [kills] [athletes] [embedded]       an import that is killed again and again
//   ended [sockets] [requests a second]         the database ends and stays away for half a minute
//   still [sockets] [requests a second]         the database stands still
//   leaving [sockets] [requests a second]       the server is stopped as an operator stops it
//   silent [sockets] [turns]                    sockets that read nothing of what they are sent
//   narrow [clients] [rounds]                   one client in ten on a link of 32 kbit/s, for root
//   removals [kills]                            a removal of a large event, killed at any moment
//   logs [test files]                           what is logged while the browser tests run (G-02)
//   held [minutes] [sockets] [s between blows]  open sockets and what they do to memory and files
//   disk                                        a disk that becomes full, for root
// Ends with 1 when one of them found something wrong.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const done = (program: string, args: readonly string[], env: Record<string, string> = {}): boolean =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
const run = (file: string, args: readonly string[], env: Record<string, string> = {}): boolean =>
  done(process.execPath, [join(root, file), ...args], env)

/** In a network of its own, that nobody else loses anything. For root; whoever is not has nothing to find. */
const alone = (file: string, args: readonly string[]): boolean => {
  const command = 'ip link set lo up && exec "$0" "$@"'
  return (
    process.getuid?.() !== 0 ||
    done('unshare', ['--net', 'sh', '-c', command, process.execPath, join(root, file), ...args])
  )
}

const soaks: Record<string, (numbers: readonly string[]) => boolean> = {
  storms([first = '100', count = '20', rounds = '1']) {
    const seeds = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)
    const test = ['run', '--project', 'integration', 'test/integration/fault-checker.test.ts']
    return run('node_modules/vitest/vitest.mjs', test, { STORM_SEEDS: seeds.join(), STORM_ROUNDS: rounds })
  },
  squalls: (numbers) => run('bench/squalls.soak.ts', numbers),
  kills: (numbers) => run('bench/weather.soak.ts', ['kills', ...numbers]),
  loss: (numbers) => alone('bench/weather.soak.ts', ['loss', ...numbers]),
  writes: (numbers) => run('bench/writes.soak.ts', numbers),
  imports: (numbers) => run('bench/imports.soak.ts', numbers),
  ended: (numbers) => run('bench/outage.soak.ts', ['ended', ...numbers]),
  still: (numbers) => run('bench/outage.soak.ts', ['still', ...numbers]),
  leaving: (numbers) => run('bench/leaving.soak.ts', numbers),
  silent: (numbers) => run('bench/silent.soak.ts', numbers),
  narrow: (numbers) => alone('bench/narrow.soak.ts', numbers),
  removals: (numbers) => run('bench/removals.soak.ts', numbers),
  logs: (files) => run('bench/logs.soak.ts', files),
  held: (numbers) => run('bench/held.soak.ts', numbers),
  disk: () => process.getuid?.() !== 0 || run('tools/disk-full.ts', []),
}

const [word, ...numbers] = process.argv.slice(2)
if (word !== undefined && !(word in soaks)) throw new Error(`There are ${Object.keys(soaks).join(', ')}.`)
const wanted = word === undefined ? Object.keys(soaks) : [word]
process.exitCode = wanted.filter((each) => soaks[each]?.(numbers) !== true).length === 0 ? 0 : 1
