import { expect, it } from 'vitest'
import { exampleAthlete, exampleMatch, exampleSide, exampleTournament } from '#support/examples.ts'
import type { Match, Side } from '#domain/match.ts'
import { applyMatchItems } from '#contract/apply-live.ts'
import { presentMatch } from './match.ts'

const tournament = exampleTournament()
const athlete = exampleAthlete()
const match = exampleMatch({ rawStatus: 'assigned' })
const sideFor = (id: string, name: string, disqualification: 'no-show' | null = null): Side =>
  exampleSide({ bjjCompSystemId: id, name, disqualification })
const present = (over: Partial<Match>) =>
  presentMatch({ tournament, athlete, match: { ...match, ...over }, ahead: 0, before: null, now: 0 })

it('An item shows a match from the side of the athlete, with day and time at the venue and an instant in UTC', () => {
  expect(present({})).toMatchObject({
    side: 'first',
    opponentName: 'Caio do Estrela',
    day: '2026-11-21',
    localTime: '14:07',
    scheduledDateTime: '2026-11-21T19:07:00.000Z',
    matNumber: 4,
    athleteBelt: 'BLUE',
    status: 'assigned',
    result: null,
  })
})

it('An item has the result, the winner and the method', () => {
  const sides: [Side, Side] = [sideFor('700137', 'Rafael Horizonte'), sideFor('700200', 'Caio do Estrela', 'no-show')]
  expect(present({ sides, outcome: { kind: 'won', winner: 0 } })).toMatchObject({
    status: 'finished',
    result: 'win',
    winner: 'Rafael Horizonte',
    loser: 'Caio do Estrela',
    method: 'no-show',
  })
  expect(present({ outcome: { kind: 'won', winner: 1 } })).toMatchObject({
    result: 'loss',
    winner: 'Caio do Estrela',
    method: null,
  })
  expect(present({ outcome: { kind: 'double-disqualification' } })).toMatchObject({
    result: 'loss',
    winner: null,
    method: 'double-disqualification',
  })
  expect(present({ outcome: { kind: 'not-recorded' } })).toMatchObject({
    status: 'finished',
    result: null,
    method: 'not-recorded',
  })
})

it('An item names the match from which an undecided opponent will come', () => {
  const open: Side = { kind: 'open', from: { takes: 'winner', fightNumber: 44, mat: 4, matchNumber: 2 } }
  expect(present({ sides: [match.sides[0], open] })).toMatchObject({
    opponentName: null,
    opponentFrom: { takes: 'winner', fightNumber: 44, mat: 4 },
  })
})

it('There is no item for a bye or for a match of other athletes', () => {
  expect(present({ sides: [match.sides[0], { kind: 'bye' }] })).toBeNull()
  expect(present({ sides: [sideFor('1', 'A'), sideFor('2', 'B')] })).toBeNull()
})

it('Two athletes with the same name are never confused', () => {
  const nameless = (name: string): Side => ({
    kind: 'athlete',
    bjjCompSystemId: null,
    name,
    team: null,
    seed: null,
    disqualification: null,
  })
  expect(present({ sides: [sideFor('999', 'Rafael Horizonte'), sideFor('2', 'B')] })).toBeNull()
  expect(present({ sides: [nameless('RAFAEL HORIZONTE'), sideFor('2', 'B')] })).not.toBeNull()
  expect(present({ sides: [nameless('Rafael Horizonte'), nameless('Rafael Horizonte')] })).toBeNull()
})

it('An update replaces the old item, and has no effect when it is applied again', () => {
  const before = [present({})!, { ...present({})!, id: 32 }]
  const update = { ...present({})!, matNumber: 6 }
  const after = applyMatchItems(before, [update])
  expect(after.map(({ matNumber }) => matNumber)).toEqual([6, 4])
  expect(applyMatchItems(after, [update])).toEqual(after)
})
