import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

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
