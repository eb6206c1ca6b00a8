import { describe, expect, it } from 'vitest'
import { inTurn, someAtOnce } from './in-turn.ts'

describe('inTurn', () => {
  it('never runs the work concurrently, even for a call that is made as a run ends', async () => {
    let running = 0
    let max = 0
    const work = inTurn(async () => {
      max = Math.max(max, ++running)
      await Promise.resolve()
      running--
    })
    const callRepeatedly = async (): Promise<void> => {
      for (let calls = 0; calls < 20; calls++) await work()
    }
    await Promise.all([callRepeatedly(), callRepeatedly(), callRepeatedly()])
    expect(max).toBe(1)
  })

  it('runs the work once more for all calls that are made during a run', async () => {
    let runs = 0
    const work = inTurn(async () => ++runs)
    const [first, second, third] = [work(), work(), work()]
    expect(await Promise.all([first, second, third])).toEqual([1, 2, 2])
  })
})

describe('someAtOnce', () => {
  it('runs the work for every item, and for no more items at once than the given number', async () => {
    let running = 0
    let max = 0
    const done: number[] = []
    await someAtOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      max = Math.max(max, ++running)
      await Promise.resolve()
      running--
      done.push(item)
    })
    expect(max).toBe(3)
    expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('begins no further item after an error, and throws the error when nothing runs any more', async () => {
    const { promise: otherMayEnd, resolve } = Promise.withResolvers<void>()
    const events: string[] = []
    const running = someAtOnce(['fails', 'lasts', 'never begun'], 2, async (item) => {
      events.push(item)
      if (item === 'fails') throw new Error('the first')
      await otherMayEnd
      events.push('ended')
    })
    setImmediate(resolve)
    await expect(running).rejects.toThrow('the first')
    expect(events).toEqual(['fails', 'lasts', 'ended'])
  })
})
