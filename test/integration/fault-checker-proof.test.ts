// The storms' checker must be able to fail.
import { expect, it } from 'vitest'
import { openStage } from '#support/faults/stage.ts'
import { sitThrough } from '#support/faults/storm.ts'

it('the checker finds what clients miss that come back without saying where they were', async () => {
  const stage = await openStage()
  try {
    const verdict = await sitThrough(stage, { seed: 2, lasts: 20_000, clients: 8, resumes: false, only: ['blackout'] })
    expect(verdict.violations.join('\n')).toMatch(/lost|does not show|as it was/)
  } finally {
    await stage.close()
  }
}, 300_000)
