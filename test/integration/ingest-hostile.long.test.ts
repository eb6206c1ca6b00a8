// Hostile pages, refusals and renamed entities at the source, tested with ingest and store together (reliability.md U-10 to
// U-14, U-18 and U-19). Other faults are in ingest-faults.long.test.ts.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MatchItem } from '#contract/match-item.ts'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import type { Athlete } from '#domain/athlete.ts'
import type { Match } from '#domain/match.ts'
import { categoriesOf, type SimulatorControl } from '#simulator/index.ts'
import { fakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { followerOf, LiveClient, type LiveUnderTest, startLive } from '#support/live.ts'
import { duringTheDay, minute, openReadDay, type ReadDay, second, tournament } from '#support/read-day.ts'
import { openSystem } from '#support/system-under-test.ts'

/** An hour and a half before the first fights: only a test's commands change anything. */
const beforeTheFirst = Date.parse('2026-09-12T13:00:00Z')

let closing: AsyncDisposableStack
let database: TestDatabase
let day: ReadDay

async function open(startAt: number, viewers = 1): Promise<void> {
  day = closing.use(
    await openReadDay({
      databaseUrl: database.url,
      startAt,
      mats: 4,
      athletes: 40,
      categories: 6,
      largest: 11,
      viewers,
      timeout: 2_000,
      readFor: minute,
    }),
  )
}

beforeEach(async () => {
  closing = new AsyncDisposableStack()
  database = closing.use(await openTestDatabase())
})
afterEach(() => closing.disposeAsync())

const athletes = (): Athlete[] => [...day.system.held(day.id).state.athletes.values()]
const hits = (): number => day.system.simulator.faults().reduce((sum, each) => sum + each.hits, 0)

/** All texts that come from the source. */
function texts(): string[] {
  const { athletes: people, categories, matches } = day.system.held(day.id).state
  return [
    ...[...people.values()].flatMap(({ name, team, division }) => [name, team, division]),
    ...[...categories.values()].map(({ division }) => division),
    ...[...matches.values()].flatMap(({ sides }) =>
      sides.flatMap((side) => (side.kind === 'athlete' ? [side.name, side.team] : [])),
    ),
  ].filter((text) => text !== null)
}

/** Control and format characters, and unpaired surrogates. */
const unclean = /[\p{Cc}\p{Cf}]|[\uD800-\uDFFF]/u
const uncleanOrLong = (all: string[]): string[] => all.filter((text) => unclean.test(text) || text.length > 200)

describe('text from a hostile page', () => {
  it('is stored clean and short, without NUL, control and direction characters or unpaired surrogates [U-10]', async () => {
    await open(beforeTheFirst)
    const [controls, directions, long, surrogate] = athletes()
    const names = new Map([
      [controls, 'Nul\u0000 Bell\u0007 Escape\u001b[31m'],
      [directions, '\u202Eevil\u202C \u2066name\u2069 \u200Bzero'],
      [long, `${'Longname '.repeat(2_200)}end`],
      [surrogate, 'Half \uD83E letter'],
    ])
    for (const [athlete, name] of names)
      day.system.simulator.athlete({ tournament, athlete: Number(athlete?.bjjCompSystemId), action: 'rename', name })
    await day.passUntil(
      () => athletes().every((athlete) => [...names.keys()].every((before) => before?.name !== athlete.name)),
      15 * minute,
      20 * second,
    )
    const nameNow = (before?: Athlete): string => athletes().find(({ id }) => id === before?.id)?.name ?? ''
    expect(nameNow(controls)).toBe('Nul Bell Escape[31m')
    expect(nameNow(directions)).toBe('evil name zero')
    expect(nameNow(long)).toMatch(/^(?:Longname )+Longname$|^(?:Longname )+L\w*$/)
    expect(nameNow(long).length).toBeLessThanOrEqual(200)
    expect(nameNow(surrogate)).toMatch(/^Half .? ?letter$/u)
    expect(uncleanOrLong(texts())).toEqual([])
    await day.expectCorrect()
  })

  it('keeps its letters when a page in Latin-1 is declared as UTF-8 [U-10]', async () => {
    await open(beforeTheFirst)
    const [athlete] = athletes()
    day.fault('latin-1')
    day.system.simulator.athlete({
      tournament,
      athlete: Number(athlete?.bjjCompSystemId),
      action: 'rename',
      name: 'João Açaí',
    })
    const nameNow = (): string | undefined => athletes().find((each) => each.id === athlete?.id)?.name
    await day.passUntil(() => nameNow() === 'João Açaí', 15 * minute, 20 * second)
    expect(hits()).toBeGreaterThan(0)
    expect(nameNow()).toBe('João Açaí')
    await day.expectCorrect()
  })

  it('does not stop the reading when it is invalid UTF-8, and is replaced once the source sends it correctly [U-10]', async () => {
    await open(duringTheDay)
    const names = () => athletes().map(({ id, name }) => ({ id, name }))
    const before = names()
    day.fault('bad-utf8')
    await day.system.pass(4 * minute)
    expect(hits()).toBeGreaterThan(5)
    expect(await day.state()).toBe('ok')
    expect(uncleanOrLong(texts())).toEqual([])
    day.system.simulator.clearFaults()
    await day.passUntil(() => JSON.stringify(names()) === JSON.stringify(before), 5 * minute, 10 * second)
    expect(names()).toEqual(before)
    await day.expectCorrect()
  })
})

describe('a hostile answer', () => {
  let otherHost: Server
  let contacts: number
  beforeEach(async () => {
    contacts = 0
    otherHost = createServer((_request, response) => {
      contacts++
      response.end('secret')
    })
    otherHost.on('connection', () => contacts++)
    await new Promise<void>((resolve) => otherHost.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => otherHost.close())

  it.each([['gzip-bomb'], ['huge']] as const)(
    'is aborted at five megabytes and changes nothing: %s [U-11]',
    async (kind) => {
      await open(duringTheDay)
      const before = day.seq()
      day.fault(kind, '.', { bytes: 40_000_000 })
      await day.system.pass(2 * minute)
      expect(hits()).toBeGreaterThan(4)
      expect(day.seq()).toBe(before)
      expect(await day.state()).not.toBe('ok')
      expect(day.system.logged()).toContain('too-big')
      day.system.simulator.clearFaults()
      await day.passUntil(async () => (await day.state()) === 'ok', 3 * minute)
      await day.expectCorrect()
    },
  )

  it('that redirects to another host is not followed [U-12] [F-02]', async () => {
    await open(duringTheDay)
    const before = day.seq()
    const { port } = otherHost.address() as AddressInfo
    day.fault('redirect', 'page=|categories', { location: `http://127.0.0.1:${port}/latest/meta-data` })
    day.fault('redirect', 'by_', { location: 'http://169.254.169.254/latest/meta-data' })
    await day.system.pass(3 * minute)
    expect(hits()).toBeGreaterThan(4)
    expect(contacts).toBe(0)
    expect(day.seq()).toBe(before)
    expect(await day.state()).not.toBe('ok')
    expect(day.system.logged()).toContain('redirect: http://')
    day.system.simulator.clearFaults()
    await day.passUntil(async () => (await day.state()) === 'ok', 3 * minute)
    await day.expectCorrect()
  })
})

describe('a source that requests a pause', () => {
  it.each<[string, number, () => string]>([
    ['429 and a number of seconds', 429, () => '120'],
    ['503 and a number of seconds', 503, () => '120'],
    ['503 and a date', 503, () => new Date(day.system.clock.now() + 120 * second).toUTCString()],
  ])('with %s gets no request for that time [U-13]', async (_, status, retryAfter) => {
    await open(duringTheDay)
    day.fault('status', '.', { status, retryAfter: retryAfter() })
    const since = await day.passUntil(() => hits() > 0, minute, second)
    expect(since).toBeLessThan(minute)
    day.system.simulator.clearFaults()
    day.system.simulator.clearRequests()
    const [athlete] = athletes()
    await day.system.store.readRequests.submit('athlete', String(athlete?.id))
    // A number of seconds counts from the first answer, a date from the moment at which the fault was set.
    await day.system.pass(115 * second - since)
    expect(day.system.simulator.requests().total).toBe(0)
    await day.passUntil(
      async () => (await day.state()) === 'ok' && day.system.simulator.requests().total > 2,
      80 * second,
    )
    expect(day.system.simulator.requests().total).toBeGreaterThan(2)
    await day.expectCorrect()
  })

  it('with 403 gets no request for a quarter of an hour, even on request of users, and raises an alarm [U-14]', async () => {
    await open(duringTheDay)
    day.fault('status', '.', { status: 403 })
    await day.passUntil(() => hits() > 0, minute, second)
    day.system.simulator.clearFaults()
    day.system.simulator.clearRequests()
    for (let pressed = 0; pressed < 7; pressed++) {
      const [athlete] = athletes()
      await day.system.store.readRequests.submit('athlete', String(athlete?.id))
      await day.system.pass(2 * minute, 20 * second)
    }
    expect(day.system.simulator.requests().total).toBe(0)
    expect(await day.state()).not.toBe('ok')
    expect(day.system.logged()).toContain('the source refuses us (403)')
    await day.system.pass(3 * minute, 10 * second)
    expect(day.system.simulator.requests().total).toBeGreaterThan(2)
    await day.passUntil(async () => (await day.state()) === 'ok', 3 * minute)
    await day.expectCorrect()
  })
})

describe('after a change of identity at the source', () => {
  let live: LiveUnderTest
  let client: LiveClient
  let followed: Athlete[]

  /** Opens a client that follows six athletes whose first fights are known. */
  async function listen(pick: (athlete: Athlete) => boolean = () => true): Promise<void> {
    await open(beforeTheFirst)
    live = await startLive(day.system.store, { clock: fakeClock(day.system.clock.now()) })
    followed = athletes()
      .filter((athlete) => athlete.listed && fightsOf(athlete).length > 0 && pick(athlete))
      .slice(0, 6)
    const user = await followerOf(
      day.system.store,
      day.id,
      followed.map((athlete) => athlete.id),
    )
    client = await LiveClient.open(live.url, { cookie: user.cookie })
    await client.subscribe()
    await client.roundTrip()
  }
  afterEach(async () => {
    client.terminate()
    await live.close()
  })

  const fightsOf = (athlete: Athlete): Match[] =>
    day.system
      .held(day.id)
      .matchesOfAthlete(athlete.id)
      .filter((match) => match.sides.every((side) => side.kind !== 'bye'))
  const sourceId = (athlete: Athlete): number => Number(athlete.bjjCompSystemId)

  /** The messages that the client gets after a command, once every page that can show its effect was read. */
  async function messagesAfter(command: () => void): Promise<ServerMessage[]> {
    command()
    for (const athlete of followed) await day.system.store.readRequests.submit('athlete', String(athlete.id))
    await day.system.pass(15 * minute, 20 * second)
    await day.system.store.projection.catchUp()
    await live.clock.advance(second)
    return client.roundTrip()
  }
  const ofType = <Type extends ServerMessage['type']>(messages: ServerMessage[], type: Type): ServerMessageOf<Type>[] =>
    messages.filter((message): message is ServerMessageOf<Type> => message.type === type)

  /** The successive values that a client saw, without repetitions. */
  const distinctValues = <Value>(before: Value, values: Value[]): Value[] =>
    values.filter((value, place) => value !== (place === 0 ? before : values[place - 1]))
  const cardsOf = (messages: ServerMessage[], athlete: Athlete) =>
    ofType(messages, 'athlete_update').flatMap((message) => (message.athleteId === athlete.id ? [message.athlete] : []))
  const itemsOf = (messages: ServerMessage[], athlete: Athlete) =>
    ofType(messages, 'match_update').flatMap((message) => (message.athleteId === athlete.id ? message.matches : []))

  it('an athlete with a new name and team keeps the followers, who are notified once [U-18]', async () => {
    await listen()
    const [athlete] = followed as [Athlete]
    const messages = await messagesAfter(() => {
      day.system.simulator.athlete({ tournament, athlete: sourceId(athlete), action: 'rename', name: 'Somebody Else' })
      day.system.simulator.athlete({ tournament, athlete: sourceId(athlete), action: 'team', team: 'Another Academy' })
    })
    const cards = cardsOf(messages, athlete)
    expect(
      distinctValues(
        athlete.name,
        cards.map((card) => card.name),
      ),
    ).toEqual(['Somebody Else'])
    expect(
      distinctValues(
        athlete.team,
        cards.map((card) => card.team),
      ),
    ).toEqual(['Another Academy'])
    expect(day.system.held(day.id).state.athletes.get(athlete.id)).toMatchObject({
      bjjCompSystemId: athlete.bjjCompSystemId,
    })
    await day.expectCorrect()
  })

  it('an athlete in another category keeps the followers, who are notified once [U-18]', async () => {
    const target = (athlete: Athlete): number | undefined => {
      const { categories } = day.system.simulator.truth(tournament)
      return categories.find(
        (category) =>
          ![2, 4, 8, 16].includes(category.athletes.length) &&
          !category.athletes.some((other) => other.id === sourceId(athlete)),
      )?.id
    }
    await listen()
    const move = (athlete: Athlete, to: number): void => {
      const [from] = day.system.simulator
        .truth(tournament)
        .categories.filter((category) => category.athletes.some((other) => other.id === sourceId(athlete)))
      day.system.simulator.athlete({ tournament, athlete: sourceId(athlete), action: 'move', from: from?.id ?? 0, to })
    }
    const [athlete] = followed as [Athlete]
    const old = new Set(fightsOf(athlete).map((match) => match.id))
    const messages = await messagesAfter(() => move(athlete, target(athlete) ?? 0))
    expect(day.system.held(day.id).state.athletes.get(athlete.id)?.categoryIds).not.toEqual(athlete.categoryIds)
    const cards = cardsOf(messages, athlete)
    expect(
      distinctValues(
        athlete.division,
        cards.map((card) => card.division),
      ),
    ).toHaveLength(1)
    expect(fightsOf(athlete).filter((match) => old.has(match.id))).toEqual([])
    expect(cards.at(-1)?.next?.id).toBe(fightsOf(athlete)[0]?.id)
    await day.expectCorrect()
  })

  it.each<[string, (control: SimulatorControl) => void, (match: Match) => number | string | null, keyof MatchItem]>([
    [
      'renumbered mats',
      (control) => control.tournament({ tournament, action: 'renumber-mats', firstMat: 21 }),
      (match) => match.mat,
      'matNumber',
    ],
    [
      'a day that is moved to the next date',
      (control) => control.tournament({ tournament, action: 'move-day', day: 1, days: 1 }),
      (match) => match.scheduledAt,
      'scheduledDateTime',
    ],
  ])(
    'the fights of %s stay the same, and their followers are notified of each once [U-18]',
    async (_, command, valueOf, key) => {
      await listen()
      const before = new Map(followed.flatMap(fightsOf).map((match) => [match.id, valueOf(match)]))
      const messages = await messagesAfter(() => command(day.system.simulator))
      const after = [...new Map(followed.flatMap(fightsOf).map((match) => [match.id, match])).values()]
      expect(new Set(after.map((match) => match.id))).toEqual(new Set(before.keys()))
      expect(after.filter((match) => valueOf(match) === before.get(match.id))).toEqual([])
      for (const athlete of followed)
        for (const match of fightsOf(athlete)) {
          const items = itemsOf(messages, athlete).filter((item) => item.id === match.id)
          const values = items.map((item) => item[key] as number | string | null)
          expect(distinctValues(before.get(match.id) ?? null, values)).toEqual([valueOf(match)])
        }
      await day.expectCorrect()
    },
  )

  it('three athletes with the same name are distinguished by their ids [U-19]', async () => {
    const categories = new Set<number | null>()
    // One athlete of each category, so that each has a different first fight.
    await listen(({ categoryIds: [category = null] }) => !categories.has(category) && Boolean(categories.add(category)))
    const namesakes = followed.slice(0, 3)
    const [mine, ...others] = namesakes as [Athlete, Athlete, Athlete]
    const fights = new Map(namesakes.map((athlete) => [athlete.id, fightsOf(athlete).map((match) => match.id)]))
    const messages = await messagesAfter(() => {
      for (const athlete of namesakes)
        day.system.simulator.athlete({ tournament, athlete: sourceId(athlete), action: 'rename', name: 'João Silva' })
      day.system.simulator.athlete({ tournament, athlete: sourceId(mine), action: 'team', team: 'Another Academy' })
    })
    const now = namesakes.map((athlete) => day.system.held(day.id).state.athletes.get(athlete.id))
    expect(now.map((athlete) => athlete?.name)).toEqual(Array(3).fill('João Silva'))
    expect(now.map((athlete) => athlete?.team)).toEqual(['Another Academy', ...others.map((athlete) => athlete.team)])
    for (const athlete of namesakes) {
      expect(fightsOf(athlete).map((match) => match.id)).toEqual(fights.get(athlete.id))
      const names = cardsOf(messages, athlete).map((card) => card.name)
      expect(distinctValues(athlete.name, names)).toEqual(['João Silva'])
    }
    await day.expectCorrect()
  })
})

it('a tournament whose pages all hang does not delay other tournaments [P7]', async () => {
  const plan = (sourceId: number) => ({
    id: sourceId,
    firstDay: '2026-09-12',
    mats: 4,
    categories: categoriesOf('open', { athletes: 40, categories: 6, largest: 11 }).filter(
      ({ appearsAt }) => appearsAt === undefined,
    ),
  })
  const system = closing.use(
    await openSystem({
      databaseUrl: database.url,
      startAt: duringTheDay,
      simulator: { tournaments: [plan(tournament), plan(tournament + 1)] },
      config: { limits: { connect: 300, headers: 300, total: 400, body: 5_000_000 } },
    }),
  )
  const id = await system.add(tournament)
  const hanging = await system.add(tournament + 1)
  for (const each of [id, hanging]) await system.setViewers(each, 1)
  await system.pass(2 * minute)
  const readIn = async (ms: number): Promise<number> => {
    system.simulator.clearRequests()
    await system.pass(ms)
    return system.simulator.requests().latest.filter(({ path }) => path.includes(`/${tournament}/tournament_days/`))
      .length
  }
  const before = await readIn(4 * minute)
  system.simulator.addFault({ kind: 'silent', match: `tournaments/${tournament + 1}/` })
  const meanwhile = await readIn(4 * minute)
  await system.store.projection.catchUp()
  expect(system.simulator.faults()[0]?.hits).toBeGreaterThan(2)
  expect(before).toBeGreaterThan(4)
  expect(meanwhile).toBeGreaterThanOrEqual(before - 2)
  expect(system.held(hanging).source.state).not.toBe('ok')
  expect(system.held(id).source.state).toBe('ok')
})
