import { expect, it } from 'vitest'
import { exampleItem } from '#support/examples.ts'
import { bySchedule } from './by-schedule.ts'

const present = (id: number, date: string | null, time: string | null, scheduledAt: string | null = null) =>
  exampleItem({ id, date, time, scheduledAt })
const order = (...items: ReturnType<typeof present>[]): number[] => items.toSorted(bySchedule).map(({ id }) => id)

it('A match of New Year’s Day comes after one of the old year, even if the venue’s zone is unknown', () => {
  const [oldYear, newYear] = [present(1, '2026-12-31', '14:00'), present(2, '2027-01-01', '09:00')]
  expect(order(newYear, oldYear)).toEqual([1, 2])
})

it('A match of the old year comes before one of New Year’s Day, even if only one venue’s zone is known', () => {
  const newYear = present(2, '2027-01-01', '09:00', '2027-01-01T14:00:00.000Z')
  expect(order(newYear, present(1, '2026-12-31', '14:00'))).toEqual([1, 2])
})

it('Matches of two venues are sorted by their instants, not by their local times', () => {
  const newYork = present(1, '2026-11-21', '09:00', '2026-11-21T14:00:00.000Z')
  const lisbon = present(2, '2026-11-21', '12:00', '2026-11-21T12:00:00.000Z')
  expect(order(newYork, lisbon)).toEqual([2, 1])
})

it('Matches without an instant are sorted by day and local time, those without a time at the end of their day', () => {
  const [open, afternoon, noon, morning] = [
    present(1, '2026-11-21', null),
    present(2, '2026-11-21', '13:00'),
    present(3, '2026-11-21', '12:30'),
    present(4, '2026-11-21', '09:00'),
  ]
  const nextDay = present(5, '2026-11-22', '08:00', '2026-11-22T13:00:00.000Z')
  expect(order(present(6, null, null), nextDay, open, afternoon, noon, morning)).toEqual([4, 3, 2, 1, 5, 6])
})
