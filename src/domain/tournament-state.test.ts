import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Athlete } from './athlete.ts'
import type { Match } from './match.ts'
import { aheadOnMat, applyChange, diffStates, sameValue, type TournamentState } from './tournament-state.ts'
import type { Category, Tournament } from './tournament.ts'

const entity = fc.record({ name: fc.string(), value: fc.option(fc.integer()), list: fc.array(fc.integer()) })
const entities = fc.dictionary(fc.integer({ min: 1, max: 6 }).map(String), entity)
const mapOf = <Value>(all: Record<string, unknown>): Map<number, Value> =>
  new Map(Object.entries(all).map(([id, value]) => [Number(id), { id: Number(id), ...(value as object) } as Value]))

/** Generates states of arbitrary entities. */
const state: fc.Arbitrary<TournamentState> = fc
  .tuple(entity, entities, entities, entities)
  .map(([tournament, categories, athletes, matches]) => ({
    tournament: { id: 1, ...tournament } as unknown as Tournament,
    categories: mapOf<Category>(categories),
    athletes: mapOf<Athlete>(athletes),
    matches: mapOf<Match>(matches),
  }))

describe('The changes between two states', () => {
  it('turn the first state into the second', () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        const copy = structuredClone(before)
        for (const change of diffStates(before, after)) applyChange(copy, change)
        expect(copy).toEqual(after)
      }),
    )
  })

  it('can be applied twice, and are empty for equal states', () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        const copy = structuredClone(before)
        const changes = diffStates(before, after)
        for (const change of [...changes, ...changes]) applyChange(copy, change)
        expect(copy).toEqual(after)
        expect(diffStates(after, structuredClone(after))).toEqual([])
      }),
    )
  })
})

it('Two values are the same if they are deeply equal', () => {
  expect(sameValue({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true)
  expect(sameValue({ a: 1 }, { a: 1, b: undefined })).toBe(false)
  expect(sameValue([1, 2], [2, 1])).toBe(false)
  expect(sameValue({ a: undefined }, { b: undefined })).toBe(false)
  expect(sameValue([], {})).toBe(false)
})

it('The number of matches ahead of a match counts the listed matches before it on the same mat and day', () => {
  const match = (id: number, more: Partial<Match> = {}): Match =>
    ({ id, board: 'listed', mat: 1, date: '2026-11-21', boardRank: id * 1000, ...more }) as Match
  const others = [
    match(1),
    match(2),
    match(3, { mat: 2 }),
    match(4, { date: '2026-11-22' }),
    match(5, { board: 'left', boardRank: null }),
    match(6),
  ]
  expect(aheadOnMat(match(6), others)).toBe(2)
  expect(aheadOnMat(match(1), others)).toBe(0)
  expect(aheadOnMat(match(5, { board: 'left' }), others)).toBeNull()
})
