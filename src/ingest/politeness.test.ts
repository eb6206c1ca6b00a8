import { describe, expect, it } from 'vitest'
import { backoff, createHealth } from './politeness.ts'
import { examplePage } from './example-page.ts'
import { asNotPublished, type Fetched } from './fetcher.ts'

const page: Fetched = examplePage({ ms: 100 })
const failure = (status: number | null, retryAfter: number | null = null): Fetched => ({
  kind: 'failed',
  why: 'status',
  status,
  retryAfter,
  detail: '',
  date: null,
  bytes: 0,
  ms: 5,
})

describe('the back-off of a page', () => {
  it('is a random time of at least 1 s and at most 30 s, 60 s, 120 s, 240 s, then 300 s', () => {
    expect([1, 2, 3, 4, 5, 12].map((failures) => backoff(failures, () => 1))).toEqual([
      30_000, 60_000, 120_000, 240_000, 300_000, 300_000,
    ])
    expect(backoff(3, () => 0.5)).toBe(60_000)
    expect(backoff(3, () => 0)).toBe(1_000)
  })
})

describe('a failing host', () => {
  it('gets at most 15 requests in ten minutes, and the next within a minute of its recovery', () => {
    const health = createHealth()
    let requests = 0
    for (let now = 0; now < 600_000; now += 500) {
      if (health.wait(now, 0) > 0) continue
      health.begin(now)
      health.record(failure(503), now)
      requests++
    }
    expect(requests).toBeLessThanOrEqual(15)
    expect(requests).toBeGreaterThanOrEqual(10)
    expect(health.isOpen()).toBe(true)
    expect(health.wait(600_000, 0)).toBeLessThanOrEqual(60_000)
    expect(health.record(page, 650_000)).toBe('recovered')
    expect(health.wait(650_000, 1)).toBe(0)
  })

  it('never has more requests in flight than failures left before its circuit opens', () => {
    const health = createHealth()
    for (let i = 0; i < 4; i++) health.record(failure(500), 0)
    expect(health.wait(0, 0)).toBe(0)
    expect(health.wait(0, 1)).toBe(Infinity)
    expect(health.record(failure(500), 0)).toBe('circuit-open')
    expect(health.wait(58_000, 0)).toBe(0)
    health.begin(58_000)
    expect(health.wait(58_000, 1)).toBe(Infinity)
    expect(health.wait(58_500, 0)).toBeGreaterThan(57_000)
  })

  it('keeps its circuit closed while a page or a 404 comes between the failures', () => {
    const health = createHealth()
    for (let i = 0; i < 20; i++) {
      for (let n = 0; n < 4; n++) health.record(failure(502), i)
      health.record(i % 2 ? page : { kind: 'gone', status: 404, date: null, bytes: 0, ms: 1 }, i)
    }
    expect(health.isOpen()).toBe(false)
  })
})

describe('an answer for an unpublished page', () => {
  const missing = asNotPublished(failure(500))

  it('is neither a failure of the host nor a sign of its recovery if it is a 500', () => {
    const health = createHealth()
    for (let count = 0; count < 20; count++) expect(health.record(missing, count)).toBeNull()
    expect(health.failures()).toBe(0)
    for (let count = 0; count < 5; count++) health.record(failure(503), count)
    expect(health.record(missing, 6)).toBeNull()
    expect(health.isOpen()).toBe(true)
  })

  it('is a 404 or a 500 without Retry-After, and no other failure', () => {
    const gone: Fetched = { kind: 'gone', status: 404, date: null, bytes: 0, ms: 5 }
    expect([missing, asNotPublished(gone)]).toMatchObject([
      { kind: 'missing', status: 500 },
      { kind: 'missing', status: 404 },
    ])
    for (const answer of [failure(503), failure(null), failure(500, 60_000), page])
      expect(asNotPublished(answer)).toBe(answer)
  })
})

describe('an open circuit', () => {
  it('is closed by a 404 for an unpublished page, but not by a 500', () => {
    const health = createHealth()
    for (let i = 0; i < 5; i++) health.record(failure(503), 0)
    const missing = (status: 404 | 500): Fetched => ({ kind: 'missing', status, bytes: 0, ms: 5, date: null })
    expect(health.record(missing(500), 60_000)).toBeNull()
    expect(health.isOpen()).toBe(true)
    expect(health.record(missing(404), 120_000)).toBe('recovered')
    expect(health.isOpen()).toBe(false)
  })
})

describe('requests to a host', () => {
  it('pause for the time in its Retry-After', () => {
    const health = createHealth()
    health.record(failure(429, 120_000), 1_000)
    expect(health.wait(1_000, 0)).toBe(120_000)
    expect(health.wait(121_000, 0)).toBe(0)
  })

  it('pause for a minute after a 429 without Retry-After', () => {
    const health = createHealth()
    health.record(failure(429), 0)
    expect(health.wait(0, 0)).toBe(60_000)
  })

  it('pause for fifteen minutes after a 403, which is reported as forbidden', () => {
    const health = createHealth()
    expect(health.record(failure(403), 0)).toBe('forbidden')
    expect(health.wait(1, 0)).toBe(15 * 60_000 - 1)
  })

  it('pause for as long as the host requested, even if the pause after a 403 would be shorter', () => {
    const [before, same] = [createHealth(), createHealth()]
    before.record(failure(429, 3_600_000), 0)
    before.record(failure(403), 0)
    same.record(failure(403, 3_600_000), 0)
    expect([before.wait(0, 0), same.wait(0, 0)]).toEqual([3_600_000, 3_600_000])
  })
})

describe('a slow host', () => {
  it('is read half as often until its pages are as fast as before, however fast its errors are', () => {
    const health = createHealth()
    for (let i = 0; i < 50; i++) health.record({ ...page, ms: 600 }, i)
    expect(health.slowdown()).toBe(1)
    for (let i = 0; i < 10; i++) health.record({ ...page, ms: 4_000 }, 100 + i)
    expect(health.slowdown()).toBe(2)
    for (let i = 0; i < 3; i++) health.record(failure(500), 200 + i)
    expect(health.slowdown()).toBe(2)
    for (let i = 0; i < 20; i++) health.record({ ...page, ms: 600 }, 300 + i)
    expect(health.slowdown()).toBe(1)
  })
})
