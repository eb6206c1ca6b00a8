// Real clients, real processes, seeded storms: what reliability 1.4 asks of the checker. `npm run soak` runs other seeds.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { randomFrom } from '#simulator/tournament/random.ts'
import { gather } from '#support/faults/company.ts'
import { openStage, type Stage } from '#support/faults/stage.ts'
import { sitThrough, type Verdict } from '#support/faults/storm.ts'
import { storm } from '#support/faults/strikes.ts'

/** 1 in every run of the tests; the soak names many. A seed that ever failed stays here. */
const seeds = (process.env.STORM_SEEDS ?? '1').split(',').map(Number)
const rounds = Number(process.env.STORM_ROUNDS ?? '1')

/** In ms. Storms end by what has happened, not by time; this is for one that hangs. */
const patience = 600_000

let opening: Promise<Stage>
let stage: Stage
beforeEach(async () => {
  stage = await (opening = openStage())
}, patience)
// Whatever became of it: an opening that took too long is closed all the same.
afterEach(async () => (await opening).close(), patience)

function expectCalm({ violations, forgetful }: Verdict): void {
  expect(violations).toEqual([])
  // The checker must be able to fail.
  expect(forgetful.join('\n')).toMatch(/lost|does not show|as it was/)
}

it.each(seeds)(
  'nobody is shown what was not, goes back, or misses anything, whatever breaks, but who does not say where it was [R-10] [R-19] [P2] [P3] [P4] [P5]: storm %i',
  async (seed) => {
    const began = performance.now()
    const random = randomFrom('storm', seed)
    const company = await gather(stage, random)
    const verdict = await sitThrough(company, {
      seed,
      strikes: (forgetful) => storm(company, forgetful, random, rounds),
    })
    company.leave()
    const seconds = Math.round((performance.now() - began) / 1_000)
    if (process.env.STORM_SEEDS)
      process.stdout.write(`${JSON.stringify({ seed, seconds, ...verdict, forgetful: verdict.forgetful.length })}\n`)
    expectCalm(verdict)
    expect(verdict.messages).toBeGreaterThan(50)
    expect(verdict.returns).toBeGreaterThan(20)
    expect(verdict.acknowledged).toBeGreaterThan(10)
  },
  patience,
)
