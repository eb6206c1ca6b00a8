// npm test: everything that can be proved about RollCall, on a machine that has only Node and npm.
// The last line is "N passed, N failed": every test of the runner, and one for each other step.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildPages, findNode, installPackages, root } from './prepare.mjs'

installPackages()
const node = findNode()
process.env.PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`

const reports = mkdtempSync(join(tmpdir(), 'rollcall-test-reports-'))
/** More files than this that fail together are no accident of a busy machine: they are not tried again. */
const mostTriedAgain = 3
let passed = 0
let failed = 0
/** @type {string[]} what failed, said once more at the end, where it is read */
const failures = []
/** @type {string[]} what failed beside other tests and passed alone */
const unsteady = []

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
for (const line of unsteady) process.stdout.write(`\nUnsteady (failed, then passed alone): ${line}\n`)
for (const line of failures) process.stdout.write(`\nFailed: ${line}\n`)
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
  if (count.failed > 0 && !failures.some((line) => line.startsWith(name))) failures.push(name)
  const seconds = Math.round((Date.now() - began) / 1000)
  process.stdout.write(`── ${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s\n`)
}

/**
 * What the runner reports, and one failure more where it ended badly for a reason that is no test's. The tests start
 * processes and browsers two files at a time: a file that fails is run once more, alone. What fails again has failed;
 * what passes then is named at the end, because it waits for something it should not.
 * @param {string} project
 */
function runTests(project) {
  const first = runFiles(project, [])
  const files = first.filter(({ failed }) => failed.length > 0)
  const again = files.length <= mostTriedAgain ? files.map(({ file }) => file).filter(Boolean) : []
  const results = first.filter(({ file }) => !again.includes(file))
  for (const file of again) {
    const second = runFiles(project, [file])
    results.push(...second)
    if (second.every(({ failed }) => failed.length === 0)) {
      unsteady.push(...files.filter((one) => one.file === file).flatMap(({ failed }) => failed))
    }
  }
  const failedLines = results.flatMap(({ failed }) => failed)
  failures.push(...failedLines.map((line) => `the ${project} tests: ${line}`))
  return { passed: results.reduce((sum, { passed }) => sum + passed, 0), failed: failedLines.length }
}

/**
 * Runs one project, or some of its files, and tells for each file how many tests passed and which failed, with the
 * first words of why.
 * @param {string} project
 * @param {string[]} files
 * @returns {{ file: string, passed: number, failed: string[] }[]}
 */
function runFiles(project, files) {
  const report = join(reports, `${project}.json`)
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const fine = run([vitest, 'run', '--project', project, ...options, ...files])
  const results = readReport(report)
  if (!fine && results.every(({ failed }) => failed.length === 0)) {
    results.push({ file: '', passed: 0, failed: [`${files.join(' ')} ended badly, see above`] })
  }
  return results
}

/**
 * @param {string} report
 * @returns {{ file: string, passed: number, failed: string[] }[]}
 */
function readReport(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return testResults.map((/** @type {any} */ { name, status, message, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults
        .filter((/** @type {any} */ test) => test.status === 'failed')
        .map((/** @type {any} */ test) => `${file}: ${test.fullName}\n${firstWords(test.failureMessages.join('\n'))}`)
      if (status === 'failed' && failed.length === 0) failed.push(`${file}\n${firstWords(message)}`)
      const passed = assertionResults.filter((/** @type {any} */ test) => test.status === 'passed').length
      return { file, passed, failed }
    })
  } catch {
    return [] // it never got as far as a report
  }
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

function countOf(/** @type {boolean} */ fine) {
  return { passed: fine ? 1 : 0, failed: fine ? 0 : 1 }
}
