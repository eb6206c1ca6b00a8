import { describe, expect, it } from 'vitest'
import type { Match } from '#domain/match.ts'
import type { BracketMatch, TournamentReading } from '#domain/reading.ts'
import { mergeReading, emptySlice } from '../../test/support/merging.ts'
import {
  athlete,
  board,
  bracket,
  bye,
  card,
  categories,
  fight,
  light,
  list,
  openClass,
  row,
  winnerOf,
  tournamentId,
} from '../../test/support/readings.ts'
import { comparableState } from '../../test/support/comparable-state.ts'
import type { Slice } from './index.ts'

const start = Date.parse('2026-11-21T15:00:00Z')
const nothing = emptySlice(tournamentId)

/** Merges readings, one a minute. */
const read = (...readings: TournamentReading[]): Slice =>
  readings.reduce((slice, reading, minute) => mergeReading(slice, reading, start + minute * 60_000), nothing)

const matches = (slice: Slice): Match[] => [...slice.state.matches.values()]
const only = (slice: Slice): Match => {
  expect(slice.state.matches.size).toBe(1)
  return matches(slice)[0] as Match
}
const numbered = (slice: Slice, matchNumber: number): Match =>
  matches(slice).find((match) => match.matchNumber === matchNumber) as Match
const athleteNamed = (slice: Slice, name: string) =>
  [...slice.state.athletes.values()].find((athlete) => athlete.name === name)

const semis = [
  fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)]),
  fight(2, { mat: 2, fight: 6, at: '10:07' }, [athlete(13), athlete(14)]),
]
const final = fight(3, { mat: 1, fight: 9, at: '10:30' }, [winnerOf(5, 1, 1), winnerOf(6, 2, 2)], { isFinal: true })

describe('A board, a bracket and a list that show one match', () => {
  /** The three pages state different times and places; the board was fetched last. */
  const views = {
    bracket: {
      reading: bracket([fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)], { isFinal: true })], {
        treeSize: 2,
      }),
      fetchedAt: start,
    },
    list: {
      reading: list(12, [row('weighted', { mat: 2, fight: 8, at: '10:05' }, [athlete(12), athlete(11)])]),
      fetchedAt: start + 10_000,
    },
    board: {
      reading: board([card({ mat: 3, fight: 17, at: '10:20' }, [athlete(12), athlete(11)], { round: 'Final' })]),
      fetchedAt: start + 20_000,
    },
  }
  const merged = (...order: (keyof typeof views)[]): Slice =>
    order.reduce((slice, view) => mergeReading(slice, views[view].reading, views[view].fetchedAt), nothing)

  it.each([
    ['bracket', 'list', 'board'],
    ['bracket', 'board', 'list'],
    ['list', 'bracket', 'board'],
    ['list', 'board', 'bracket'],
    ['board', 'bracket', 'list'],
    ['board', 'list', 'bracket'],
  ] as const)('become the same match when merged in the order %s, %s, %s', (...order) => {
    const slice = merged(...order)
    expect(only(slice)).toMatchObject({
      matchNumber: 1,
      round: 'Final',
      sides: [{ bjjCompSystemId: '11' }, { bjjCompSystemId: '12' }],
      date: '2026-11-21',
      time: '10:20',
      scheduledAt: '2026-11-21T16:20:00.000Z',
      mat: 3,
      fightNumber: 17,
      board: 'listed',
      rawStatus: 'weighted',
      outcome: null,
    })
    expect(comparableState(slice.state)).toEqual(comparableState(merged('bracket', 'list', 'board').state))
  })
})

describe('A match on several pages', () => {
  it('keeps its id when its bracket is published after a board listed it', () => {
    const before = read(
      categories([light]),
      board([card({ mat: 1, fight: 5, at: '10:00' }, [athlete(12), athlete(11)])]),
    )
    const after = mergeReading(before, bracket([...semis, final]), start + 300_000)
    expect(numbered(after, 1).id).toBe(only(before).id)
    expect(numbered(after, 1)).toMatchObject({
      round: 'Semi-Final',
      board: 'listed',
      sides: [{ bjjCompSystemId: '11' }, { bjjCompSystemId: '12' }],
    })
    expect(after.state.matches.size).toBe(3)
  })

  it('keeps its id when the board listed it before its category existed', () => {
    const before = read(board([card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])]))
    expect(only(before).categoryId).toBeNull()
    const linked = mergeReading(before, categories([light]), start + 200_000)
    expect(only(linked).categoryId).toBe([...linked.state.categories.values()][0]?.id)
    const after = mergeReading(linked, bracket([...semis, final]), start + 300_000)
    expect(numbered(after, 1).id).toBe(only(before).id)
  })

  it('keeps its id when its fight number, mat, time and day change', () => {
    const before = read(bracket(semis), board([card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])]))
    const after = mergeReading(
      before,
      board([
        card({ mat: 3, fight: 17, at: '12:40' }, [athlete(11), athlete(12)], {
          when: { date: '2026-11-22', time: '12:40' },
        }),
      ]),
      start + 300_000,
    )
    expect(numbered(after, 1)).toMatchObject({
      mat: 3,
      fightNumber: 17,
      date: '2026-11-22',
      time: '12:40',
      board: 'listed',
    })
    expect(numbered(after, 1).moves).toMatchObject([
      { from: { date: '2026-11-21', time: '10:00', mat: 1 }, to: { date: '2026-11-22', time: '12:40', mat: 3 } },
    ])
    expect(after.state.matches.size).toBe(2)
  })

  it('is not confused with one of another athlete with the same name', () => {
    const name = 'Same Name'
    const slice = read(
      bracket([
        fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11, { name }), athlete(12)]),
        fight(2, { mat: 2, fight: 6, at: '10:00' }, [athlete(13, { name }), athlete(14)]),
      ]),
      board([card({ mat: 4, fight: 30, at: '10:45' }, [athlete(13, { name }), athlete(14)])]),
    )
    expect(numbered(slice, 2)).toMatchObject({ mat: 4, board: 'listed' })
    expect(numbered(slice, 1)).toMatchObject({ mat: 1, board: 'unseen' })
    expect(slice.state.athletes.size).toBe(4)
  })

  it('is stored once when a page prints its row twice', () => {
    const twice = card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])
    expect(only(read(board([twice, { ...twice }]))).board).toBe('listed')
  })

  it('is not confused with its rematch in a bracket of three', () => {
    const three = [
      fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12, { loser: true })]),
      fight(2, { mat: 1, fight: 6, at: '10:10' }, [athlete(12), athlete(13, { loser: true })]),
      fight(3, { mat: 1, fight: 7, at: '10:20' }, [winnerOf(5, 1, 1), winnerOf(6, 1, 2)], { isFinal: true }),
    ]
    const slice = read(
      bracket(three),
      board([card({ mat: 1, fight: 8, at: '10:25' }, [athlete(11), athlete(12)], { round: 'Final' })]),
    )
    expect(numbered(slice, 3)).toMatchObject({
      board: 'listed',
      fightNumber: 8,
      sides: [{ bjjCompSystemId: '11' }, { bjjCompSystemId: '12' }],
    })
    expect(numbered(slice, 1)).toMatchObject({ fightNumber: 5, outcome: { kind: 'won', winner: 0 } })
  })
})

describe('The time and place of a match', () => {
  it('come from the page that was fetched last', () => {
    const cards = (at: string) => board([card({ mat: 1, fight: 5, at }, [athlete(11), athlete(12)])])
    const slice = read(bracket(semis), cards('10:20'))
    expect(numbered(slice, 1).time).toBe('10:20')
    expect(numbered(mergeReading(slice, bracket(semis), start + 300_000), 1).time).toBe('10:00')
    // The bracket was fetched before the board and is recorded after it.
    expect(numbered(mergeReading(slice, bracket(semis), start + 59_000), 1).time).toBe('10:20')
  })

  it('stay when a page does not print them', () => {
    const slice = read(bracket(semis), bracket([fight(1, null, [athlete(11), athlete(12)]), semis[1] as never]))
    expect(numbered(slice, 1)).toMatchObject({
      mat: 1,
      fightNumber: 5,
      time: '10:00',
      scheduledAt: '2026-11-21T16:00:00.000Z',
    })
  })

  it('record the last five moves, and none when they are first printed', () => {
    const times = ['10:00', '10:01', '10:02', '10:03', '10:04', '10:05', '10:06']
    const slice = read(...times.map((at) => board([card({ mat: 1, fight: 5, at }, [athlete(11), athlete(12)])])))
    expect(only(slice).moves.map((move) => [move.from.time, move.to.time])).toEqual([
      ['10:01', '10:02'],
      ['10:02', '10:03'],
      ['10:03', '10:04'],
      ['10:04', '10:05'],
      ['10:05', '10:06'],
    ])
    expect(only(read(board([card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])]))).moves).toEqual([])
  })

  it('have no instant while the zone is unknown', () => {
    const elsewhere = {
      ...nothing,
      state: { ...nothing.state, tournament: { ...nothing.state.tournament, timezone: null } },
    }
    expect(
      only(
        mergeReading(elsewhere, board([card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])]), start),
      ),
    ).toMatchObject({ time: '10:00', scheduledAt: null })
  })
})

describe('A match on a board', () => {
  const listed = board([
    card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)]),
    card({ mat: 2, fight: 6, at: '10:07' }, [athlete(13), athlete(14)]),
  ])

  it('gets no result when it leaves the board', () => {
    const slice = read(
      bracket(semis),
      listed,
      board([card({ mat: 2, fight: 6, at: '10:07' }, [athlete(13), athlete(14)])]),
    )
    expect(numbered(slice, 1)).toMatchObject({ board: 'left', boardRank: null, outcome: null, time: '10:00' })
    expect(numbered(slice, 2)).toMatchObject({ board: 'listed' })
  })

  it('stays listed when only an incomplete column, or another page, does not show it', () => {
    const broken = board([], {
      verdict: 'partial',
      mats: [
        { mat: 1, complete: false, cards: [] },
        { mat: 2, complete: true, cards: [] },
      ],
    })
    const slice = read(bracket(semis), listed, broken)
    expect(numbered(slice, 1).board).toBe('listed')
    expect(numbered(slice, 2).board).toBe('left')
    const otherPage = board([], {
      page: { kind: 'board', tournament: '3105', day: '31051', page: 2 },
      mats: [{ mat: 1, complete: true, cards: [] }],
    })
    expect(matches(read(bracket(semis), listed, otherPage)).every((match) => match.board === 'listed')).toBe(true)
  })

  it('loses the pending status that a list gave it when it leaves the board', () => {
    const slice = read(
      bracket(semis),
      listed,
      list(11, [row('weighted', { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])]),
      board([]),
    )
    expect(numbered(slice, 1)).toMatchObject({ board: 'left', rawStatus: null })
  })
})

describe('A bracket', () => {
  it('ends a match: its marks of losers give the result', () => {
    const lost = (loser: 0 | 1 | 2) =>
      fight(1, { mat: 1, fight: 5, at: '10:00' }, [
        athlete(11, { loser: loser === 0 || loser === 2 }),
        athlete(12, { loser: loser === 1 || loser === 2 }),
      ])
    expect(only(read(bracket([lost(0)]))).outcome).toEqual({ kind: 'won', winner: 1 })
    expect(only(read(bracket([lost(1)]))).outcome).toEqual({ kind: 'won', winner: 0 })
    expect(only(read(bracket([lost(2)]))).outcome).toEqual({ kind: 'double-disqualification' })
    expect(only(read(bracket([lost(1)]), bracket([lost(0)]))).outcome).toEqual({ kind: 'won', winner: 1 })
  })

  it('ends a match without a marked loser when one of its athletes is in a later match', () => {
    const first = fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])
    const final = (side: ReturnType<typeof athlete> | ReturnType<typeof winnerOf>) =>
      fight(3, { mat: 1, fight: 9, at: '11:00' }, [side, winnerOf(6, 1)])
    expect(numbered(read(bracket([first, final(winnerOf(5, 1))], { treeSize: 4 })), 1).outcome).toBeNull()
    expect(numbered(read(bracket([first, final(athlete(12))], { treeSize: 4 })), 1).outcome).toEqual({
      kind: 'not-recorded',
    })
    expect(numbered(read(bracket([first, final(athlete(12))], { treeSize: 4 })), 3).outcome).toBeNull()
  })

  it('with a podium ends an unmarked final: as a close-out between team-mates, otherwise as not recorded', () => {
    const placements = [
      { place: 1, name: 'athlete  12', team: 'A Team' },
      { place: 2, name: 'Athlete 11', team: 'A Team' },
    ]
    const withPodium = (team: string) =>
      read(
        bracket(
          [fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12, { team })], { isFinal: true })],
          { placements, treeSize: 2 },
        ),
      )
    expect(only(withPodium('A Team')).outcome).toEqual({ kind: 'close-out', winner: 1 })
    expect(only(withPodium('Another')).outcome).toEqual({ kind: 'not-recorded' })
    expect([...withPodium('A Team').state.categories.values()][0]).toMatchObject({
      state: 'finished',
      placements: [
        { place: 1, athleteBjjCompSystemId: '12' },
        { place: 2, athleteBjjCompSystemId: '11' },
      ],
    })
  })

  it.each<[string, number[], number[], (string | null)[]]>([
    ['first and third', [13, 12], [14], ['11', '14', '12', '13']],
    ['first and third, without the loser marks of the semi-finals', [], [14], ['11', '14', '12', '13']],
    ['the only one left for the final, before it is decided', [13, 12], [], ['11', '14', '12', '13']],
  ])('places two namesakes of one team by their matches: %s', (_, losers, finalists, ids) => {
    const namesake = { name: 'Joao Serra', team: 'Porto Alvo' }
    const side = (id: number, isFinal = false) =>
      athlete(id, {
        ...(id <= 12 ? namesake : { name: id === 14 ? 'Rui Lago' : 'Nilo Prado', team: 'B Team' }),
        loser: isFinal ? finalists.includes(id) : losers.includes(id),
      })
    const slice = read(
      bracket(
        [
          fight(1, null, [side(11), side(13)]),
          fight(2, null, [side(12), side(14)]),
          fight(3, null, [side(11, true), side(14, true)], { isFinal: true }),
        ],
        {
          placements: [
            { place: 1, ...namesake },
            { place: 2, name: 'Rui Lago', team: 'B Team' },
            { place: 3, ...namesake },
            { place: 3, name: 'Nilo Prado', team: 'B Team' },
          ],
        },
      ),
    )
    const [category] = slice.state.categories.values()
    expect(category?.placements.map(({ athleteBjjCompSystemId }) => athleteBjjCompSystemId)).toEqual(ids)
  })

  it('gives a podium row to the namesake who lost in a semi-final, not to one who lost before or to nobody twice', () => {
    const namesake = { name: 'Joao Serra', team: 'Porto Alvo' }
    const places = (matches: BracketMatch[], placed: number[]): (string | null)[] => {
      const placements = placed.map((place) => ({ place, ...namesake }))
      const [category] = read(bracket(matches, { placements, treeSize: 8 })).state.categories.values()
      return (category?.placements ?? []).map(({ athleteBjjCompSystemId }) => athleteBjjCompSystemId)
    }
    const final = fight(7, null, [athlete(1), athlete(2, { loser: true })], { isFinal: true })
    const lostInQuarter = fight(1, null, [athlete(3), athlete(11, { ...namesake, loser: true })])
    const lostInSemis = [
      fight(5, null, [athlete(1), athlete(12, { ...namesake, loser: true })]),
      fight(6, null, [athlete(2), athlete(13, { ...namesake, loser: true })]),
    ]
    expect(places([lostInQuarter, lostInSemis[0] as BracketMatch, final], [3])).toEqual(['12'])
    expect(places([lostInQuarter, ...lostInSemis, final], [3, 3])).toEqual(['12', '13'])
    expect(places([lostInSemis[0] as BracketMatch, final], [1, 3])).toEqual([null, '12'])
    const closedOut = fight(7, null, [athlete(12, namesake), athlete(13, namesake)], { isFinal: true })
    expect(places([closedOut], [1, 2])).toEqual([null, null])
  })

  it('never gives a bye a result', () => {
    const slice = read(
      bracket([fight(1, null, [athlete(11), bye])], {
        placements: [{ place: 1, name: 'Athlete 11', team: 'A Team' }],
        treeSize: 2,
      }),
    )
    expect(only(slice)).toMatchObject({ outcome: null, board: 'unseen' })
  })

  it('removes a match that is over from its board', () => {
    const slice = read(
      board([card({ mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])]),
      list(11, [row('started', { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])]),
      bracket([fight(1, { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12, { loser: true })])]),
    )
    expect(only(slice)).toMatchObject({ board: 'left', rawStatus: null, outcome: { kind: 'won', winner: 0 } })
  })

  it('names a feeder by its current fight number and mat', () => {
    const slice = read(
      bracket([...semis, final]),
      board([card({ mat: 4, fight: 8, at: '10:02' }, [athlete(11), athlete(12)])]),
    )
    expect(numbered(slice, 3).sides[0]).toEqual({
      kind: 'open',
      from: { takes: 'winner', matchNumber: 1, fightNumber: 8, mat: 4 },
    })
  })

  it('is filled with an athlete from a later board until it is requested again', () => {
    const later = board([card({ mat: 1, fight: 9, at: '10:30' }, [athlete(12), winnerOf(6, 2)], { round: 'Final' })])
    const slice = read(bracket([...semis, final]), later)
    expect(numbered(slice, 3).sides).toMatchObject([{ bjjCompSystemId: '12' }, { kind: 'open' }])
    const earlier = mergeReading(slice, bracket([...semis, final]), start + 30_000)
    expect(numbered(earlier, 3).sides).toMatchObject([{ bjjCompSystemId: '12' }, { kind: 'open' }])
    const again = mergeReading(slice, bracket([...semis, final]), start + 90_000)
    expect(numbered(again, 3).sides).toMatchObject([{ kind: 'open' }, { kind: 'open' }])
  })
})

describe('An athlete', () => {
  it('has the belt and division of the weight class, in any order of the brackets', () => {
    const open = bracket([fight(1, null, [athlete(11), athlete(15)])], { category: openClass })
    for (const slice of [read(bracket(semis), open), read(open, bracket(semis))]) {
      const entered = athleteNamed(slice, 'Athlete 11')
      expect(entered).toMatchObject({ belt: 'BLUE', division: light.division })
      expect(entered?.categoryIds.map((id) => slice.state.categories.get(id)?.bjjCompSystemId)).toEqual([
        light.id,
        openClass.id,
      ])
    }
  })

  it("gets the roster's name, and stays stored when no page shows the athlete any longer", () => {
    const roster = (ids: number[]) =>
      board([], {
        athletes: ids.map((id) => ({ bjjCompSystemId: String(id), name: `Renamed ${id}`, clubId: '611' })),
        clubs: [{ bjjCompSystemId: '611', name: 'Club' }],
      })
    const slice = read(bracket(semis), roster([11, 20]), roster([11]))
    expect(athleteNamed(slice, 'Renamed 11')).toMatchObject({ team: 'A Team', listed: true })
    expect(athleteNamed(slice, 'Renamed 20')).toMatchObject({ team: 'Club', listed: false })
    expect(athleteNamed(slice, 'Athlete 12')?.listed).toBe(true)
  })

  it('leaves a category whose bracket no longer shows the athlete, and is in the one whose bracket does', () => {
    const slice = read(
      bracket(semis),
      bracket([fight(1, null, [athlete(12), athlete(13)]), fight(2, null, [athlete(14), athlete(15)])]),
      bracket([fight(1, null, [athlete(11), athlete(16)])], { category: openClass }),
    )
    expect(
      athleteNamed(slice, 'Athlete 11')?.categoryIds.map((id) => slice.state.categories.get(id)?.bjjCompSystemId),
    ).toEqual([openClass.id])
  })
})

describe('A list', () => {
  it('gives the source’s raw status, and withdraws that status when it no longer shows the match', () => {
    const started = list(11, [row('started', { mat: 1, fight: 5, at: '10:00' }, [athlete(11), athlete(12)])])
    const slice = read(bracket(semis), started)
    expect(numbered(slice, 1).rawStatus).toBe('started')
    expect(numbered(mergeReading(slice, list(11, []), start + 300_000), 1).rawStatus).toBeNull()
    expect(numbered(mergeReading(slice, list(13, []), start + 300_000), 1).rawStatus).toBe('started')
  })

  it('without a match marks its athlete as one with an empty list until the athlete is in a division', () => {
    const roster = board([], { athletes: [{ bjjCompSystemId: '11', name: 'Athlete 11', clubId: null }] })
    const isEmpty = (slice: Slice) => athleteNamed(slice, 'Athlete 11')?.hasEmptyList
    expect(isEmpty(read(roster))).toBe(false)
    const empty = read(roster, list(11, []))
    expect(isEmpty(empty)).toBe(true)
    expect(isEmpty(mergeReading(empty, list(13, []), start + 300_000))).toBe(true)
    expect(isEmpty(mergeReading(empty, { ...list(11, []), verdict: 'partial' }, start + 300_000))).toBe(true)
    expect(isEmpty(mergeReading(empty, bracket(semis), start + 300_000))).toBe(false)
    expect(isEmpty(read(roster, { ...list(11, []), verdict: 'partial' }))).toBe(false)
    expect(isEmpty(read(roster, bracket(semis), list(11, [])))).toBe(false)
  })

  it("dates a match's time from the last reading that showed the match", () => {
    const shown = list(11, [row('assigned', { mat: 1, fight: 5, at: '09:40' }, [athlete(11), athlete(12)])])
    const slice = mergeReading(read(shown), list(11, []), start + 120_000)
    // The bracket was fetched before the list that no longer shows the match, and is recorded after it.
    expect(numbered(mergeReading(slice, bracket(semis), start + 60_000), 1).time).toBe('10:00')
  })
})
