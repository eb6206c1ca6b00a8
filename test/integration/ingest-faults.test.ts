import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Match } from '#domain/match.ts'
import { categoriesOf, type SimulatorControl } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { differences, openWorld, type World } from '#support/world.ts'

type FaultOrder = Parameters<SimulatorControl['addFault']>[0]
type FaultKind = FaultOrder['kind']

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const tournament = 3105
/** Half an hour after the first fights in Houston. */
const duringTheDay = Date.parse('2026-09-12T15:00:00Z')
const anyBoard = 'tournament_days/\\d+\\?page'
const board = (page: number): string => `tournament_days/\\d+\\?page=${page}`

let database: TestDatabase
let world: World
let id: number

/** An imported tournament of eight mats (two board pages) with a viewer and follows. */
async function open(startAt = duringTheDay): Promise<void> {
  world = await openWorld({
    databaseUrl: database.url,
    startAt,
    simulator: {
      tournaments: [
        {
          id: tournament,
          firstDay: '2026-09-12',
          mats: 8,
          fightMinutes: 8,
          categories: categoriesOf('open', { athletes: 80, categories: 12, largest: 12 }).filter(
            ({ appearsAt }) => appearsAt === undefined,
          ),
        },
      ],
    },
    // A server that hangs is given up sooner than in life.
    config: { limits: { connect: 500, headers: 500, total: 600, body: 5_000_000 } },
  })
  id = await world.add(tournament)
  await world.look(id, 1)
  await world.pass(10 * second)
  const { athletes } = world.held(id).state
  await world.follow(
    id,
    [...athletes.values()].slice(0, 12).map((athlete) => Number(athlete.bjjCompSystemId)),
  )
  await world.pass(2 * minute)
}

beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
  await database.close()
})

const fault = (kind: FaultKind, match = '.', more: Partial<FaultOrder> = {}): void =>
  void world.simulator.addFault({ kind, match, ...more })

async function state(): Promise<string> {
  await world.store.projection.catchUp()
  return world.held(id).source.state
}

/** The ms until something holds, `within` at most. */
async function passUntil(holds: () => boolean | Promise<boolean>, within: number, step = 3 * second): Promise<number> {
  let passed = 0
  for (; passed < within && !(await holds()); passed += step) await world.pass(step)
  return passed
}

const listed = (): Match[] => [...world.held(id).state.matches.values()].filter((match) => match.board === 'listed')
const seq = (): number => world.held(id).position.seq
const askedFor = (path: string): number =>
  world.simulator.requests().latest.filter((request) => new RegExp(path).test(request.path)).length
const wrong = (): string[] => differences(world.held(id), world.simulator.truth(tournament))

/** Nothing was lost: everything is right again at some moment soon. */
async function becomesRight(): Promise<void> {
  await passUntil(() => wrong().length === 0, 8 * minute, 10 * second)
  expect(wrong()).toEqual([])
}

describe('a source that fails as a whole', () => {
  it.each<[string, FaultKind, Partial<FaultOrder>]>([
    ['answers 503 [U-01]', 'status', { status: 503 }],
    ['resets its connections [U-03]', 'reset', {}],
  ])(
    'and %s is asked at most 15 times in ten minutes, shown as stale, and read within a minute when it is back',
    async (_, kind, more) => {
      await open()
      const before = seq()
      fault(kind, '.', more)
      world.simulator.clearRequests()
      const staleAfter = await passUntil(async () => (await state()) !== 'ok', 3 * minute)
      await world.pass(10 * minute - staleAfter)
      expect(world.simulator.requests().total).toBeLessThanOrEqual(15)
      expect(seq()).toBe(before)
      world.simulator.clearFaults()
      const freshAfter = await passUntil(async () => (await state()) === 'ok', 3 * minute)
      expect(staleAfter).toBeLessThanOrEqual(minute)
      expect(freshAfter).toBeLessThanOrEqual(minute)
      await becomesRight()
    },
  )

  it.each<[string, FaultKind]>([
    ['is never answered', 'silent'],
    ['comes byte by byte', 'drip'],
  ])('keeps no page waiting for another one that %s [U-02] [P7]', async (_, kind) => {
    await open()
    fault(kind, board(1), { delayMs: 200 })
    world.simulator.clearRequests()
    await world.pass(3 * minute)
    expect(askedFor(board(2))).toBeGreaterThanOrEqual(4)
    expect(askedFor(board(1))).toBeLessThanOrEqual(8)
    expect(await state()).not.toBe('ok')
    world.simulator.clearFaults()
    await becomesRight()
    expect(await state()).toBe('ok')
  })
})

describe('a page that is not what it should be', () => {
  it.each<[string, FaultKind]>([
    ['only half of a page [U-04]', 'truncate'],
    ['a page to sign in [U-05]', 'login-page'],
    ['a challenge for robots [U-05]', 'bot-challenge'],
    ['of other class names [U-07]', 'renamed-classes'],
  ])('changes nothing when it is %s, is told, and raises an alarm when it stays', async (_, kind) => {
    await open()
    const [before, fights] = [seq(), listed().length]
    fault(kind, `${anyBoard}|categories|by_`)
    await world.pass(4 * minute)
    expect(seq()).toBe(before)
    expect(listed()).toHaveLength(fights)
    expect(await state()).toBe('quarantined')
    expect(world.logged()).toContain('three times in a row')
    world.simulator.clearRequests()
    await world.pass(6 * minute, 10 * second)
    expect(askedFor(board(1))).toBeLessThanOrEqual(2)
    world.simulator.clearFaults()
    await passUntil(async () => (await state()) === 'ok', 6 * minute, 10 * second)
    expect(await state()).toBe('ok')
    await becomesRight()
  })

  it('changes nothing when it is cut off on its way [U-04]', async () => {
    await open()
    const before = seq()
    fault('cut')
    await world.pass(4 * minute)
    expect(seq()).toBe(before)
    expect(await state()).toBe('down')
    world.simulator.clearFaults()
    await becomesRight()
  })

  it('deletes nothing in ten minutes when its lists are empty [U-06] [P6]', async () => {
    await open()
    const fights = listed().map((match) => match.id)
    fault('empty-lists')
    await world.pass(9 * minute)
    expect(listed().map((match) => match.id)).toEqual(fights)
    expect([...world.held(id).state.athletes.values()].every((athlete) => athlete.listed)).toBe(true)
    world.simulator.clearFaults()
    await becomesRight()
  })

  it('tells of its other mats when one of them cannot be read [U-08]', async () => {
    await open()
    const shownOn = (mat: number): string =>
      listed()
        .filter((match) => match.mat === mat)
        .map((match) => match.id)
        .join()
    const before = [1, 2, 3, 4].map(shownOn)
    fault('broken-mat', board(1))
    await world.pass(6 * minute)
    expect(shownOn(2)).toBe(before[1])
    expect([1, 3, 4].filter((mat) => shownOn(mat) !== before[mat - 1]).length).toBeGreaterThan(0)
    world.simulator.clearFaults()
    await becomesRight()
  })

  it('shows no fight twice when it holds every row twice [U-09]', async () => {
    await open()
    fault('duplicate-rows')
    world.simulator.clearRequests()
    await world.pass(5 * minute)
    const { matches } = world.simulator.truth(tournament)
    const fights = [...world.held(id).state.matches.values()].filter((match) =>
      match.sides.every((side) => side.kind !== 'bye'),
    )
    expect(askedFor(anyBoard)).toBeGreaterThan(5)
    expect(fights).toHaveLength(matches.length)
    await becomesRight()
  })

  it('takes nothing back when it is older than the one before [U-15]', async () => {
    await open()
    await world.pass(15 * minute, 10 * second)
    const standing = (): string[] =>
      [...world.held(id).state.matches.values()].flatMap((match) => [
        ...(match.outcome ? [`${match.id} over`] : []),
        ...(match.board === 'left' ? [`${match.id} left`] : []),
      ])
    const before = standing()
    const takenBack: string[] = []
    world.store.projection.onChanges(() => {
      const now = new Set(standing())
      takenBack.push(...before.filter((fact) => !now.has(fact)))
    })
    for (const path of [
      board(1),
      board(2),
      ...world.simulator.truth(tournament).categories.map((each) => `categories/${each.id}`),
    ])
      fault('old-page', path, { delayMs: 12 * minute, count: 1 })
    for (const athlete of [...world.held(id).state.athletes.values()].slice(0, 30))
      await world.store.asks.ask('athlete', String(athlete.id))
    await world.pass(5 * minute)
    expect(world.simulator.faults().filter(({ struck }) => struck > 0).length).toBeGreaterThan(4)
    expect(before.length).toBeGreaterThan(10)
    expect(takenBack).toEqual([])
    await becomesRight()
  })
})

describe('a tournament that the source no longer serves', () => {
  it('is kept as it was and asked for rarely during the event, with an alarm [U-17]', async () => {
    await open()
    const before = seq()
    world.simulator.tournament({ tournament, action: 'end' })
    world.simulator.clearRequests()
    await world.pass(20 * minute, 10 * second)
    expect(seq()).toBe(before)
    expect(world.held(id).state.tournament.archivedAt).toBeNull()
    expect(world.logged()).toContain('no longer serves')
    expect(askedFor(board(1))).toBeLessThanOrEqual(3)
    expect(await state()).toBe('stale')
    world.simulator.tournament({ tournament, action: 'reopen' })
    await passUntil(() => wrong().length === 0, 15 * minute, 10 * second)
    expect(wrong()).toEqual([])
  })

  it('is archived with all that was known when it had ended [U-16]', async () => {
    await open(duringTheDay + 6 * hour)
    expect(wrong()).toEqual([])
    const matches = world.held(id).state.matches.size
    world.simulator.tournament({ tournament, action: 'end' })
    world.passAtSource(28 * hour)
    await world.pass(minute)
    await world.store.projection.catchUp()
    expect(world.held(id).state.tournament.archivedAt).not.toBeNull()
    expect(world.held(id).state.matches.size).toBe(matches)
    world.simulator.clearRequests()
    world.passAtSource(28 * hour)
    await world.pass(minute)
    expect(askedFor('tournaments/3105')).toBe(0)
  })
})

describe('a slow source', () => {
  it('is never asked for a page that it has not answered yet [U-20]', async () => {
    await open()
    fault('slow', board(1), { delayMs: 600 })
    world.simulator.clearRequests()
    const drains: Promise<void>[] = []
    for (let turn = 0; turn < 5; turn++) {
      const { total } = world.simulator.requests()
      world.passAtSource(50 * second)
      drains.push(world.ingest.drain())
      await expect.poll(() => world.simulator.requests().total, { interval: 10 }).toBeGreaterThan(total)
    }
    await Promise.all(drains)
    const slow = world.simulator.requests().latest.filter((request) => new RegExp(board(1)).test(request.path))
    expect(slow.length).toBeGreaterThan(0)
    expect(world.simulator.requests().total).toBeGreaterThan(slow.length + 5)
    for (const [place, request] of slow.entries())
      expect(request.at).toBeGreaterThanOrEqual((slow[place - 1]?.at ?? 0) + (slow[place - 1]?.took ?? 0))
  })
})
