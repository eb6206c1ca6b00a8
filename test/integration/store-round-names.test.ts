// Two names of a round: a board prints '(EL1)', a list 'Qualifiers 1', for the same fight.
import { describe, expect, it } from 'vitest'
import type { Match } from '#domain/match.ts'
import type { Reading } from '#domain/reading.ts'
import { athlete, board, bracket, card, categories, fight, light, list, row, winnerOf } from '../support/readings.ts'
import { simulateEvent } from '../support/simulated-event.ts'
import { record, stateOf, withTournament, type StoredTournament } from '../support/stored-tournament.ts'

const minute = 60_000
const start = Date.parse('2026-11-21T15:00:00Z')

const idsOf = ({ sides }: Match): string[] =>
  sides.flatMap((side) => (side.kind === 'athlete' && side.bjjCompSystemId !== null ? [side.bjjCompSystemId] : []))

const pairsOf = (matches: readonly Match[]): string[] =>
  matches.flatMap((match) => (idsOf(match).length === 2 ? idsOf(match).sort().join(' v ') : []))

/** A list with fight numbers that differ from the board's, so that its fights cannot be paired by place. */
const renumbered = (reading: Reading): Reading =>
  'rows' in reading
    ? { ...reading, rows: reading.rows.map((each) => ({ ...each, fightNumber: (each.fightNumber ?? 0) + 1 })) }
    : reading

describe('A board and a list with different names for the rounds', () => {
  const event = simulateEvent({
    mats: 4,
    categories: [{ age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 24 }],
  })
  const pages = event.readAll(event.opensAt - 60 * minute)
  const ofKind = (kind: Reading['page']['kind']): Reading[] =>
    pages.flatMap(({ reading }) => (reading.page.kind === kind ? [renumbered(reading)] : []))
  const roundNames = (kind: 'board' | 'competitor'): (string | null)[] =>
    ofKind(kind).flatMap((reading) =>
      'mats' in reading
        ? reading.mats.flatMap(({ cards }) => cards.map(({ round }) => round))
        : 'rows' in reading
          ? reading.rows.map(({ round }) => round)
          : [],
    )

  it("name the first two of five rounds 'Round 1' and 'Round 2', although the list prints 'Qualifiers'", () => {
    expect(pages.find(({ reading }) => reading.page.kind === 'competitor')?.body).toContain('- Qualifiers 2')
    expect(roundNames('board')).toEqual(expect.arrayContaining(['Round 1', 'Round 2']))
    expect(roundNames('competitor')).toEqual(expect.arrayContaining(['Round 2']))
    expect(roundNames('board')).toEqual(expect.arrayContaining(roundNames('competitor')))
  })

  for (const [first, second] of [
    ['board', 'competitor'],
    ['competitor', 'board'],
  ] as const)
    it(`give one match for each fight when the ${first} page is read before the ${second} page`, async () => {
      await withTournament(async (stored) => {
        const all = [...ofKind('categories'), ...ofKind(first), ...ofKind(second)]
        for (const [index, reading] of all.entries()) await record(stored.store, reading, start + index * 1_000)
        const matches = [...(await stateOf(stored)).matches.values()]
        // Before the first fight each athlete is in one match.
        const people = matches.flatMap(idsOf)
        expect(people).toHaveLength(24)
        expect(new Set(people).size).toBe(24)
        // These matches have facts from the list and facts from the board.
        const both = matches.filter((match) => match.rawStatus !== null && match.board === 'listed')
        expect(both.length).toBeGreaterThan(0)
      }, event.id)
    })
})

describe('A fight that was stored twice because of the two names', () => {
  const pair: [ReturnType<typeof athlete>, ReturnType<typeof athlete>] = [athlete(11), athlete(12)]
  const placeAt = (time: string) => ({ mat: 2, fight: 7, at: time })
  const onBoard = (time: string) => board([card(placeAt(time), pair, { round: 'Round 1' })])
  /** A list that was read while the mat was renumbered. */
  const onList = (round: string, time = '10:20') =>
    list(11, [row('assigned', { mat: 2, fight: 8, at: time }, pair, { round })])

  /** The state of a version that did not match the two names: two rows, of which the board's has since been moved. */
  async function storedTwice(stored: StoredTournament): Promise<Match> {
    await record(stored.store, categories([light]), start)
    await record(stored.store, onBoard('10:00'), start + minute)
    await record(stored.store, onList('Qualifiers 1'), start + 2 * minute)
    await record(stored.store, onBoard('10:20'), start + 3 * minute)
    const matches = [...(await stateOf(stored)).matches.values()]
    expect(matches.map(({ round }) => round)).toEqual(['Round 1', 'Qualifiers 1'])
    expect(matches.map(({ moves }) => moves.length)).toEqual([1, 0])
    // As in the migration that replaced the second name.
    await stored.sql`update fights set round = 'Round 1' where round = 'Qualifiers 1'`
    await stored.sql`update pages set recorded_seq = null`
    return matches[0] as Match
  }

  for (const [page, next] of [
    ['board', onBoard('10:20')],
    ['list', onList('Round 1')],
  ] as const)
    it(`becomes one again, with its id, status and moves, after the next reading of the ${page}`, async () => {
      await withTournament(async (stored) => {
        const first = await storedTwice(stored)
        const { changes } = await record(stored.store, next, start + 4 * minute)
        const [match, ...others] = (await stateOf(stored)).matches.values()
        expect(others).toEqual([])
        expect(match).toMatchObject({
          id: first.id,
          round: 'Round 1',
          rawStatus: 'assigned',
          board: 'listed',
          time: '10:20',
          moves: first.moves,
        })
        // The change log reports the removal of the other row.
        expect(changes.flatMap(({ change }) => (change.value === null ? change.entity : []))).toEqual(['match'])
      })
    })

  it('gets one place in the tree when the next reading is the bracket', async () => {
    await withTournament(async (stored) => {
      const first = await storedTwice(stored)
      const tree = bracket(
        [fight(1, placeAt('10:20'), pair), fight(2, { mat: 1, fight: 8, at: '10:20' }, [athlete(13), athlete(14)])],
        {
          treeSize: 16,
          verdict: 'partial',
        },
      )
      await record(stored.store, tree, start + 4 * minute)
      const matches = [...(await stateOf(stored)).matches.values()]
      expect(pairsOf(matches)).toEqual(['11 v 12', '13 v 14'])
      expect(matches.find(({ id }) => id === first.id)).toMatchObject({ matchNumber: 1, rawStatus: 'assigned' })
    })
  })

  it('is not confused with a loser’s second fight in the same round of a bracket of three', async () => {
    await withTournament(async (stored) => {
      await record(stored.store, categories([light]), start)
      const three = board([
        card({ mat: 1, fight: 1, at: '10:00' }, pair, { round: 'Semi-Final' }),
        card({ mat: 1, fight: 2, at: '10:20' }, [athlete(11), athlete(13)], { round: 'Semi-Final' }),
        card({ mat: 1, fight: 3, at: '10:40' }, [athlete(12), winnerOf(2, 1)], { round: 'Final' }),
      ])
      await record(stored.store, three, start + minute)
      await record(stored.store, onList('Semi-Final', '10:00'), start + 2 * minute)
      expect((await stateOf(stored)).matches.size).toBe(3)
    })
  })
})
