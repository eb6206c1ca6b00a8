// npm test: everything that can be proved about RollCall, on a machine that has only Node and npm.
// The last line is "N passed, N failed": every test of the runner, and one for each other step.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPages, findNode, installPackages, root } from './prepare.mjs'

installPackages()
const node = findNode()
process.env.PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`

const reports = mkdtempSync(join(tmpdir(), 'rollcall-test-reports-'))
let passed = 0
let failed = 0

step('a browser', () => countOf(run([join(root, 'tools/get-browser.ts')])))
step('the build', () => countOf(buildPages(node)))
const checks = {
  'format:check': 'the formatter',
  types: 'the compiler',
  lint: 'the linter',
  walls: 'the proof of the walls',
  unused: 'the search for what is unused',
  coverage: 'the coverage of the specification',
}
for (const [script, name] of Object.entries(checks)) step(name, () => countOf(runScript(script)))
for (const project of ['unit', 'integration', 'e2e']) step(`the ${project} tests`, () => runTests(project))

rmSync(reports, { recursive: true })
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

/**
 * @param {string} name
 * @param {() => { passed: number, failed: number }} take
 */
function step(name, take) {
  process.stdout.write(`\n── ${name}\n`)
  const began = Date.now()
  const count = take()
  passed += count.passed
  failed += count.failed
  const seconds = Math.round((Date.now() - began) / 1000)
  process.stdout.write(`── ${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s\n`)
}

/**
 * What the runner reports, and one failure more where it ended badly for a reason that is no test's.
 * @param {string} project
 */
function runTests(project) {
  const report = join(reports, `${project}.json`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const fine = run([vitest, 'run', '--project', project, ...options])
  const tests = readCounts(report)
  return { passed: tests.passed, failed: tests.failed === 0 && !fine ? 1 : tests.failed }
}

function readCounts(/** @type {string} */ report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) }
  } catch {
    return { passed: 0, failed: 0 } // it never got as far as a report
  }
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

function countOf(/** @type {boolean} */ fine) {
  return { passed: fine ? 1 : 0, failed: fine ? 0 : 1 }
}
