// Which RollCall this is, for the log, the probes, the metrics and the help page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Build = {
  /** The version in package.json. */
  readonly version: string
  /** The hash of the commit; null if neither the image nor an archive nor a checkout states it. */
  readonly commit: string | null
}

/** The build that runs in this process. */
export const build: Build = readBuild(join(import.meta.dirname, '../..'))

/** The build of the package in this folder. */
export function readBuild(folder: string): Build {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { version, commit: commitIn(join(folder, 'src/platform/commit.txt')) ?? checkedOutCommit(folder) }
}

/** The version with the beginning of the commit: '2.1.0 (1a2b3c4)', or '2.1.0' if the commit is unknown. */
export const describeBuild = ({ version, commit }: Build): string =>
  commit === null ? version : `${version} (${commit.slice(0, 7)})`

/** The commit in a file; null if it has none. git writes it into commit.txt of an archive, the Dockerfile into that of an image. */
function commitIn(path: string): string | null {
  const text = readText(path)
  return text !== null && /^[\da-f]{40}$/.test(text) ? text : null
}

/** The commit of a git checkout, read from its files: git refuses the checkout of another user, such as root's. */
function checkedOutCommit(folder: string): string | null {
  const git = join(folder, '.git')
  const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(readText(join(git, 'HEAD')) ?? '') ?? []
  if (ref === undefined) return commitIn(join(git, 'HEAD'))
  const packed = readText(join(git, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
  return commitIn(join(git, ref)) ?? packed?.split(' ', 1)[0] ?? null
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
