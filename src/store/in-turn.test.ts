import { describe, expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

describe('work in turn', () => {
  it('is done once at a time, also for whoever asks the moment it ends', async () => {
    let underWay = 0
    let most = 0
    const work = inTurn(async () => {
      most = Math.max(most, ++underWay)
      await Promise.resolve()
      underWay--
    })
    const askAgain = async (): Promise<void> => {
      for (let asked = 0; asked < 20; asked++) await work()
    }
    await Promise.all([askAgain(), askAgain(), askAgain()])
    expect(most).toBe(1)
  })

  it('is begun after it was asked for, and shared by all who ask meanwhile', async () => {
    let begun = 0
    const work = inTurn(async () => ++begun)
    const [first, second, third] = [work(), work(), work()]
    expect(await Promise.all([first, second, third])).toEqual([1, 2, 2])
  })
})
