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

it('answers everybody who asks at once by one look-up, each with their own answer', async () => {
  const { asked, ask } = openLookUp()
  expect(await Promise.all([ask(1), ask(2), ask(2), ask(3)])).toEqual([10, 20, 20, 30])
  expect(asked).toEqual([[1, 2, 2, 3]])
})

it('gathers those who ask while one look-up has just begun for the next', async () => {
  const { asked, ask } = openLookUp()
  const first = ask(1)
  await Promise.resolve()
  await Promise.resolve()
  expect(asked).toEqual([[1]])
  const others = [ask(2), ask(3)]
  expect(await Promise.all([first, ...others])).toEqual([10, 20, 30])
  expect(asked).toEqual([[1], [2, 3]])
})

it('tells a failure to those who were in it, and goes on', async () => {
  const { ask } = openLookUp()
  const both = await Promise.allSettled([ask(13), ask(1)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask(2)).toBe(20)
})
