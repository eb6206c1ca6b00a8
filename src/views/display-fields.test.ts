import { expect, it } from 'vitest'
import { WireMatchItem } from '#contract/match-item.ts'
import { exampleItem, exampleSide } from '#support/examples.ts'
import { hallRecord, type HallMat } from '#domain/mat-records.ts'
import { withDisplayFields, withEstimate } from './display-fields.ts'

const item = exampleItem({
  sides: [exampleSide(), exampleSide({ bjjCompSystemId: '700200', name: 'Caio do Estrela' })],
})

it('The display fields of a match have the formats of the specification', () => {
  expect(WireMatchItem.parse(item)).toEqual(item)
  expect(item).toMatchObject({
    day: '2026-11-21',
    localTime: '14:07',
    matNumber: 4,
    opponentName: 'Caio do Estrela',
    date: 'Sat 11/21',
    time: '02:07 PM',
    scheduledTime: 'Sat 11/21 at 02:07 PM',
    scheduled_time: 'Sat 11/21 at 02:07 PM',
    mat: 'Mat 4',
    opponent: 'Caio do Estrela',
  })
})

it('A display field is null when its value is unknown, and a date is shown without an unknown time', () => {
  expect(withDisplayFields({ ...item, localTime: null, matNumber: null, opponentName: null })).toMatchObject({
    time: null,
    scheduledTime: 'Sat 11/21',
    mat: null,
    opponent: null,
  })
  expect(withDisplayFields({ ...item, day: null, localTime: null })).toMatchObject({ date: null, scheduledTime: null })
})

it('The hours after midnight and after noon are displayed as 12 AM and 12 PM', () => {
  expect(withDisplayFields({ ...item, localTime: '00:05' }).time).toBe('12:05 AM')
  expect(withDisplayFields({ ...item, localTime: '12:05' }).time).toBe('12:05 PM')
})

it('A match is not estimated before the last start on its mat, even if that start is later than the last reading of the mat’s board', () => {
  const readAt = Date.parse('2026-11-21T18:00:00Z')
  const mats = [3, 4, 5].map((mat): HallMat => {
    const startMinutes = mat === 4 ? [12] : [-30, -20, -10, 0]
    const starts = startMinutes.map((minutes) => ({ at: readAt + minutes * 60_000, length: 5 }))
    const left = { fights: 5, turnovers: 36 }
    return { mat, left, isOn: false, observed: { starts, pending: [{ length: 5, publishedAt: null }], asOf: readAt } }
  })
  const hall = hallRecord('2026-11-21', mats, [], readAt)
  const upcoming = { ...item, before: { fights: 6, turnovers: 43.2, breaks: 0 } }
  const facts = { halls: hall ? { [item.tournamentId]: hall } : {}, sources: {} }
  const { estimate } = withEstimate(upcoming, facts, readAt + 60_000)
  expect(Date.parse(estimate?.early ?? '')).toBeGreaterThanOrEqual(readAt + 12 * 60_000)
})
