// npm start: prepares everything, then runs RollCall and ends with it.
// npm run dev (--dev): the same with a server that restarts on changes of its sources (tools/dev.ts).
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages, findNode, installPackages, refuse, refuseWindows, root, serverFlags } from './prepare.mjs'

/** The interval of the checks that the npm that started this process still runs, ms. */
const parentCheckMs = 500
/** In ms. One Ctrl-C may arrive twice, from the terminal and from npm; after this time it counts as a second one. */
const sameSignalMs = 500

const args = process.argv.slice(2)
const isDev = args.includes('--dev')
const forwardedArgs = args.filter((arg) => arg !== '--dev')

refuseWindows()
installPackages()
const node = findNode()
if (!isDev && !buildPages(node)) refuse('The pages could not be built: see Vite’s output above.')

const program = join(root, isDev ? 'tools/dev.ts' : 'src/main/index.ts')
// In its own process group, so that it gets each Ctrl-C only once, from this process. The IPC channel closes when this one ends.
const child = spawn(node, [...(isDev ? [] : serverFlags), program, ...forwardedArgs], {
  cwd: root,
  detached: true,
  env: {
    NODE_COMPILE_CACHE: join(root, 'dist/cache/node'), // shortens the start by a third
    ...process.env,
    NODE_ENV: isDev ? 'development' : 'production',
  },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
child.on('exit', (code, signal) => {
  if (signal !== null) process.stderr.write(`RollCall was ended by ${signal}.\n`)
  process.exitCode = code ?? 1
})

let signalledAt = -Infinity
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (performance.now() - signalledAt < sameSignalMs) return
    signalledAt = performance.now()
    child.kill(signal)
  })
}

// If npm is killed, it sends no signal; without this check the server would keep running and hold its port.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  const npm = findNpm()
  const isOrphaned = () => process.ppid !== parent || !isRunning(npm)
  const checks = setInterval(() => {
    if (!isOrphaned()) return
    clearInterval(checks)
    child.kill('SIGTERM')
  }, parentCheckMs)
  checks.unref()
}

/** npm runs its scripts through a shell, which on some systems stays as a process in between. */
function findNpm() {
  const { parent, command } = lookUp(process.ppid)
  return command.includes('start.mjs') ? parent : process.ppid
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return !lookUp(pid).state.startsWith('Z') // a zombie has ended
  } catch {
    return false
  }
}

/**
 * The parent, state and command line of a running process.
 * @param {number} pid
 */
function lookUp(pid) {
  if (process.platform === 'linux') {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(parent),
      state,
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,state=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const [parent, state, ...command] = stdout.trim().split(/\s+/)
  if (state === undefined) throw new Error(`There is no process ${pid}.`)
  return { parent: Number(parent), state, command: command.join(' ') }
}
