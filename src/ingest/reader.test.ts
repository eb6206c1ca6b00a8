import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import { systemClock } from '#platform/clock.ts'
import { createReader } from './reader.ts'
import type { ReadOrder } from './reader.ts'

const reader = createReader(1, systemClock)
afterAll(() => reader.close())

const board: Page = { kind: 'board', tournament: '3231', day: '4674', page: 1 }
const fixture = readFileSync(
  new URL('../sources/bjjcompsystem/fixtures/board-first-page-with-search-widgets.html', import.meta.url),
)

const order = (change: Partial<ReadOrder> = {}): ReadOrder => ({
  page: board,
  body: new Uint8Array(fixture),
  charset: 'utf-8',
  context: { today: '2026-07-18', startsOn: '2026-07-18', endsOn: '2026-07-19' },
  knownBody: null,
  knownRoster: null,
  ...change,
})

it('reads a page in its own thread and says what it is recognised by', async () => {
  const result = await reader.read(order())
  expect(result).toMatchObject({ kind: 'reading', reading: { page: board, verdict: 'whole' }, body: null })
})

it('does not read a body again that is known already', async () => {
  const first = await reader.read(order())
  expect(await reader.read(order({ knownBody: first.bodyHash }))).toEqual({
    kind: 'same-body',
    bodyHash: first.bodyHash,
  })
})

it('leaves out a roster that is known, and still recognises the whole reading', async () => {
  const first = await reader.read(order())
  if (first.kind !== 'reading') throw new Error('not read')
  expect(first.reading).toHaveProperty('athletes.length')
  const again = await reader.read(order({ knownRoster: first.rosterHash }))
  expect(again).toMatchObject({
    reading: { athletes: null, clubs: null },
    readingHash: first.readingHash,
    rosterHash: first.rosterHash,
  })
})

it('keeps the text of a page that is not what it should be', async () => {
  const result = await reader.read(
    order({ body: new TextEncoder().encode('<html><body>Just a moment…</body></html>') }),
  )
  expect(result).toMatchObject({
    kind: 'reading',
    reading: { verdict: 'unusable' },
    body: '<html><body>Just a moment…</body></html>',
  })
})

it('reads names in the older encoding although the page says UTF-8', async () => {
  const body = new Uint8Array(Buffer.from(fixture.toString('utf-8'), 'latin1'))
  const [one, other] = await Promise.all([reader.read(order()), reader.read(order({ body }))])
  if (one.kind !== 'reading' || other.kind !== 'reading') throw new Error('not read')
  expect(other.readingHash).toBe(one.readingHash)
})
