import { expect, it } from 'vitest'
import { exampleItem } from '#support/examples.ts'
import { bySchedule } from './by-schedule.ts'

const present = (id: number, date: string | null, time: string | null, scheduledAt: string | null = null) =>
  exampleItem({ id, date, time, scheduledAt })
const order = (...items: ReturnType<typeof present>[]): number[] => items.toSorted(bySchedule).map(({ id }) => id)

it('a match of New Year’s Day comes after one of the old year, also where the venue’s zone is unknown', () => {
  const [oldYear, newYear] = [present(1, '2026-12-31', '14:00'), present(2, '2027-01-01', '09:00')]
  expect(order(newYear, oldYear)).toEqual([1, 2])
})

it('matches come by their instant; those without one come last, by their day and time', () => {
  const known = present(1, '2026-11-22', '18:00', '2026-11-22T23:00:00.000Z')
  const sooner = present(6, '2026-11-22', '17:00', '2026-11-22T22:00:00.000Z')
  const [late, noon, morning] = [
    present(2, '2026-11-21', '13:00'),
    present(3, '2026-11-21', '12:30'),
    present(4, '2026-11-21', '09:00'),
  ]
  expect(order(present(5, null, null), late, noon, morning, known, sooner)).toEqual([6, 1, 4, 3, 2, 5])
})
