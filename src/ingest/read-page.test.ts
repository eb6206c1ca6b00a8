import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import type { Reading } from '#domain/reading.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { FetchStates } from './fetch-state.ts'
import type { Validators } from './fetcher.ts'
import type { Fetch } from './host-limiter.ts'
import { createMetrics } from './metrics.ts'
import { priorities } from './politeness.ts'
import { PageReader } from './read-page.ts'
import type { Reader } from './reader.ts'

const page: Page = { kind: 'home' }
const reading = { page, verdict: 'whole', problems: [] } as unknown as Reading
const planned = { page, key: 'home', priority: priorities.idle, dueAt: 0, every: null }
const recorded = { refused: null, quarantined: false, changes: [] }

/** Reads a page, of which each fetch gets the next version, with these results of recording; returns the validators sent. */
async function validatorsSent(results: (() => unknown)[]): Promise<(string | null | undefined)[]> {
  const clock = fakeClock()
  const sent: (Validators | undefined)[] = []
  const fetchStates = new FetchStates(clock)
  const pages: Partial<Store['pages']> = { recordRequest: async () => undefined }
  const recorder = { record: async () => results[sent.length - 1]?.() }
  const parse: Reader['read'] = async () => ({
    kind: 'reading',
    reading,
    bodyHash: `body ${sent.length}`,
    readingHash: `reading ${sent.length}`,
    rosterHash: null,
    body: null,
  })
  const reader = new PageReader({
    tournamentId: null,
    fetchStates,
    reader: { read: parse } as Reader,
    store: { pages, recorder } as unknown as Store,
    clock,
    log: { warn: () => undefined } as unknown as Log,
    metrics: createMetrics(new Registry()),
    random: () => 0.5,
  })
  const fetch: Fetch = async ({ validators }, use) => {
    sent.push(validators)
    await use({
      kind: 'page',
      status: 200,
      body: new Uint8Array(),
      charset: 'utf-8',
      validators: { etag: `version ${sent.length}`, lastModified: null },
      date: null,
      bytes: 1,
      ms: 1,
    })
  }
  for (const _ of results)
    await reader
      .read(planned, fetch, {
        mayBeMissing: false,
        contextOf: (_fetched, at) => ({
          sourceAt: at,
          context: { today: '2026-11-21', startsOn: null, endsOn: null },
          fence: undefined,
          seq: 0,
          isHostBlocked: false,
        }),
        onResult: async () => undefined,
      })
      .catch(() => undefined)
  return sent.map((validators) => validators?.etag)
}

it('a page is read in full again after RollCall failed on it, even if its reading was recorded', () => {
  const fetchStates = new FetchStates(fakeClock())
  const state = fetchStates.of(page)
  state.validators = { etag: 'version 1', lastModified: null }
  state.bodyHash = 'body 1'
  fetchStates.noteInternalFailure(page)
  expect([state.validators, state.bodyHash]).toEqual([undefined, null])
})

it.each([
  [
    'could not be recorded',
    () => {
      throw new Error('the database is away')
    },
  ],
  ['failed the anomaly check', () => ({ ...recorded, refused: 'anomalous' })],
  ['was unusable', () => ({ ...recorded, quarantined: true })],
])('a request for a page names its last recorded version after a body that %s', async (_, fail) => {
  expect(await validatorsSent([() => recorded, fail, fail, () => recorded, () => recorded])).toEqual([
    undefined,
    'version 1',
    'version 1',
    'version 1',
    'version 4',
  ])
})
