import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeBuild, readBuild } from './build.ts'

let folder: string
const git = (...args: string[]): string => {
  const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.test']
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-build-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '7.8.9' }))
  mkdirSync(join(folder, 'src/platform'), { recursive: true })
  cpSync(join(import.meta.dirname, 'commit.txt'), join(folder, 'src/platform/commit.txt'))
  cpSync(join(import.meta.dirname, '../../.gitattributes'), join(folder, '.gitattributes'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('The build', () => {
  it('has the version alone outside a checkout', () => {
    expect(readBuild(folder)).toEqual({ version: '7.8.9', commit: null })
    expect(describeBuild(readBuild(folder))).toBe('7.8.9')
  })

  it('has the commit of a checkout, on a branch, with packed references, and at a tag', () => {
    git('init', '--quiet')
    expect(readBuild(folder).commit).toBeNull()
    git('add', '.')
    git('commit', '--quiet', '--message=one')
    const commit = git('rev-parse', 'HEAD')
    expect(readBuild(folder)).toEqual({ version: '7.8.9', commit })
    git('pack-refs', '--all')
    expect(readBuild(folder).commit).toBe(commit)
    git('tag', 'v7.8.9')
    git('checkout', '--quiet', 'v7.8.9')
    expect(readBuild(folder).commit).toBe(commit)
    expect(describeBuild(readBuild(folder))).toBe(`7.8.9 (${commit.slice(0, 7)})`)
  })

  it('has the commit of an archive, which git writes into it', () => {
    const commit = git('rev-parse', 'HEAD')
    const unpacked = mkdtempSync(join(tmpdir(), 'rollcall-archive-'))
    git('archive', '--output', join(unpacked, 'source.tar'), 'HEAD')
    expect(spawnSync('tar', ['-xf', 'source.tar'], { cwd: unpacked }).status).toBe(0)
    expect(readBuild(unpacked).commit).toBe(commit)
    rmSync(unpacked, { recursive: true })
  })
})
