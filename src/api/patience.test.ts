import { expect, it } from 'vitest'
import { fakeClock } from '#support/clock.ts'
import { createPatience } from './patience.ts'

const never = () => new Promise<string>(() => {})

it('gives what is answered in time, value or failure', async () => {
  const patience = createPatience(fakeClock(), 1_000)
  expect(await patience.inTime(Promise.resolve('here'))).toBe('here')
  await expect(patience.inTime(Promise.reject(new Error('no')))).rejects.toThrow('no')
})

it('refuses each call when its own time is up, not sooner and not later', async () => {
  const clock = fakeClock()
  const patience = createPatience(clock, 1_000)
  const refusals: [name: string, at: number][] = []
  const begun = clock.monotonic()
  const wait = (name: string, answer = never()): void =>
    void patience
      .inTime(answer)
      .catch((error: unknown) =>
        refusals.push([`${name} ${(error as { code: string }).code}`, clock.monotonic() - begun]),
      )
  wait('first')
  await clock.advance(300)
  wait('answered', Promise.resolve('here'))
  wait('second')
  await clock.advance(500)
  wait('third')
  await clock.advance(5_000)
  expect(refusals).toEqual([
    ['first busy', 1_000],
    ['second busy', 1_300],
    ['third busy', 1_800],
  ])
})

it('rests when nobody waits, and begins again', async () => {
  const clock = fakeClock()
  const patience = createPatience(clock, 1_000)
  await patience.inTime(Promise.resolve('here'))
  await clock.advance(1_000)
  expect(clock.pending).toBe(0)
  const late = patience.inTime(never()).catch((error: unknown) => error)
  await clock.advance(1_000)
  expect(await late).toMatchObject({ code: 'busy', retryAfter: 2 })
})

it('leaves no timer behind when it is closed', () => {
  const clock = fakeClock()
  const patience = createPatience(clock, 1_000)
  void patience.inTime(never())
  patience.close()
  expect(clock.pending).toBe(0)
})
