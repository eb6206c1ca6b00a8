// Measures how long the recorder takes for one page of a World Championship with 10,000 entries, 1,000 categories and 30 mats, as
// its pages are on the evening before: each bracket for the first time, and day pages after all pages have been read.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { openStore } from '#store'
import { events, home } from '#support/readings.ts'
import { type PageReading, simulateEvent } from '#support/simulated-event.ts'
import { categoriesOf, halls } from '../simulator/index.ts'
import { median, print } from './figure.ts'
import { connect } from '#support/sql.ts'

const event = simulateEvent({
  mats: 30,
  days: 3,
  oddities: 1,
  hall: halls.observed,
  categories: categoriesOf('worlds', { athletes: 10_000, categories: 1_000, largest: 64 }),
})
const evening = event.opensAt - 12 * 3_600_000
const pages = event.readAll(evening).filter(({ reading }) => reading.page.kind !== 'competitor')
const ofKind = (...kinds: string[]): PageReading[] => pages.filter(({ reading }) => kinds.includes(reading.page.kind))

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using server = await startDatabaseServer({ dataDir })
const sql = connect(server.url)
const store = await openStore({ databaseUrl: server.url, clock: systemClock })
await store.recorder.record(home([{ id: event.id }]), { fetchedAt: 1, bytes: 1, bodyHash: 'home' })
await store.recorder.record(events([{ bjjCompSystemId: event.id }]), { fetchedAt: 1, bytes: 1, bodyHash: 'events' })
await store.tournaments.add([event.id])

/** Records pages one after another, fetched `later` ms after the evening; returns the times in ms, ascending. */
async function record(some: readonly PageReading[], later: number, bodyHash?: string): Promise<number[]> {
  const times = []
  for (const page of some) {
    const startedAt = performance.now()
    const { refused } = await store.recorder.record(page.reading, {
      fetchedAt: evening + later,
      bytes: page.body.length,
      bodyHash: bodyHash ?? page.bodyHash,
    })
    times.push(performance.now() - startedAt)
    if (refused) throw new Error(`${page.key} was refused: ${refused}`)
  }
  return times.toSorted((a, b) => a - b)
}

/** Prints the median of the times with its goal. */
function report(name: string, times: readonly number[], goal: number): void {
  print(name, median(times), 'ms', { most: goal })
  console.log(`  ${times.length} pages, slowest ${times.at(-1)?.toFixed(1)} ms`)
}

const tables = [
  'tournaments',
  'tournament_days',
  'categories',
  'athletes',
  'entries',
  'fights',
  'match_histories',
  'change_log',
]

/** The id of the next transaction. */
async function nextTransaction(): Promise<number> {
  const [row] = await sql<{ next: number }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`
  return row?.next ?? 0
}

/**
 * The number of rows of tournaments that this transaction or a later one has inserted or updated; fetch states and request counts
 * are not included.
 */
async function rowsWrittenSince(transaction: number): Promise<number> {
  let rows = 0
  for (const table of tables) {
    const [counted] = await sql<{ rows: number }[]>`
      select count(*) as rows from ${sql(table)} where xmin::text::bigint >= ${transaction}`
    rows += counted?.rows ?? 0
  }
  return rows
}

try {
  await record(ofKind('categories', 'schedule'), 0)
  await record(ofKind('board'), 0)
  report('recording a bracket for the first time', await record(ofKind('bracket'), 0), 15)
  // Twice, so that each page is recorded once more after the brackets and the changes that they caused.
  await record(ofKind('board'), 1_000)
  await record(ofKind('board'), 2_000)
  const transaction = await nextTransaction()
  report('recording an unchanged day page', await record(ofKind('board'), 3_000), 10)
  report('recording a day page with a new body and the same content', await record(ofKind('board'), 4_000, 'new'), 40)
  print('rows written for day pages with the same content', await rowsWrittenSince(transaction), 'rows', { most: 0 })
  const heaviest = Math.max(...ofKind('board').map(({ body }) => body.length))
  console.log(`  the heaviest day page has ${(heaviest / 1e6).toFixed(2)} MB`)
} finally {
  await sql.end()
  await store.close()
  await server.stop()
  await rm(dataDir, { recursive: true })
}
