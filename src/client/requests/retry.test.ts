import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { CallError } from './call-error.ts'
import { isSlow, measured, type NetworkQuality, qualityOf } from './network.ts'
import { athleteRetry, defaultRetry, listRetry, reconnectDelay } from './retry.ts'

const broken = new CallError(500, 'Something went wrong')
const busy = new CallError(503, 'busy')
const refused = new CallError(404, 'Not found.')
const unreached = new CallError(0, '')

/** The waits before each retry, in seconds. */
function plan({ retry, retryDelay }: ReturnType<typeof listRetry>, error: Error): { waits: number[] } {
  const waits: number[] = []
  for (let failures = 0; retry(failures, error); failures++) waits.push(Math.round(retryDelay(failures, error)) / 1000)
  return { waits }
}

it('the back-off doubles with each attempt, with jitter, up to two minutes', () => {
  const waits = [0, 1, 2, 5, 6, 20].map((attempt) => reconnectDelay(attempt, 0) / 1000)
  expect(waits).toEqual([2, 4, 8, 64, 120, 120])
  expect(reconnectDelay(0, 0.5)).toBe(3000)
})

describe('A retry', () => {
  it('is never made after a 4xx answer or when the server was not reached', () => {
    for (const error of [refused, unreached]) {
      expect(plan(defaultRetry, error).waits).toEqual([])
      expect(
        plan(
          listRetry(() => 'good'),
          error,
        ).waits,
      ).toEqual([])
    }
  })

  it('is made twice by default, after one and two seconds', () => {
    expect(plan(defaultRetry, broken).waits).toEqual([1, 2])
  })

  it('of an athlete’s fights is made once, and twice when the server is busy', () => {
    expect(plan(athleteRetry, broken).waits).toEqual([2])
    expect(plan(athleteRetry, busy).waits).toEqual([2, 4])
    expect(plan(athleteRetry, refused).waits).toEqual([])
  })

  it('of a list depends on the quality of the network', () => {
    const waits = (quality: NetworkQuality) =>
      plan(
        listRetry(() => quality),
        broken,
      ).waits
    expect(waits('poor')).toEqual([3, 6])
    expect(waits('fair')).toEqual([2, 3, 4.5])
    expect(waits('good')).toEqual([1, 1.2, 1.44])
    expect(
      plan(
        listRetry(() => 'good'),
        busy,
      ).waits,
    ).toEqual([2, 4])
  })
})

describe('The network', () => {
  it('is slow with 2g, a slow downlink, a long round trip or the data saver', () => {
    expect(isSlow({ effectiveType: '2g' })).toBe(true)
    expect(isSlow({ downlink: 1.4 })).toBe(true)
    expect(isSlow({ rtt: 301 })).toBe(true)
    expect(isSlow({ saveData: true })).toBe(true)
    expect(isSlow({ effectiveType: '4g', downlink: 1.5, rtt: 300 })).toBe(false)
    expect(isSlow({})).toBe(false)
  })

  it('is not slow before the browser has measured it', () => {
    // Observed in new Chromium profiles on a cable, per host; also together with a measured round trip.
    for (const downlink of [1.3, 1.35, 1.4, 1.45, 1.5, 1.55, 1.6])
      for (const rtt of [0, 50, 100, 150]) expect(isSlow(measured({ effectiveType: '4g', downlink, rtt }))).toBe(false)
  })

  it("is slow by measured values or with the data saver, even if the downlink is the browser's default", () => {
    const guess = { effectiveType: '4g', downlink: 1.4, rtt: 100 }
    expect(isSlow(measured({ ...guess, saveData: true }))).toBe(true)
    expect(isSlow(measured({ ...guess, downlink: 1.25 }))).toBe(true)
    expect(isSlow(measured({ ...guess, rtt: 350 }))).toBe(true)
    expect(isSlow(measured({ ...guess, effectiveType: '3g' }))).toBe(true)
  })

  it('has one of four qualities', () => {
    expect(qualityOf({ effectiveType: 'slow-2g' })).toBe('poor')
    expect(qualityOf({ effectiveType: '4g', rtt: 400 })).toBe('fair')
    expect(qualityOf({})).toBe('good')
    expect(qualityOf({ effectiveType: '4g', downlink: 10 })).toBe('excellent')
  })
})

describe('The error of a call', () => {
  it('has the status and the body as its message', () => {
    expect(new CallError(502, 'The competition system could not be read.').message).toBe(
      '502: The competition system could not be read.',
    )
    expect(unreached.message).toBe('Failed to fetch')
  })

  it('has a sentence for users: the one in the body, or the body itself', () => {
    expect(
      new CallError(401, '{"success":false,"error":"Wrong email or password.","code":"wrong-login"}').sentence,
    ).toBe('Wrong email or password.')
    expect(refused.sentence).toBe('Not found.')
    expect(unreached.sentence).toBe('No connection to the server. Please try again.')
  })

  it('has the same offline sentence as every screen when the device is offline', () => {
    onlineManager.setOnline(false)
    expect(new CallError(0, '').sentence).toBe("You're offline · Check your connection and try again")
    onlineManager.setOnline(true)
  })

  it("does not show a proxy's error page to users", () => {
    const busy = 'The server cannot answer right now. Please try again.'
    expect(new CallError(502, '<html><h1>nginx</h1></html>', 'Bad Gateway').sentence).toBe(busy)
    expect(new CallError(503, 'upstream timed out', 'Service Unavailable').sentence).toBe(busy)
    expect(new CallError(403, '<html>', 'Forbidden').sentence).toBe('Forbidden')
    expect(new CallError(400, '{"error":""}').sentence).toBe('Something went wrong')
  })
})
