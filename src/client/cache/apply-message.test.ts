import { describe, expect, it } from 'vitest'
import type { ServerMessageOf } from '#contract/live.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import {
  acceptedPart,
  applySource,
  applyToMatches,
  applyToProfilePlace,
  applyToProfileRead,
  hasNewCategory,
  mergeMatches,
  mergeProfile,
} from './apply-message.ts'
import { exampleProfile } from './example-profile.ts'
import { createPositions } from './positions.ts'

const position = (seq: number) => ({ '7': { epoch: 'a', seq } })

const list = (matches: WireMatchItem[], seq = 5): MatchesResponse => ({
  success: true,
  matches,
  lastProgressiveUpdate: '2026-11-21T18:26:00Z',
  mode: 'live',
  updateIntervalMinutes: 2,
  positions: position(seq),
  sources: { '7': { state: 'ok', fetchedAt: '2026-11-21T18:26:00Z', changedAt: null } },
  serverTime: '2026-11-21T18:27:00Z',
})

const update = (matches: WireMatchItem[], seq: number, removed: number[] = []): ServerMessageOf<'match_update'> => ({
  type: 'match_update',
  tournamentId: 7,
  seq,
  epoch: 'a',
  serverTime: '2026-11-21T18:27:00Z',
  athleteId: 10,
  athlete: { id: 10, name: 'Thiago Alvorada' },
  status: 'upcoming',
  matches,
  removed,
  timestamp: '2026-11-21T18:27:00Z',
})

const before = exampleMatch()
const moved = exampleMatch({ matNumber: 6 })
const finished = exampleMatch({ status: 'finished', result: 'win' })

describe('a match update', () => {
  it('replaces the match it is about', () => {
    expect(applyToMatches('upcoming', list([before]), update([moved], 6)).matches).toEqual([moved])
  })

  it('changes nothing more when it comes twice', () => {
    const once = applyToMatches('upcoming', list([before]), update([moved], 6))
    expect(applyToMatches('upcoming', once, update([moved], 6))).toEqual(once)
  })

  it('takes a finished match from the upcoming to the completed, and a corrected one back', () => {
    expect(applyToMatches('upcoming', list([before]), update([finished], 6)).matches).toEqual([])
    expect(applyToMatches('completed', list([]), update([finished], 6)).matches).toEqual([finished])
    expect(applyToMatches('completed', list([finished]), update([before], 7)).matches).toEqual([])
    expect(applyToMatches('upcoming', list([]), update([before], 7)).matches).toEqual([before])
  })

  it('takes away what is gone', () => {
    expect(applyToMatches('upcoming', list([before]), update([], 6, [1])).matches).toEqual([])
  })

  it('is nothing to a list that was read later', () => {
    const later = list([moved], 9)
    expect(applyToMatches('upcoming', later, update([before], 6))).toBe(later)
  })

  it('brings only those matches of which nothing newer was seen', () => {
    const positions = createPositions()
    acceptedPart(update([moved], 8), positions)
    const late = acceptedPart(update([before, exampleMatch({ id: 2 })], 7), positions)
    expect(late.matches.map(({ id }) => id)).toEqual([2])
  })
})

describe('a list that was read', () => {
  const positions = createPositions()
  const other = exampleMatch({ id: 2 })
  acceptedPart(update([moved], 8), positions)

  it('keeps what a message told in the meantime', () => {
    expect(mergeMatches(list([before, other], 7), list([moved]), positions).matches).toEqual([other, moved])
  })

  it('stands as it is when it is as new as the messages', () => {
    const read = list([before], 8)
    expect(mergeMatches(read, list([moved]), positions)).toEqual(read)
  })

  it('does not bring back what a message took away', () => {
    expect(mergeMatches(list([before], 7), list([]), positions).matches).toEqual([])
  })

  it('stands as it is when it is the first', () => {
    const read = list([before], 7)
    expect(mergeMatches(read, undefined, positions)).toBe(read)
  })
})

describe('an open profile', () => {
  const now = exampleNow
  const profile = (matches: WireMatchItem[], seq = 5) => exampleProfile(matches, seq)

  it('ends where a fresh load would: rows, figures, and what the user wrote', () => {
    const after = applyToProfileRead(profile([before]), update([finished], 6), now)
    expect(after).toEqual(profile([finished]))
    expect(after.data.statistics).toMatchObject({ wins: 1, winRate: 1, bracketPosition: 2, currentStatus: 'finished' })
    expect(applyToProfileRead(after, update([finished], 6), now)).toEqual(after)
  })

  it('takes new matches in by their time and lets go of those that are gone', () => {
    const next = exampleMatch({ id: 2, scheduledDateTime: '2026-11-21T21:00:00Z' })
    const joined = applyToProfileRead(profile([next]), update([before], 6), now)
    expect(joined.data.matches.map(({ id }) => id)).toEqual([1, 2])
    expect(applyToProfileRead(joined, update([], 7, [2]), now)).toEqual(profile([before]))
  })

  it('leaves other athletes and older messages aside', () => {
    const read = profile([moved], 9)
    expect(applyToProfileRead(read, update([before], 6), now)).toBe(read)
    expect(applyToProfileRead(read, { ...update([before], 10), athleteId: 11 }, now)).toEqual(read)
  })

  it('is read again when a match is in a category that it does not know', () => {
    expect(hasNewCategory(profile([before]), update([moved], 6))).toBe(false)
    const open = exampleMatch({ id: 3, division: 'Adult / Male / BLUE / Open Class' })
    expect(hasNewCategory(profile([before]), update([open], 6))).toBe(true)
  })

  it('keeps what a message told while it was read', () => {
    const positions = createPositions()
    acceptedPart(update([finished], 8), positions)
    const met = mergeProfile(profile([before], 7), profile([finished], 5), positions, now)
    expect(met).toEqual(profile([finished], 7))
    expect(mergeProfile(profile([before], 8), profile([finished], 5), positions, now)).toEqual(profile([before], 8))
  })

  it('ages with its source', () => {
    const source = { state: 'stale', fetchedAt: '2026-11-21T18:20:00Z', changedAt: null } as const
    const message = { type: 'source_update', tournamentId: 7, source, serverTime: '2026-11-21T18:27:31Z' } as const
    expect(applyToProfilePlace(profile([before]), message).data.source).toEqual(source)
    const other = profile([before])
    expect(applyToProfilePlace(other, { ...message, tournamentId: 8 })).toBe(other)
  })
})

describe('a source update', () => {
  const source = { state: 'ok', fetchedAt: '2026-11-21T18:27:30Z', changedAt: null } as const
  const message = { type: 'source_update', tournamentId: 7, source, serverTime: '2026-11-21T18:27:31Z' } as const

  it('renews the age and the time of the last update', () => {
    const after = applySource(list([before]), message)
    expect(after.sources['7']).toEqual(source)
    expect(after.lastProgressiveUpdate).toBe('2026-11-21T18:27:30Z')
  })

  it('is nothing to a list without that tournament', () => {
    const other = list([before])
    expect(applySource(other, { ...message, tournamentId: 8 })).toBe(other)
  })
})
