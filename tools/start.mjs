// npm start: makes sure that everything is there, then runs RollCall and ends with it.
// npm run dev (--dev): the same, with every change in the sources taken up at once (tools/dev.ts).
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages, findNode, installPackages, refuse, root, serverFlags } from './prepare.mjs'

/** How often it is checked that the npm which started us is still there, in ms. */
const parentCheckMs = 500
/** One Ctrl-C may come to us twice: from the terminal and from npm. After this many ms it is a second one. */
const sameSignalMs = 500

const args = process.argv.slice(2)
const dev = args.includes('--dev')
const passedOn = args.filter((arg) => arg !== '--dev')

installPackages()
const node = findNode()
if (!dev && !buildPages(node)) refuse('The pages could not be built: see what Vite says above.')

const program = join(root, dev ? 'tools/dev.ts' : 'src/main/index.ts')
// In a process group of its own, so that a Ctrl-C reaches it once, through us; the channel tells it when we are gone.
const child = spawn(node, [...(dev ? [] : serverFlags), program, ...passedOn], {
  cwd: root,
  detached: true,
  env: {
    NODE_COMPILE_CACHE: join(root, 'dist/cache/node'), // a third less time to start
    ...process.env,
    NODE_ENV: dev ? 'development' : 'production',
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

// npm, ended by force, tells nobody; without this the server would go on and hold its port.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  const npm = findNpm()
  const isLeft = () => process.ppid !== parent || !isThere(npm)
  const checks = setInterval(() => {
    if (!isLeft()) return
    clearInterval(checks)
    child.kill('SIGTERM')
  }, parentCheckMs)
  checks.unref()
}

/** npm runs its scripts through a shell; some shells step aside for the one command, some stay in between. */
function findNpm() {
  const { parent, command } = lookUp(process.ppid)
  return command.includes('start.mjs') ? parent : process.ppid
}

/** @param {number} pid */
function isThere(pid) {
  try {
    return !lookUp(pid).state.startsWith('Z') // one that has ended stays listed until its parent takes note
  } catch {
    return false
  }
}

/**
 * A living process's parent, state and command line.
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
