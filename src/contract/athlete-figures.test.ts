import { expect, it } from 'vitest'
import type { Match } from '#domain/match.ts'
import { exampleItem, exampleSide } from '#support/examples.ts'
import { nextMatch, recordOf, statisticsOf } from './athlete-figures.ts'
import type { WireMatchItem } from './match-item.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const rival = exampleSide({ bjjCompSystemId: '700200', name: 'Caio do Estrela' })

const itemOf = (over: Partial<Match> = {}): WireMatchItem =>
  exampleItem({ sides: [exampleSide(), rival], ...over }, now)
const won = itemOf({ id: 1, outcome: { kind: 'won', winner: 0 } })
const lost = itemOf({ id: 2, outcome: { kind: 'won', winner: 1 } })
const unrecorded = itemOf({ id: 3, outcome: { kind: 'not-recorded' } })
const soon = itemOf({ id: 4, scheduledAt: '2026-11-21T18:30:00.000Z' })
const later = itemOf({ id: 5, scheduledAt: '2026-11-21T20:30:00.000Z' })

it('The record counts finished matches with a result as completed', () => {
  expect(recordOf([won, lost, unrecorded, soon])).toEqual({ totalMatches: 4, completedMatches: 2, wins: 1, losses: 1 })
})

it('The record counts a match that was not fought as completed, and as nobody’s win or loss', () => {
  const walkover = [exampleSide(), exampleSide({ bjjCompSystemId: '700200', disqualification: 'overweight' })] as const
  const unfought = [
    itemOf({ sides: [...walkover], outcome: { kind: 'won', winner: 0 } }),
    itemOf({ sides: [exampleSide({ disqualification: 'no-show' }), rival], outcome: { kind: 'won', winner: 1 } }),
    itemOf({ outcome: { kind: 'close-out', winner: 0 } }),
  ]
  expect(recordOf(unfought)).toEqual({ totalMatches: 3, completedMatches: 3, wins: 0, losses: 0 })
  expect(statisticsOf(unfought, null, now).winRate).toBeNull()
  expect(statisticsOf([won, ...unfought], null, now).winRate).toBe(1)
})

it('The record counts a double disqualification as a loss', () => {
  expect(recordOf([itemOf({ outcome: { kind: 'double-disqualification' } })])).toMatchObject({ wins: 0, losses: 1 })
})

it('The next match is a live one rather than one with an earlier time', () => {
  expect(nextMatch([later, soon], now)?.id).toBe(4)
  expect(nextMatch([soon, { ...later, rawStatus: 'started' }], now)?.id).toBe(5)
  expect(nextMatch([won], now)).toBeNull()
})

it('The next match is never one that has left its board and whose time was more than two hours ago', () => {
  expect(nextMatch([itemOf({ board: 'left', scheduledAt: '2026-11-21T15:59:00.000Z' })], now)).toBeNull()
})

it('The win rate is null without a result, and rates that the source does not publish are always null', () => {
  expect(statisticsOf([soon], null, now)).toMatchObject({ winRate: null, submissionRate: null, submissions: 0 })
  expect(statisticsOf([won, lost, unrecorded], 3, now)).toMatchObject({
    winRate: 0.5,
    submissionRate: null,
    averageMatchDuration: null,
    bracketPosition: 3,
  })
})

it('The current status of an athlete is that of the next match, or else tells whether all matches are over', () => {
  expect(statisticsOf([], null, now).currentStatus).toBe('scheduled')
  expect(statisticsOf([won, soon], null, now).currentStatus).toBe('scheduled')
  expect(statisticsOf([won, { ...soon, rawStatus: 'assigned' }], null, now).currentStatus).toBe('assigned')
  expect(statisticsOf([{ ...later, rawStatus: 'started' }, soon], null, now).currentStatus).toBe('started')
  expect(statisticsOf([won, lost], null, now).currentStatus).toBe('finished')
})
