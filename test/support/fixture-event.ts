// A fixture event: divisions on mats, recorded in a store through the same readings that ingest makes. Each method changes the
// event and records the pages that show the change.
import { randomUUID } from 'node:crypto'
import type { RawStatus } from '#domain/match.ts'
import type { BoardCard, BoardReading, BracketReading, ListReading, Reading, ReadSide } from '#domain/reading.ts'
import type { Held, Store } from '#store'
import { listTournaments } from './recorded.ts'

type Person = { bjjCompSystemId: string; name: string; team: string; seed: number }
type Fight = {
  category: Category
  matchNumber: number
  mat: number
  fightNumber: number
  /** Minutes after ten in the morning. */
  at: number
  winner: 0 | 1 | null
}
type Category = { bjjCompSystemId: string; division: string; weight: string; people: Person[]; fights: Fight[] }

export type FixtureEvent = {
  readonly tournamentId: number
  /** RollCall's ids, by category and within it by seed. */
  readonly athleteIds: readonly number[]
  held(): Held
  /** Ends the next fight of a mat; false when no fight on it has both competitors. */
  finishNextFight(mat: number, winner: 0 | 1): Promise<boolean>
  /** Delays all remaining fights of a mat. */
  delayMat(mat: number, minutes: number): Promise<void>
  /** Moves the last fight of a mat to the end of another. */
  moveLastFight(from: number, to: number): Promise<void>
  /** Makes the last fight of a mat its first. */
  moveLastFightToFront(mat: number): Promise<void>
  /** Records a competitor list that gives the next fight of a mat this status. */
  setRawStatus(mat: number, status: RawStatus): Promise<void>
  /** Changes the winner of the fight that ended last. */
  correctLastWinner(winner: 0 | 1): Promise<void>
  /** Adds eight athletes without a division to the roster; returns RollCall's ids of them. */
  addAthletes(): Promise<number[]>
  /** Publishes the bracket of the added athletes' division. */
  drawAddedDivision(): Promise<void>
  /** Records a read of the board that found no change or failed; returns its time, ISO. */
  recordRequest(outcome: 'unchanged' | 'failed'): Promise<string>
  /** Makes several changes, and records their pages once at the end. */
  batch(changes: () => Promise<void>): Promise<void>
}

type Options = { bjjCompSystemId?: string; categories?: number; mats?: number }

/** Opens an event in London with divisions of eight athletes. It takes place in 30 days, so that no status depends on the clock. */
export async function openFixtureEvent(store: Store, options: Options = {}): Promise<FixtureEvent> {
  const { bjjCompSystemId: tournament = '4200', categories: count = 2, mats = 2 } = options
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const categories: Category[] = Array.from({ length: count }, (_, index) => openCategory(index, mats))
  let fetchedAt = Date.now() - 3_600_000
  let postponed: Set<Category> | null = null
  let entered: Category[] = []
  let lastFought: Fight | null = null

  const record = async (reading: Reading): Promise<void> => {
    fetchedAt = Math.max(fetchedAt + 1, Date.now() - 3_600_000)
    const read = () => store.recorder.record(reading, { fetchedAt, bytes: 1_000, bodyHash: randomUUID() })
    let { refused } = await read()
    if (refused === 'anomalous') {
      // The anomaly check accepts a reading that the page still shows a minute later.
      fetchedAt += 61_000
      refused = (await read()).refused
    }
    if (refused !== undefined) throw new Error(`the ${reading.page.kind} was refused: ${refused}`)
  }
  const waiting = (mat: number): Fight[] =>
    categories
      .flatMap(({ fights }) => fights)
      .filter((fight) => fight.mat === mat && fight.winner === null)
      .toSorted((a, b) => a.at - b.at || a.fightNumber - b.fightNumber)
  const card = (fight: Fight): BoardCard => ({
    mat: fight.mat,
    fightNumber: fight.fightNumber,
    when: { date, time: clockTime(fight.at) },
    round: null,
    division: fight.category.division,
    sides: sidesOf(fight),
  })
  const board = (): BoardReading => ({
    ...whole,
    page: { kind: 'board', tournament, day: '5066', page: 1 },
    days: [{ bjjCompSystemId: '5066', dayNumber: 1, dayName: 'Day 1', weekday: 'Saturday', date, matsCount: mats }],
    date,
    mats: matNumbers(mats).map((mat) => ({ mat, complete: true, cards: waiting(mat).map(card) })),
    pages: [1],
    athletes: [...categories, ...entered].flatMap(({ people }) =>
      people.map(({ bjjCompSystemId, name }) => ({ bjjCompSystemId, name, clubId: null })),
    ),
    clubs: null,
  })
  const bracket = (category: Category): BracketReading => ({
    ...whole,
    page: { kind: 'bracket', tournament, category: category.bjjCompSystemId },
    division: { division: category.division, ...partsOf(category) },
    treeSize: 8,
    matches: category.fights.map((fight) => ({
      matchNumber: fight.matchNumber,
      isFinal: fight.matchNumber === 7,
      mat: fight.mat,
      fightNumber: fight.fightNumber,
      when: { date, time: clockTime(fight.at) },
      sides: sidesOf(fight),
    })),
    placements: podium(category),
    ranking: [],
    swaps: [],
  })
  /** Records the pages that show the last change. */
  const recordChanged = async (...changed: Category[]): Promise<void> => {
    if (postponed) {
      for (const category of changed) postponed.add(category)
      return
    }
    // The projection applies the changes of each page before the next page is recorded; together they would cause other messages.
    for (const reading of [...changed.map(bracket), board()]) {
      await record(reading)
      await store.projection.catchUp()
    }
  }

  await listTournaments(store, [tournament])
  const [tournamentId = 0] = (await store.tournaments.add([tournament])).ids
  const recordCategories = (): Promise<void> =>
    record({
      ...whole,
      page: { kind: 'categories', tournament, gender: 'male' },
      categories: categories.map((category) => ({
        bjjCompSystemId: category.bjjCompSystemId,
        division: category.division,
        ...partsOf(category),
      })),
    })
  await recordCategories()
  await store.tournaments.setZone(tournamentId, 'Europe/London')
  await recordChanged(...categories)
  await store.projection.load(tournamentId)

  const held = (): Held => {
    const found = store.projection.get(tournamentId)
    if (!found) throw new Error('the event is not in the projection')
    return found
  }
  const idsIn = (chosen: Category[]): number[] =>
    chosen.flatMap(({ people }) => people.map((each) => held().athleteBySourceId(each.bjjCompSystemId)?.id ?? 0))
  return {
    tournamentId,
    athleteIds: idsIn(categories),
    held,
    async finishNextFight(mat, winner) {
      const next = waiting(mat).find((fight) => sidesOf(fight).every(({ kind }) => kind === 'athlete'))
      if (!next) return false
      next.winner = winner
      lastFought = next
      await recordChanged(next.category)
      return true
    },
    async correctLastWinner(winner) {
      if (!lastFought) return
      lastFought.winner = winner
      await recordChanged(lastFought.category)
    },
    async addAthletes() {
      entered = [openCategory(categories.length, mats)]
      await recordChanged()
      return idsIn(entered)
    },
    async drawAddedDivision() {
      const drawn = entered
      entered = []
      categories.push(...drawn)
      await recordCategories()
      await recordChanged(...drawn)
    },
    async delayMat(mat, minutes) {
      for (const fight of waiting(mat)) fight.at += minutes
      await recordChanged()
    },
    async moveLastFight(from, to) {
      const last = waiting(from).at(-1)
      if (!last) return
      last.mat = to
      last.at = Math.max(last.at, (waiting(to).at(-1)?.at ?? 0) + 5)
      await recordChanged()
    },
    async moveLastFightToFront(mat) {
      const fights = waiting(mat)
      const last = fights.at(-1)
      if (last) last.at = (fights[0]?.at ?? 0) - 1
      await recordChanged()
    },
    async setRawStatus(mat, rawStatus) {
      const next = waiting(mat)[0]
      const person = next && sidesOf(next).find((side) => side.kind === 'athlete')
      if (!next || !person?.bjjCompSystemId) return
      const { category, ...row } = { ...card(next), category: next.category }
      const reading: ListReading = {
        ...whole,
        page: { kind: 'competitor', tournament, competitor: person.bjjCompSystemId },
        title: person.name,
        rows: [{ ...row, rawStatus, categoryId: category.bjjCompSystemId }],
      }
      await record(reading)
      await store.projection.catchUp()
    },
    async recordRequest(outcome) {
      const at = Date.now()
      const result = { outcome, status: null, ms: 1, bytes: 0, error: null, everyMs: null }
      await store.pages.recordRequest(board().page, { tournamentId, at, ...result })
      await store.projection.catchUp()
      return new Date(at).toISOString()
    },
    async batch(changes) {
      postponed = new Set()
      await changes()
      const changed = [...postponed]
      postponed = null
      await recordChanged(...changed)
    },
  }
}

const whole = { language: 'en' as const, verdict: 'whole' as const, problems: [] }
const weights = ['Rooster', 'Light Feather', 'Feather', 'Light', 'Middle', 'Medium Heavy', 'Heavy', 'Super Heavy']
const belts = ['WHITE', 'BLUE', 'PURPLE', 'BROWN', 'BLACK']
const firstNames = ['Rafael', 'Caio', 'Davi', 'Rui', 'Joel', 'Ivo', 'Tomás', 'Nuno']
const lastNames = ['Horizonte', 'Estrela', 'do Vale', 'Farol', 'Serra', 'Ponte', 'Costa', 'Pedra']

const matNumbers = (mats: number): number[] => Array.from({ length: mats }, (_, index) => index + 1)

/** 'HH:MM', `minutes` after ten. */
const clockTime = (minutes: number): string => {
  const time = 600 + minutes
  return `${String(Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`
}

function openCategory(index: number, mats: number): Category {
  const weight = weights[index % weights.length] ?? ''
  const belt = belts[Math.floor(index / weights.length) % belts.length] ?? ''
  const age = index < weights.length * belts.length ? 'Adult' : `Master ${Math.floor(index / 40)}`
  const category: Category = {
    bjjCompSystemId: String(9_000 + index),
    division: `${age} / Male / ${belt} / ${weight}`,
    weight,
    people: Array.from({ length: 8 }, (_, seed) => ({
      bjjCompSystemId: String(700_000 + index * 8 + seed),
      name: `${firstNames[seed]} ${lastNames[(index + seed) % 8]} ${index}`,
      team: `Team ${(index + seed) % 5}`,
      seed: seed + 1,
    })),
    fights: [],
  }
  const mat = (index % mats) + 1
  // The categories of one mat follow each other.
  const turn = Math.floor(index / mats)
  category.fights = Array.from({ length: 7 }, (_, fight) => ({
    category,
    matchNumber: fight + 1,
    mat,
    fightNumber: turn * 7 + fight + 1,
    at: turn * 30 + fight * 4,
    winner: null,
  }))
  return category
}

function partsOf({ division }: Category): { age: string; gender: string; belt: string; weight: string } {
  const [age = '', gender = '', belt = '', weight = ''] = division.split(' / ')
  return { age, gender, belt, weight }
}

/** The two matches whose winners meet in this match of a bracket of eight; none in the first round. */
const feeders = (matchNumber: number): number[] => (matchNumber <= 4 ? [] : [matchNumber * 2 - 9, matchNumber * 2 - 8])

/** The athlete on a side of a fight; null while the side is open. */
function competitorOf(fight: Fight, index: 0 | 1): Person | null {
  const [first, second] = feeders(fight.matchNumber)
  const feeder = index === 0 ? first : second
  if (feeder === undefined)
    return fight.category.people[index === 0 ? fight.matchNumber - 1 : 8 - fight.matchNumber] ?? null
  const from = fight.category.fights[feeder - 1]
  return from && from.winner !== null ? competitorOf(from, from.winner) : null
}

function sidesOf(fight: Fight): [ReadSide, ReadSide] {
  const side = (index: 0 | 1): ReadSide => {
    const competitor = competitorOf(fight, index)
    const loser = fight.winner !== null && fight.winner !== index
    if (competitor) return { kind: 'athlete', ...competitor, loser, disqualification: null }
    const from = fight.category.fights[(feeders(fight.matchNumber)[index] ?? 1) - 1]
    return {
      kind: 'open',
      takes: 'winner',
      fightNumber: from?.fightNumber ?? null,
      mat: from?.mat ?? null,
      fromMatch: from?.matchNumber ?? null,
    }
  }
  return [side(0), side(1)]
}

function podium({ fights }: Category): BracketReading['placements'] {
  const [, , , , first, second, final] = fights
  if (!first || !second || !final || final.winner === null) return []
  const loserOf = (fight: Fight): Person | null => competitorOf(fight, fight.winner === 0 ? 1 : 0)
  const places = [competitorOf(final, final.winner), loserOf(final), loserOf(first), loserOf(second)]
  return places.flatMap((placed, index) =>
    placed ? [{ place: Math.min(index + 1, 3), name: placed.name, team: placed.team }] : [],
  )
}
