import { describe, expect, it } from 'vitest'
import { countdownParts, matchStatus, type MatchSituation } from './match-status.ts'

const minute = 60_000
const start = Date.parse('2026-11-21T18:00:00Z')

/** The status, `passed` minutes after its start, of a match that is fifth on its mat by default. */
const at = (passed: number, situation: Partial<MatchSituation> = {}) =>
  matchStatus(
    {
      rawStatus: null,
      board: 'listed',
      ahead: 4,
      scheduledAt: new Date(start).toISOString(),
      over: false,
      ...situation,
    },
    start + passed * minute,
  )

describe('The status of a match', () => {
  it('is finished according to a bracket or the source, regardless of clock and board', () => {
    expect(at(-60, { over: true })).toEqual({ kind: 'finished' })
    expect(at(0, { rawStatus: 'finished', ahead: 0 })).toEqual({ kind: 'finished' })
  })

  it('is live when its raw status is started, even long before or after its time', () => {
    for (const passed of [-85, 0, 300])
      expect(at(passed, { rawStatus: 'started' })).toEqual({ kind: 'live', basis: 'source' })
    expect(at(5, { rawStatus: 'started', board: 'left', ahead: null })).toEqual({ kind: 'live', basis: 'source' })
  })

  it('is likely live when the match is first on its board and its time has come', () => {
    expect(at(-1, { ahead: 0 })).toEqual({ kind: 'live', basis: 'likely' })
    expect(at(200, { ahead: 0 })).toEqual({ kind: 'live', basis: 'likely' })
    expect(at(-2, { ahead: 0 })).toEqual({ kind: 'countdown', startsIn: 2 * minute })
  })

  it('is due, not live, when the match is first or second on its mat but its raw status is not started', () => {
    for (const rawStatus of ['created', 'assigned', 'weighted'] as const)
      for (const ahead of [0, 1]) expect(at(3, { rawStatus, ahead })).toEqual({ kind: 'due' })
    expect(at(3, { rawStatus: 'assigned', ahead: 2 })).toEqual({ kind: 'late', by: 3 * minute })
  })

  it('is late while the board lists other matches before it', () => {
    expect(at(1)).toEqual({ kind: 'late', by: minute })
    expect(at(180)).toEqual({ kind: 'late', by: 180 * minute })
    expect(at(-1)).toEqual({ kind: 'countdown', startsIn: minute })
  })

  it('is awaiting-result after the match has left the board, and stale more than two hours after its time', () => {
    expect(at(10, { board: 'left', ahead: null })).toEqual({ kind: 'awaiting-result' })
    expect(at(-10, { board: 'left', ahead: null })).toEqual({ kind: 'awaiting-result' })
    expect(at(121, { board: 'left', ahead: null })).toEqual({ kind: 'stale' })
    expect(at(0, { board: 'left', ahead: null, scheduledAt: null })).toEqual({ kind: 'awaiting-result' })
  })

  it('is stale more than eight hours after its time, even if its board still lists it or its raw status is started', () => {
    for (const situation of [
      {},
      { ahead: 0 },
      { rawStatus: 'assigned', ahead: 0 },
      { rawStatus: 'started' },
    ] as const) {
      expect(at(8 * 60, situation).kind).not.toBe('stale')
      expect(at(8 * 60 + 1, situation)).toEqual({ kind: 'stale' })
    }
  })

  it('depends on the clock alone while no board has listed the match', () => {
    const unseen = { board: 'unseen', ahead: null } as const
    expect(at(-2, unseen)).toEqual({ kind: 'countdown', startsIn: 2 * minute })
    expect(at(-1, unseen)).toEqual({ kind: 'live', basis: 'schedule' })
    expect(at(120, unseen)).toEqual({ kind: 'live', basis: 'schedule' })
    expect(at(121, unseen)).toEqual({ kind: 'stale' })
    expect(at(1, { ...unseen, rawStatus: 'unknown' })).toEqual({ kind: 'stale' })
  })

  it('is unscheduled without a time, and stale when its raw status is invalid', () => {
    expect(at(0, { scheduledAt: null })).toEqual({ kind: 'unscheduled' })
    expect(at(0, { scheduledAt: null, board: 'unseen', ahead: null })).toEqual({ kind: 'unscheduled' })
    expect(at(-60, { rawStatus: 'invalid' })).toEqual({ kind: 'stale' })
  })
})

it('A countdown has hours, minutes and seconds, and is never negative', () => {
  expect(countdownParts(3_723_999)).toEqual({ hours: 1, minutes: 2, seconds: 3 })
  expect(countdownParts(-1)).toEqual({ hours: 0, minutes: 0, seconds: 0 })
})
