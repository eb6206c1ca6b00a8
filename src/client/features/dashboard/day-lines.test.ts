import { describe, expect, it } from 'vitest'
import type { DaySection } from '#contract/day-list.ts'
import { exampleMatch } from '#client/texts/example-match.ts'
import { holdOrder } from '#client/ui/stable-order.ts'
import { isLongList, keyOfLine, linesOf, looksOf } from './day-lines.ts'

const section = (name: DaySection['name'], ...ids: number[]): DaySection => ({
  name,
  day: name === 'day' ? '2026-11-23' : null,
  entries: ids.map((id) => ({
    item: exampleMatch({ id }),
    status: { kind: 'unscheduled' },
    estimate: { basis: 'schedule', at: null, fightsAhead: null },
  })),
})
const many = Array.from({ length: 13 }, (_, id) => id)

describe('The lines of the day list', () => {
  it('are each section’s heading with its matches below it', () => {
    const lines = linesOf([section('on', 1), section('day', 2, 3)])
    expect(lines.map(keyOfLine)).toEqual(['heading/on', '10/1', 'heading/2026-11-23', '10/2', '10/3'])
  })

  it('are cards for matches on or within the hour, and rows for later ones', () => {
    const looks = looksOf(
      linesOf([section('on', 1), section('hour', 2), section('today', 3), section('tomorrow', 4)]),
      false,
    )
    expect(['10/1', '10/2', '10/3', '10/4'].map((key) => looks.get(key))).toEqual(['card', 'card', 'row', 'row'])
    expect(looks.get('heading/today')).toBe('heading')
  })

  it('are rows only in a long list', () => {
    const lines = linesOf([section('hour', ...many)])
    expect([true, false].map((isLong) => looksOf(lines, isLong).get('10/0'))).toEqual(['row', 'card'])
  })

  it('are a long list from thirteen matches on, until there are fewer than eight', () => {
    const isLong = (count: number, wasLong: boolean) =>
      isLongList(linesOf([section('on'), section('hour', ...many.slice(0, count))]), wasLong)
    expect([12, 13].map((count) => isLong(count, false))).toEqual([false, true])
    expect([7, 8, 13].map((count) => isLong(count, true))).toEqual([false, true, true])
  })

  it('keep their form while their order is held, even if a match has changed its section', () => {
    const shown = linesOf([section('hour', 1), section('today', 2)])
    const next = linesOf([section('on', 1), section('hour', 2)])
    const { items, changeCount } = holdOrder(shown, next, keyOfLine, () => undefined)
    expect(items.map(keyOfLine)).toEqual(shown.map(keyOfLine))
    expect(looksOf(items, false)).toEqual(looksOf(shown, false))
    expect(changeCount).toBeGreaterThan(0)
  })
})
