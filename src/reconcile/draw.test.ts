import { describe, expect, it } from 'vitest'
import type { Ranking } from '#domain/ranking.ts'
import type { BracketReading } from '#domain/reading.ts'
import { mergeReading, emptySlice } from '#support/merging.ts'
import { athlete, bracket, fight, tournamentId } from '#support/readings.ts'
import type { Slice } from './slice.ts'

type Row = BracketReading['ranking'][number]

const ranked = (seed: number, more: Partial<Row> = {}): Row => ({
  seed,
  name: `Athlete ${seed}`,
  team: 'A Team',
  points: [{ column: 'overall', points: 100 - seed }],
  titles: [],
  ...more,
})
const semiFinals = (one = athlete(1), two = athlete(2), three = athlete(3), four = athlete(4)) => [
  fight(1, null, [one, two]),
  fight(2, null, [three, four]),
]
const swap = { from: { seed: 2, name: 'Athlete 2' }, to: { seed: 3, name: 'Athlete 3' } }
const whole = (more: Partial<BracketReading> = {}) =>
  bracket(semiFinals(), { ranking: [1, 2, 3, 4].map((seed) => ranked(seed)), swaps: [swap], ...more })

/** Merges readings, one a minute. */
const merged = (...readings: BracketReading[]): Slice =>
  readings.reduce(
    (slice, reading, index) => mergeReading(slice, reading, (index + 1) * 60_000),
    emptySlice(tournamentId),
  )

/** The draw of the only category, with rankings by the athlete's id at the source. */
function drawOf({ draws, state }: Slice) {
  const [draw] = draws.values()
  if (!draw) return undefined
  const rankings: Record<string, Ranking> = {}
  for (const [id, ranking] of Object.entries(draw.rankings))
    rankings[state.athletes.get(Number(id))?.bjjCompSystemId ?? 'nobody'] = ranking
  return { ...draw, rankings }
}

describe('The draw of a category', () => {
  it('has the ranking of each athlete and the swaps, as its bracket states them', () => {
    const draw = drawOf(merged(whole()))
    expect(Object.keys(draw?.rankings ?? {})).toEqual(['1', '2', '3', '4'])
    expect(draw?.rankings['3']).toEqual({ seed: 3, points: [{ column: 'overall', points: 97 }], titles: [] })
    expect(draw).toMatchObject({ swaps: [swap], statement: { at: null } })
    expect(draw?.statement.page).toContain('7001')
  })

  it('does not change when the same reading is merged twice', () => {
    const once = merged(whole())
    const twice = mergeReading(once, whole(), 120_000)
    expect([...twice.draws.values()][0]).toEqual([...once.draws.values()][0])
  })

  it('keeps the last ranking and swaps when the page no longer shows them, with the time of the last page that did', () => {
    const gone = whole({ ranking: [], swaps: [] })
    const draw = drawOf(merged(whole(), whole(), gone, gone))
    expect(Object.keys(draw?.rankings ?? {})).toHaveLength(4)
    expect(draw).toMatchObject({ swaps: [swap], statement: { at: 120_000 } })
    expect(drawOf(merged(whole(), gone, whole()))?.statement.at).toBeNull()
  })

  it('has no row for an athlete whom a whole table no longer lists, but keeps the row when the page was partly unreadable', () => {
    const shorter = { ranking: [ranked(1), ranked(2)] }
    expect(Object.keys(drawOf(merged(whole(), whole(shorter)))?.rankings ?? {})).toEqual(['1', '2'])
    const partial = merged(whole(), whole({ ...shorter, swaps: [], verdict: 'partial' }))
    expect(Object.keys(drawOf(partial)?.rankings ?? {})).toHaveLength(4)
    expect(drawOf(partial)?.swaps).toEqual([swap])
  })

  it('keeps its rows when the page shows the table without the tree', () => {
    const withoutTree = whole({ matches: [], treeSize: null })
    expect(Object.keys(drawOf(merged(whole(), withoutTree))?.rankings ?? {})).toHaveLength(4)
  })

  it('has no swaps when a whole page shows the ranking only', () => {
    expect(drawOf(merged(whole(), whole({ swaps: [] })))?.swaps).toEqual([])
  })

  it('distinguishes two athletes with one name by seed, otherwise by team, and omits rows that fit both', () => {
    const name = 'João Serra'
    const twoNamesakes = (seeds: [number | null, number | null], teams: [string, string]) =>
      bracket(
        semiFinals(
          athlete(1, { name, seed: seeds[0], team: teams[0] }),
          athlete(2, { name, seed: seeds[1], team: teams[1] }),
        ),
        { ranking: [ranked(1, { name: 'JOAO  SERRA', team: 'North' }), ranked(2, { name, team: 'South' })] },
      )
    const seedsOf = (reading: BracketReading) =>
      Object.entries(drawOf(merged(reading))?.rankings ?? {}).map(([id, { seed }]) => `${id}: ${seed}`)
    expect(seedsOf(twoNamesakes([2, 1], ['North', 'South']))).toEqual(['1: 2', '2: 1'])
    expect(seedsOf(twoNamesakes([null, null], ['South', 'North']))).toEqual(['1: 2', '2: 1'])
    expect(seedsOf(twoNamesakes([null, null], ['East', 'East']))).toEqual([])
  })

  it('has no row for a name that is not in the bracket', () => {
    expect(drawOf(merged(whole({ ranking: [ranked(1), ranked(9)] })))?.rankings).toEqual({
      1: expect.objectContaining({ seed: 1 }) as Ranking,
    })
  })

  it('does not exist while the page shows neither a ranking nor swaps', () => {
    expect(drawOf(merged(whole({ ranking: [], swaps: [] })))).toBeUndefined()
  })
})
