// What processes share through the database besides tournaments: leases, the budget, asks, settings, who looks.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '../support/clock.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { athlete, bracket, fight, home, tournamentId } from '../support/readings.ts'

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

const added = async (): Promise<number> => {
  await one.recorder.record(home([{ id: tournamentId }]), { fetchedAt: 1, bytes: 1, bodyHash: 'home' })
  return (await one.tournaments.add([tournamentId])).ids[0] as number
}

describe('a lease', () => {
  it('is held by one at a time, and its number grows when it changes hands', async () => {
    const mine = await one.leases.take('reading', 'one', 60_000)
    expect(await other.leases.take('reading', 'other', 60_000)).toBeNull()
    expect(await one.leases.take('reading', 'one', 60_000)).toEqual(mine)
    expect(await one.leases.renew('reading', 'one', mine?.fence as number, 60_000)).toBe(true)
    await one.leases.release('reading', 'one')
    expect(await other.leases.take('reading', 'other', 60_000)).toEqual({ fence: (mine?.fence as number) + 1 })
    expect(await one.leases.renew('reading', 'one', mine?.fence as number, 60_000)).toBe(false)
  })

  it('goes to exactly one of many who want it at once', async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).leases.take('reading', `holder ${index}`, 60_000),
      ),
    )
    expect(taken.filter((lease) => lease !== null)).toHaveLength(1)
  })
})

describe('the budget of a host', () => {
  const limits = { perSecond: 1, burst: 5, perDay: 1_000, inFlight: 100, reserve: 0, holder: 'one' }

  it('gives a burst, then one a second, to all processes together', async () => {
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
    await clock.advance(3_600_000)
    expect(await take()).toBe(5)
  })

  it('keeps some for what is urgent, ends with the day, and is silent while the host wants silence', async () => {
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
    await clock.advance(24 * 3_600_000)
    expect((await budget.take('host', { ...limits, perDay: 5 })).ok).toBe(true)
  })

  it('lets no more be under way than allowed, and takes back the places of those who vanished', async () => {
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

  async function onClock(clock: ReturnType<typeof fakeClock>): Promise<{ store: Store } & AsyncDisposable> {
    const store = await openStore({ databaseUrl: database.url, clock })
    return { store, [Symbol.asyncDispose]: () => store.close() }
  }
})

describe('asks', () => {
  it('of many users for the same are one, taken by one process, and answered to all', async () => {
    const id = await added()
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? one : other).asks.ask('import', String(id), undefined),
      ),
    )
    expect(new Set(asked.map((ask) => ask.id)).size).toBe(1)
    const claims = (
      await Promise.all(
        [one, other, one, other].map((store, index) =>
          store.asks.claim({
            kinds: ['import', 'athlete', 'available'],
            tournamentIds: [id],
            holder: `holder ${index}`,
          }),
        ),
      )
    ).flat()
    expect(claims).toMatchObject([{ kind: 'import', target: String(id), tournamentId: id }])
    const heard: unknown[] = []
    other.asks.onFinished((finished) => heard.push(finished))
    const waiting = Promise.all(asked.map((ask) => other.asks.outcome(ask.id, 30_000)))
    await one.asks.finish(claims[0]?.id as number, { ok: true, ms: 5 })
    expect(await waiting).toEqual(asked.map(() => ({ ok: true, ms: 5 })))
    expect(heard).toEqual([{ id: claims[0]?.id, kind: 'import', target: String(id), ok: true }])
    // Done a moment ago: not done again.
    expect(await one.asks.ask('import', String(id))).toMatchObject({ id: claims[0]?.id, cooling: true })
  })

  it('asked for the very moment they end are found open or just done: nothing is read twice', async () => {
    for (let round = 0; round < 25; round++) {
      const id = await added()
      const first = await one.asks.ask('import', String(id))
      await one.asks.claim({ kinds: ['import'], tournamentIds: [id], holder: 'reader' })
      const [, ...asked] = await Promise.all([
        one.asks.finish(first.id, { ok: true, ms: 1 }),
        ...Array.from({ length: 8 }, () => other.asks.ask('import', String(id))),
      ])
      expect(new Set(asked.map((ask) => ask.id))).toEqual(new Set([first.id]))
    }
  })

  it('for an athlete go to whoever reads the athlete’s tournament', async () => {
    const id = await added()
    const { changes } = await one.recorder.record(bracket([fight(1, null, [athlete(11), athlete(12)])]), {
      fetchedAt: 2,
      bytes: 1,
      bodyHash: 'b',
    })
    const athleteId = changes.find(({ change }) => change.entity === 'athlete')?.change.id
    await one.asks.ask('athlete', String(athleteId))
    expect(await other.asks.claim({ kinds: ['athlete'], tournamentIds: [id + 1], holder: 'x' })).toEqual([])
    expect(await other.asks.claim({ kinds: ['athlete'], tournamentIds: [id], holder: 'x' })).toMatchObject([
      { target: String(athleteId), tournamentId: id },
    ])
  })

  it('that nobody answers in time have no outcome, and failed ones can be asked again', async () => {
    const { id } = await one.asks.ask('available', '')
    expect(await one.asks.outcome(id, 20)).toBeNull()
    await other.asks.claim({ kinds: ['available'], tournamentIds: [], holder: 'x' })
    await other.asks.finish(id, { ok: false, why: 'the source does not answer' })
    expect(await one.asks.outcome(id, 20)).toEqual({ ok: false, why: 'the source does not answer' })
    const again = await one.asks.ask('available', '')
    expect(again.cooling).toBe(false)
    expect(again.id).not.toBe(id)
  })

  it('ring in other processes too', async () => {
    const rung = new Promise((resolve) => void other.asks.onAsked(() => resolve('rung')))
    // The first look only learns what is already there.
    const asking = setInterval(() => void one.asks.ask('import', String(Math.random()).slice(2)), 300)
    expect(await rung).toBe('rung')
    clearInterval(asking)
  })
})

it('frees at once what a killed process held, for a successor of the same name', async () => {
  const limits = { perSecond: 1, burst: 5, perDay: 1_000, inFlight: 1, reserve: 0 }
  const holds = async (holder: string): Promise<{ fence: number | undefined; asks: number; place: boolean }> => ({
    fence: (await one.leases.take('reading', holder, 60_000))?.fence,
    asks: (await one.asks.claim({ kinds: ['available'], tournamentIds: [], holder })).length,
    place: (await one.budget.take('host', { ...limits, holder })).ok,
  })
  await one.asks.ask('available', '')
  const killed = await holds('killed')
  expect(killed).toMatchObject({ asks: 1, place: true })
  await other.releaseLeftBehind('stranger')
  expect(await holds('stranger')).toEqual({ fence: undefined, asks: 0, place: false })
  await other.releaseLeftBehind('killed')
  expect(await holds('killed')).toEqual({ ...killed, fence: (killed.fence as number) + 1 })
})

it('tells every process of a setting', async () => {
  expect(await one.settings.get('source.off')).toBeUndefined()
  const heard = new Promise((resolve) => void other.settings.onChange((key, value) => resolve([key, value])))
  await one.settings.set('source.off', true)
  expect(await heard).toEqual(['source.off', true])
  expect(await other.settings.get('source.off')).toBe(true)
})

it('counts who looks at a tournament over all nodes, and whom they follow', async () => {
  const id = await added()
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
    new Map([[id, { followedAthleteIds: [athleteId], viewersConnected: 5, addedBy: 1 }]]),
  )
  await other.watch.setViewers('other', new Map())
  expect((await one.watch.forTournaments([id])).get(id)?.viewersConnected).toBe(3)
})

it('keeps a bounded log of the requests to the source, and the state of each page', async () => {
  const id = await added()
  const page = { kind: 'bracket', tournament: tournamentId, category: '7001' } as const
  const touch = (outcome: string, at: number) =>
    one.pages.touch(page, {
      tournamentId: id,
      at,
      outcome,
      status: 200,
      ms: 12.4,
      bytes: 99,
      error: null,
      everyMs: 30_000,
    })
  await touch('failed', 1_000)
  await touch('failed', 2_000)
  expect(await one.pages.list(id)).toMatchObject([{ page, state: 'new', failures: 2, fetchedAt: null }])
  await touch('failed', 3_000)
  expect(await one.pages.list(id)).toMatchObject([{ state: 'down', failures: 3 }])
  await touch('unchanged', 4_000)
  await touch('unchanged', 3_500)
  expect(await one.pages.list(id)).toMatchObject([{ state: 'ok', failures: 0, fetchedAt: 4_000 }])
  await touch('gone', 5_000)
  expect(await one.pages.list(id)).toMatchObject([{ state: 'gone', fetchedAt: 4_000 }])
  expect(await one.pages.list(null)).toMatchObject([{ key: 'home' }])
})
