// A small tournament, recorded in a store as ingest would: four athletes in one division, two semi-finals and a final, on one
// mat, today.
import { randomUUID } from 'node:crypto'
import type { Athlete } from '#domain/athlete.ts'
import type { BoardReading, BracketReading, Reading, ReadSide } from '#domain/reading.ts'
import { type Held, listsLease, type Store } from '#store'

const minute = 60_000
export const division = 'Adult / Female / PURPLE / Feather'
const [london, lima, tokyo] = [
  { city: 'London', country: 'United Kingdom', timezone: 'Europe/London' },
  { city: 'Lima', country: 'Peru', timezone: 'America/Lima' },
  { city: 'Tokyo', country: 'Japan', timezone: 'Asia/Tokyo' },
] as const

/** The venue: a place where it is now between 4 AM and 3 PM, so that all matches are on one day. */
export const venue = venueAt(new Date().getUTCHours())

function venueAt(hour: number): typeof london | typeof lima | typeof tokyo {
  if (hour < 4) return tokyo
  if (hour < 12) return london
  return hour < 20 ? lima : tokyo
}

const parts = { age: 'Adult', gender: 'Female', belt: 'PURPLE', weight: 'Feather' }
const people = [
  { bjjCompSystemId: '700137', name: 'Marina Pedra Azul', team: 'Mar Alto' },
  { bjjCompSystemId: '700200', name: 'Lia Serra', team: 'Lótus Team' },
  { bjjCompSystemId: '700201', name: 'Joana Vale', team: 'Mar Alto' },
  { bjjCompSystemId: '700202', name: 'Ana Conceição Łuz', team: 'Ponte Nova' },
] as const

/** The ranking and the swaps: Lia Serra has titles, and Ana Conceição Łuz is not in the ranking. */
const draw: Pick<BracketReading, 'ranking' | 'swaps'> = {
  ranking: people.slice(0, 3).map(({ name, team }, index) => ({
    seed: index + 1,
    name,
    team,
    points: [
      { column: 'grand-slam', points: 27 - 9 * index },
      { column: 'overall', points: 60 - 6 * index },
    ],
    titles: index === 1 ? [{ column: 'world', years: [2025, 2023] }] : [],
  })),
  swaps: [{ from: { seed: 2, name: 'Lia Serra' }, to: { seed: 4, name: 'Ana Conceição Łuz' } }],
}

export type RecordedTournament = {
  id: number
  bjjCompSystemId: string
  held(): Held
  /** An athlete by source id; tests follow '700137'. */
  athlete(bjjCompSystemId: string): Athlete
  /** Moves all matches; the semi-final of '700137' then starts this number of minutes after the tournament was first recorded. */
  move(startsIn: number): Promise<void>
  /** Records that '700137' and '700201' won the semi-finals, which have left the board. */
  finishSemiFinal(): Promise<void>
  /** Records that '700137' won the final, which has left the board, with the podium. */
  finishFinal(): Promise<void>
}

type Stage = 'semi-finals' | 'final' | 'over'

/** Records the tournament in a store. `startsIn`: the minutes from now to the first semi-final. */
export async function recordTournament(
  store: Store,
  bjjCompSystemId = '3105',
  startsIn = 30,
): Promise<RecordedTournament> {
  const whole = { language: 'en' as const, verdict: 'whole' as const, problems: [] }
  const record = async (reading: Reading): Promise<void> => {
    await store.recorder.record(reading, { fetchedAt: Date.now(), bytes: 1_000, bodyHash: randomUUID() })
  }
  const openedAt = Date.now()
  let start = openedAt + startsIn * minute
  let stage: Stage = 'semi-finals'

  const [first, second, third, fourth] = people.map((person, seed) => ({ ...person, seed: seed + 1 }))
  const side = (person: typeof first, loser = false): ReadSide =>
    person ? { kind: 'athlete', ...person, loser, disqualification: null } : { kind: 'bye' }
  const open = (fightNumber: number): ReadSide => ({
    kind: 'open',
    takes: 'winner',
    fightNumber,
    mat: 1,
    fromMatch: fightNumber,
  })

  const fights = (): BracketReading['matches'] => {
    const hasFinalists = stage !== 'semi-finals'
    const isOver = stage === 'over'
    return [
      {
        matchNumber: 1,
        isFinal: false,
        mat: 1,
        fightNumber: 1,
        when: venueTime(start),
        sides: [side(first), side(second, hasFinalists)],
      },
      {
        matchNumber: 2,
        isFinal: false,
        mat: 1,
        fightNumber: 2,
        when: venueTime(start + 10 * minute),
        sides: [side(third), side(fourth, hasFinalists)],
      },
      {
        matchNumber: 3,
        isFinal: true,
        mat: 1,
        fightNumber: 3,
        when: venueTime(start + 60 * minute),
        sides: hasFinalists ? [side(first), side(third, isOver)] : [open(1), open(2)],
      },
    ]
  }

  const recordBracket = (): Promise<void> =>
    record({
      ...whole,
      page: { kind: 'bracket', tournament: bjjCompSystemId, category: '9001' },
      division: { division, ...parts },
      treeSize: 4,
      matches: fights(),
      placements:
        stage === 'over'
          ? [first, third, second, fourth].flatMap((person, index) =>
              person ? { place: Math.min(index + 1, 3), name: person.name, team: person.team } : [],
            )
          : [],
      ...draw,
    })

  const recordBoard = (): Promise<void> => {
    const cards = fights()
      .slice({ 'semi-finals': 0, final: 2, over: 3 }[stage])
      .map((fight): BoardReading['mats'][number]['cards'][number] => ({
        mat: 1,
        fightNumber: fight.fightNumber,
        when: fight.when,
        round: fight.isFinal ? 'Final' : 'Semi-Final',
        division,
        sides: fight.sides,
      }))
    const { date } = venueTime(start)
    return record({
      ...whole,
      page: { kind: 'board', tournament: bjjCompSystemId, day: '5066', page: 1 },
      days: [{ bjjCompSystemId: '5066', dayNumber: 1, dayName: 'Day 1', weekday: 'Saturday', date, matsCount: 1 }],
      date,
      mats: [{ mat: 1, complete: true, cards }],
      pages: [1],
      athletes: people.map(({ bjjCompSystemId: id, name }) => ({ bjjCompSystemId: id, name, clubId: null })),
      clubs: null,
    })
  }

  await listTournaments(store, [bjjCompSystemId])
  const { ids } = await store.tournaments.add([bjjCompSystemId])
  const id = ids[0] ?? 0
  const date = venueTime(start).date
  await record({
    ...whole,
    page: { kind: 'events' },
    events: [
      {
        bjjCompSystemId,
        name: `Porto Alvo Open ${bjjCompSystemId}`,
        logoUrl: null,
        startsOn: date,
        endsOn: date,
        city: venue.city,
        state: null,
        country: venue.country,
      },
    ],
  })
  await record({
    ...whole,
    page: { kind: 'categories', tournament: bjjCompSystemId, gender: 'female' },
    categories: [{ bjjCompSystemId: '9001', division, ...parts }],
  })
  const recordPages = async (): Promise<void> => {
    await recordBracket()
    await recordBoard()
    await store.projection.load(id)
    await store.projection.catchUp()
  }
  await recordPages()

  const held = (): Held => {
    const found = store.projection.get(id)
    if (!found) throw new Error(`tournament ${id} is not held`)
    return found
  }
  return {
    id,
    bjjCompSystemId,
    held,
    athlete(sourceId) {
      const found = held().athleteBySourceId(sourceId)
      if (!found) throw new Error(`there is no athlete ${sourceId}`)
      return found
    },
    async move(minutes) {
      start = openedAt + minutes * minute
      await recordPages()
    },
    async finishSemiFinal() {
      stage = 'final'
      await recordPages()
    },
    async finishFinal() {
      stage = 'over'
      await recordPages()
    },
  }
}

/** Records a home page that lists these tournaments and all that were listed before. */
export async function listTournaments(store: Store, ids: readonly string[]): Promise<void> {
  const known = (await store.tournaments.listAvailable()).tournaments.map(({ bjjCompSystemId }) => bjjCompSystemId)
  await store.recorder.record(
    {
      page: { kind: 'home' },
      language: 'en',
      verdict: 'whole',
      problems: [],
      tournaments: [...new Set([...known, ...ids])].map((id) => ({
        bjjCompSystemId: id,
        name: `Porto Alvo Open ${id}`,
        logoUrl: null,
        dayId: '5066',
      })),
    },
    { fetchedAt: Date.now(), bytes: 1_000, bodyHash: randomUUID() },
  )
}

/** Answers every read request at once, like an ingest that finds nothing new. Returns a function that stops this. */
export async function answerReadRequests(store: Store, ok = true): Promise<() => void> {
  await holdLists(store)
  const answer = async (): Promise<void> => {
    const tournamentIds = (await store.tournaments.active()).map(({ id }) => id)
    const requests = await store.readRequests.claim({
      kinds: ['import', 'athlete', 'athletes', 'available'],
      tournamentIds,
      holder: 'test',
    })
    for (const { id } of requests) await store.readRequests.finish(id, { ok })
  }
  return store.readRequests.onSubmitted(() => void answer())
}

/** Takes the lease that an ingest process always holds, for an hour. */
export const holdLists = (store: Store) => store.leases.take(listsLease, 'test', 3_600_000)

/** Date and time at the venue. */
function venueTime(at: number): { date: string; time: string } {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: venue.timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  const [date = '', time = ''] = shown.split(' ')
  return { date, time }
}
