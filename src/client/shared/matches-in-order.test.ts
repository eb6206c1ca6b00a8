import { describe, expect, it } from 'vitest'
import type { HallRecord } from '#domain/hall-record.ts'
import { exampleNow } from '#client/texts/example-match.ts'
import { examplePage, exampleSharedMatch } from './example-page.ts'
import { matchesInOrder } from './matches-in-order.ts'

const minute = 60_000
const at = (minutes: number): string => new Date(exampleNow + minutes * minute).toISOString()
/** A match on Mat 4, published to start in `starts` minutes, with `fights` fights before it since the morning. */
const match = (id: number, starts: number, fights: number) =>
  exampleSharedMatch({ id, scheduledDateTime: at(starts), before: { fights, turnovers: fights * 7, breaks: 0 } })
/** Twelve matches have left the board of Mat 4; the last one started two minutes ago. */
const hall: HallRecord = {
  date: '2026-11-21',
  asOf: exampleNow,
  pace: 0.9,
  spread: 0.05,
  unevenness: 0.25,
  stop: null,
  mats: [
    {
      mat: 4,
      state: 'running',
      anchor: exampleNow - 2 * minute,
      running: 7,
      left: { fights: 12, turnovers: 84 },
      isOn: false,
    },
  ],
}
const page = examplePage({
  upcomingMatches: [match(1, 10, 15), match(2, 30, 13), match(3, 50, 14)],
  halls: { 7: hall },
})
const claim = { matchId: 2, name: 'Ana', at: at(-1), order: 1 }
const ids = (change: Parameters<typeof examplePage>[0]): number[] =>
  matchesInOrder({ ...page, ...change }, exampleNow).map(({ id }) => id)

describe('The matches of the public page', () => {
  it('are in the order of their estimates, or of their published times if they have none', () => {
    expect(ids({})).toEqual([2, 3, 1])
    expect(ids({ halls: {} })).toEqual([1, 2, 3])
  })

  it('stay in this order whoever has claimed them', () => {
    expect(ids({ mayClaim: true, claims: [claim] })).toEqual([2, 3, 1])
  })

  it('end with a match for which no update is expected', () => {
    const stale = exampleSharedMatch({ id: 4, board: 'left', before: null, scheduledDateTime: at(-130) })
    expect(ids({ upcomingMatches: [stale, ...page.upcomingMatches] })).toEqual([2, 3, 1, 4])
  })
})
