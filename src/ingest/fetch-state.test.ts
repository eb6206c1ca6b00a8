import { expect, it } from 'vitest'
import { PageFetchState } from './fetch-state.ts'

const second = 1_000

it('An unusable page is fetched again after 20 s twice, then every five minutes, and raises one alarm', () => {
  const state = new PageFetchState({ kind: 'home' })
  const readings = [0, 100, 200, 600].map((at) => {
    const isAlarm = state.noteUnusable(at * second)
    return [state.notBefore / second - at, isAlarm]
  })
  expect(readings).toEqual([
    [20, false],
    [20, false],
    [300, true],
    [300, false],
  ])
})
