// What processes share through the database besides tournaments: leases, the budget, read requests, settings, viewers.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '../support/clock.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { athlete, bracket, fight, home, tournamentId } from '../support/readings.ts'
import { connect } from '../support/sql.ts'

let database: TestDatabase
let one: Store
let other: Store

beforeEach(async () => {
  database = await openTestDatabase()
  one = await openStore({ databaseUrl: database.url, clock: systemClock })
  other = await openStore({ databaseUrl: database.url, clock: systemClock })
})
afterEach(async () => {
  await one.close()
  await other.close()
  await database.close()
})

const addTournament = async (): Promise<number> => {
  await one.recorder.record(home([{ id: tournamentId }]), { fetchedAt: 1, bytes: 1, bodyHash: 'home' })
  return (await one.tournaments.add([tournamentId])).ids[0] as number
}

describe('A lease', () => {
  it('has one holder at a time, and its fencing number grows with each change of holder', async () => {
    const mine = await one.leases.take('reading', 'one', 60_000)
    expect(await other.leases.take('reading', 'other', 60_000)).toBeNull()
    expect(await one.leases.take('reading', 'one', 60_000)).toEqual(mine)
    expect(await one.leases.renew('reading', 'one', mine?.fence as number, 60_000)).toBe(true)
    await one.leases.release('reading', 'one')
    expect(await other.leases.take('reading', 'other', 60_000)).toEqual({ fence: (mine?.fence as number) + 1 })
    expect(await one.leases.renew('reading', 'one', mine?.fence as number, 60_000)).toBe(false)
  })

  it('goes to exactly one of twenty concurrent callers', async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).leases.take('reading', `holder ${index}`, 60_000),
      ),
    )
    expect(taken.filter((lease) => lease !== null)).toHaveLength(1)
  })
})

describe('The request budget of a host', () => {
  const limits = { perSecond: 1, burst: 5, perDay: 1_000, inFlight: 100, reserve: 0, holder: 'one' }

  it('allows a burst and then one request a second, for all processes together', async () => {
    const clock = fakeClock()
    await using first = await onClock(clock)
    await using second = await onClock(clock)
    const take = async () =>
      (
        await Promise.all(
          [first, second, first, second, first, second, first].map((store) => store.store.budget.take('host', limits)),
        )
      ).filter((taken) => taken.ok).length
    expect(await take()).toBe(5)
    expect(await first.store.budget.take('host', limits)).toMatchObject({ ok: false, why: 'rate', waitMs: 1_000 })
    await clock.advance(3_000)
    expect(await take()).toBe(3)
    await clock.advance(60_000)
    expect(await take()).toBe(5)
  })

  it('reserves tokens for urgent requests, has a daily limit, and allows no request during a pause', async () => {
    const clock = fakeClock()
    await using first = await onClock(clock)
    const { budget } = first.store
    const taken = []
    for (let index = 0; index < 5; index++) taken.push((await budget.take('host', { ...limits, reserve: 2 })).ok)
    expect(taken).toEqual([true, true, true, false, false])
    expect((await budget.take('host', limits)).ok).toBe(true)
    await budget.pause('host', clock.now() + 120_000)
    await clock.advance(60_000)
    expect(await budget.take('host', limits)).toMatchObject({ ok: false, why: 'paused', waitMs: 60_000 })
    await clock.advance(60_001)
    expect((await budget.take('host', limits)).ok).toBe(true)
    expect(await budget.take('host', { ...limits, perDay: 5 })).toMatchObject({ ok: false, why: 'day' })
    // A process that starts a day later; to advance the clock by a day would run every timer of the store.
    await using later = await onClock(fakeClock(clock.now() + 24 * 3_600_000))
    expect((await later.store.budget.take('host', { ...limits, perDay: 5 })).ok).toBe(true)
  })

  it('limits concurrent requests, and frees the slots of dead processes', async () => {
    const clock = fakeClock()
    await using first = await onClock(clock)
    const { budget } = first.store
    const [a, b] = [
      await budget.take('host', { ...limits, inFlight: 2 }),
      await budget.take('host', { ...limits, inFlight: 2 }),
    ]
    expect([a.ok, b.ok]).toEqual([true, true])
    expect(await budget.take('host', { ...limits, inFlight: 2 })).toMatchObject({ ok: false, why: 'in-flight' })
    await budget.release('host', a.ok ? a.slot : '')
    expect((await budget.take('host', { ...limits, inFlight: 2 })).ok).toBe(true)
    expect((await budget.take('host', { ...limits, inFlight: 2 })).ok).toBe(false)
    await clock.advance(15_001)
    expect((await budget.take('host', { ...limits, inFlight: 2 })).ok).toBe(true)
  })

  it('refills after a clock that was hours ahead is set back', async () => {
    await using ahead = await onClock(fakeClock(Date.UTC(2026, 10, 21, 12, 0)))
    for (let index = 0; index < 5; index++) await ahead.store.budget.take('host', limits)
    const clock = fakeClock(Date.UTC(2026, 10, 21, 9, 0))
    await using corrected = await onClock(clock)
    const { budget } = corrected.store
    expect(await budget.take('host', limits)).toMatchObject({ ok: false, why: 'rate' })
    await clock.advance(1_000)
    expect((await budget.take('host', limits)).ok).toBe(true)
  })

  async function onClock(clock: ReturnType<typeof fakeClock>): Promise<{ store: Store } & AsyncDisposable> {
    const store = await openStore({ databaseUrl: database.url, clock })
    return { store, [Symbol.asyncDispose]: () => store.close() }
  }
})

describe('Read requests', () => {
  it('for one target are merged, claimed by one process, and answered to all callers', async () => {
    const id = await addTournament()
    const submitted = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? one : other).readRequests.submit('import', String(id), undefined),
      ),
    )
    expect(new Set(submitted.map((each) => each.id)).size).toBe(1)
    const claims = (
      await Promise.all(
        [one, other, one, other].map((store, index) =>
          store.readRequests.claim({
            kinds: ['import', 'athlete', 'available'],
            tournamentIds: [id],
            holder: `holder ${index}`,
          }),
        ),
      )
    ).flat()
    expect(claims).toMatchObject([{ kind: 'import', target: String(id), tournamentId: id }])
    const events: unknown[] = []
    other.readRequests.onFinished((finished) => events.push(finished))
    const waiting = Promise.all(submitted.map((each) => other.readRequests.outcome(each.id, 30_000)))
    await one.readRequests.finish(claims[0]?.id as number, { ok: true, ms: 5 })
    expect(await waiting).toEqual(submitted.map(() => ({ ok: true, ms: 5 })))
    expect(events).toEqual([{ id: claims[0]?.id, kind: 'import', target: String(id), athleteIds: [], ok: true }])
    // The cool-down has not ended.
    expect(await one.readRequests.submit('import', String(id))).toMatchObject({ id: claims[0]?.id, cooling: true })
  })

  it('submitted while an equal one ends cause no second reading', async () => {
    const id = await addTournament()
    const sql = connect(database.url)
    for (let round = 0; round < 25; round++) {
      // As if the cool-down of the last round had ended.
      await sql`update read_requests set finished_at = finished_at - interval '1 minute'`
      const first = await one.readRequests.submit('import', String(id))
      await one.readRequests.claim({ kinds: ['import'], tournamentIds: [id], holder: 'reader' })
      const [, ...submitted] = await Promise.all([
        one.readRequests.finish(first.id, { ok: true, ms: 1 }),
        ...Array.from({ length: 8 }, () => other.readRequests.submit('import', String(id))),
      ])
      expect(new Set(submitted.map((each) => each.id))).toEqual(new Set([first.id]))
    }
    await sql.end()
  })

  it('for an athlete go to the process that leads the athlete’s tournament', async () => {
    const id = await addTournament()
    const { changes } = await one.recorder.record(bracket([fight(1, null, [athlete(11), athlete(12)])]), {
      fetchedAt: 2,
      bytes: 1,
      bodyHash: 'b',
    })
    const athleteId = changes.find(({ change }) => change.entity === 'athlete')?.change.id
    await one.readRequests.submit('athlete', String(athleteId))
    expect(await other.readRequests.claim({ kinds: ['athlete'], tournamentIds: [id + 1], holder: 'x' })).toEqual([])
    expect(await other.readRequests.claim({ kinds: ['athlete'], tournamentIds: [id], holder: 'x' })).toMatchObject([
      { target: String(athleteId), tournamentId: id },
    ])
  })

  it('have no outcome before they are finished, and can be submitted again after a failure', async () => {
    const { id } = await one.readRequests.submit('available', '')
    expect(await one.readRequests.outcome(id, 20)).toBeNull()
    await other.readRequests.claim({ kinds: ['available'], tournamentIds: [], holder: 'x' })
    await other.readRequests.finish(id, { ok: false, why: 'the source does not answer' })
    expect(await one.readRequests.outcome(id, 20)).toEqual({ ok: false, why: 'the source does not answer' })
    const again = await one.readRequests.submit('available', '')
    expect(again.cooling).toBe(false)
    expect(again.id).not.toBe(id)
  })

  it('are emitted in other processes as well', async () => {
    const emitted = new Promise((resolve) => void other.readRequests.onSubmitted(() => resolve('emitted')))
    // The first poll only reads the newest id.
    const submitting = setInterval(() => void one.readRequests.submit('import', String(Math.random()).slice(2)), 300)
    expect(await emitted).toBe('emitted')
    clearInterval(submitting)
  })
})

it('releaseHeldBy frees the lease, read requests and slots of a killed process', async () => {
  const limits = { perSecond: 1, burst: 5, perDay: 1_000, inFlight: 1, reserve: 0 }
  /** Takes what a process can hold, as `holder`. */
  const takeAll = async (holder: string): Promise<{ fence: number | undefined; requests: number; slot: boolean }> => ({
    fence: (await one.leases.take('reading', holder, 60_000))?.fence,
    requests: (await one.readRequests.claim({ kinds: ['available'], tournamentIds: [], holder })).length,
    slot: (await one.budget.take('host', { ...limits, holder })).ok,
  })
  await one.readRequests.submit('available', '')
  const killed = await takeAll('killed')
  expect(killed).toMatchObject({ requests: 1, slot: true })
  await other.releaseHeldBy('stranger')
  expect(await takeAll('stranger')).toEqual({ fence: undefined, requests: 0, slot: false })
  await other.releaseHeldBy('killed')
  expect(await takeAll('killed')).toEqual({ ...killed, fence: (killed.fence as number) + 1 })
})

it('An event about a user has the time at which it was written, although its transaction waited for a lock before', async () => {
  const tournament = await addTournament()
  const account = await one.accounts.register({ username: 'fan', email: 'fan@example.org', passwordHash: 'x' })
  const userId = typeof account === 'string' ? 0 : account.id
  const sql = connect(database.url)
  let adding: Promise<unknown> = Promise.resolve()
  const unlockedAt = await sql.begin(async (tx) => {
    await tx`select 1 from users where id = ${userId} for update`
    adding = one.follows.addTournaments(userId, [tournament])
    await expect
      .poll(
        async () =>
          (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
            .length,
      )
      .toBe(1)
    const [{ at } = { at: '' }] = await tx<{ at: string }[]>`select clock_timestamp()::text as at`
    return at
  })
  await adding
  const events = await sql`select 1 from user_events where user_id = ${userId} and at > ${unlockedAt}::timestamptz`
  expect(events).toHaveLength(1)
  await sql.end()
})

it('A changed setting is emitted in every process', async () => {
  expect(await one.settings.get('source.off')).toBeUndefined()
  // The store also keeps a setting of its own, which a start changes.
  const changed = new Promise((resolve) =>
    other.settings.onChange((key, value) => {
      if (key === 'source.off') resolve(value)
    }),
  )
  await one.settings.set('source.off', true)
  expect(await changed).toBe(true)
  expect(await other.settings.get('source.off')).toBe(true)
})

it("The store counts a tournament's viewers over all processes, and lists the followed athletes", async () => {
  const id = await addTournament()
  const { changes } = await one.recorder.record(bracket([fight(1, null, [athlete(11), athlete(12)])]), {
    fetchedAt: 2,
    bytes: 1,
    bodyHash: 'b',
  })
  const athleteId = changes.find(({ change }) => change.entity === 'athlete')?.change.id as number
  const account = await one.accounts.register({ username: 'fan', email: 'fan@example.org', passwordHash: 'x' })
  const userId = typeof account === 'string' ? 0 : account.id
  await one.follows.addTournaments(userId, [id])
  await one.follows.follow(userId, athleteId)
  await one.watch.setViewers(
    'one',
    new Map([
      [id, 3],
      [4711, 1],
    ]),
  )
  await other.watch.setViewers('other', new Map([[id, 2]]))
  expect(await one.watch.forTournaments([id])).toEqual(
    new Map([[id, { followedAthleteIds: [athleteId], viewersConnected: 5, isAdded: true }]]),
  )
  await other.watch.setViewers('other', new Map())
  expect((await one.watch.forTournaments([id])).get(id)?.viewersConnected).toBe(3)
})

it('The state of a page follows from its requests', async () => {
  const id = await addTournament()
  const page = { kind: 'bracket', tournament: tournamentId, category: '7001' } as const
  const request = (outcome: string, at: number) =>
    one.pages.recordRequest(page, {
      tournamentId: id,
      at,
      outcome,
      status: 200,
      ms: 12.4,
      bytes: 99,
      error: null,
      everyMs: 30_000,
    })
  await request('failed', 1_000)
  await request('failed', 2_000)
  expect(await one.pages.list(id)).toMatchObject([{ page, state: 'new', failures: 2, fetchedAt: null }])
  await request('failed', 3_000)
  expect(await one.pages.list(id)).toMatchObject([{ state: 'down', failures: 3 }])
  await request('unchanged', 4_000)
  await request('unchanged', 3_500)
  expect(await one.pages.list(id)).toMatchObject([{ state: 'ok', failures: 0, fetchedAt: 4_000 }])
  await request('gone', 5_000)
  expect(await one.pages.list(id)).toMatchObject([{ state: 'gone', fetchedAt: 4_000 }])
  expect(await one.pages.list(null)).toMatchObject([{ key: 'home' }])
})
