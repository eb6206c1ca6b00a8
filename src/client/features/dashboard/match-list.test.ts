import { describe, expect, it } from 'vitest'
import type { MatchItem } from '#contract/match-item.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { searchMatches, sortMatches } from './match-list.ts'

const minute = 60_000
const at = (offset: number): string => new Date(exampleNow + offset * minute).toISOString()
const sorted = (...changes: Partial<MatchItem>[]) =>
  sortMatches(
    changes.map((change, place) => exampleMatch({ id: place + 1, ...change })),
    exampleNow,
  )
const ids = (items: MatchItem[]): number[] => items.map(({ id }) => id)

describe('The matches of the dashboard', () => {
  it('are sorted by their start, and by the queue when that is equal', () => {
    const { complete } = sorted(
      { scheduledDateTime: at(30), ahead: 5 },
      { scheduledDateTime: at(10) },
      { scheduledDateTime: at(30), ahead: 1 },
    )
    expect(ids(complete)).toEqual([2, 3, 1])
  })

  it('are hidden when they lack a mat, a time or an instant', () => {
    const { complete, incomplete } = sorted(
      {},
      { matNumber: null },
      { localTime: null },
      { scheduledDateTime: null },
      { athleteName: '' },
    )
    expect(ids(complete)).toEqual([1])
    expect(ids(incomplete)).toEqual([4, 2, 3, 5])
  })

  it('include every fight that has started', () => {
    expect(ids(sorted({ rawStatus: 'started', matNumber: null }).complete)).toEqual([1])
  })

  it('exclude finished fights, and list stale ones separately', () => {
    const { complete, stale } = sorted(
      { status: 'finished' },
      { rawStatus: 'invalid' },
      { board: 'unseen', ahead: null, scheduledDateTime: at(-130) },
      { board: 'unseen', ahead: null, scheduledDateTime: at(-5), rawStatus: 'unknown' },
    )
    expect(complete).toEqual([])
    expect(ids(stale)).toEqual([3, 4, 2])
  })

  it('exclude a fight with an unknown source status, unless its board still lists it', () => {
    const unseen = { board: 'unseen', ahead: null } as const
    const { complete, stale } = sorted(
      { rawStatus: 'unknown' },
      { ...unseen, rawStatus: 'unknown', scheduledDateTime: at(45) },
      { ...unseen, scheduledDateTime: at(50) },
      { board: 'left', ahead: null, rawStatus: 'unknown', scheduledDateTime: at(-5) },
    )
    expect(ids(complete)).toEqual([3, 1])
    expect(ids(stale)).toEqual([4, 2])
  })

  it('are sorted by their day when they have no instant, also across New Year', () => {
    const withoutInstant = { scheduledDateTime: null, ahead: null }
    const { incomplete } = sorted(
      { ...withoutInstant, day: '2027-01-01', localTime: '09:00' },
      { ...withoutInstant, day: '2026-12-31', localTime: '14:00' },
    )
    expect(ids(incomplete)).toEqual([2, 1])
  })

  it('include a fight that is hours late while its board still lists it', () => {
    expect(ids(sorted({ scheduledDateTime: at(-200), ahead: 6 }).complete)).toEqual([1])
  })
})

describe('A search for matches', () => {
  const items = [
    exampleMatch({ id: 1 }),
    exampleMatch({ id: 2, opponentName: 'João Conceição' }),
    exampleMatch({ id: 3, division: 'Adult / Female / PURPLE / Feather' }),
    exampleMatch({ id: 4, tournamentName: 'Boston Open' }),
  ]

  it('finds the athlete, the opponent, the division and the tournament, ignoring accents and case', () => {
    expect(ids(searchMatches(items, 'JOAO'))).toEqual([2])
    expect(ids(searchMatches(items, 'purple'))).toEqual([3])
    expect(ids(searchMatches(items, 'boston'))).toEqual([4])
    expect(ids(searchMatches(items, 'alvo'))).toEqual([1, 2, 3, 4])
    expect(ids(searchMatches(items, ''))).toEqual([1, 2, 3, 4])
  })
})
