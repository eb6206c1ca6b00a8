import { expect, it } from 'vitest'
import { delayOfSample } from './process-figures.ts'

it.each([
  [20.1e6, 0.1],
  [145.678e6, 125.68],
  [0, 0],
])('a sample of %d ns, taken every 20 ms, shows an event loop delay of %d ms', (sample, delay) => {
  expect(delayOfSample(sample)).toBe(delay)
})
