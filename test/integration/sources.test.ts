// Rules for the package and all its source files.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

it('[X-03] No source file writes raw HTML into a page or evaluates text as code', () => {
  const forbidden =
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write|\bsrcdoc\b|(?<!['\w])eval\(|\bnew Function\b|\bset(?:Timeout|Interval)\(\s*['"`]/
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => /\.(?:tsx?|js|html)$/.test(path) && !path.includes('fixtures') && !path.includes('.test.'))
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((path) => forbidden.test(read(path)))).toEqual([])
  expect(forbidden.test('element.innerHTML = name')).toBe(true)
})

type Locked = { version?: string; integrity?: string; optional?: boolean; dev?: boolean }
type Lock = { packages: Record<string, Locked> }
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>

it('[G-04] Every package has an exact version and a hash in the lock file', () => {
  const manifest = JSON.parse(read('package.json')) as Manifest
  const lock = JSON.parse(read('package-lock.json')) as Lock
  const named = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  expect(named.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)).toEqual([])
  const { '': _ours, ...packages } = lock.packages
  // Builds for other platforms, which are not installed here, may be locked without a hash.
  const withoutHash = Object.entries(packages).filter(
    ([path, { integrity, optional }]) =>
      !integrity?.startsWith('sha512-') && !(optional === true && !existsSync(join(root, path))),
  )
  expect(withoutHash.map(([path]) => path)).toEqual([])
  expect(read('.npmrc')).toContain('save-exact=true')
})

it('[G-04] The bill of materials lists every package that runs on the server', { timeout: 60_000 }, () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const made = spawnSync('/bin/sh', ['-c', scripts['sbom'] ?? 'false'], { cwd: root, encoding: 'utf8' })
  const bill = JSON.parse(made.stdout) as { bomFormat: string; components: { name: string; version: string }[] }
  expect(bill.bomFormat).toBe('CycloneDX')
  const { '': _ours, ...packages } = (JSON.parse(read('package-lock.json')) as Lock).packages
  // Builds for other platforms are locked, but not installed here.
  const installed = Object.entries(packages)
    .filter(([path, { dev }]) => dev !== true && existsSync(join(root, path)))
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`,
    )
  const listed = new Set(bill.components.map(({ name, version }) => `${name} ${version}`))
  const { dependencies } = JSON.parse(read('package.json')) as Manifest
  expect(installed.length).toBeGreaterThan(Object.keys(dependencies).length)
  expect(installed.filter((each) => !listed.has(each))).toEqual([])
})
