// Match histories (decision 033): stored by the recorder, and held by every process, also after a restart.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MatchHistory } from '#domain/match-history.ts'
import type { Match } from '#domain/match.ts'
import { systemClock } from '#platform/clock.ts'
import type { TrueMatch } from '#simulator/index.ts'
import { type Held, openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { athlete, board, bracket, card, fight } from '#support/readings.ts'
import { record, withTournament, type StoredTournament } from '#support/stored-tournament.ts'
import { openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const minute = 60_000
/** 09:00 at the venue. */
const dayStart = Date.parse('2026-11-21T15:00:00Z')
const evening = dayStart - 13 * 60 * minute
const iso = (ms: number): string => new Date(ms).toISOString()
const msOf = (instant: string | null | undefined): number => Date.parse(instant ?? '')

type Fight = { number: number; time: string; isOver?: boolean }
const sidesOf = ({ number, isOver = false }: Fight) =>
  [athlete(number * 10), athlete(number * 10 + 1, { loser: isOver })] as [
    ReturnType<typeof athlete>,
    ReturnType<typeof athlete>,
  ]
const boardOf = (...fights: Fight[]) =>
  board(fights.map((each) => card({ mat: 1, fight: each.number, at: each.time }, sidesOf(each))))
const bracketOf = (...fights: Fight[]) =>
  bracket(
    fights.map((each) => fight(each.number, { mat: 1, fight: each.number, at: each.time }, sidesOf(each))),
    { verdict: 'partial' },
  )

/** The held tournament of a store that has caught up. */
async function heldBy(store: Store, id: number): Promise<Held> {
  await store.projection.ready()
  const held = (await store.projection.load(id)) as Held
  await store.projection.catchUp()
  return held
}

const historiesIn = (held: Held): (MatchHistory | undefined)[] =>
  [...held.state.matches.values()]
    .toSorted((a, b) => (a.matchNumber ?? 0) - (b.matchNumber ?? 0))
    .map(({ id }) => held.historyOf(id))

/** Records two fights from the evening before until the first has ended. */
async function recordMorning({ store }: Pick<StoredTournament, 'store'>): Promise<void> {
  await record(store, bracketOf({ number: 1, time: '10:00' }, { number: 2, time: '10:10' }), evening)
  await record(store, boardOf({ number: 1, time: '10:00' }, { number: 2, time: '10:10' }), evening + minute)
  await record(store, boardOf({ number: 1, time: '09:57' }, { number: 2, time: '10:05' }), dayStart)
  await record(
    store,
    bracketOf({ number: 1, time: '09:58', isOver: true }, { number: 2, time: '10:06' }),
    dayStart + 5 * minute,
  )
}

/** The history of the first fight after `recordMorning`. */
const firstHistory: MatchHistory = {
  headOfMat: { date: '2026-11-21', mat: 1, after: null, by: iso(evening + minute) },
  leftBoard: { after: iso(dayStart), by: iso(dayStart + 5 * minute) },
  start: { date: '2026-11-21', time: '09:58', at: '2026-11-21T15:58:00.000Z', seenAt: iso(dayStart + 5 * minute) },
  plan: {
    date: '2026-11-21',
    time: '10:00',
    at: '2026-11-21T16:00:00.000Z',
    mat: 1,
    fightNumber: 1,
    seenAt: iso(evening),
  },
}

describe('The history of a match', () => {
  const stores: Store[] = []
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close()
  })
  const another = async (databaseUrl: string): Promise<Store> => {
    const store = await openStore({ databaseUrl, clock: systemClock, sourceUrl: 'http://simulator.test' })
    stores.push(store)
    return store
  }

  it('is the same in the process that recorded it, one that follows, and one that starts later', async () => {
    await withTournament(async ({ store, id, databaseUrl }) => {
      const follower = await another(databaseUrl)
      await heldBy(follower, id)
      await recordMorning({ store })
      const held = await heldBy(store, id)
      expect(historiesIn(held)[0]).toEqual(firstHistory)
      expect(historiesIn(await heldBy(follower, id))).toEqual(historiesIn(held))
      expect(historiesIn(await heldBy(await another(databaseUrl), id))).toEqual(historiesIn(held))
      expect(held.endedOnMat('2026-11-21', 1).map(({ matchNumber }) => matchNumber)).toEqual([1])
    })
  })

  it('changes in other processes without a change in the log', async () => {
    await withTournament(async ({ store, id, databaseUrl }) => {
      await recordMorning({ store })
      const follower = await another(databaseUrl)
      const held = await heldBy(follower, id)
      const position = { ...held.position }
      let batches = 0
      follower.projection.onChanges(() => batches++)
      expect(historiesIn(held)[1]?.headOfMat ?? null).toBeNull()
      const { changes } = await record(store, boardOf({ number: 2, time: '10:06' }), dayStart + 6 * minute)
      expect(changes).toEqual([])
      await expect
        .poll(() => historiesIn(held)[1]?.headOfMat)
        .toEqual({ date: '2026-11-21', mat: 1, after: iso(dayStart), by: iso(dayStart + 6 * minute) })
      expect(held.position).toEqual(position)
      expect(batches).toBe(0)
    })
  })

  it('is applied before the change that came with it is emitted', async () => {
    await withTournament(async ({ store, id, databaseUrl }) => {
      const follower = await another(databaseUrl)
      const held = await heldBy(follower, id)
      const seen: unknown[] = []
      follower.projection.onChanges(({ changes }) => {
        for (const { change } of changes)
          if (change.entity === 'match' && change.value?.outcome) seen.push(held.historyOf(change.id)?.start?.time)
      })
      await recordMorning({ store })
      await follower.projection.catchUp()
      expect(seen).toEqual(['09:58'])
    })
  })

  it('is not written again by unchanged pages', async () => {
    await withTournament(async ({ store, id, sql }) => {
      await recordMorning({ store })
      const rows = () => sql`select * from match_histories where tournament_id = ${id} order by match_id`
      const before = await rows()
      expect(before.length).toBe(2)
      for (let minutes = 6; minutes < 9; minutes++)
        await record(
          store,
          bracketOf({ number: 1, time: '09:58', isOver: true }, { number: 2, time: '10:06' }),
          dayStart + minutes * minute,
        )
      expect(await rows()).toEqual(before)
    })
  })

  it('gets its instants in the zone that an administrator sets', async () => {
    await withTournament(async ({ store, id }) => {
      await recordMorning({ store })
      await store.tournaments.setZone(id, 'America/New_York')
      expect(historiesIn(await heldBy(store, id))[0]).toEqual({
        ...firstHistory,
        start: { ...firstHistory.start, at: '2026-11-21T14:58:00.000Z' },
        plan: { ...firstHistory.plan, at: '2026-11-21T15:00:00.000Z' },
      })
    })
  })

  it('is removed with its match', async () => {
    await withTournament(async ({ store, id, sql }) => {
      await recordMorning({ store })
      const held = await heldBy(store, id)
      const [gone] = [...held.state.matches.values()].filter(({ matchNumber }) => matchNumber === 1)
      await sql`delete from fights where id = ${gone?.id ?? 0}`
      expect(await sql`select 1 from match_histories where match_id = ${gone?.id ?? 0}`).toEqual([])
    })
  })
})

describe('The histories of a day', () => {
  const tournament = 3105
  /** 20:00 in Houston on the evening before the first fights, at half past nine. */
  const eveningBefore = Date.parse('2026-09-12T01:00:00Z')
  const opening = Date.parse('2026-09-12T14:30:00Z')
  let database: TestDatabase
  let system: SystemUnderTest
  beforeEach(async () => {
    database = await openTestDatabase()
    system = await openSystem({
      databaseUrl: database.url,
      startAt: eveningBefore,
      simulator: {
        tournaments: [
          {
            id: tournament,
            firstDay: '2026-09-12',
            mats: 3,
            oddities: 0,
            categories: (['Light', 'Middle', 'Heavy'] as const).map((weight, index) => ({
              age: 'Adult',
              gender: 'Male',
              belt: 'BLUE',
              weight,
              athletes: 5 + index,
            })),
          },
        ],
      },
    })
  })
  afterEach(async () => {
    await system[Symbol.asyncDispose]()
    await database.close()
  })

  const truth = (): TrueMatch[] =>
    system.simulator.truth(tournament).matches.filter(({ ending }) => ending !== 'walkover')

  it('have the true heads, starts and plans, and ends within their bounds', async () => {
    const id = await system.add(tournament)
    await system.setViewers(id, 1)
    await system.pass(2 * minute)
    expect(system.held(id).state.tournament.import.state).toBe('done')
    const planned = new Map(truth().map((match) => [`${match.categoryId}/${match.match}`, match]))
    system.passAtSource(opening - system.clock.now() - 10 * minute)
    const isRead = (): boolean => {
      const { state } = system.held(id)
      return [...state.categories.values()].every((category) => category.state === 'finished')
    }
    for (let passed = 0; passed < 240 && !isRead(); passed++) await system.pass(minute)
    expect(isRead()).toBe(true)
    await system.store.projection.catchUp()

    const held = system.held(id)
    const matchFor = (real: TrueMatch): Match | undefined =>
      [...held.state.matches.values()].find(
        (match) =>
          match.matchNumber === real.match &&
          held.state.categories.get(match.categoryId ?? 0)?.bjjCompSystemId === String(real.categoryId),
      )
    expect(truth().length).toBeGreaterThan(14)
    /** The fights with a wrong history. */
    const wrong = truth().flatMap((real) => {
      const match = matchFor(real)
      const { headOfMat, leftBoard, start, plan } = held.historyOf(match?.id ?? 0) ?? {}
      const plannedMatch = planned.get(`${real.categoryId}/${real.match}`)
      const [when, endedAt] = [real.when ?? NaN, real.endedAt ?? NaN]
      const isRight =
        start?.at === iso(when) &&
        plan?.at === iso(plannedMatch?.when ?? NaN) &&
        plan.mat === plannedMatch?.mat &&
        plan.fightNumber === plannedMatch?.fightNumber &&
        headOfMat?.mat === match?.mat &&
        // The match reached the head by its start; the first fights on the boards have no lower bound.
        (headOfMat?.after === null || msOf(headOfMat?.after) < when + minute) &&
        msOf(headOfMat?.by) < endedAt &&
        msOf(leftBoard?.after) < endedAt &&
        msOf(leftBoard?.by) >= endedAt
      return isRight ? [] : [{ real, headOfMat, leftBoard, start, plan }]
    })
    expect(wrong).toEqual([])
    const ended = held.endedOnMat('2026-09-12', 1).map((match) => held.historyOf(match.id)?.start?.at ?? '')
    expect(ended.length).toBeGreaterThan(3)
    expect(ended).toEqual(ended.toSorted())
  })
})
