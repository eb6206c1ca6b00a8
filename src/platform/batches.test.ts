import { expect, it } from 'vitest'
import { inBatches } from './batches.ts'

/** Answers with ten times the key, and remembers who was asked together. */
function openLookUp() {
  const asked: number[][] = []
  const ask = inBatches(async (keys: readonly number[]) => {
    asked.push([...keys])
    if (keys.includes(13)) throw new Error('unlucky')
    return keys.map((key) => key * 10)
  })
  return { asked, ask }
}

it('a batched function answers concurrent calls with one look-up, each with its own result', async () => {
  const { asked, ask } = openLookUp()
  expect(await Promise.all([ask(1), ask(2), ask(2), ask(3)])).toEqual([10, 20, 20, 30])
  expect(asked).toEqual([[1, 2, 2, 3]])
})

it('a batched function collects calls during a look-up for the next one', async () => {
  const { asked, ask } = openLookUp()
  const first = ask(1)
  await Promise.resolve()
  await Promise.resolve()
  expect(asked).toEqual([[1]])
  const others = [ask(2), ask(3)]
  expect(await Promise.all([first, ...others])).toEqual([10, 20, 30])
  expect(asked).toEqual([[1], [2, 3]])
})

it('a batched function rejects all calls of a failed look-up, and goes on with the next', async () => {
  const { ask } = openLookUp()
  const both = await Promise.allSettled([ask(13), ask(1)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask(2)).toBe(20)
})
