import { describe, expect, it } from 'vitest'
import { countdownParts, matchStatus, type MatchSituation } from './match-status.ts'

const minute = 60_000
const start = Date.parse('2026-11-21T18:00:00Z')

/** A match that is fifth on its mat, an hour before its start, unless said otherwise. */
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

describe('the status of a match', () => {
  it('is finished by the word of a bracket or of the source, whatever the clock and the board say', () => {
    expect(at(-60, { over: true })).toEqual({ kind: 'finished' })
    expect(at(0, { rawStatus: 'finished', ahead: 0 })).toEqual({ kind: 'finished' })
  })

  it('is live when the source says started, however early or late', () => {
    for (const passed of [-85, 0, 300])
      expect(at(passed, { rawStatus: 'started' })).toEqual({ kind: 'live', basis: 'source' })
    expect(at(5, { rawStatus: 'started', board: 'left', ahead: null })).toEqual({ kind: 'live', basis: 'source' })
  })

  it('is likely live when first on its board with its time reached', () => {
    expect(at(-1, { ahead: 0 })).toEqual({ kind: 'live', basis: 'likely' })
    expect(at(200, { ahead: 0 })).toEqual({ kind: 'live', basis: 'likely' })
    expect(at(-2, { ahead: 0 })).toEqual({ kind: 'countdown', startsIn: 2 * minute })
  })

  it('is due, not live, at the front of its mat while the source says that it has not started', () => {
    for (const rawStatus of ['created', 'assigned', 'weighted'] as const)
      for (const ahead of [0, 1]) expect(at(3, { rawStatus, ahead })).toEqual({ kind: 'due' })
    expect(at(3, { rawStatus: 'assigned', ahead: 2 })).toEqual({ kind: 'late', by: 3 * minute })
  })

  it('is running late, and never hidden, while the board lists others before it', () => {
    expect(at(1)).toEqual({ kind: 'late', by: minute })
    expect(at(180)).toEqual({ kind: 'late', by: 180 * minute })
    expect(at(-1)).toEqual({ kind: 'countdown', startsIn: minute })
  })

  it('awaits its result after leaving the board, and is stale two hours after its time', () => {
    expect(at(10, { board: 'left', ahead: null })).toEqual({ kind: 'awaiting-result' })
    expect(at(-10, { board: 'left', ahead: null })).toEqual({ kind: 'awaiting-result' })
    expect(at(121, { board: 'left', ahead: null })).toEqual({ kind: 'stale' })
    expect(at(0, { board: 'left', ahead: null, scheduledAt: null })).toEqual({ kind: 'awaiting-result' })
  })

  it('goes by the clock alone where no board has shown the match', () => {
    const unseen = { board: 'unseen', ahead: null } as const
    expect(at(-2, unseen)).toEqual({ kind: 'countdown', startsIn: 2 * minute })
    expect(at(-1, unseen)).toEqual({ kind: 'live', basis: 'schedule' })
    expect(at(120, unseen)).toEqual({ kind: 'live', basis: 'schedule' })
    expect(at(121, unseen)).toEqual({ kind: 'stale' })
    expect(at(1, { ...unseen, rawStatus: 'unknown' })).toEqual({ kind: 'stale' })
  })

  it('is unscheduled without a time, and stale when the source calls it invalid', () => {
    expect(at(0, { scheduledAt: null })).toEqual({ kind: 'unscheduled' })
    expect(at(0, { scheduledAt: null, board: 'unseen', ahead: null })).toEqual({ kind: 'unscheduled' })
    expect(at(-60, { rawStatus: 'invalid' })).toEqual({ kind: 'stale' })
  })
})

it('counts down in hours, minutes and seconds, never below zero', () => {
  expect(countdownParts(3_723_999)).toEqual({ hours: 1, minutes: 2, seconds: 3 })
  expect(countdownParts(-1)).toEqual({ hours: 0, minutes: 0, seconds: 0 })
})
