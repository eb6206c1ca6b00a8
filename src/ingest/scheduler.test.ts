import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import type { Crawl } from './crawl.ts'
import type { Crawls } from './crawls.ts'
import type { Admission, HostLimiter } from './host-limiter.ts'
import type { HostLimiters } from './host-limiters.ts'
import { createMetrics } from './metrics.ts'
import { priorities } from './politeness.ts'
import { Scheduler } from './scheduler.ts'

const home: Page = { kind: 'home' }
const events: Page = { kind: 'events' }
const schedule: Page = { kind: 'schedule', tournament: '3105' }

/**
 * A scheduler with three pages that are due until they were read; at a blocked host they stay due. `admit` answers each request for
 * a permit.
 */
function schedulerOf(admit: () => Promise<Admission>, isBlocked = false) {
  const clock = fakeClock()
  const errors: unknown[] = []
  const read: string[] = []
  const ignore = async (): Promise<void> => undefined
  const crawl: Partial<Crawl> = {
    plannedFetches: () =>
      [home, events, schedule]
        .filter(({ kind }) => isBlocked || !read.includes(kind))
        .map((page) => ({ page, key: page.kind, priority: priorities.idle, dueAt: 0, every: null })),
    read: ({ key }, fetch) => fetch({}, async () => void read.push(key)),
    upkeep: ignore,
    noteInternalFailure: () => undefined,
  }
  const limiter: Partial<HostLimiter> = {
    origin: 'https://source.example',
    admit,
    robotsDueAt: () => Infinity,
    verdict: () => 'allowed',
    isBlocked: () => isBlocked,
    circuitChanges: () => 0,
  }
  const limiters = {
    forSource: () => [limiter],
    routeTo: () => ({ url: new URL('https://source.example/'), limiter }),
  } as unknown as HostLimiters
  const crawls = { all: () => [crawl], upkeep: ignore, claimReadRequests: ignore } as unknown as Crawls
  const store = {
    readRequests: { onSubmitted: () => () => undefined },
    settings: { onChange: () => () => undefined, get: async () => false },
  } as unknown as Store
  const log = { error: ({ err }: { err: unknown }) => void errors.push(err) } as unknown as Log
  const scheduler = new Scheduler({ crawls, limiters, store, clock, log, metrics: createMetrics(new Registry()) })
  scheduler.start()
  return { scheduler, clock, errors, read }
}

/** A permit whose answer arrives when `arrival` resolves. */
const permitAfter = (arrival: Promise<void>): Admission => ({
  permit: async (_, __, use) => {
    await arrival
    await use({ kind: 'gone', status: 404, date: null, bytes: 0, ms: 1 })
  },
})

describe('the scheduler', () => {
  it('logs an error of the store in a dispatch that follows a fetch, and continues with the next tick', async () => {
    const answer = Promise.withResolvers<void>()
    const admissions = [
      async () => permitAfter(answer.promise),
      async (): Promise<Admission> => ({ wait: Infinity }),
      () => Promise.reject(new Error('the database is away')),
    ]
    const { scheduler, clock, errors, read } = schedulerOf(
      () => admissions.shift()?.() ?? Promise.resolve(permitAfter(Promise.resolve())),
    )
    await clock.advance(200)
    answer.resolve()
    await clock.advance(0)
    expect([read, errors]).toEqual([['home'], [new Error('the database is away')]])
    await clock.advance(200)
    expect(read).toEqual(['home', 'events', 'schedule'])
    await scheduler.stop()
  })

  it('probes a blocked host with another page than the last time', async () => {
    let mayProbe = false
    const { scheduler, clock, read } = schedulerOf(async () => {
      if (!mayProbe) return { wait: Infinity }
      mayProbe = false
      return permitAfter(Promise.resolve())
    }, true)
    for (let probes = 0; probes < 3; probes++) {
      mayProbe = true
      await clock.advance(200)
    }
    expect(read).toEqual(['home', 'events', 'home'])
    await scheduler.stop()
  })

  it('waits, when it stops, for the fetch that a running dispatch starts, and starts no other', async () => {
    const answer = Promise.withResolvers<void>()
    const permit = Promise.withResolvers<Admission>()
    const admissions = [async () => permitAfter(answer.promise), async (): Promise<Admission> => ({ wait: Infinity })]
    const { scheduler, clock, read } = schedulerOf(() => admissions.shift()?.() ?? permit.promise)
    await clock.advance(200)
    answer.resolve()
    await clock.advance(0)
    let isStopped = false
    const stopped = scheduler.stop().then(() => (isStopped = true))
    await clock.advance(0)
    expect(isStopped).toBe(false)
    permit.resolve(permitAfter(Promise.resolve()))
    await stopped
    expect(read).toEqual(['home', 'events'])
  })
})
