import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyMatchUpdate, applyToFollowed } from '#contract/apply-live.ts'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { withoutDisplayFields } from '#views/display-fields.ts'
import { nearFront } from '#views/item-news.ts'
import { ServerMessage } from '#contract/live.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import { presentFollowed } from '#views/followed.ts'
import type { Athlete } from '#domain/athlete.ts'
import { type Before, matLine } from '#domain/mat-line.ts'
import { type Match, type Side, sideOf } from '#domain/match.ts'
import {
  applyChange,
  type Change,
  type LoggedChange,
  type TournamentState,
  type ValueBefore,
} from '#domain/tournament-state.ts'
import type { Category, Tournament } from '#domain/tournament.ts'
import { completeUpdate } from '#support/complete-update.ts'
import { exampleAthlete, exampleCategory, exampleMatch, exampleSide, exampleTournament } from '#support/examples.ts'
import { itemsOf, emitMissed } from './delivered.ts'
import { Topic, type TopicBatch, type TopicTournament } from './topic.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const epoch = 'first'
const tournament = exampleTournament()
const names = ['Marina Pedra', 'Lia Serra', 'Rui Farol', 'Caio Estrela', 'Nina Vale', 'Davi Costa']
const athlete = (id: number): Athlete =>
  exampleAthlete({
    id,
    bjjCompSystemId: `70${id}`,
    name: names[id - 1] ?? '',
    belt: 'BLUE',
    categoryIds: id <= 4 ? [1] : [1, 2],
    ...(id === 6 && { categoryIds: [], division: null, hasEmptyList: true }),
  })
const category = (id: number, first: number | null = null): Category =>
  exampleCategory({
    id,
    bjjCompSystemId: `90${id}`,
    division: `Division ${id}`,
    state: first === null ? 'bracket' : 'finished',
    placements: first === null ? [] : [{ place: 1, name: '', team: '', athleteBjjCompSystemId: `70${first}` }],
  })
const side = (id: number, withId = true): Side =>
  exampleSide({ bjjCompSystemId: withId ? `70${id}` : null, name: names[id - 1] ?? '', seed: null })
const match = (id: number, over: Partial<Match> = {}): Match =>
  exampleMatch({
    id,
    matchNumber: id,
    round: 'Round 1',
    sides: [side(1), side(2)],
    time: '14:00',
    scheduledAt: '2026-11-21T19:00:00.000Z',
    mat: 1,
    fightNumber: id,
    boardRank: id,
    ...over,
  })

/** A tournament in memory, with its whole change log. */
class TournamentInMemory implements TopicTournament {
  readonly state: TournamentState = {
    tournament,
    categories: new Map([1, 2].map((id) => [id, category(id)])),
    athletes: new Map([1, 2, 3, 4, 5, 6].map((id) => [id, athlete(id)])),
    matches: new Map(),
  }
  position = { epoch, seq: 0 }
  readonly log: LoggedChange[] = []

  constructor(matches: Match[] = []) {
    for (const each of matches) this.state.matches.set(each.id, each)
  }
  matchesOfAthlete(athleteId: number): Match[] {
    const found = this.state.athletes.get(athleteId)
    return this.matches().filter((each) => found && sideOf(each, found) !== null)
  }
  beforeOnMat({ date, mat, id }: Match): Before | null {
    if (mat === null) return null
    const onMat = this.matches().filter((each) => each.date === date && each.mat === mat)
    const listed = onMat.filter((each) => each.board === 'listed')
    listed.sort((a, b) => (a.boardRank ?? 0) - (b.boardRank ?? 0) || a.id - b.id)
    return matLine(onMat, listed).before.get(id) ?? null
  }

  listedOnMat(date: string | null, mat: number): Match[] {
    return this.matches().filter((each) => each.board === 'listed' && each.date === date && each.mat === mat)
  }
  athleteBySourceId(id: string): Athlete | undefined {
    return [...this.state.athletes.values()].find((each) => each.bjjCompSystemId === id)
  }
  private matches(): Match[] {
    return [...this.state.matches.values()]
  }
  apply(...changes: Change[]): TopicBatch {
    const before = structuredClone(this.state)
    const logged = changes.map((change) => {
      this.position = { epoch, seq: this.position.seq + 1 }
      return {
        tournamentId: 5,
        seq: this.position.seq,
        at: new Date(now + this.position.seq).toISOString(),
        change: structuredClone(change),
      }
    })
    this.log.push(...logged)
    for (const { change } of logged) applyChange(this.state, change)
    const maps = { match: before.matches, athlete: before.athletes, category: before.categories }
    const valueOf = (entity: Change['entity'], id: number): Change['value'] | undefined =>
      entity === 'tournament' ? before.tournament : maps[entity].get(id)
    return { changes: logged, before: valueOf as unknown as ValueBefore }
  }
}

const changed = (value: Match): Change => ({ entity: 'match', id: value.id, value })

/** A topic whose listener `ana` follows the athletes; `updatesFor` applies changes and returns the messages for her. */
function startTopic(matches: Match[], athleteIds: number[]) {
  const held = new TournamentInMemory(matches)
  const topic = new Topic<string>(held)
  topic.listeners.add('ana')
  for (const id of athleteIds) topic.watch(held, id, 'ana', now)
  const updatesFor = (...changes: Change[]): ServerMessage[] =>
    topic
      .deliveriesFor(held, held.apply(...changes), now)
      .filter(({ to }) => to.has('ana'))
      .flatMap(({ messages }) => messages)
  return { held, topic, updatesFor }
}

it('a topic sends a changed match in its whole new state to the followers of its sides', () => {
  const { updatesFor } = startTopic([match(1)], [1])
  const [update] = updatesFor(changed(match(1, { mat: 3 })))
  expect(ServerMessage.parse(update)).toEqual(update)
  expect(update).toMatchObject({
    type: 'match_update',
    athleteId: 1,
    tournamentId: 5,
    seq: 1,
    epoch,
    status: 'upcoming',
    matches: [{ id: 1, matNumber: 3, opponentName: 'Lia Serra' }],
    removed: [],
  })
})

it('a topic sends nothing for a change that no follower can see', () => {
  const { updatesFor } = startTopic([match(1), match(2, { sides: [side(3), side(4)] })], [1])
  expect(updatesFor(changed(match(2, { sides: [side(3), side(4)], time: '14:10' })))).toEqual([])
  expect(updatesFor(changed(match(1, { boardRank: 1.5 })))).toEqual([])
})

it('a topic sends match_status_change after the update when the status of a match changed', () => {
  const { updatesFor } = startTopic([match(1)], [2])
  const messages = updatesFor(changed(match(1, { rawStatus: 'started' })))
  expect(messages).toMatchObject([
    { type: 'match_update', status: 'live', seq: 1 },
    { type: 'match_status_change', athleteId: 2, matchId: 1, status: 'live', seq: 1 },
  ])
})

it('a topic removes the match for one athlete and adds it for another when a side changes', () => {
  const { updatesFor } = startTopic([match(1)], [1, 3])
  const messages = updatesFor(changed(match(1, { sides: [side(3), side(2)] })))
  expect(messages.filter(({ type }) => type === 'match_update')).toMatchObject([
    { athleteId: 1, matches: [], removed: [1], status: 'removed' },
    { athleteId: 3, matches: [{ id: 1 }], removed: [] },
  ])
})

it('a topic reports a deleted match as removed', () => {
  const { updatesFor } = startTopic([match(1)], [1])
  expect(updatesFor({ entity: 'match', id: 1, value: null })[0]).toMatchObject({ type: 'match_update', removed: [1] })
})

it('a topic sends a match whose place on its mat changes, even far back', () => {
  const others = [1, 2, 3, 4, 5, 6, 7].map((id) => match(id, { sides: [side(3), side(4)] }))
  const { updatesFor } = startTopic([...others, match(8)], [1])
  expect(updatesFor({ entity: 'match', id: 2, value: null })).toMatchObject([
    { matches: [{ id: 8, ahead: 6, before: { fights: 6 } }] },
  ])
})

it('a topic sends the number of fights ahead only if the match is or was near the front of its mat', () => {
  const others = [1, 2, 3, 4, 5].map((id) => match(id, { sides: [side(3), side(4)] }))
  const { updatesFor } = startTopic([...others, match(6)], [1])
  const leaves = (id: number): ServerMessage[] =>
    updatesFor(changed(match(id, { sides: [side(3), side(4)], board: 'left', boardRank: null })))
  expect(leaves(1)).toEqual([])
  expect(leaves(2)).toMatchObject([{ matches: [{ id: 6, ahead: 3 }] }])
  expect(leaves(3)).toMatchObject([{ matches: [{ id: 6, ahead: 2 }] }])
  expect(updatesFor(changed(others[2] as Match))).toMatchObject([{ matches: [{ id: 6, ahead: 3 }] }])
  expect(updatesFor(changed(others[1] as Match))).toMatchObject([{ matches: [{ id: 6, ahead: 4 }] }])
})

it('a topic sends a card that changed more than once in a batch, even if it ends as it was delivered', () => {
  const later = { scheduledAt: '2026-11-21T20:00:00.000Z' }
  const { updatesFor } = startTopic([match(1), match(2, { ...later, mat: 2 })], [1])
  const messages = updatesFor({ entity: 'match', id: 2, value: null }, changed(match(3, { ...later, mat: 3 })))
  expect(messages).toMatchObject([
    { type: 'match_update', matches: [{ id: 3 }], removed: [2] },
    { type: 'athlete_update', athlete: { totalMatches: 2, next: { id: 1 } } },
  ])
})

it('a topic announces the first matches of an athlete who had none', () => {
  const { updatesFor } = startTopic([], [1])
  expect(updatesFor(changed(match(1))).map(({ type }) => type)).toEqual([
    'match_update',
    'athlete_data_loaded',
    'athlete_update',
  ])
})

it('a topic updates the cards of athletes whose category has a new podium and invalidates the order of fights', () => {
  const { updatesFor } = startTopic([], [1, 2])
  expect(updatesFor({ entity: 'category', id: 1, value: category(1, 2) })).toMatchObject([
    { type: 'athlete_update', athleteId: 1, athlete: { placements: [], withoutMatch: [{ reason: 'over' }] } },
    { type: 'cache_invalidate', athleteId: 1, endpoint: '/api/athletes/1/order-of-fights' },
    { type: 'athlete_update', athleteId: 2, athlete: { placements: [{ place: 1, category: 'Division 1' }] } },
    { type: 'cache_invalidate', athleteId: 2, endpoint: '/api/athletes/2/order-of-fights' },
  ])
})

it('a topic invalidates the order of fights when a podium changed there and back in one batch', () => {
  const { updatesFor } = startTopic([], [2])
  const messages = updatesFor(
    { entity: 'category', id: 1, value: category(1, 2) },
    { entity: 'category', id: 1, value: category(1) },
  )
  expect(messages.map(({ type }) => type)).toEqual(['athlete_update', 'cache_invalidate'])
})

it('a topic does not invalidate the order of fights when a category changed more than once without a new podium', () => {
  const { updatesFor } = startTopic([], [2])
  const messages = updatesFor(
    { entity: 'category', id: 1, value: { ...category(1), state: 'none' } },
    { entity: 'category', id: 1, value: category(1) },
  )
  expect(messages.map(({ type }) => type)).toEqual(['athlete_update'])
})

it('a topic updates the card of an athlete in no category when the last bracket is published', () => {
  const { updatesFor } = startTopic([], [6])
  const bracket = (state: Category['state']): Change => ({
    entity: 'category',
    id: 1,
    value: { ...category(1), state },
  })
  const withReason = (withoutMatch: FollowedAthlete['withoutMatch']) => [
    { type: 'athlete_update', athleteId: 6, athlete: { withoutMatch } },
  ]
  expect(updatesFor(bracket('none'))).toMatchObject(withReason([]))
  expect(updatesFor(bracket('bracket'))).toMatchObject(withReason([{ category: null, reason: 'withdrawn' }]))
  expect(updatesFor({ entity: 'category', id: 2, value: category(2, 1) })).toEqual([])
})

it('a topic sends import progress and a new logo to all who have the tournament', () => {
  const { updatesFor } = startTopic([], [])
  const running: Tournament = { ...tournament, import: { ...tournament.import, state: 'running', athletes: 7 } }
  expect(updatesFor({ entity: 'tournament', id: 5, value: running })).toMatchObject([
    { type: 'tournament_update', status: 'live', import: { state: 'running', athletes: 7 }, seq: 1 },
  ])
  expect(updatesFor({ entity: 'tournament', id: 5, value: { ...running, logoUrl: '/logos/1.webp' } })).toMatchObject([
    { type: 'tournament_update', logoUrl: '/logos/1.webp', seq: 2 },
  ])
  expect(
    updatesFor({ entity: 'tournament', id: 5, value: { ...running, logoUrl: '/logos/1.webp', venue: 'Hall' } }),
  ).toEqual([])
})

it('a topic that started after a client’s position reports that a match moved back from the front of its mat', () => {
  const other = (id: number, boardRank: number): Match => match(id, { sides: [side(3), side(4)], boardRank })
  const held = new TournamentInMemory([other(1, 1), other(2, 2), other(3, 3), match(6)])
  held.apply(changed(other(4, 4)))
  const topic = new Topic<string>(held)
  topic.watch(held, 1, 'ana', now)
  expect(topic.missed(held, [1], 0, held.log)).toMatchObject([{ athleteId: 1, matches: [6] }])
  expect(topic.missed(held, [1], 1, [])).toEqual([])
})

it('a topic is empty ten minutes after its last follower has left', () => {
  const { topic } = startTopic([match(1)], [1])
  topic.listeners.delete('ana')
  topic.unwatch(1, 'ana', now)
  expect(topic.sweep(now + 599_000)).toBe(false)
  expect(topic.sweep(now + 600_000)).toBe(true)
})

/** A client: the athletes that it follows, what it shows, and its position. */
type Client = {
  athleteIds: number[]
  items: WireMatchItem[]
  cards: FollowedAthlete[]
  /** The last position that it received. */
  seq: number
  isConnected: boolean
  /** The sequence numbers received since it connected. */
  seqs: number[]
}

const freshItems = (held: TournamentInMemory, ids: number[]): WireMatchItem[] =>
  ids.flatMap((id) => itemsOf(held, held.state.athletes.get(id) as Athlete, now))
const freshCards = (held: TournamentInMemory, ids: number[]): FollowedAthlete[] =>
  ids.map((id) =>
    presentFollowed(held, held.state.athletes.get(id) as Athlete, { followedAt: 'since ever', via: null }, now),
  )

function receive(client: Client, message: ServerMessage): void {
  const update = completeUpdate(message, client.items, client.cards)
  if (update?.type === 'match_update') client.items = applyMatchUpdate(client.items, update)
  if (update) client.cards = applyToFollowed(client.cards, update)
  if ('seq' in message) client.seqs.push(message.seq)
  if (message.type === 'position') client.seq = message.seq
}

/** An item without its timestamp and display fields, and without `ahead` unless it is near the front. */
const comparable = (item: WireMatchItem): object => ({
  ...withoutDisplayFields(item),
  timestamp: null,
  ahead: item.ahead !== null && item.ahead > nearFront ? null : item.ahead,
})
const shown = ({ items, cards }: Pick<Client, 'items' | 'cards'>): object => ({
  items: items.map(comparable).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  cards: cards.map((card) => ({ ...card, next: card.next && comparable(card.next) })),
})

const anyAthleteId = fc.integer({ min: 1, max: 6 })
const randomSide = fc.oneof(
  { weight: 6, arbitrary: anyAthleteId.map((id) => side(id)) },
  { weight: 1, arbitrary: anyAthleteId.map((id) => side(id, false)) },
  { weight: 1, arbitrary: fc.constant<Side>({ kind: 'open', from: null }) },
  { weight: 1, arbitrary: fc.constant<Side>({ kind: 'bye' }) },
)
const randomMatch = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    sides: fc.tuple(randomSide, randomSide),
    mat: fc.constantFrom(1, 2, null),
    boardRank: fc.integer({ min: 1, max: 9 }),
    board: fc.constantFrom<Match['board'][]>('listed', 'listed', 'listed', 'left'),
    categoryId: fc.constantFrom(1, 2, null),
    rawStatus: fc.constantFrom<Match['rawStatus'][]>(null, 'started', 'assigned'),
    outcome: fc.constantFrom<Match['outcome'][]>(null, null, { kind: 'won', winner: 0 }),
  })
  .map(({ id, ...over }) => changed(match(id, over)))
/** The initial matches; random changes may restore them. */
const initialMatches = [match(1), match(2, { sides: [side(3), side(4)] })]
const randomChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: randomMatch },
  { weight: 4, arbitrary: fc.constantFrom(...initialMatches.map(changed)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }).map((id): Change => ({ entity: 'match', id, value: null })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyAthleteId, fc.constantFrom('Mar Alto', 'Serra Team'))
      .map(([id, team]): Change => ({ entity: 'athlete', id, value: { ...athlete(id), team } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 1, max: 2 }),
        fc.option(anyAthleteId),
        fc.constantFrom<Partial<Category>>({}, { state: 'none' }),
      )
      .map(([id, first, over]): Change => ({ entity: 'category', id, value: { ...category(id, first), ...over } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Tournament['status'][]>('live', 'past')
      .map((status): Change => ({ entity: 'tournament', id: 5, value: { ...tournament, status } })),
  },
)
const eitherProcess = fc.integer({ min: 0, max: 1 })
const randomStep = fc.oneof(
  { weight: 6, arbitrary: fc.array(randomChange, { minLength: 1, maxLength: 3 }).map((changes) => ({ changes })) },
  // A process reads the rest of the log as one batch.
  { weight: 6, arbitrary: fc.record({ reader: eitherProcess }) },
  // The connection breaks after this number of further messages.
  { weight: 1, arbitrary: fc.record({ cutAfter: fc.integer({ min: 0, max: 3 }) }) },
  // The client connects to a process.
  { weight: 3, arbitrary: fc.record({ connectTo: eitherProcess }) },
  // A process restarts: its delivered state is lost.
  { weight: 1, arbitrary: fc.record({ restarted: eitherProcess }) },
)

it.each([
  ['a client', 'messages'],
  ['a compact client', 'compact'],
] as const)(
  '%s that reconnects to any process ends with what a fresh load shows, and its sequence numbers never go down [L18] [L19]',
  (_, form) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyAthleteId, { minLength: 1, maxLength: 4 }),
        fc.array(randomStep, { maxLength: 30 }),
        (athleteIds, steps) => {
          const log: Change[] = []
          const startProcess = () => {
            const held = new TournamentInMemory(initialMatches)
            return { held, topic: new Topic<Client>(held) }
          }
          const processes = [startProcess(), startProcess()] as const
          // The process that the client is connected to.
          let [connected] = processes
          const client: Client = {
            athleteIds,
            items: freshItems(connected.held, athleteIds),
            cards: freshCards(connected.held, athleteIds),
            seq: 0,
            isConnected: false,
            seqs: [],
          }
          let messagesUntilCut = Infinity
          const take = (message: ServerMessage): void => {
            if (client.isConnected && messagesUntilCut-- > 0) receive(client, message)
            else client.isConnected = false
          }
          const read = (process: typeof connected): void => {
            const { held, topic } = process
            const unread = log.slice(held.position.seq)
            if (unread.length === 0) return
            for (const { to, [form]: messages } of topic.deliveriesFor(held, held.apply(...unread), now))
              if (to.has(client)) for (const message of messages) take(message)
            if (process === connected) take({ type: 'position', tournamentId: 5, ...held.position })
          }
          const connect = (process: typeof connected): void => {
            client.isConnected = false
            for (const id of athleteIds) connected.topic.unwatch(id, client, now)
            connected = process
            const { held, topic } = process
            // A process first catches up with the client’s position.
            if (held.position.seq < client.seq) read(process)
            Object.assign(client, { isConnected: true, seqs: [] })
            messagesUntilCut = Infinity
            for (const id of athleteIds) topic.watch(held, id, client, now)
            const missedChanges = held.log.filter(({ seq }) => seq > client.seq)
            for (const missed of topic.missed(held, athleteIds, client.seq, missedChanges))
              for (const message of emitMissed(held, missed, { tournamentId: 5, ...held.position, now })[form])
                take(message)
            take({ type: 'position', tournamentId: 5, ...held.position })
          }
          connect(connected)
          for (const step of steps) {
            if ('changes' in step) log.push(...step.changes)
            else if ('reader' in step) read(processes[step.reader as 0 | 1])
            else if ('cutAfter' in step) messagesUntilCut = step.cutAfter
            else if ('connectTo' in step) connect(processes[step.connectTo as 0 | 1])
            else {
              const process = processes[step.restarted as 0 | 1]
              process.topic = new Topic<Client>(process.held)
              if (process === connected) connect(process)
            }
            expect(client.seqs).toEqual(client.seqs.toSorted((a, b) => a - b))
          }
          read(connected)
          connect(connected)
          const { held } = connected
          expect(shown(client)).toEqual(
            shown({ items: freshItems(held, athleteIds), cards: freshCards(held, athleteIds) }),
          )
        },
      ),
      { numRuns: 1_000 },
    )
  },
)
