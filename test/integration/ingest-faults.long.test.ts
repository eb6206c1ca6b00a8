import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Match } from '#domain/match.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import {
  duringTheDay,
  type FaultSpec,
  minute,
  openReadDay,
  type ReadDay,
  second,
  tournament,
} from '#support/read-day.ts'

const hour = 60 * minute
const anyBoard = 'tournament_days/\\d+\\?page'
const board = (page: number): string => `tournament_days/\\d+\\?page=${page}`

let closing: AsyncDisposableStack
let database: TestDatabase
let day: ReadDay

/** Opens a day that is being read, by default with eight mats, which are two board pages. */
async function open({ startAt = duringTheDay, mats = 8 } = {}): Promise<void> {
  day = closing.use(
    await openReadDay({
      databaseUrl: database.url,
      startAt,
      mats,
      athletes: 80,
      categories: 12,
      largest: 12,
      timeout: 1_200,
      readFor: 2 * minute,
    }),
  )
}

beforeEach(async () => {
  closing = new AsyncDisposableStack()
  database = closing.use(await openTestDatabase())
})
afterEach(() => closing.disposeAsync())

const listedMatches = (): Match[] =>
  [...day.system.held(day.id).state.matches.values()].filter((match) => match.board === 'listed')
const requestsFor = (path: string): number =>
  day.system.simulator.requests().latest.filter((request) => new RegExp(path).test(request.path)).length

describe('a source that fails completely', () => {
  it.each<[string, FaultSpec['kind'], Partial<FaultSpec>]>([
    ['answers 503 [U-01]', 'status', { status: 503 }],
    ['resets its connections [U-03]', 'reset', {}],
  ])(
    'and %s gets at most 15 requests in ten minutes, is shown as down, and is read within a minute of its recovery',
    async (_, kind, more) => {
      await open()
      const before = day.seq()
      day.fault(kind, '.', more)
      day.system.simulator.clearRequests()
      const noticedAfter = await day.passUntil(async () => (await day.state()) !== 'ok', 3 * minute)
      await day.system.pass(10 * minute - noticedAfter)
      expect(day.system.simulator.requests().total).toBeLessThanOrEqual(15)
      expect(day.seq()).toBe(before)
      expect(await day.state()).toBe('down')
      day.system.simulator.clearFaults()
      const freshAfter = await day.passUntil(async () => (await day.state()) === 'ok', 3 * minute)
      expect(noticedAfter).toBeLessThanOrEqual(minute)
      expect(freshAfter).toBeLessThanOrEqual(minute)
      await day.expectCorrect()
    },
  )
})

it('a source that recovers except for its only board page is read again within three minutes, and the page is shown as down [U-01]', async () => {
  await open({ mats: 4 })
  day.fault('status', '.', { status: 503 })
  await day.system.pass(5 * minute)
  const host = async () => (await day.system.store.sourceStatus.hosts())[0]
  expect(await host()).toMatchObject({ circuitOpen: true })
  day.system.simulator.clearFaults()
  day.fault('status', board(1), { status: 500 })
  await day.passUntil(async () => !(await host())?.circuitOpen, 3 * minute)
  expect(await host()).toMatchObject({ circuitOpen: false })
  expect(await day.state()).toBe('down')
  day.system.simulator.clearFaults()
  await day.passUntil(async () => (await day.state()) === 'ok', 6 * minute)
  await day.expectCorrect()
})

describe('a page', () => {
  it.each<[string, FaultSpec['kind']]>([
    ['is never answered', 'silent'],
    ['comes byte by byte', 'drip'],
  ])('that %s does not delay other pages [U-02] [P7]', async (_, kind) => {
    await open()
    day.fault(kind, board(1), { delayMs: 200 })
    day.system.simulator.clearRequests()
    await day.system.pass(3 * minute)
    expect(requestsFor(board(2))).toBeGreaterThanOrEqual(4)
    expect(requestsFor(board(1))).toBeLessThanOrEqual(8)
    expect(await day.state()).not.toBe('ok')
    day.system.simulator.clearFaults()
    await day.passUntil(async () => (await day.state()) === 'ok', 8 * minute)
    expect(await day.state()).toBe('ok')
    await day.expectCorrect()
  })
})

describe('a damaged page', () => {
  it.each<[string, FaultSpec['kind']]>([
    ['half of the page [U-04]', 'truncate'],
    ['a sign-in page [U-05]', 'login-page'],
    ['a bot check [U-05]', 'bot-challenge'],
    ['a page with other class names [U-07]', 'renamed-classes'],
  ])('changes nothing when it is %s, is reported, and raises an alarm if it persists', async (_, kind) => {
    await open()
    const [before, fights] = [day.seq(), listedMatches().length]
    day.fault(kind, `${anyBoard}|categories|by_`)
    await day.system.pass(4 * minute)
    expect(day.seq()).toBe(before)
    expect(listedMatches()).toHaveLength(fights)
    expect(await day.state()).toBe('quarantined')
    expect(day.system.logged()).toContain('three unusable readings of a page in a row')
    day.system.simulator.clearRequests()
    await day.system.pass(6 * minute, 10 * second)
    expect(requestsFor(board(1))).toBeLessThanOrEqual(2)
    day.system.simulator.clearFaults()
    await day.passUntil(async () => (await day.state()) === 'ok', 6 * minute, 10 * second)
    expect(await day.state()).toBe('ok')
    await day.expectCorrect()
  })

  it('changes nothing when its transfer is cut off [U-04]', async () => {
    await open()
    const before = day.seq()
    day.fault('cut')
    await day.system.pass(4 * minute)
    expect(day.seq()).toBe(before)
    expect(await day.state()).not.toBe('ok')
    day.system.simulator.clearFaults()
    await day.expectCorrect()
  })

  it('deletes nothing in nine minutes when its lists are empty [U-06] [P6]', async () => {
    await open()
    const fights = listedMatches().map((match) => match.id)
    day.fault('empty-lists')
    await day.system.pass(9 * minute)
    expect(listedMatches().map((match) => match.id)).toEqual(fights)
    expect([...day.system.held(day.id).state.athletes.values()].every((athlete) => athlete.listed)).toBe(true)
    day.system.simulator.clearFaults()
    await day.expectCorrect()
  })

  it('updates its other mats when one mat cannot be read [U-08]', async () => {
    await open()
    const shownOn = (mat: number): string =>
      listedMatches()
        .filter((match) => match.mat === mat)
        .map((match) => match.id)
        .join()
    const before = [1, 2, 3, 4].map(shownOn)
    day.fault('broken-mat', board(1))
    await day.system.pass(6 * minute)
    expect(shownOn(2)).toBe(before[1])
    expect([1, 3, 4].filter((mat) => shownOn(mat) !== before[mat - 1]).length).toBeGreaterThan(0)
    day.system.simulator.clearFaults()
    await day.expectCorrect()
  })

  it('yields no fight twice when it holds every row twice [U-09]', async () => {
    await open()
    day.fault('duplicate-rows')
    day.system.simulator.clearRequests()
    await day.system.pass(5 * minute)
    const { matches } = day.system.simulator.truth(tournament)
    const fights = [...day.system.held(day.id).state.matches.values()].filter((match) =>
      match.sides.every((side) => side.kind !== 'bye'),
    )
    expect(requestsFor(anyBoard)).toBeGreaterThan(5)
    expect(fights).toHaveLength(matches.length)
    await day.expectCorrect()
  })

  it('reverts nothing when it is older than the previous one [U-15]', async () => {
    await open()
    await day.system.pass(15 * minute, 10 * second)
    const endedFacts = (): string[] =>
      [...day.system.held(day.id).state.matches.values()].flatMap((match) => [
        ...(match.outcome ? [`${match.id} over`] : []),
        ...(match.board === 'left' ? [`${match.id} left`] : []),
      ])
    const before = endedFacts()
    const takenBack: string[] = []
    day.system.store.projection.onChanges(() => {
      const now = new Set(endedFacts())
      takenBack.push(...before.filter((fact) => !now.has(fact)))
    })
    for (const path of [
      board(1),
      board(2),
      ...day.system.simulator.truth(tournament).categories.map((each) => `categories/${each.id}`),
    ])
      day.fault('old-page', path, { delayMs: 12 * minute, count: 1 })
    for (const athlete of [...day.system.held(day.id).state.athletes.values()].slice(0, 30))
      await day.system.store.readRequests.submit('athlete', String(athlete.id))
    await day.system.pass(5 * minute)
    expect(day.system.simulator.faults().filter(({ hits }) => hits > 0).length).toBeGreaterThan(4)
    expect(before.length).toBeGreaterThan(10)
    expect(takenBack).toEqual([])
    await day.expectCorrect()
  })
})

describe('a tournament that the source no longer serves', () => {
  it('is kept, rarely requested, and raises an alarm during the event [U-17]', async () => {
    await open()
    const before = day.seq()
    day.system.simulator.tournament({ tournament, action: 'end' })
    day.system.simulator.clearRequests()
    await day.system.pass(20 * minute, 10 * second)
    expect(day.seq()).toBe(before)
    expect(day.system.held(day.id).state.tournament.archivedAt).toBeNull()
    expect(day.system.logged()).toContain('no longer serves')
    expect(requestsFor(board(1))).toBeLessThanOrEqual(3)
    expect(await day.state()).toBe('stale')
    day.system.simulator.tournament({ tournament, action: 'reopen' })
    await day.passUntil(() => day.differences().length === 0, 15 * minute, 10 * second)
    expect(day.differences()).toEqual([])
  })

  it('is archived with all its data after the event [U-16]', async () => {
    await open({ startAt: duringTheDay + 6 * hour })
    expect(day.differences()).toEqual([])
    const matches = day.system.held(day.id).state.matches.size
    day.system.simulator.tournament({ tournament, action: 'end' })
    day.system.passAtSource(28 * hour)
    await day.system.pass(minute)
    await day.system.store.projection.catchUp()
    expect(day.system.held(day.id).state.tournament.archivedAt).not.toBeNull()
    expect(day.system.held(day.id).state.matches.size).toBe(matches)
    day.system.simulator.clearRequests()
    day.system.passAtSource(28 * hour)
    await day.system.pass(minute)
    expect(requestsFor('tournaments/3105')).toBe(0)
  })
})

describe('a slow source', () => {
  it('gets no second request for a page that it has not answered yet [U-20]', async () => {
    await open()
    day.fault('slow', board(1), { delayMs: 600 })
    day.system.simulator.clearRequests()
    const drains: Promise<void>[] = []
    for (let turn = 0; turn < 5; turn++) {
      const { total } = day.system.simulator.requests()
      day.system.passAtSource(50 * second)
      drains.push(day.system.ingest.drain())
      await expect.poll(() => day.system.simulator.requests().total, { interval: 10 }).toBeGreaterThan(total)
    }
    await Promise.all(drains)
    const slow = day.system.simulator.requests().latest.filter((request) => new RegExp(board(1)).test(request.path))
    expect(slow.length).toBeGreaterThan(0)
    expect(day.system.simulator.requests().total).toBeGreaterThan(slow.length + 5)
    for (const [place, request] of slow.entries())
      expect(request.at).toBeGreaterThanOrEqual((slow[place - 1]?.at ?? 0) + (slow[place - 1]?.took ?? 0))
  })
})
