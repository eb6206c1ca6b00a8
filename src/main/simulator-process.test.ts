import { expect, it } from 'vitest'
import { liveIn } from './simulator-process.ts'

it('The live tournaments are sorted by the end of their day in progress, the latest first, with championships last', () => {
  // Simulated time, which may differ from real time.
  const now = 10_000
  const tournament = (id: number, ends: number[], entries = 100, live = true) => ({
    id,
    name: `Open ${id}`,
    entries,
    live,
    days: ends.map((endsAt) => ({ endsAt })),
  })
  const tournaments = [
    tournament(1, [now + 9_000], 3_000),
    tournament(2, [now - 1_000, now + 2_000]),
    tournament(3, [now + 3_000, now + 8_000]),
    tournament(4, [now + 5_000], 100, false),
  ]
  expect(liveIn({ now, tournaments }).map(({ id }) => id)).toEqual(['3', '2', '1'])
})
