import { expect, it } from 'vitest'
import { inBatches } from './batches.ts'

/** A look-up that returns ten times the key, and records its batches. */
function createLookUp() {
  const batches: number[][] = []
  const lookUp = inBatches(async (keys: readonly number[]) => {
    batches.push([...keys])
    if (keys.includes(13)) throw new Error('failed')
    return keys.map((key) => key * 10)
  })
  return { batches, lookUp }
}

it('A batched function answers concurrent calls with one look-up, each with its own result', async () => {
  const { batches, lookUp } = createLookUp()
  expect(await Promise.all([lookUp(1), lookUp(2), lookUp(2), lookUp(3)])).toEqual([10, 20, 20, 30])
  expect(batches).toEqual([[1, 2, 2, 3]])
})

it('A batched function answers calls that are made during a look-up with the next one', async () => {
  const { batches, lookUp } = createLookUp()
  const first = lookUp(1)
  await Promise.resolve()
  await Promise.resolve()
  expect(batches).toEqual([[1]])
  const others = [lookUp(2), lookUp(3)]
  expect(await Promise.all([first, ...others])).toEqual([10, 20, 30])
  expect(batches).toEqual([[1], [2, 3]])
})

it('A batched function rejects all calls of a failed look-up, and continues with the next', async () => {
  const { lookUp } = createLookUp()
  const both = await Promise.allSettled([lookUp(13), lookUp(1)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await lookUp(2)).toBe(20)
})
