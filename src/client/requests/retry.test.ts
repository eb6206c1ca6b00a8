import { describe, expect, it } from 'vitest'
import { CallError } from './call-error.ts'
import type { NetworkQuality } from './network.ts'
import { athleteRetry, defaultRetry, listRetry, reconnectDelay } from './retry.ts'

const broken = new CallError(500, 'Something went wrong')
const busy = new CallError(503, 'busy')
const notFound = new CallError(404, 'Not found.')
const unreached = new CallError(0, '')

/** The waits before each retry, in seconds. */
function waitsOf({ retry, retryDelay }: ReturnType<typeof listRetry>, error: Error): number[] {
  const waits: number[] = []
  for (let failures = 0; retry(failures, error); failures++) waits.push(Math.round(retryDelay(failures, error)) / 1000)
  return waits
}

it('the back-off doubles with each attempt, with jitter, up to two minutes', () => {
  const waits = [0, 1, 2, 5, 6, 20].map((attempt) => reconnectDelay(attempt, 0) / 1000)
  expect(waits).toEqual([2, 4, 8, 64, 120, 120])
  expect(reconnectDelay(0, 0.5)).toBe(3000)
})

describe('A retry', () => {
  it('is never made after a 4xx answer or when the server was not reached', () => {
    for (const error of [notFound, unreached])
      expect([
        waitsOf(defaultRetry, error),
        waitsOf(
          listRetry(() => 'good'),
          error,
        ),
      ]).toEqual([[], []])
  })

  it('is made twice by default, after one and two seconds', () => {
    expect(waitsOf(defaultRetry, broken)).toEqual([1, 2])
  })

  it('of an athlete’s fights is made once, and twice when the server is busy', () => {
    expect(waitsOf(athleteRetry, broken)).toEqual([2])
    expect(waitsOf(athleteRetry, busy)).toEqual([2, 4])
    expect(waitsOf(athleteRetry, notFound)).toEqual([])
  })

  it('of a list depends on the quality of the network, unless the server is busy', () => {
    const waits = (quality: NetworkQuality, error: Error = broken) =>
      waitsOf(
        listRetry(() => quality),
        error,
      )
    expect(waits('poor')).toEqual([3, 6])
    expect(waits('fair')).toEqual([2, 3, 4.5])
    expect(waits('good')).toEqual([1, 1.2, 1.44])
    expect(waits('good', busy)).toEqual([2, 4])
  })
})
