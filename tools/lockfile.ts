// The requirements on package-lock.json, so that npm installs RollCall on every supported platform, from any registry, without a
// warning. lockfile.test.ts checks them.

export type Platform = { os: 'linux' | 'darwin'; cpu: 'x64' | 'arm64'; libc?: 'glibc' }

/**
 * The platforms on which RollCall starts and its tests run. The packages include a Node that runs TypeScript and a PostgreSQL for
 * each.
 */
export const platforms: readonly Platform[] = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
]

/** A package in the lockfile; the key '' is RollCall itself. */
export type LockedPackage = {
  /** True for a part of the archive of the package that contains it. */
  inBundle?: boolean
  integrity?: string
  resolved?: string
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  engines?: { node?: string }
  optionalDependencies?: Record<string, string>
}
export type Lockfile = Record<string, LockedPackage>

/** Whether npm installs the package on the platform. */
export function suits({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  const allows = (allowed: string | string[] | undefined, value: string | undefined): boolean =>
    allowed === undefined || value === undefined || [allowed].flat().includes(value)
  // A build for musl is suitable only for Linux with musl.
  return (
    allows(os, platform.os) && allows(cpu, platform.cpu) && (libc === undefined || allows(libc, platform.libc ?? ''))
  )
}

/**
 * The packages with one build per platform (an optional dependency for each) that have none for this platform, or whose build npm
 * has dropped from the lockfile, as it does when it resolves from an installed node_modules.
 */
export function missingBuilds(lockfile: Lockfile, platform: Platform): string[] {
  const [reference] = platforms
  return Object.entries(lockfile).flatMap(([path, { optionalDependencies = {} }]) => {
    const builds = Object.keys(optionalDependencies).map((name) => ({ name, build: find(lockfile, path, name) }))
    const dropped = builds
      .filter(({ build }) => build === undefined)
      .map(({ name }) => `${name} is not in the lockfile`)
    const hasBuildFor = (wanted: Platform | undefined): boolean =>
      builds.some(({ build }) => build?.os !== undefined && wanted !== undefined && suits(build, wanted))
    const isMissing = hasBuildFor(reference) && !hasBuildFor(platform)
    return isMissing ? [...dropped, `${path === '' ? 'RollCall' : path} has no build`] : dropped
  })
}

/** Finds a package that the package at this path requires by name, as Node does: in its own node_modules, then in those above. */
function find(lockfile: Lockfile, path: string, name: string): LockedPackage | undefined {
  const own = lockfile[path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`]
  if (own !== undefined || path === '') return own
  return find(lockfile, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
}

/** The packages for which npm prints EBADENGINE on this version of Node, on any supported platform. */
export function refusingPackages(lockfile: Lockfile, version: string): string[] {
  return Object.entries(lockfile)
    .filter(([, locked]) => platforms.some((platform) => suits(locked, platform)))
    .filter(([, { engines }]) => !includesVersion(engines?.node ?? '*', version))
    .map(([path, { engines }]) => `${path} needs ${engines?.node}`)
}

/**
 * Whether a version, such as 20.19.0, is in a range. Supports the forms that packages use for Node: `*`, `20 || >=22`,
 * `^20.19.0 || >=22.12`.
 */
export function includesVersion(range: string, version: string): boolean {
  const wanted = version.split('.').map(Number)
  return range.split('||').some((part) => {
    const alternative = part.trim()
    if (alternative === '*') return true
    const [, operator, numbers] = /^(\^|>=|)\s*(\d+(?:\.\d+|\.x){0,2})$/.exec(alternative) ?? []
    if (numbers === undefined) throw new Error(`'${range}' is a range of an unsupported form.`)
    const lowest = numbers.split('.').map((number) => Number(number.replace('x', '0')))
    const [at = -1] = [0, 1, 2].filter((index) => (wanted[index] ?? 0) !== (lowest[index] ?? 0))
    const isAtLeast = at === -1 || wanted[at]! > (lowest[at] ?? 0)
    if (operator === '>=') return isAtLeast
    return operator === '^'
      ? isAtLeast && wanted[0] === lowest[0]
      : lowest.every((number, index) => number === wanted[index])
  })
}
