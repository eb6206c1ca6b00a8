// npm run soak [name] [numbers]: tests that are too long for the test suite. Without a name, runs all of them one after another:
//   chaos [first seed] [count] [rounds]         chaos runs; one line of figures for each
//   bursts [first seed] [count]                 bursts of overlapping faults on one cluster
//   kills [minutes]                             one of two processes is killed each minute
//   many [minutes] [sockets] [folder] [before]  two web and two ingest processes behind HAProxy, killed and restarted
//   loss [minutes]                              a fifth of all packets is lost; needs root
//   writes [kills] [writes a second]            follows and unfollows while the server is killed
//   imports [kills] [athletes] [embedded]       an import whose process is killed repeatedly
//   ended [sockets] [requests a second]         the database is stopped for half a minute
//   paused [sockets] [requests a second]        the database is suspended
//   shutdown [sockets] [requests a second]      the server is stopped by an operator
//   silent [sockets] [turns]                    sockets that read nothing
//   narrow [clients] [rounds]                   one client in ten on a link of 32 kbit/s; needs root
//   removals [kills]                            the removal of a large event, killed at random moments
//   logs [test files]                           the log while the browser tests run (G-02)
//   sockets [minutes] [sockets] [s per fault]   memory and file handles of many open sockets
//   disk                                        a disk that becomes full; needs root
// Exits with 1 if one of them failed. Without root, a run without a name leaves out those that need root.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const succeeds = (program: string, args: readonly string[], env: Record<string, string> = {}): boolean =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
const run = (file: string, args: readonly string[], env: Record<string, string> = {}): boolean =>
  succeeds(process.execPath, [join(root, file), ...args], env)

/** Runs a file in its own network namespace, so that packet loss affects nothing else. */
const inOwnNetwork = (file: string, args: readonly string[]): boolean => {
  const command = 'ip link set lo up && exec "$0" "$@"'
  return succeeds('unshare', ['--net', 'sh', '-c', command, process.execPath, join(root, file), ...args])
}

const soaks: Record<string, (numbers: readonly string[]) => boolean> = {
  chaos([first = '100', count = '20', rounds = '1']) {
    const seeds = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)
    const test = ['run', '--project', 'integration', 'test/integration/fault-checker.test.ts']
    return run('node_modules/vitest/vitest.mjs', test, { CHAOS_SEEDS: seeds.join(), CHAOS_ROUNDS: rounds })
  },
  bursts: (numbers) => run('bench/bursts.soak.ts', numbers),
  kills: (numbers) => run('bench/endurance.soak.ts', ['kills', ...numbers]),
  many: (given) => run('bench/many-processes.soak.ts', given),
  loss: (numbers) => inOwnNetwork('bench/endurance.soak.ts', ['loss', ...numbers]),
  writes: (numbers) => run('bench/writes.soak.ts', numbers),
  imports: (numbers) => run('bench/imports.soak.ts', numbers),
  ended: (numbers) => run('bench/outage.soak.ts', ['ended', ...numbers]),
  paused: (numbers) => run('bench/outage.soak.ts', ['paused', ...numbers]),
  shutdown: (numbers) => run('bench/shutdown.soak.ts', numbers),
  silent: (numbers) => run('bench/silent.soak.ts', numbers),
  narrow: (numbers) => inOwnNetwork('bench/narrow.soak.ts', numbers),
  removals: (numbers) => run('bench/removals.soak.ts', numbers),
  logs: (files) => run('bench/logs.soak.ts', files),
  sockets: (numbers) => run('bench/sockets.soak.ts', numbers),
  disk: () => run('tools/disk-full.ts', []),
}

const needRoot = new Set(['loss', 'narrow', 'disk'])

const [name, ...numbers] = process.argv.slice(2)
if (name !== undefined && !(name in soaks)) throw new Error(`There are ${Object.keys(soaks).join(', ')}.`)
const selected = name === undefined ? Object.keys(soaks) : [name]
const isRoot = process.getuid?.() === 0
const failed = selected.filter((each) => {
  if (isRoot || !needRoot.has(each)) return soaks[each]?.(numbers) !== true
  console.log(`${each} was not run: it needs root.`)
  return each === name
})
process.exitCode = failed.length === 0 ? 0 : 1
