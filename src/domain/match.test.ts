import { describe, expect, it } from 'vitest'
import { type Disqualification, isBye, isOver, resultFor, type Side, sideOf, unfoughtAs } from './match.ts'

const athlete = (bjjCompSystemId: string | null, name: string): Side => ({
  kind: 'athlete',
  bjjCompSystemId,
  name,
  team: null,
  seed: null,
  disqualification: null,
})
const open: Side = { kind: 'open', from: null }

describe('The side of an athlete in a match', () => {
  it('is found by id, regardless of names', () => {
    const sides: [Side, Side] = [athlete('1', 'Ana Prado'), athlete('2', 'Ana Prado')]
    expect(sideOf({ sides }, { bjjCompSystemId: '2', name: 'Ana Prado' })).toBe(1)
    expect(sideOf({ sides }, { bjjCompSystemId: '3', name: 'Ana Prado' })).toBeNull()
  })

  it('is found by name only for a side without an id, and not if both sides have that name', () => {
    const named = { bjjCompSystemId: '9', name: 'ana prado' }
    expect(sideOf({ sides: [open, athlete(null, 'Ana Prado')] }, named)).toBe(1)
    expect(sideOf({ sides: [athlete(null, 'Ana Prado'), athlete(null, 'ANA PRADO')] }, named)).toBeNull()
  })
})

describe('The result of a match', () => {
  it('is a win for one side and a loss for the other', () => {
    const match = { outcome: { kind: 'won', winner: 1 } as const }
    expect([resultFor(match, 0), resultFor(match, 1)]).toEqual(['loss', 'win'])
    expect([0, 1].map((side) => resultFor({ outcome: { kind: 'close-out', winner: 0 } }, side as 0 | 1))).toEqual([
      'win',
      'loss',
    ])
  })

  it('is a loss for both sides after a double disqualification, and null while the winner is unknown', () => {
    expect([0, 1].map((side) => resultFor({ outcome: { kind: 'double-disqualification' } }, side as 0 | 1))).toEqual([
      'loss',
      'loss',
    ])
    for (const outcome of [null, { kind: 'not-recorded' }, { kind: 'close-out', winner: null }] as const)
      expect([resultFor({ outcome }, 0), resultFor({ outcome }, 1)]).toEqual([null, null])
  })

  it('is final as soon as a bracket has an outcome', () => {
    expect(isOver({ outcome: null })).toBe(false)
    expect(isOver({ outcome: { kind: 'not-recorded' } })).toBe(true)
  })
})

describe('A match that was not fought', () => {
  const out = (disqualification: Disqualification): Side => ({ ...athlete('2', 'Lia Serra'), disqualification }) as Side
  const [ana, lia] = [athlete('1', 'Ana Prado'), athlete('2', 'Lia Serra')]
  const won = { kind: 'won', winner: 0 } as const
  const both = { kind: 'double-disqualification' } as const

  it('is a walkover if a side was out before the match, and a close-out if that is its outcome', () => {
    for (const reason of ['no-show', 'overweight', 'withdraw'] as const) {
      expect(unfoughtAs({ sides: [ana, out(reason)], outcome: won })).toBe('walkover')
      expect(unfoughtAs({ sides: [out(reason), out(reason)], outcome: both })).toBe('walkover')
    }
    expect(unfoughtAs({ sides: [ana, lia], outcome: { kind: 'close-out', winner: 0 } })).toBe('close-out')
  })

  it('is not a match that ended by a disqualification on the mat, nor a match without an outcome', () => {
    for (const reason of ['technical', 'disciplinary', 'other'] as const)
      expect(unfoughtAs({ sides: [ana, out(reason)], outcome: won })).toBeNull()
    expect(unfoughtAs({ sides: [ana, lia], outcome: won })).toBeNull()
    expect(unfoughtAs({ sides: [ana, lia], outcome: both })).toBeNull()
    expect(unfoughtAs({ sides: [ana, out('overweight')], outcome: null })).toBeNull()
  })
})

it('A match is a bye if one side is a bye, not if a side is open', () => {
  expect(isBye({ sides: [athlete('1', 'Ana'), { kind: 'bye' }] })).toBe(true)
  expect(isBye({ sides: [athlete('1', 'Ana'), open] })).toBe(false)
})
