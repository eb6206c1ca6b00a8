// The recorder: the only writer of readings. One reading is one transaction under the tournament's row lock: load the slice that
// the page can affect, merge, write the differences, append the changes to the log. Recording is idempotent. Only a tournament's
// own facts, such as its status and zone, are also changed elsewhere (`changeTournament`), under the same lock.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Athlete } from '#domain/athlete.ts'
import { pageKey } from '#domain/page.ts'
import { isOf, type Reading, type TournamentReading } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'
import { anomalyOf, merge, type Slice } from '#reconcile'
import type { Database, Transaction } from '../database.ts'
import { recordListing } from './listing.ts'
import { loadSlice } from './load-slice.ts'
import { findPage, notePage, type PageRead, type Recorded } from './pages.ts'
import { tournamentLease } from '../jobs/leases.ts'
import { readTournament, type TournamentRow } from './rows.ts'
import { withRealIds, writeSlice } from './write-slice.ts'

/** Number of bodies of unusable pages that are stored per tournament (reliability U-05). */
const maxBodies = 50

/**
 * Called after a commit that changed these athletes of a tournament. `before`: those of them whose facts that decide on offers
 * differed, as they were before the commit.
 */
export type OnAthletes = (
  tournamentId: number,
  athleteIds: readonly number[],
  before: readonly Athlete[],
) => Promise<void>

type RecorderParts = {
  database: Database
  clock: Clock
  sourceUrl: string
  onAthletes: OnAthletes
}

export function createRecorder({ database, clock, sourceUrl, onAthletes }: RecorderParts) {
  const { slowSql } = database

  return {
    /**
     * Records a reading; of an unusable one, stores the body for administrators.
     * @throws the database's error. Then nothing of a tournament's page was recorded; of a list, the tournaments that were not
     * updated yet are updated at the next reading.
     */
    async record(reading: Reading, read: PageRead): Promise<Recorded> {
      if (reading.verdict === 'unusable') return quarantine(reading, read)
      if (isOf(reading, 'home', 'events')) return recordListing(slowSql, reading, { read, now: clock.now(), sourceUrl })
      const { peopleBefore = [], ...recorded } = await slowSql.begin((tx) =>
        recordPage(tx, reading as TournamentReading, read),
      )
      const changed = recorded.changes.filter(({ change }) => change.entity === 'athlete')
      if (changed[0]) {
        const ids = changed.map(({ change }) => change.id)
        await onAthletes(changed[0].tournamentId, ids, peopleBefore)
      }
      return recorded
    },
  }

  async function recordPage(
    tx: Transaction,
    reading: TournamentReading,
    read: PageRead,
  ): Promise<Recorded & { peopleBefore?: Athlete[] }> {
    const key = pageKey(reading.page)
    const row = await readTournament(tx, tx`bjj_comp_system_id = ${reading.page.tournament}`, { lock: true })
    if (!row) return { changes: [], refused: 'unknown' }
    if (!(await acceptFence(tx, row, read.fence))) return { changes: [], refused: 'fence' }
    const page = await findPage(tx, key)
    if (read.fetchedAt < (page?.fetchedAt ?? -Infinity)) return { changes: [], refused: 'older' }
    const note = { key, tournamentId: row.id, reading, read }
    if (page?.bodyHash === read.bodyHash && page.recordedSeq === row.seq) {
      await notePage(tx, { ...note, seq: row.seq, changed: false, anomaly: null })
      return { changes: [] }
    }

    const roster = rosterHash(reading)
    const relevant =
      roster !== null && roster === row.rosterHash && isOf(reading, 'board') ? { ...reading, athletes: null } : reading
    const before = await loadSlice(tx, row, relevant)
    const merged = merge(before, relevant, { fetchedAt: read.fetchedAt, sourceUrl })
    const anomaly = anomalyOf(before, merged, relevant, key, read.fetchedAt, page?.anomaly ?? null)
    if (anomaly) {
      await notePage(tx, { ...note, seq: null, changed: false, anomaly })
      return { changes: [], refused: 'anomalous' }
    }
    const after = await withRealIds(tx, merged)
    const logged = await writeSlice(tx, row, { before, after, now: clock.now() })
    if (roster !== null && roster !== row.rosterHash)
      await tx`update tournaments set roster_hash = ${roster} where id = ${row.id}`
    if (logged.some(({ change }) => change.entity === 'athlete'))
      await tx`
        update tournaments set entrants_changed_at = ${new Date(clock.now()).toISOString()}::timestamptz where id = ${row.id}`
    await notePage(tx, { ...note, seq: row.seq + logged.length, changed: logged.length > 0, anomaly: null })
    return { changes: logged, peopleBefore: changedPeople(before, after) }
  }

  /** Stores the body of an unusable page, with its problems. */
  async function quarantine(reading: Reading, read: PageRead): Promise<Recorded> {
    const key = pageKey(reading.page)
    const body = gzipSync(read.body ?? '').toString('base64')
    const at = new Date(read.fetchedAt).toISOString()
    await slowSql.begin(async (tx) => {
      const [row] = await tx<{ id: number }[]>`
        select id from tournaments where bjj_comp_system_id = ${'tournament' in reading.page ? reading.page.tournament : null}`
      const tournamentId = row?.id ?? null
      await tx`
        insert into page_bodies (key, tournament_id, at, problems, body)
        values (${key}, ${tournamentId}, ${at}, ${JSON.stringify(reading.problems)}::jsonb, decode(${body}, 'base64'))`
      await tx`
        delete from page_bodies where tournament_id is not distinct from ${tournamentId}::integer and id not in (
          select id from page_bodies where tournament_id is not distinct from ${tournamentId}::integer order by id desc limit ${maxBodies})`
      await tx`
        insert into pages (key, kind, tournament_id, page, state, attempted_at, problems)
        values (${key}, ${reading.page.kind}, ${tournamentId}, ${JSON.stringify(reading.page)}::jsonb, 'quarantined', ${at}, ${JSON.stringify(reading.problems)}::jsonb)
        on conflict (key) do update set state = 'quarantined', attempted_at = excluded.attempted_at, problems = excluded.problems, rev = nextval('pages_rev')`
    })
    return { changes: [], quarantined: true }
  }
}

/**
 * Stores the fencing number in the tournament's row; false if it is outdated. Without a number, returns true. Also reads the
 * lease's row: a process that was suspended during a change of leader must not write, not even before the new leader's first write
 * (reliability R-11).
 */
export async function acceptFence(tx: Transaction, row: TournamentRow, fence: number | undefined): Promise<boolean> {
  if (fence === undefined) return true
  const [lease] = await tx<{ fence: number }[]>`select fence from leases where name = ${tournamentLease(row.id)}`
  const newest = Math.max(row.fence, lease?.fence ?? 0)
  if (fence < newest) return false
  if (fence > row.fence) await tx`update tournaments set fence = ${fence} where id = ${row.id}`
  return true
}

/** The athletes of `before` who are gone, or whose facts that decide on offers differ. */
const changedPeople = (before: Slice, after: Slice): Athlete[] =>
  [...before.state.athletes.values()].filter((old) => {
    const athlete = after.state.athletes.get(old.id)
    const isSame =
      athlete &&
      athlete.listed === old.listed &&
      athlete.name === old.name &&
      athlete.team === old.team &&
      athlete.belt === old.belt
    return !isSame
  })

/** The hash of a board page's roster, so that an unchanged roster is not merged again; null without a roster. */
function rosterHash(reading: Reading): string | null {
  if (!('athletes' in reading) || reading.page.kind !== 'board' || reading.athletes === null) return null
  const clubs = 'clubs' in reading ? reading.clubs : null
  return createHash('sha256')
    .update(JSON.stringify([reading.athletes, clubs]))
    .digest('base64url')
}
