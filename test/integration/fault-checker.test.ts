// Real clients, real processes, a seeded storm: what reliability 1.4 asks of the checker. `npm run soak` runs other seeds.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStage, type Stage } from '#support/faults/stage.ts'
import { sitThrough } from '#support/faults/storm.ts'

/** 1 in every run of the tests; the soak names many. A seed that ever failed stays here. */
const seeds = (process.env.STORM_SEEDS ?? '1').split(',').map(Number)

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage?.close())

it.each(seeds)(
  'nobody is shown what was not, goes back, or misses anything, whatever breaks [R-10] [R-19] [P2] [P3] [P4] [P5]: storm %i',
  async (seed) => {
    const verdict = await sitThrough(stage, { seed, lasts: 60_000 })
    if (process.env.STORM_SEEDS)
      process.stdout.write(`${JSON.stringify({ seed, ...verdict, faults: verdict.faults.length })}\n`)
    expect(verdict.violations).toEqual([])
    expect(verdict.messages).toBeGreaterThan(100)
    expect(verdict.returns).toBeGreaterThan(20)
    expect(verdict.acknowledged).toBeGreaterThan(20)
  },
  300_000,
)
