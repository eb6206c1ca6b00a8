import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('the rules of the live protocol are numbered without gaps, and each has a test that names its number', () => {
  // Rules are grouped by topic; a new rule gets the next free number.
  const rules = [...readFileSync(join(root, 'docs/live-protocol.md'), 'utf8').matchAll(/^- \*\*L(\d+)\*\*/gm)]
    .map(([, number]) => Number(number))
    .toSorted((a, b) => a - b)
    .map((number) => `L${number}`)
  const tests = globSync(
    [
      'src/live/*.test.ts',
      'src/client/live/{socket,live-client}.test.ts',
      'test/integration/{live-*,hall-updates,claims}.test.ts',
    ],
    { cwd: root },
  )
  const titles = tests.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^ *it\((['"`])(.*)\1/gm)])
  const tested = new Set(
    titles.flatMap(([, , title]) => [...(title ?? '').matchAll(/\[(L\d+)\]/g)].map(([, rule]) => rule)),
  )
  expect(rules).toEqual(Array.from({ length: rules.length }, (_, index) => `L${index + 1}`))
  expect(rules.filter((rule) => !tested.has(rule))).toEqual([])
  expect(tested.size).toBe(rules.length)
})
