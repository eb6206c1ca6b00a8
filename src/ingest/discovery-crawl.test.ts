import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { DiscoveryCrawl } from './discovery-crawl.ts'
import { examplePage } from './example-page.ts'
import type { Fetch } from './host-limiter.ts'
import { createMetrics } from './metrics.ts'
import type { Reader } from './reader.ts'

const hour = 3_600_000

it.each([
  ['after a day when it was read', async () => ({ kind: 'same-body', bodyHash: '' }), 24 * hour],
  ['after an hour when RollCall failed on it', () => Promise.reject(new Error('the reading thread ended')), hour],
] as const)('a roster is due again %s', async (_, read, delay) => {
  const clock = fakeClock()
  const due = { tournament: '3105', dayId: '9', startsOn: null, endsOn: null }
  let dueAt = 0
  const discovery = { due: async () => due, postpone: async (_: string, until: number) => void (dueAt = until) }
  const crawl = new DiscoveryCrawl({
    store: { discovery, pages: { recordRequest: async () => undefined } } as unknown as Store,
    reader: { read } as unknown as Reader,
    clock,
    log: {} as Log,
    metrics: createMetrics(new Registry()),
    isHostBlocked: () => false,
  })
  await crawl.upkeep()
  const [planned] = crawl.plannedFetches()
  if (!planned) throw new Error('no roster is planned')
  const fetch: Fetch = async (_request, use) => use(examplePage())
  await crawl.read(planned, fetch).catch(() => undefined)
  expect(dueAt - clock.now()).toBe(delay)
})
