import { describe, expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

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
