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

  it('are cards for matches in progress or within the hour, and rows for later ones', () => {
    const looks = looksOf(
      linesOf([section('on', 1), section('hour', 2), section('today', 3), section('tomorrow', 4)]),
      false,
    )
    expect(['10/1', '10/2', '10/3', '10/4'].map((key) => looks.get(key)?.look)).toEqual(['card', 'card', 'row', 'row'])
    expect(looks.get('heading/today')).toEqual({ look: 'heading', tournamentName: null })
  })

  it('are dense cards instead of cards in a long list', () => {
    const lines = linesOf([section('hour', ...many), section('today', 20)])
    const looksIn = (isLong: boolean) => ['10/0', '10/20'].map((key) => looksOf(lines, isLong).get(key)?.look)
    expect([true, false].map(looksIn)).toEqual([
      ['dense', 'row'],
      ['card', 'row'],
    ])
  })

  it('name their tournaments if there are several, unless the heading above names one for all its rows or dense cards', () => {
    const lines = linesOf([section('hour', 1, 2), section('today', 3), section('tomorrow', 4, 5)]).map((line) =>
      line.kind === 'match' && [2, 4, 5].includes(line.item.id)
        ? { ...line, item: { ...line.item, tournamentId: 99, tournamentName: 'Harbor Open' } }
        : line,
    )
    const named = (isLong: boolean, shown = lines) =>
      shown.map(({ key }) => looksOf(shown, isLong).get(key)?.tournamentName)
    const { tournamentName: other } = exampleMatch()
    expect(named(true)).toEqual([null, other, 'Harbor Open', other, null, 'Harbor Open', null, null])
    // Cards name their tournament themselves.
    expect(named(false).slice(0, 3)).toEqual([null, null, null])
    expect(named(true, lines.slice(5))).toEqual([null, null, null])
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
