import { describe, expect, it } from 'vitest'
import { type DayEntry, entryOf } from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { withoutEstimate } from '#client/texts/time-words.ts'
import { searchMatches, splitUpcoming } from './match-list.ts'

const minute = 60_000
const at = (offset: number): string => new Date(exampleNow + offset * minute).toISOString()
const split = (...changes: Partial<MatchItem>[]) =>
  splitUpcoming(
    changes.map((change, place) => {
      const item = exampleMatch({ id: place + 1, ...change })
      return entryOf(item, withoutEstimate(item), exampleNow)
    }),
  )
const ids = (entries: DayEntry[]): number[] => entries.map(({ item }) => item.id)

describe('The matches of the dashboard', () => {
  it('are hidden when they lack a mat, a time, an instant or the name of the athlete', () => {
    const { complete, incomplete } = split(
      {},
      { matNumber: null },
      { localTime: null },
      { scheduledDateTime: null },
      { athleteName: '' },
    )
    expect(ids(complete)).toEqual([1])
    expect(ids(incomplete)).toEqual([2, 3, 4, 5])
  })

  it('include one that has started even if its mat is missing', () => {
    expect(ids(split({ rawStatus: 'started', matNumber: null }).complete)).toEqual([1])
  })

  it('exclude finished ones, and count cancelled, long past and unknown ones as stale', () => {
    const { complete, stale } = split(
      { status: 'finished' },
      { rawStatus: 'invalid' },
      { board: 'unseen', ahead: null, scheduledDateTime: at(-130) },
      { board: 'unseen', ahead: null, scheduledDateTime: at(-5), rawStatus: 'unknown' },
    )
    expect(complete).toEqual([])
    expect(ids(stale)).toEqual([2, 3, 4])
  })

  it('exclude one with an unknown source status, unless its board still lists it', () => {
    const unseen = { board: 'unseen', ahead: null } as const
    const { complete, stale } = split(
      { rawStatus: 'unknown' },
      { ...unseen, rawStatus: 'unknown', scheduledDateTime: at(45) },
      { ...unseen, scheduledDateTime: at(50) },
      { board: 'left', ahead: null, rawStatus: 'unknown', scheduledDateTime: at(-5) },
    )
    expect(ids(complete)).toEqual([1, 3])
    expect(ids(stale)).toEqual([2, 4])
  })

  it('include one that is hours late while its board still lists it', () => {
    expect(ids(split({ scheduledDateTime: at(-200), ahead: 6 }).complete)).toEqual([1])
  })

  it('include one of an earlier day while its board still lists it', () => {
    expect(ids(split({ scheduledDateTime: at(-24 * 60), ahead: 6 }).complete)).toEqual([1])
  })
})

describe('A search for matches', () => {
  const items = [
    exampleMatch({ id: 1 }),
    exampleMatch({ id: 2, opponentName: 'João Conceição' }),
    exampleMatch({ id: 3, division: 'Adult / Female / PURPLE / Feather' }),
    exampleMatch({ id: 4, tournamentName: 'Boston Open' }),
  ]
  const found = (term: string): number[] => searchMatches(items, term).map(({ id }) => id)

  it('finds matches by athlete, opponent, division and tournament, ignoring accents and case, and all if the term is empty', () => {
    expect(found('JOAO')).toEqual([2])
    expect(found('purple')).toEqual([3])
    expect(found('boston')).toEqual([4])
    expect(found('alvo')).toEqual([1, 2, 3, 4])
    expect(found('')).toEqual([1, 2, 3, 4])
  })
})
