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

it('A page backs off for up to five minutes while others are read, and for less than a minute while the host fails', () => {
  const backoffs = (hostFailures: (failures: number) => number, isHostBlocked = false): number[] => {
    const state = new PageFetchState({ kind: 'home' })
    return [1, 2, 3, 4, 5].map((failures) => {
      state.noteFailure(0, isHostBlocked, hostFailures(failures), () => 1)
      return state.notBefore / second
    })
  }
  const long = [30, 60, 120, 240, 300]
  const short = [30, 58, 58, 58, 58]
  expect(backoffs(() => 1)).toEqual(long)
  // Only this page was requested, so that nothing shows whether the host fails.
  expect(backoffs((failures) => failures)).toEqual(long)
  expect(backoffs((failures) => failures + 1)).toEqual(short)
  expect(backoffs((failures) => failures, true)).toEqual(short)
})
