import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clientSources } from './prepare.mjs'

describe('npm start and npm test', () => {
  it.each(['tools/start.mjs', 'tools/test.mjs'])(
    'refuse to run on Windows with one sentence that names WSL and the container (%s)',
    (program) => {
      const onWindows = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', onWindows, program], {
        encoding: 'utf8',
      })
      expect(stderr).toMatch(/^RollCall does not run on Windows itself: .*WSL.*container.*\.\n$/)
      expect([stdout, status]).toEqual(['', 1])
    },
  )
})

it('The sources whose change rebuilds the pages include every file that vite.config.ts imports', () => {
  const imported = [...readFileSync('vite.config.ts', 'utf8').matchAll(/from '\.\/(.+)'/g)].map(([, file]) => file)
  expect(imported).toContain('tools/licenses.ts')
  expect(clientSources).toEqual(expect.arrayContaining(imported))
})
