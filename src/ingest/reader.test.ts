import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import { systemClock } from '#platform/clock.ts'
import { createReader } from './reader.ts'
import type { ReadTask } from './reader.ts'

const reader = createReader(1, systemClock)
afterAll(() => reader.close())

const board: Page = { kind: 'board', tournament: '3231', day: '4674', page: 1 }
const fixture = readFileSync(
  new URL('../sources/bjjcompsystem/fixtures/board-first-page-with-search-widgets.html', import.meta.url),
)

const task = (change: Partial<ReadTask> = {}): ReadTask => ({
  page: board,
  body: new Uint8Array(fixture),
  charset: 'utf-8',
  context: { today: '2026-07-18', startsOn: '2026-07-18', endsOn: '2026-07-19' },
  knownBody: null,
  knownRoster: null,
  ...change,
})

it('the reader parses a page in a worker thread', async () => {
  const result = await reader.read(task())
  expect(result).toMatchObject({ kind: 'reading', reading: { page: board, verdict: 'whole' }, body: null })
})

it('the reader does not parse a body whose hash is known', async () => {
  const first = await reader.read(task())
  expect(await reader.read(task({ knownBody: first.bodyHash }))).toEqual({
    kind: 'same-body',
    bodyHash: first.bodyHash,
  })
})

it('the reader leaves out a known roster, and the hash of the reading stays the same', async () => {
  const first = await reader.read(task())
  if (first.kind !== 'reading') throw new Error('not read')
  expect(first.reading).toHaveProperty('athletes.length')
  const again = await reader.read(task({ knownRoster: first.rosterHash }))
  expect(again).toMatchObject({
    reading: { athletes: null, clubs: null },
    readingHash: first.readingHash,
    rosterHash: first.rosterHash,
  })
})

it('the reader returns the text of an unusable page', async () => {
  const result = await reader.read(task({ body: new TextEncoder().encode('<html><body>Just a moment…</body></html>') }))
  expect(result).toMatchObject({
    kind: 'reading',
    reading: { verdict: 'unusable' },
    body: '<html><body>Just a moment…</body></html>',
  })
})

it('the reader decodes windows-1252 in a page that claims UTF-8', async () => {
  const body = new Uint8Array(Buffer.from(fixture.toString('utf-8'), 'latin1'))
  const [one, other] = await Promise.all([reader.read(task()), reader.read(task({ body }))])
  if (one.kind !== 'reading' || other.kind !== 'reading') throw new Error('not read')
  expect(other.readingHash).toBe(one.readingHash)
})
