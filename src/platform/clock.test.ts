import { expect, it } from 'vitest'
import { systemClock } from './clock.ts'
import { fakeClock } from '#support/clock.ts'

it('sleep resolves after exactly the given time', async () => {
  const clock = fakeClock()
  let awake = false
  const sleeping = clock.sleep(1000).then(() => (awake = true))
  await clock.advance(999)
  expect(awake).toBe(false)
  await clock.advance(1)
  await sleeping
  expect(awake).toBe(true)
})

it('sleep rejects with the reason of an aborted signal, and leaves no timer', async () => {
  const clock = fakeClock()
  const signal = AbortSignal.abort(new Error('stop'))
  await expect(clock.sleep(1000, signal)).rejects.toThrow('stop')
  const stop = new AbortController()
  const sleeping = clock.sleep(1000, stop.signal)
  stop.abort(new Error('later'))
  await expect(sleeping).rejects.toThrow('later')
  expect(clock.pending).toBe(0)
})

it('A repetition keeps its interval, and starts the next run at once after one that took longer', async () => {
  const clock = fakeClock(0)
  const starts: number[] = []
  const repetition = clock.every(100, async () => {
    starts.push(clock.now())
    await clock.sleep(starts.length === 2 ? 150 : 30)
  })
  await clock.advance(580)
  await repetition.stop()
  expect(starts).toEqual([100, 200, 350, 450, 550])
})

it('A repetition that is stopped waits for the current run and starts no other', async () => {
  const clock = fakeClock(0)
  const ends: number[] = []
  const repetition = clock.every(100, async () => {
    await clock.sleep(50)
    ends.push(clock.now())
  })
  await clock.advance(100)
  const stopped = repetition.stop()
  await clock.advance(1000)
  await stopped
  expect(ends).toEqual([150])
  expect(clock.pending).toBe(0)
})

it('The system clock measures real time', async () => {
  const before = systemClock.monotonic()
  await systemClock.sleep(20)
  expect(systemClock.monotonic() - before).toBeGreaterThanOrEqual(19)
})
