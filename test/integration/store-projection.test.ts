// The projection follows the change log and answers from memory.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reading } from '#domain/reading.ts'
import type { LoggedChange } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import { type Held, openStore, type Store } from '#store'
import { type FakeClock, fakeClock } from '../support/clock.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import {
  athlete,
  board,
  bracket,
  card,
  categories,
  events,
  fight,
  home,
  light,
  tournamentId,
} from '../support/readings.ts'
import { connect } from '#support/sql.ts'

const second = 1_000
const minute = 60 * second
const start = Date.parse('2026-11-21T15:00:00Z')
/** Before the tournament becomes live, which would be another change. */
const early = start - 3 * 60 * minute

let database: TestDatabase
let writer: Store
let id: number
const opened: Store[] = []

beforeEach(async () => {
  database = await openTestDatabase()
  writer = await another()
  await writer.recorder.record(home([{ id: tournamentId }]), { fetchedAt: 1, bytes: 1, bodyHash: 'home' })
  await writer.recorder.record(events([{ bjjCompSystemId: tournamentId }]), {
    fetchedAt: 1,
    bytes: 1,
    bodyHash: 'events',
  })
  id = (await writer.tournaments.add([tournamentId])).ids[0] as number
  const account = await writer.accounts.register({ username: 'fan', email: 'fan@example.org', passwordHash: 'x' })
  await writer.follows.addTournaments(typeof account === 'string' ? 0 : account.id, [id])
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  await database.close()
})

/** Another process on the same database. */
async function another(clock: Clock = fakeClock(early)): Promise<Store> {
  const store = await openStore({ databaseUrl: database.url, clock })
  opened.push(store)
  return store
}

let body = 0
const record = (reading: Reading, fetchedAt = start + body) =>
  writer.recorder.record(reading, { fetchedAt, bytes: 1, bodyHash: `body ${++body}` })

const semis = [
  fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)]),
  fight(2, { mat: 1, fight: 6, at: '10:07' }, [athlete(13), athlete(14)]),
]
const cards = [
  card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)]),
  card({ mat: 1, fight: 6, at: '10:07' }, [athlete(13), athlete(14)]),
]

const heldBy = async (store: Store): Promise<Held> => {
  // `catchUp` also writes the tournament's status, which is another change.
  await store.projection.catchUp()
  return (await store.projection.load(id)) as Held
}

describe('A projection', () => {
  it('shows a change of another process after its notification, with the values before', async () => {
    await record(categories([light]))
    const reader = await another()
    const held = await heldBy(reader)
    const batches: { changes: LoggedChange[]; before: unknown[]; seq: number }[] = []
    reader.projection.onChanges((batch) =>
      batches.push({
        changes: batch.changes,
        before: batch.changes.map(({ change }) => batch.before(change.entity, change.id)),
        seq: held.position.seq,
      }),
    )
    const { changes } = await record(bracket(semis))
    const last = changes.at(-1) as LoggedChange
    expect(await reader.projection.waitFor(id, { epoch: held.position.epoch, seq: last.seq }, 10 * second)).toBe(true)
    expect(batches.flatMap((batch) => batch.changes)).toEqual(changes)
    expect(batches.at(-1)?.seq).toBe(last.seq)
    const category = changes.findIndex(({ change }) => change.entity === 'category')
    expect(batches[0]?.before[category]).toMatchObject({ state: 'none' })
    expect(batches[0]?.before[changes.findIndex(({ change }) => change.entity === 'match')]).toBeNull()
    expect(held.state).toEqual((await writer.tournaments.state(id))?.state)
  })

  it("equals the database's state after several readings", async () => {
    const reader = await another()
    await heldBy(reader)
    await record(board(cards))
    await record(categories([light]))
    await record(bracket(semis))
    await record(board(cards.slice(1)))
    const loaded = await writer.tournaments.state(id)
    expect(await reader.projection.waitFor(id, loaded?.position as Held['position'], 10 * second)).toBe(true)
    expect(reader.projection.get(id)?.state).toEqual(loaded?.state)
    expect(reader.projection.get(id)?.position).toEqual(loaded?.position)
  })

  it('gives the changes after a position from memory, even after a restart', async () => {
    await record(categories([light]))
    const position = { ...(await heldBy(writer)).position }
    const { changes } = await record(bracket(semis))
    await writer.projection.catchUp()
    expect(writer.projection.since(id, position)).toEqual(changes)
    expect(writer.projection.since(id, writer.projection.get(id)?.position as Held['position'])).toEqual([])
    const restarted = await another()
    await heldBy(restarted)
    expect(restarted.projection.since(id, position)).toEqual(changes)
    expect(restarted.projection.since(id, { ...position, epoch: 'another history' })).toBeNull()
    expect(restarted.projection.since(id, { ...position, seq: 10_000 })).toBeNull()
  })

  it('drops changes after ten minutes', async () => {
    const clock = fakeClock(start)
    const own = await another(clock)
    await heldBy(own)
    const { epoch, seq } = (await heldBy(own)).position
    const moved = (at: string) =>
      own.recorder.record(board(cards.map((each) => ({ ...each, when: { ...each.when, time: at } }))), {
        fetchedAt: clock.now(),
        bytes: 1,
        bodyHash: at,
      })
    await moved('10:01')
    await clock.advance(9 * minute)
    const { changes } = await moved('10:02')
    await own.projection.catchUp()
    expect(own.projection.since(id, { epoch, seq })?.length).toBeGreaterThan(changes.length)
    await clock.advance(2 * minute)
    await own.projection.catchUp()
    expect(own.projection.since(id, { epoch, seq })).toBeNull()
    expect(own.projection.since(id, { epoch, seq: (changes[0] as LoggedChange).seq - 1 })).toEqual(changes)
  })

  it('is loaded again, and emits a reset, when the epoch has changed', async () => {
    const reader = await another()
    await record(categories([light]))
    const position = { ...(await heldBy(reader)).position }
    const resets: number[] = []
    reader.projection.onReset((tournament) => resets.push(tournament))
    const sql = connect(database.url)
    await sql`update tournaments set epoch = 'restored' where id = ${id}`
    await sql.end()
    await reader.projection.catchUp()
    expect(resets).toEqual([id])
    expect(reader.projection.get(id)?.position.epoch).toBe('restored')
    expect(reader.projection.since(id, position)).toBeNull()
  })

  it('is not loaded again for a change that is committed while it reads the log', async () => {
    await record(categories([light]))
    const readers = await Promise.all([another(), another()])
    const resets: number[] = []
    for (const reader of readers) {
      await heldBy(reader)
      reader.projection.onReset((tournament) => resets.push(tournament))
    }
    let isRecording = true
    const catchingUp = readers.map(async ({ projection }) => {
      while (isRecording) await projection.catchUp()
    })
    for (let round = 0; round < 150; round++)
      await record(bracket([fight(1, { mat: 1 + (round % 9), fight: 5, at: '10:00' }, [athlete(11), athlete(12)])]))
    isRecording = false
    await Promise.all(catchingUp)
    expect(resets).toEqual([])
    // The last catchUp of a reader may have started before the last change.
    await Promise.all([writer, ...readers].map(({ projection }) => projection.catchUp()))
    for (const reader of readers) expect((await heldBy(reader)).position).toEqual((await heldBy(writer)).position)
  })

  it('waits for a position until its timeout', async () => {
    const clock = fakeClock(early)
    const own = await another(clock)
    const { epoch, seq } = (await heldBy(own)).position
    const unreached = [
      { epoch, seq: seq + 1 },
      { epoch: 'another history', seq: 0 },
    ]
    const waits = Promise.all(unreached.map(async (position) => own.projection.waitFor(id, position, 30)))
    await clock.advance(30)
    expect(await waits).toEqual([false, false])
  })

  it('forgets the least recently used of more than 50 tournaments that no user has', async () => {
    const listed = Array.from({ length: 52 }, (_, index) => ({ id: String(8_000 + index) }))
    await writer.recorder.record(home([{ id: tournamentId }, ...listed]), { fetchedAt: 2, bytes: 1, bodyHash: 'many' })
    const { ids } = await writer.tournaments.add(listed.map((each) => each.id))
    expect(ids).toHaveLength(52)
    const reader = await another()
    await reader.projection.ready()
    for (const each of ids) await reader.projection.load(each)
    const [usedAgain = 0, secondUsed = 0, thirdUsed = 0] = ids
    reader.projection.get(usedAgain)
    await reader.projection.catchUp()
    expect(reader.projection.figures().tournaments).toBe(51)
    expect([usedAgain, secondUsed, thirdUsed, id].map((each) => reader.projection.get(each) !== undefined)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('loads active tournaments automatically', async () => {
    const reader = await another()
    await reader.projection.ready()
    expect(reader.projection.get(id)?.state.tournament.name).toBe(`Open ${tournamentId}`)
    expect(await reader.projection.load(4711)).toBeUndefined()
  })
})

describe('A held tournament', () => {
  it('finds an athlete’s matches, the order of a mat, and an athlete by the source’s id', async () => {
    await record(bracket(semis))
    await record(board([...cards].reverse().map((each, index) => ({ ...each, fightNumber: 5 + index }))))
    await writer.projection.catchUp()
    const held = await heldBy(writer)
    const eleven = held.athleteBySourceId('11')
    expect(held.matchesOfAthlete(eleven?.id as number).map((match) => match.matchNumber)).toEqual([1])
    expect(held.listedOnMat('2026-11-21', 1).map((match) => match.matchNumber)).toEqual([2, 1])
    expect(held.listedOnMat('2026-11-21', 2)).toEqual([])
    await record(board(cards.slice(0, 1)))
    await writer.projection.catchUp()
    expect(held.listedOnMat('2026-11-21', 1).map((match) => match.matchNumber)).toEqual([1])
  })

  it('finds athletes by name or team, ignoring accents and case; names that start with the term come first', async () => {
    const named = ['José Ávila', 'Maria José', 'Joseph Lee', 'Zoe Ito'].map((name, index) =>
      athlete(20 + index, { name, team: index === 3 ? 'Team Josefa' : 'A Team' }),
    )
    const [a, b, c, d] = named as [(typeof named)[0], (typeof named)[0], (typeof named)[0], (typeof named)[0]]
    await record(bracket([fight(1, null, [a, b]), fight(2, null, [c, d])]))
    await writer.projection.catchUp()
    await heldBy(writer)
    const found = (term: string, limit?: number): string[] =>
      writer.projection.searchAthletes(id, term, limit).map((each) => each.name)
    expect(found('jose')).toEqual(['José Ávila', 'Joseph Lee', 'Maria José', 'Zoe Ito'])
    expect(found('JOSÉ', 1)).toEqual(['José Ávila'])
    expect(found('a  vila')).toEqual([])
    expect(found('%')).toEqual([])
  })
})

describe('The source of a tournament', () => {
  /** Opens a reader whose clock shows the first morning of the tournament. */
  const openReader = async (): Promise<{ clock: FakeClock; reader: Store }> => {
    await record(board(cards), start)
    await record(bracket(semis), start + 5 * second)
    const clock = fakeClock(start + 10 * second)
    const reader = await another(clock)
    await heldBy(reader)
    return { clock, reader }
  }
  const page = { kind: 'board', tournament: tournamentId, day: '31051', page: 1 } as const
  const onFifthMat = card({ mat: 5, fight: 7, at: '09:30' }, [athlete(15), athlete(16)])
  const secondPage = board([onFifthMat], {
    page: { ...page, page: 2 },
    mats: [{ mat: 5, complete: true, cards: [onFifthMat] }],
  })
  const request = (more: object) =>
    writer.pages.recordRequest(page, {
      tournamentId: id,
      at: start + 20 * second,
      outcome: 'unchanged',
      status: 200,
      ms: 10,
      bytes: 10,
      error: null,
      everyMs: 15 * second,
      ...more,
    })

  it('has the age of the least recently read board of today', async () => {
    const { reader } = await openReader()
    const ages: unknown[] = []
    reader.projection.onSource((_, source) => ages.push(source.fetchedAt))
    expect(reader.projection.get(id)?.source).toEqual({
      state: 'ok',
      fetchedAt: new Date(start).toISOString(),
      changedAt: new Date(start + 5 * second).toISOString(),
    })
    await request({})
    await reader.projection.catchUp()
    expect(reader.projection.get(id)?.source).toMatchObject({
      state: 'ok',
      fetchedAt: new Date(start + 20 * second).toISOString(),
    })
    expect(ages).toEqual([new Date(start + 20 * second).toISOString()])
    await record(secondPage, start + 30 * second)
    await request({ at: start + 40 * second })
    await reader.projection.catchUp()
    expect(reader.projection.get(id)?.source.fetchedAt).toBe(new Date(start + 30 * second).toISOString())
  })

  it('is stale after two missed readings, down after three failures, and ok after one success', async () => {
    const { clock, reader } = await openReader()
    await request({})
    await clock.advance(60 * second)
    await reader.projection.catchUp()
    expect(reader.projection.get(id)?.source.state).toBe('stale')
    for (let failure = 0; failure < 3; failure++)
      await request({ outcome: 'failed', status: 503, error: 'busy', at: start + minute })
    await reader.projection.catchUp()
    expect(reader.projection.get(id)?.source).toMatchObject({
      state: 'down',
      fetchedAt: new Date(start + 20 * second).toISOString(),
    })
    await request({ at: start + 65 * second })
    await reader.projection.catchUp()
    expect(reader.projection.get(id)?.source.state).toBe('ok')
  })

  it('is stale while a read of the change log gets no answer for twelve seconds, and ok after the answer', async () => {
    const { clock, reader } = await openReader()
    const state = () => reader.projection.get(id)?.source.state
    const sql = connect(database.url)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: reportLock } = Promise.withResolvers<void>()
    // The writer catches up first, so that only the reader waits for the lock.
    await writer.projection.catchUp()
    const lock = sql.begin(async (tx) => {
      await tx`lock table change_log in access exclusive mode`
      reportLock()
      await released
    })
    try {
      await locked
      await sql`update tournaments set seq = seq + 1 where id = ${id}`
      await clock.advance(2 * second)
      const waiting = () => sql`
        select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and relation = 'change_log'::regclass and not granted`
      await expect.poll(waiting).toHaveLength(1)
      await clock.advance(9 * second)
      expect(state()).toBe('ok')
      await clock.advance(3 * second)
      expect(state()).toBe('stale')
    } finally {
      release()
      await lock
    }
    await reader.projection.catchUp()
    expect(state()).toBe('ok')
    await sql.end()
  })

  it('is quarantined while the page is unusable', async () => {
    const { reader } = await openReader()
    await writer.recorder.record(
      { ...board([]), verdict: 'unusable' },
      { fetchedAt: start + minute, bytes: 1, bodyHash: '', body: '<html>' },
    )
    await reader.projection.catchUp()
    expect(reader.projection.get(id)?.source).toMatchObject({
      state: 'quarantined',
      fetchedAt: new Date(start).toISOString(),
    })
    expect(reader.projection.get(id)?.state.matches.size).toBe(2)
  })

  it('has an age for each mat, from the board page that contains the mat', async () => {
    const { reader } = await openReader()
    await record(secondPage, start - 5 * minute)
    await reader.projection.catchUp()
    const matsAsOf = () => reader.projection.get(id)?.hall?.mats.map(({ mat, asOf }) => [mat, asOf])
    expect(matsAsOf()).toEqual([
      [1, undefined],
      [5, start - 5 * minute],
    ])
    await request({ at: start + 20 * second })
    await reader.projection.catchUp()
    expect(reader.projection.get(id)?.hall?.asOf).toBe(start + 20 * second)
    expect(matsAsOf()).toHaveLength(2)
  })

  it('already has the age of a reading when listeners get its changes, and when a wait for its position ends', async () => {
    const { reader } = await openReader()
    const { epoch } = (await heldBy(reader)).position
    const records: unknown[] = []
    reader.projection.onChanges(() => records.push(reader.projection.get(id)?.hall?.asOf))
    for (const minutes of [1, 2, 3]) {
      const readAt = start + minutes * minute
      const { changes } = await record(board(cards.map((each) => ({ ...each, fightNumber: minutes }))), readAt)
      const seq = changes.at(-1)?.seq ?? 0
      expect(await reader.projection.waitFor(id, { epoch, seq }, 10 * second)).toBe(true)
      expect(reader.projection.get(id)?.hall?.asOf).toBe(readAt)
    }
    expect(records).toEqual([1, 2, 3].map((minutes) => start + minutes * minute))
  })

  it('has an age for each athlete, from the oldest page with the athlete’s data', async () => {
    const { reader } = await openReader()
    const held = await heldBy(reader)
    expect(held.athleteReadAt(held.athleteBySourceId('11')?.id as number)).toBe(start)
    await request({ at: start + 20 * second })
    await reader.projection.catchUp()
    expect(held.athleteReadAt(held.athleteBySourceId('11')?.id as number)).toBe(start + 5 * second)
  })
})

it('A projection makes a tournament live and past as time passes, and writes that to the change log', async () => {
  await record(board(cards))
  /** The status at these times; the first is the time at which another process starts. */
  const statusesAt = async (...times: [string, ...string[]]) => {
    const clock = fakeClock(Date.parse(times[0]))
    const reader = await another(clock)
    await heldBy(reader)
    const statuses: unknown[] = []
    for (const time of times) {
      await clock.advance(Date.parse(time) - clock.now())
      await reader.projection.catchUp()
      await reader.projection.catchUp()
      statuses.push((await writer.tournaments.state(id))?.state.tournament.status)
    }
    return statuses
  }
  // The first fight is at 10:00 in Houston, 16:00 UTC; the last at 10:07.
  expect(await statusesAt('2026-11-21T13:59:00Z', '2026-11-21T14:01:00Z')).toEqual(['upcoming', 'live'])
  expect(await statusesAt('2026-11-21T20:06:00Z', '2026-11-21T20:08:00Z')).toEqual(['live', 'past'])
  await writer.projection.catchUp()
  expect(writer.projection.get(id)?.state.tournament.status).toBe('past')
})

it('A projection corrects the status of a tournament within two seconds of the end of its import, which read the matches', async () => {
  const clock = fakeClock(early)
  const reader = await another(clock)
  const status = () => reader.projection.get(id)?.state.tournament.status
  const setImport = (state: 'running' | 'done') =>
    reader.tournaments.setImport(id, {
      state,
      step: 'days',
      usable: true,
      days: { done: 1, total: 1 },
      athletes: 4,
      categories: { done: 0, total: 0 },
    })
  await setImport('running')
  await heldBy(reader)
  await clock.advance(second / 2)
  await record(board(cards), clock.now())
  await setImport('done')
  await reader.projection.catchUp()
  // By the dates of the list, the tournament has begun.
  expect(status()).toBe('live')
  await clock.advance(1.5 * second)
  await reader.projection.catchUp()
  expect(status()).toBe('upcoming')
})
