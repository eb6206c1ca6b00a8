// Compact messages: docs/live-protocol.md, L50 to L54.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import {
  applyToScreen,
  comparable,
  followerOf,
  LiveClient,
  type LiveUnderTest,
  loadScreen,
  startLive,
} from '#support/live.ts'

let database: TestDatabase
let store: Store
let liveServer: LiveUnderTest
let nextEventId = 7_000
let event: FixtureEvent
beforeAll(async () => {
  database = await openTestDatabase()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  liveServer = await startLive(store)
})
afterAll(async () => {
  await liveServer.close()
  await store.close()
  await database.close()
})
beforeEach(async () => {
  event = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++), mats: 1 })
})

const athlete = (seed: number): number => event.athleteIds[seed] ?? 0

/** Opens two clients of one user: one takes compact messages, the other complete ones. */
async function listen(...athleteIds: number[]) {
  const user = await followerOf(store, event.tournamentId, athleteIds)
  const open = async (isCompact: boolean): Promise<LiveClient> => {
    const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
    await client.subscribe(undefined, isCompact)
    return client
  }
  return { user, compact: await open(true), other: await open(false) }
}

const ofType = <Type extends ServerMessage['type']>(messages: ServerMessage[], type: Type): ServerMessageOf<Type>[] =>
  messages.filter((message): message is ServerMessageOf<Type> => message.type === type)
/** The types of messages about matches and athletes. */
const typesOf = (messages: ServerMessage[]): string[] =>
  [...new Set(messages.map(({ type }) => type))].filter((type) => /^(match|athlete)_/.test(type)).toSorted()

it('a client that requests compact messages gets them instead of those with complete items, and no other client does [L50]', async () => {
  const { compact, other } = await listen(athlete(0))
  await event.setRawStatus(1, 'started')
  await event.finishNextFight(1, 0)
  expect(typesOf(await compact.roundTrip())).toEqual(['athlete_change', 'match_change'])
  expect(typesOf(await other.roundTrip())).toEqual(['athlete_update', 'match_status_change', 'match_update'])
  await compact.subscribe()
  await event.delayMat(1, 5)
  // The athlete's card shows when to report, which is later because the start of the division was postponed.
  expect(typesOf(await compact.roundTrip())).toEqual(['athlete_update', 'match_update'])
  compact.terminate()
  other.terminate()
})

it('match_change contains the fields that changed, and no display fields [L51]', async () => {
  const { compact, other } = await listen(athlete(0))
  await event.delayMat(1, 5)
  const [change] = ofType(await compact.roundTrip(), 'match_change')
  const [update] = ofType(await other.roundTrip(), 'match_update')
  const { id, ahead, localTime, scheduledDateTime, moved } = update!.matches[0]!
  expect(change).toEqual({
    type: 'match_change',
    tournamentId: event.tournamentId,
    ...event.held().position,
    athleteId: athlete(0),
    matches: [{ id, ahead, localTime, scheduledDateTime, moved }],
    removed: [],
  })
  expect(JSON.stringify(change).length).toBeLessThan(JSON.stringify(update).length / 3)
  compact.terminate()
  other.terminate()
})

it('match_change has all fields of a match that is new or may have been missed, and names removed matches [L51]', async () => {
  const { compact, other, user } = await listen(athlete(0), athlete(7))
  const { position } = event.held()
  await event.finishNextFight(1, 0)
  await event.correctLastWinner(1)
  const changes = ofType(await compact.roundTrip(), 'match_change')
  const semiFinal = changes.flatMap(({ matches }) => matches).find(({ round }) => round === 'Semi-Final')
  expect(semiFinal).toMatchObject({
    athleteId: athlete(0),
    division: expect.any(String),
    timestamp: expect.any(String),
  })
  expect(changes.find(({ removed }) => removed.length > 0)?.removed).toEqual([semiFinal?.id])
  const back = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await back.subscribe({ [event.tournamentId]: position }, true)
  const missed = await back.roundTrip()
  expect(typesOf(missed)).toEqual(['athlete_change', 'match_change'])
  for (const { matches } of ofType(missed, 'match_change'))
    for (const match of matches)
      expect(match).toMatchObject({ athleteId: expect.any(Number), side: expect.any(String) })
  for (const client of [compact, other, back]) client.terminate()
})

it('a compact client that applies every change, even twice, shows what a fresh load shows [L51] [L53]', async () => {
  const ids = [athlete(0), athlete(7), athlete(8)]
  const { compact, other } = await listen(...ids)
  const load = () => loadScreen(store, event.tournamentId, ids, liveServer.clock.now())
  const screen = load()
  for (let fights = 0; fights < 4; fights++) {
    await event.setRawStatus(1, 'started')
    await event.finishNextFight(1, 0)
    await event.delayMat(1, 2)
    await event.moveLastFightToFront(1)
    for (const message of await compact.roundTrip()) {
      applyToScreen(screen, message)
      const once = comparable(screen)
      applyToScreen(screen, message)
      expect(comparable(screen)).toEqual(once)
    }
    expect(comparable(screen, true)).toEqual(comparable(load(), true))
  }
  compact.terminate()
  other.terminate()
})

it('athlete_change contains the fields of the card that changed, with the id of the next match [L53]', async () => {
  event = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++), mats: 2 })
  const { compact, other } = await listen(athlete(0))
  await event.finishNextFight(1, 0)
  const changes = ofType(await compact.roundTrip(), 'athlete_change')
  const next = ofType(await other.roundTrip(), 'athlete_update').at(-1)?.athlete.next
  expect(Object.assign({}, ...changes.map((change) => change.athlete))).toEqual({
    totalMatches: 2,
    wins: 1,
    completedMatches: 1,
    next: next?.id,
    steps: [expect.objectContaining({ isDone: true }), expect.objectContaining({ kind: 'weigh-in', isDone: true })],
  })
  const { seq } = event.held().position
  await event.delayMat(2, 5)
  expect(event.held().position.seq).toBeGreaterThan(seq)
  expect(ofType(await compact.roundTrip(), 'athlete_change')).toEqual([])
  compact.terminate()
  other.terminate()
})

it('a compact client gets the age of a source at most every ten seconds when its pages changed, otherwise every thirty, and at once when its state changes [L54]', async () => {
  const { compact, other } = await listen(athlete(0))
  other.terminate()
  const ages = async () => ofType(await compact.roundTrip(), 'source_update')
  const countAfter = async (ms: number): Promise<number> => {
    await liveServer.clock.advance(ms)
    return (await ages()).length
  }
  await event.delayMat(1, 5)
  expect(await countAfter(0)).toBe(1)
  await event.delayMat(1, 5)
  expect([await countAfter(9_000), await countAfter(1_000)]).toEqual([0, 1])
  await event.recordRequest('unchanged')
  expect([await countAfter(10_000), await countAfter(19_000), await countAfter(1_000)]).toEqual([0, 0, 1])
  for (let failures = 0; failures < 3; failures++) await event.recordRequest('failed')
  const [down, ...more] = await ages()
  expect(more).toEqual([])
  expect(down).toMatchObject({ source: { state: 'down' } })
  expect(down).not.toHaveProperty('serverTime')
  compact.terminate()
})
