import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import type { Reading } from '#domain/reading.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { examplePage } from './example-page.ts'
import { FetchStates } from './fetch-state.ts'
import type { Fetch } from './host-limiter.ts'
import { createMetrics } from './metrics.ts'
import { priorities } from './politeness.ts'
import { PageReader } from './read-page.ts'
import type { Reader } from './reader.ts'

const page: Page = { kind: 'home' }
const reading = { page, verdict: 'whole', problems: [] } as unknown as Reading
const planned = { page, key: 'home', priority: priorities.idle, dueAt: 0, every: null }
const recorded = { refused: null, quarantined: false, changes: [] }

/** What a fetch of the page sent and knew: the version for a conditional request, and the hash of the known roster. */
type Sent = { etag: string | null | undefined; knownRoster?: string | null }

/**
 * Reads a page once for each of `results`: the store's `record` returns or throws what that function does. Each fetch gets the
 * page's next version.
 * `logRequest` adds a request to the request log.
 */
async function read(
  results: (() => unknown)[],
  logRequest: () => Promise<void> = async () => undefined,
): Promise<Sent[]> {
  const clock = fakeClock()
  const sent: Sent[] = []
  const fetchStates = new FetchStates(clock)
  const pages: Partial<Store['pages']> = { recordRequest: logRequest }
  const recorder = { record: async () => results[sent.length - 1]?.() }
  const parse: Reader['read'] = async ({ knownRoster }) => {
    Object.assign(sent.at(-1) ?? {}, { knownRoster })
    return {
      kind: 'reading',
      reading,
      bodyHash: `body ${sent.length}`,
      readingHash: `reading ${sent.length}`,
      rosterHash: `roster ${sent.length}`,
      body: null,
    }
  }
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
    sent.push({ etag: validators?.etag })
    await use(examplePage({ validators: { etag: `version ${sent.length}`, lastModified: null } }))
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
          hostFailures: 0,
        }),
        onResult: async () => undefined,
      })
      .catch(() => fetchStates.noteInternalFailure(page))
  return sent
}

const anomalous = () => ({ ...recorded, refused: 'anomalous' })
const older = () => ({ ...recorded, refused: 'older' })
const unusable = () => ({ ...recorded, quarantined: true })
const unrecorded = (): never => {
  throw new Error('the database is away')
}

it.each([
  ['has the last recorded version after an unusable body', unusable, ['version 1', 'version 1']],
  ['has the last recorded version after a body that is older', older, ['version 1', 'version 1']],
  ['has no version after a body that could not be recorded', unrecorded, [undefined, undefined]],
  // A 304 would hide that the page is as before, and the next anomalous body would count as a confirmation.
  ['has no version while an anomaly waits for its confirmation', anomalous, [undefined, undefined]],
])('a request for a page %s', async (_, fail, versions) => {
  const sent = await read([() => recorded, fail, fail, () => recorded, () => recorded])
  expect(sent.map(({ etag }) => etag)).toEqual([undefined, 'version 1', ...versions, 'version 4'])
})

it('a page is read in full again, with its roster, if RollCall failed after its reading was recorded', async () => {
  let requests = 0
  const sent = await read([() => recorded, () => recorded, () => recorded], async () => {
    if (++requests === 1) throw new Error('the database is away')
  })
  expect(sent).toEqual([
    { etag: undefined, knownRoster: null },
    { etag: undefined, knownRoster: null },
    { etag: 'version 2', knownRoster: 'roster 2' },
  ])
})

it('the roster of a reading that is older than the recorded one does not count as known', async () => {
  const sent = await read([() => recorded, older, () => recorded])
  expect(sent.map(({ knownRoster }) => knownRoster)).toEqual([null, 'roster 1', 'roster 1'])
})
