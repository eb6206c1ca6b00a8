import { expect, it } from 'vitest'
import { fakeClock } from '#support/clock.ts'
import { createSystemFigures } from './system-figures.ts'

it('The system figures include trends of the last half hour, however long the process runs', async () => {
  const clock = fakeClock()
  let entries = 0
  const figures = createSystemFigures({ figures: () => ({ tournaments: 1, entries, reads: 3, loads: 1 }) }, clock)
  expect(figures.withTrends()).toMatchObject({ cacheHitRate: 0.75, trends: { hitRate: [0.75], entries: [0] } })
  for (entries = 1; entries <= 3; entries++) await clock.advance(30_000)
  expect(figures.withTrends().trends.entries).toEqual([1, 2, 3, 4])
  await clock.advance(2 * 60 * 60_000)
  const { trends } = figures.withTrends()
  expect(Object.values(trends).map((values) => values.length)).toEqual([60, 60, 60])
})

it('The system figures take no samples after they are closed', async () => {
  const clock = fakeClock()
  let entries = 4
  const figures = createSystemFigures({ figures: () => ({ tournaments: 1, entries, reads: 3, loads: 1 }) }, clock)
  await clock.advance(30_000)
  await figures.close()
  entries = 9
  await clock.advance(60_000)
  expect(figures.withTrends().trends.entries).toEqual([4, 9])
})
