// npm test: every kind of check and test, on a machine that has only Node and npm. npm run test:long: the tests that take
// minutes. The last line is "N passed, N failed, N skipped": it counts every test of the runner, and one for each other step.
// With --totals FILE the counts are added to those in the file, and the last line shows the sum. With --shard 1/4 the runner
// executes the first quarter of its test files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPages, findNode, installPackages, refuseWindows, root } from './prepare.mjs'

const { values: options } = parseArgs({
  options: { long: { type: 'boolean' }, totals: { type: 'string' }, shard: { type: 'string' } },
})

refuseWindows()
installPackages()
const node = findNode()
process.env.PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @type {Count} */
const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} what failed, printed once more at the end */
const failures = []

step('a browser', () => countOf(run([join(root, 'tools/get-browser.ts')])))
if (options.long) step('PostgreSQL, PgBouncer and HAProxy', () => countOf(run([join(root, 'tools/get-servers.ts')])))
step('the build', () => countOf(buildPages(node)))
if (options.long) step('the long tests', () => runTests('long'))
else {
  const checks = {
    'format:check': 'the formatter',
    types: 'the compiler',
    lint: 'the linter',
    walls: 'the check of the import rules',
    unused: 'the search for what is unused',
    coverage: 'the coverage of the specification',
  }
  for (const [script, name] of Object.entries(checks)) step(name, () => countOf(runScript(script)))
  step('the unit tests', () => runTests('unit'))
  step('the integration and browser tests', () => runTests('integration', 'e2e'))
}

for (const line of failures) process.stdout.write(`\nFailed: ${line}\n`)
if (options.totals !== undefined) {
  if (existsSync(options.totals)) add(JSON.parse(readFileSync(options.totals, 'utf8')))
  writeFileSync(options.totals, JSON.stringify(total))
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exitCode = failures.length === 0 && total.passed > 0 ? 0 : 1

/**
 * @param {string} name
 * @param {() => Count} work
 */
function step(name, work) {
  process.stdout.write(`\n── ${name}\n`)
  const began = Date.now()
  const known = failures.length
  const count = work()
  add(count)
  if (count.failed > 0 && failures.length === known) failures.push(name)
  const seconds = Math.round((Date.now() - began) / 1000)
  process.stdout.write(`── ${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s\n`)
}

/** @param {Count} count */
function add({ passed, failed, skipped }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/**
 * Runs these projects in one call of the runner, and counts what it reports. If the runner failed although no test did, adds one
 * failure. Nothing is retried.
 * @param {string[]} projects
 * @returns {Count}
 */
function runTests(...projects) {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-test-report-'))
  const report = join(folder, 'report.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const chosen = projects.flatMap((project) => ['--project', project])
  if (options.shard !== undefined) chosen.push(`--shard=${options.shard}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const isFine = run([vitest, 'run', ...chosen, ...reporters])
  const { count, failed } = readReport(report)
  rmSync(folder, { recursive: true })
  if (!isFine && failed.length === 0) failed.push(`${projects.join(', ')}: the runner failed, see above`)
  failures.push(...failed)
  return { ...count, failed: failed.length }
}

/**
 * @param {string} report
 * @returns {{ count: Omit<Count, 'failed'>, failed: string[] }}
 */
function readReport(report) {
  const count = { passed: 0, skipped: 0 }
  /** @type {string[]} */
  const failed = []
  // The runner may have ended before it wrote a report.
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] }
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name)
    const before = failed.length
    for (const test of assertionResults) {
      if (test.status === 'passed') count.passed++
      else if (test.status === 'failed')
        failed.push(`${file}: ${test.fullName}\n${firstWords(test.failureMessages.join('\n'))}`)
      else count.skipped++
    }
    if (status === 'failed' && failed.length === before) failed.push(`${file}\n${firstWords(message)}`)
  }
  return { count, failed }
}

function firstWords(/** @type {string} */ message) {
  const lines = message.split('\n').filter((line) => !line.includes('node_modules'))
  return lines.slice(0, 12).join('\n').slice(0, 1200)
}

function runScript(/** @type {string} */ script) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return (
    spawnSync('/bin/sh', ['-c', scripts[script]], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  )
}

function run(/** @type {string[]} */ commandLine) {
  return spawnSync(node, commandLine, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** @returns {Count} */
function countOf(/** @type {boolean} */ isFine) {
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0 }
}
