// Prepares what RollCall and its tests need: the packages, a Node that runs TypeScript, the built pages. Plain JavaScript for
// Node 20, because it runs before any of that is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The first version of Node that runs the server's TypeScript. */
const neededNode = 24

/**
 * Node's flags for the server. A small nursery keeps the peak memory of an import near 500 MB (bench/import.bench.ts). Node before
 * 24.3 prints a warning about the TypeScript that it runs.
 */
export const serverFlags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning']

/** The sources of the built pages. */
export const clientSources = [
  'src/client',
  'src/contract',
  'src/domain',
  'vite.config.ts',
  'tools/first-files.ts',
  'tools/licenses.ts',
  'tools/offline-files.ts',
  'tools/public-scripts.ts',
  'package.json',
  'package-lock.json',
]
/** Files of the build: the app's page, the list of the shared page's files, and the program that renders the shared page. */
const built = ['dist/client/index.html', 'dist/client/.vite/shared.json', 'dist/server/shared-page.js']
const fingerprintFile = join(root, 'dist/client-sources')

/**
 * Ends this process with one sentence.
 * @param {string} sentence
 * @returns {never}
 */
export function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Ends this process on Windows, which lacks the process groups and signals that RollCall needs to start and stop. */
export function refuseWindows() {
  if (process.platform === 'win32')
    refuse(
      'RollCall does not run on Windows itself: use WSL (`wsl --install`) for the demo and the tests, and the container of docs/operations.md to operate it.',
    )
}

/** Installs the packages of package-lock.json unless node_modules contains them. */
export function installPackages() {
  if (!packagesAreInstalled()) install()
}

function install() {
  process.stdout.write('Installing packages …\n')
  // npm scripts know npm's own path; otherwise npm is found on PATH.
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, rest] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
  const { status } = spawnSync(command, rest, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) refuse('The packages could not be installed: see npm’s output above.')
}

/** npm lists the installed packages in node_modules; optional packages for other systems may be absent. */
function packagesAreInstalled() {
  try {
    const wanted = readPackages('package-lock.json')
    const present = readPackages('node_modules/.package-lock.json')
    return Object.entries(wanted).every(([path, { version, optional }]) => {
      if (path === '') return true
      return path in present ? present[path]?.version === version : optional === true
    })
  } catch {
    return false
  }
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
}

/**
 * The path of a Node that is new enough: this one, or the one among the packages.
 * @returns {string}
 */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededNode) return process.execPath
  const packaged = join(root, 'node_modules/.bin/node')
  if (spawnSync(packaged, ['--version']).status === 0) return packaged
  return refuse(
    `RollCall needs Node ${neededNode} or newer. This is Node ${process.versions.node}, and the packages include one only for Linux (glibc) and macOS, each on x64 and arm64.`,
  )
}

/**
 * Builds the pages into dist/client and dist/server unless they are up to date; false when they cannot be built, after Vite has
 * printed why.
 * @param {string} node
 */
export function buildPages(node) {
  const current = fingerprint(clientSources)
  if (built.every((path) => existsSync(join(root, path))) && readIfPresent(fingerprintFile) === current) return true
  process.stdout.write('Building the pages …\n')
  rmSync(fingerprintFile, { force: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    // A production build, regardless of the caller's environment.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) return false
  mkdirSync(dirname(fingerprintFile), { recursive: true })
  writeFileSync(fingerprintFile, current)
  return true
}

function fingerprint(/** @type {string[]} */ paths) {
  const hash = createHash('sha256')
  const add = (/** @type {string} */ path) => {
    const full = join(root, path)
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(join(path, name))
    else hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

function readIfPresent(/** @type {string} */ path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
