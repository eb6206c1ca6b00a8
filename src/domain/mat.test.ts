import { expect, it } from 'vitest'
import { matInHall } from './mat.ts'

it('The mats of five events that each share a hall with another one are renumbered, up to the highest number of each event', () => {
  for (const id of ['2673', '2675', '2676']) {
    expect([1, 24, 25].map((mat) => matInHall(id, mat))).toEqual([35, 58, 25])
  }
  expect([1, 12, 13].map((mat) => matInHall('2674', mat))).toEqual([47, 58, 13])
  expect([1, 12, 13].map((mat) => matInHall('2802', mat))).toEqual([35, 46, 13])
})

it('Other mat numbers are those of the source', () => {
  expect([1, 12, 58].map((mat) => matInHall('3105', mat))).toEqual([1, 12, 58])
  expect([0, -3].map((mat) => matInHall('2673', mat))).toEqual([0, -3])
})
