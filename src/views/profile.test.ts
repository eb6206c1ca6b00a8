import { expect, it } from 'vitest'
import type { Athlete } from '#domain/athlete.ts'
import type { Match } from '#domain/match.ts'
import type { Category } from '#domain/tournament.ts'
import { exampleAthlete, exampleCategory, exampleMatch, exampleSide, exampleTournament } from '#support/examples.ts'
import { OrderOfFightsResponse } from '#contract/athletes.ts'
import { presentFollowed } from './followed.ts'
import { presentProfile } from './profile.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const athlete = exampleAthlete()
const rival = exampleSide({ bjjCompSystemId: '700200', name: 'Caio do Estrela' })
const row = (place: number, name: string, id: string | null): Category['placements'][number] => ({
  place,
  name,
  team: 'Mar Alto',
  athleteBjjCompSystemId: id,
})

function heldOf(matches: Match[], placements: Category['placements'] = [], others: Athlete[] = []) {
  const all = [athlete, ...others]
  return {
    state: {
      tournament: exampleTournament(),
      categories: new Map([[1, exampleCategory({ state: 'finished', placements })]]),
      athletes: new Map(all.map((each) => [each.id, each])),
      matches: new Map(matches.map((match) => [match.id, match])),
    },
    matchesOfAthlete: () => matches,
    listedOnMat: () => [],
    beforeOnMat: () => null,
    hall: null,
    source: { state: 'ok', fetchedAt: null, changedAt: null } as const,
    position: { epoch: 'a', seq: 4 },
  }
}
const follow = { followedAt: '2026-11-20T10:00:00.000Z', via: null }
const profileOf = (...held: Parameters<typeof heldOf>) =>
  presentProfile(heldOf(...held), athlete, { ...follow, notes: 'mine', tags: ['guard'] }, now)
/** For each row of the podium: whether it is marked as the athlete's. */
const ownRows = (placements: Category['placements'], others: Athlete[] = []) =>
  profileOf([], placements, others).bracket_results[0]?.placements.map((each) => each.own)

it('The profile matches the contract, with competitors in the bracket’s order and the best seed of any match or bye', () => {
  const second = exampleMatch({ id: 2, sides: [rival, exampleSide({ seed: 3 })], scheduledAt: '2026-11-21T18:07:00Z' })
  const bye = exampleMatch({ id: 3, sides: [exampleSide({ seed: 2 }), { kind: 'bye' }] })
  const data = profileOf([exampleMatch({ sides: [exampleSide({ seed: null }), rival] }), second, bye])
  expect(OrderOfFightsResponse.parse({ success: true, data })).toEqual({ success: true, data })
  expect(data.matches.map((each) => [each.id, each.competitor_1, each.competitor_2])).toEqual([
    [2, 'Caio do Estrela', 'Rafael Horizonte'],
    [31, 'Rafael Horizonte', 'Caio do Estrela'],
  ])
  expect(data.statistics).toMatchObject({ totalMatches: 2, bracketPosition: 2 })
  expect(data.positions).toEqual({ 5: { epoch: 'a', seq: 4 } })
})

it('The profile has the steps of the athlete’s card', () => {
  const placements = [row(2, 'Rafael Horizonte', '700137')]
  const { steps } = presentFollowed(heldOf([exampleMatch()], placements), athlete, follow, now)
  expect(steps?.map(({ kind }) => kind)).toContain('podium')
  expect(profileOf([exampleMatch()], placements).steps).toEqual(steps)
})

it('The profile includes a match with an unknown status, even if no board lists it', () => {
  const unknown = exampleMatch({ rawStatus: 'unknown', board: 'unseen', boardRank: null })
  const data = profileOf([unknown])
  expect(data.matches.map(({ id, item }) => [id, item.rawStatus])).toEqual([[unknown.id, 'unknown']])
  expect(data.statistics).toMatchObject({ totalMatches: 1, currentStatus: 'unknown' })
})

it('The profile marks the athlete’s podium place by id', () => {
  expect(ownRows([row(1, 'Somebody', '1'), row(2, 'R. Horizonte', '700137')])).toEqual([false, true])
})

it('The profile finds the podium place by name if there is no id, unless the name is ambiguous (D17)', () => {
  expect(ownRows([row(1, 'rafael horizonte', null), row(2, 'Somebody', '1')])).toEqual([true, false])
  expect(ownRows([row(1, 'Rafael Horizonte', null), row(2, 'Rafael Horizonte', null)])).toEqual([false, false])
  expect(ownRows([row(1, 'Rafael Horizonte', '700999')])).toEqual([false])
  const namesake = exampleAthlete({ id: 8, bjjCompSystemId: '700999' })
  expect(ownRows([row(1, 'Rafael Horizonte', null)], [namesake])).toEqual([false])
})
