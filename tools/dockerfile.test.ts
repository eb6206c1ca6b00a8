import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ignoredBy, parseDockerfile } from './dockerfile.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('The Dockerfile', () => {
  const stages = parseDockerfile(textOf('Dockerfile'))
  const isIgnored = ignoredBy(textOf('.dockerignore'))

  it('copies only files that exist and that .dockerignore keeps', () => {
    const copied = stages.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'copy' && step.from === undefined ? step.sources : [])),
    )
    expect(copied).toContain('src')
    expect(copied.filter((path) => isIgnored(path) || !existsSync(join(root, path)))).toEqual([])
  })

  it('ends with an unprivileged user in every stage that runs', () => {
    expect(stages.filter(({ entrypoint }) => entrypoint.length > 0).map(({ name, user }) => [name, user])).toEqual([
      ['runtime', '10001:10001'],
      ['backup', '10001:10001'],
    ])
  })

  it('takes neither secrets nor settings nor tests into the image', () => {
    for (const path of [
      '.env',
      'secrets/secret-key',
      'data/secret.key',
      'src/domain/name.test.ts',
      'node_modules',
      '.git',
    ])
      expect([path, isIgnored(path)]).toEqual([path, true])
    for (const path of ['src/domain/name.ts', 'package.json', 'src/store/migrations/027-baseline.sql'])
      expect([path, isIgnored(path)]).toEqual([path, false])
  })
})

it('A Dockerfile with an unknown instruction is refused', () => {
  expect(() => parseDockerfile('FROM base\nONBUILD RUN true\n')).toThrow('ONBUILD is not supported.')
})
