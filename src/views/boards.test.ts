import { describe, expect, it } from 'vitest'
import { exampleAthlete, exampleMatch, exampleSide, exampleTournament } from '#support/examples.ts'
import type { Match } from '#domain/match.ts'
import { sideOf } from '#domain/match.ts'
import type { Day } from '#domain/tournament.ts'
import { boardDay, boardDepth, presentBoards } from './boards.ts'
import type { HeldTournament } from './followed.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const date = '2026-11-21'
const athlete = exampleAthlete({ belt: 'BLUE' })
const unfollowedSides: Match['sides'] = [
  exampleSide({ bjjCompSystemId: '1', name: 'Lia Serra' }),
  { kind: 'open', from: { takes: 'winner', fightNumber: 3, mat: 1, matchNumber: 1 } },
]

/** A fight without a followed athlete, at place `id` of the board of mat 1, starting five minutes per place from now. */
const fight = (id: number, over: Partial<Match> = {}): Match =>
  exampleMatch({
    id,
    mat: 1,
    fightNumber: id,
    boardRank: id,
    sides: unfollowedSides,
    time: `14:${String(id).padStart(2, '0')}`,
    scheduledAt: new Date(now + id * 300_000).toISOString(),
    ...over,
  })

const heldWith = (matches: Match[]): HeldTournament => ({
  state: {
    tournament: exampleTournament(),
    categories: new Map(),
    athletes: new Map([[athlete.id, athlete]]),
    matches: new Map(matches.map((match) => [match.id, match])),
  },
  matchesOfAthlete: () => matches.filter((match) => sideOf(match, athlete) !== null),
  listedOnMat: () => [],
  beforeOnMat: () => null,
})
const boards = (...matches: Match[]) => presentBoards(heldWith(matches), date, [athlete.id], now)

describe('The boards of a day', () => {
  it('have the mats in order, each with its listed fights, then those that only brackets have', () => {
    const [first, second] = boards(
      fight(3, { mat: 2 }),
      fight(4, { boardRank: 1 }),
      fight(5, { board: 'unseen', boardRank: null }),
      fight(2),
    )
    expect([first?.mat, second?.mat]).toEqual([1, 2])
    expect(first?.fights.map(({ id, ahead, place }) => [id, ahead, place])).toEqual([
      [4, 0, 0],
      [2, 1, 1],
      [5, null, 2],
    ])
  })

  it('include the next fights of a mat, all later ones of followed athletes, and the number of upcoming fights', () => {
    const ids = Array.from({ length: 30 }, (_, index) => index + 1)
    const own: Match['sides'] = [unfollowedSides[0], exampleSide()]
    const [mat] = boards(...ids.map((id) => fight(id, id === 15 || id === 20 ? { sides: own } : {})))
    expect(mat?.waiting).toBe(30)
    expect(mat?.fights.map(({ id }) => id)).toEqual([...ids.slice(0, boardDepth), 15, 20])
    expect(mat?.fights.at(-1)).toMatchObject({
      place: 19,
      sides: [{ followed: null }, { name: athlete.name, followed: { id: athlete.id, belt: 'BLUE' } }],
    })
  })

  it('exclude finished and cancelled fights, byes, and fights without a mat or on another day, but include a mat without upcoming fights', () => {
    const over = { outcome: { kind: 'won', winner: 0 } } as const
    expect(
      boards(
        fight(1, { ...over, board: 'left' }),
        fight(2, { rawStatus: 'invalid' }),
        fight(3, { sides: [unfollowedSides[0], { kind: 'bye' }] }),
        fight(4, { date: '2026-11-22' }),
        fight(5, { mat: null }),
      ),
    ).toEqual([{ mat: 1, fights: [], waiting: 0 }])
  })

  it('include a fight that left its board without a result only for followers of its athletes', () => {
    const left = { board: 'left', boardRank: null, scheduledAt: new Date(now - 300_000).toISOString() } as const
    const [mat] = boards(fight(1, left), fight(2, { ...left, sides: [exampleSide(), unfollowedSides[0]] }), fight(3))
    expect(mat?.fights.map(({ id, place }) => [id, place])).toEqual([
      [2, null],
      [3, 0],
    ])
  })

  it('name the match that feeds an open side', () => {
    const [mat] = boards(fight(7))
    expect(mat?.fights[0]?.sides[1]).toEqual({
      name: null,
      team: null,
      from: { takes: 'winner', fightNumber: 3, mat: 1 },
      followed: null,
    })
  })
})

describe('The shown day', () => {
  const day = (dayNumber: number, on: string | null): Day => ({
    bjjCompSystemId: String(dayNumber),
    dayNumber,
    dayName: `Day ${dayNumber}`,
    weekday: 'Saturday',
    date: on,
    matsCount: 4,
    bjjCompSystemUrl: '',
  })
  const shown = (at: string, number?: number): number | undefined =>
    boardDay(exampleTournament({ days: [day(2, '2026-11-22'), day(1, '2026-11-21')] }), Date.parse(at), number)
      ?.dayNumber

  it.each([
    ['2026-11-01T12:00:00Z', 1],
    // Nine in the evening of the first day in New York.
    ['2026-11-22T02:00:00Z', 1],
    ['2026-11-22T12:00:00Z', 2],
    ['2026-12-24T12:00:00Z', 2],
  ])('is today at the venue, otherwise the next day or the last one: at %s it is day %d', (at, number) => {
    expect(shown(at)).toBe(number)
  })

  it('is the one with the requested number, or undefined if that does not exist', () => {
    expect([shown('2026-11-22T12:00:00Z', 1), shown('2026-11-22T12:00:00Z', 3)]).toEqual([1, undefined])
    expect(boardDay(exampleTournament(), now)).toBeUndefined()
  })
})
