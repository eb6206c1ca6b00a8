import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('every rule of the live protocol has a test that names its number', () => {
  const rules = [...readFileSync(join(root, 'docs/live-protocol.md'), 'utf8').matchAll(/^- \*\*(L\d+)\*\*/gm)]
  const integration = 'test/integration/{live-*,hall-updates,claims}.test.ts'
  const tests = globSync(['src/live/*.test.ts', 'src/client/live/socket.test.ts', integration], { cwd: root })
  const titles = tests.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^ *it\((['"`])(.*)\1/gm)])
  const tested = new Set(
    titles.flatMap(([, , title]) => [...(title ?? '').matchAll(/\[(L\d+)\]/g)].map(([, rule]) => rule)),
  )
  expect(rules.map(([, rule]) => rule)).toEqual(Array.from({ length: rules.length }, (_, index) => `L${index + 1}`))
  expect(rules.map(([, rule]) => rule).filter((rule) => !tested.has(rule))).toEqual([])
  expect(tested.size).toBe(rules.length)
})
