import { describe, expect, it } from 'vitest'
import type { ServerMessageOf } from '#contract/live.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { ImportProgress, TournamentsResponse } from '#contract/tournaments.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import {
  acceptedPart,
  applySource,
  applyToMatches,
  applyToProfileTournament,
  applyToProfileResponse,
  hasNewCategory,
  mergeMatches,
  mergeProfile,
  mergeTournaments,
  tournamentEntity,
} from './apply-message.ts'
import { exampleProfile } from './example-profile.ts'
import { createPositions } from './positions.ts'

const position = (seq: number) => ({ '7': { epoch: 'a', seq } })

const list = (matches: WireMatchItem[], seq = 5): MatchesResponse => ({
  success: true,
  matches,
  claims: [],
  claimOrder: 0,
  isClaiming: false,
  lastProgressiveUpdate: '2026-11-21T18:26:00Z',
  mode: 'live',
  updateIntervalMinutes: 2,
  positions: position(seq),
  halls: {},
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

describe('A match update', () => {
  it('replaces the match it is about', () => {
    expect(applyToMatches('upcoming', list([before]), update([moved], 6)).matches).toEqual([moved])
  })

  it('changes nothing when it is applied again', () => {
    const once = applyToMatches('upcoming', list([before]), update([moved], 6))
    expect(applyToMatches('upcoming', once, update([moved], 6))).toEqual(once)
  })

  it('moves a finished match from the upcoming to the completed list, and a corrected one back', () => {
    expect(applyToMatches('upcoming', list([before]), update([finished], 6)).matches).toEqual([])
    expect(applyToMatches('completed', list([]), update([finished], 6)).matches).toEqual([finished])
    expect(applyToMatches('completed', list([finished]), update([before], 7)).matches).toEqual([])
    expect(applyToMatches('upcoming', list([]), update([before], 7)).matches).toEqual([before])
  })

  it('removes a match that no longer exists', () => {
    expect(applyToMatches('upcoming', list([before]), update([], 6, [1])).matches).toEqual([])
  })

  it('does not change a list that was read later', () => {
    const later = list([moved], 9)
    expect(applyToMatches('upcoming', later, update([before], 6))).toBe(later)
  })

  it('is applied only to matches of which no newer update was applied', () => {
    const positions = createPositions()
    acceptedPart(update([moved], 8), positions)
    const late = acceptedPart(update([before, exampleMatch({ id: 2 })], 7), positions)
    expect(late.matches.map(({ id }) => id)).toEqual([2])
  })
})

describe('A fetched list', () => {
  const positions = createPositions()
  const other = exampleMatch({ id: 2 })
  acceptedPart(update([moved], 8), positions)

  it('keeps the change of a message that arrived during the fetch', () => {
    expect(mergeMatches(list([before, other], 7), list([moved]), positions).matches).toEqual([other, moved])
  })

  it('is unchanged when it is as new as the messages', () => {
    const fetched = list([before], 8)
    expect(mergeMatches(fetched, list([moved]), positions)).toEqual(fetched)
  })

  it('does not restore a match that a message has removed', () => {
    expect(mergeMatches(list([before], 7), list([]), positions).matches).toEqual([])
  })

  it('is unchanged when no list is cached', () => {
    const fetched = list([before], 7)
    expect(mergeMatches(fetched, undefined, positions)).toBe(fetched)
  })
})

describe('An open profile', () => {
  const now = exampleNow
  const profile = (matches: WireMatchItem[], seq = 5) => exampleProfile(matches, seq)

  it("equals a fresh load after an update: rows, figures and the user's notes", () => {
    const after = applyToProfileResponse(profile([before]), update([finished], 6), now)
    expect(after).toEqual(profile([finished]))
    expect(after.data.statistics).toMatchObject({ wins: 1, winRate: 1, bracketPosition: 2, currentStatus: 'finished' })
    expect(applyToProfileResponse(after, update([finished], 6), now)).toEqual(after)
  })

  it('inserts new matches by their time and removes deleted ones', () => {
    const next = exampleMatch({ id: 2, scheduledDateTime: '2026-11-21T21:00:00Z' })
    const joined = applyToProfileResponse(profile([next]), update([before], 6), now)
    expect(joined.data.matches.map(({ id }) => id)).toEqual([1, 2])
    expect(applyToProfileResponse(joined, update([], 7, [2]), now)).toEqual(profile([before]))
  })

  it('ignores messages about other athletes and older messages', () => {
    const newer = profile([moved], 9)
    expect(applyToProfileResponse(newer, update([before], 6), now)).toBe(newer)
    expect(applyToProfileResponse(newer, { ...update([before], 10), athleteId: 11 }, now)).toEqual(newer)
  })

  it('is outdated when a match is in a category that it does not have', () => {
    expect(hasNewCategory(profile([before]), update([moved], 6))).toBe(false)
    const open = exampleMatch({ id: 3, division: 'Adult / Male / BLUE / Open Class' })
    expect(hasNewCategory(profile([before]), update([open], 6))).toBe(true)
  })

  it('keeps the change of a message that arrived while it was fetched', () => {
    const positions = createPositions()
    acceptedPart(update([finished], 8), positions)
    const merged = mergeProfile(profile([before], 7), profile([finished], 5), positions, now)
    expect(merged).toEqual(profile([finished], 7))
    expect(mergeProfile(profile([before], 8), profile([finished], 5), positions, now)).toEqual(profile([before], 8))
  })

  it('keeps a state of the tournament that a message brought while it was fetched', () => {
    const positions = createPositions()
    positions.accepts(tournamentEntity, { tournamentId: 7, epoch: 'a', seq: 8 })
    const [known, older, newer] = [profile([before], 5), profile([before], 7), profile([before], 8)]
    const cached = { ...known, data: { ...known.data, status: 'past' as const } }
    expect(mergeProfile(older, cached, positions, now).data.status).toBe('past')
    expect(mergeProfile(newer, cached, positions, now)).toEqual(newer)
  })

  it("changes its source's age at a message about its tournament, and at no other", () => {
    const source = { state: 'stale', fetchedAt: '2026-11-21T18:20:00Z', changedAt: null } as const
    const message = { type: 'source_update', tournamentId: 7, source, serverTime: '2026-11-21T18:27:31Z' } as const
    expect(applyToProfileTournament(profile([before]), message).data.source).toEqual(source)
    const other = profile([before])
    expect(applyToProfileTournament(other, { ...message, tournamentId: 8 })).toBe(other)
  })
})

describe('The fetched tournaments', () => {
  const progress = { state: 'running', step: 'days', usable: false, athletes: 0 } as const
  const [counts, allDone] = [
    { done: 0, total: 1 },
    { done: 1, total: 1 },
  ]
  const running: ImportProgress = { ...progress, days: counts, categories: counts }
  const done: ImportProgress = { ...progress, state: 'done', days: allDone, categories: allDone }
  const tournaments = (seq: number, name: string, imported: ImportProgress) =>
    ({
      success: true,
      tournaments: [7, 8].map((id) => ({ id, name, status: 'upcoming', logoUrl: null, import: imported })),
      positions: { ...position(seq), '8': { epoch: 'b', seq: 1 } },
      serverTime: '2026-11-21T18:27:00Z',
    }) as unknown as TournamentsResponse
  const positions = createPositions()
  positions.accepts(tournamentEntity, { tournamentId: 7, epoch: 'a', seq: 8 })
  const importsOf = (list: TournamentsResponse) => list.tournaments.map((each) => [each.name, each.import.state])

  it('keep the import progress of a message that arrived while they were fetched', () => {
    const merged = mergeTournaments(tournaments(7, 'Renamed', running), tournaments(5, 'Open', done), positions)
    expect(importsOf(merged)).toEqual([
      ['Renamed', 'done'],
      ['Renamed', 'running'],
    ])
  })

  it('are unchanged when they are as new as the messages, or no list is cached', () => {
    const fetched = tournaments(8, 'Open', running)
    expect(mergeTournaments(fetched, tournaments(5, 'Open', done), positions)).toEqual(fetched)
    const older = tournaments(7, 'Open', running)
    expect(mergeTournaments(older, undefined, positions)).toEqual(older)
  })
})

describe('A source update', () => {
  const source = { state: 'ok', fetchedAt: '2026-11-21T18:27:30Z', changedAt: null } as const
  const message = { type: 'source_update', tournamentId: 7, source, serverTime: '2026-11-21T18:27:31Z' } as const

  it("changes the source's age and the time of the last update", () => {
    const after = applySource(list([before]), message)
    expect(after.sources['7']).toEqual(source)
    expect(after.lastProgressiveUpdate).toBe('2026-11-21T18:27:30Z')
  })

  it('does not change a list without that tournament', () => {
    const other = list([before])
    expect(applySource(other, { ...message, tournamentId: 8 })).toBe(other)
  })
})
