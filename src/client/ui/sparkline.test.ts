import { expect, it } from 'vitest'
import { sparkPoints } from './sparkline.tsx'

it('a sparkline runs from the oldest value at the left to the newest at the right, with the greatest at the top', () => {
  expect(sparkPoints([0, 10, 5])).toBe('2.0,22.0 48.0,2.0 94.0,12.0')
})

it('a sparkline of equal values, or of one value, is a flat line in the middle', () => {
  expect(sparkPoints([7, 7])).toBe('2.0,12.0 94.0,12.0')
  expect(sparkPoints([7])).toBe('2.0,12.0 94.0,12.0')
})
