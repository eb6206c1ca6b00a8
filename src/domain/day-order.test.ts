import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byStart, byTimeToMove, type Timed } from './day-order.ts'
import type { MatchStatus } from './match-status.ts'

const minute = 60_000

/** A fight with its expected and published start, in minutes; the published one is the expected one by default. */
const fight = (
  matchId: number,
  status: MatchStatus,
  expected: number | null,
  published: number | null = expected,
): Timed => ({
  status,
  expectedAt: expected === null ? null : expected * minute,
  publishedAt: published === null ? null : published * minute,
  fightNumber: matchId,
  matchId,
  athleteId: 1,
})
const live: MatchStatus = { kind: 'live', basis: 'source' }
const due: MatchStatus = { kind: 'due' }
const late: MatchStatus = { kind: 'late', by: 20 * minute }
const later: MatchStatus = { kind: 'countdown', startsIn: 30 * minute }
const inOrder = (...fights: Timed[]): number[] => fights.toSorted(byTimeToMove).map(({ matchId }) => matchId)

const anyStatus = fc.constantFrom<MatchStatus>(
  live,
  due,
  late,
  later,
  { kind: 'awaiting-result' },
  { kind: 'unscheduled' },
  { kind: 'stale' },
  { kind: 'finished' },
)
const anyTime = fc.option(fc.integer({ min: -90, max: 90 }))
const anyFight = fc
  .tuple(fc.integer({ min: 1, max: 5 }), anyStatus, anyTime, anyTime)
  .map(([id, status, expected, published]) => fight(id, status, expected, published))

describe('The order of fights', () => {
  it('has fights in progress first, and then due, late and later ones by their expected starts', () => {
    expect(inOrder(fight(1, later, 4), fight(2, late, 12, -20), fight(3, due, 2, 1), fight(4, live, 9, 10))).toEqual([
      4, 3, 1, 2,
    ])
  })

  it('has a due or late fight without an estimate before each later one', () => {
    expect(inOrder(fight(1, later, 1), fight(2, late, -20), fight(3, due, 0))).toEqual([2, 3, 1])
  })

  it('ends with fights without a start, then those for which no update is expected, then finished ones', () => {
    const [stale, finished] = [fight(2, { kind: 'stale' }, -200), fight(3, { kind: 'finished' }, -60)]
    expect(inOrder(finished, stale, fight(1, { kind: 'unscheduled' }, null), fight(4, later, 90))).toEqual([4, 1, 2, 3])
  })

  it('by start takes the expected start of a fight to come, and the published one of a fight in progress', () => {
    const fights = [fight(1, live, 5, 20), fight(2, later, 10, 40), fight(3, later, 30, 5)]
    expect(fights.toSorted(byStart).map(({ matchId }) => matchId)).toEqual([2, 1, 3])
  })

  it('is a total order of any fights', () => {
    fc.assert(
      fc.property(anyFight, anyFight, anyFight, (a, b, c) => {
        expect(Math.sign(byTimeToMove(a, b))).toBe(-Math.sign(byTimeToMove(b, a)) || 0)
        const [first, second, third] = [a, b, c].toSorted(byTimeToMove) as [Timed, Timed, Timed]
        expect(byTimeToMove(first, third)).toBeLessThanOrEqual(0)
        expect(byTimeToMove(first, second)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
