import { describe, expect, it } from 'vitest'
import type { FollowRule } from '#contract/follow-rules.ts'
import { teamText } from '#client/texts/team-words.ts'
import { loadTexts } from '#client/texts/t.ts'
import { teamFacts, teamPage } from './team-head.tsx'

await loadTexts('athletes')

const tournaments = [
  { id: 7, name: 'Spring Open', status: 'live' },
  { id: 8, name: 'Autumn Open', status: 'past' },
] as const
const rule: FollowRule = {
  id: 1,
  team: 'Alpha',
  aliases: [],
  tournamentId: 7,
  createdAt: '2026-11-20T10:00:00.000Z',
  excluded: [],
  tournaments: [{ id: 7, athletes: 14, followed: 14 }],
  suggestions: [],
}
const anywhere: FollowRule = {
  ...rule,
  tournamentId: null,
  tournaments: [...rule.tournaments, { id: 8, athletes: 5, followed: 3 }],
}

describe('The head of a followed team', () => {
  it('shows how many athletes the team has in a tournament, and whether it is followed in every tournament', () => {
    expect(teamFacts(rule, tournaments, 7)).toEqual(['14 athletes'])
    expect(teamFacts(anywhere, tournaments, 7)).toEqual(['14 athletes', 'wherever it enters'])
  })

  it('shows, in the list of all teams, its tournament and its number of athletes in all tournaments', () => {
    expect(teamFacts(rule, tournaments)).toEqual(['14 athletes', 'Spring Open'])
    expect(teamFacts(anywhere, tournaments)[0]).toBe('19 athletes')
  })

  it('shows how many athletes are left out, how many are beyond the limit, and that a team is not entered yet', () => {
    const excluded = [{ bjjCompSystemId: '11', name: 'Ana' }]
    expect(teamFacts({ ...rule, excluded }, tournaments, 7)).toEqual(['14 athletes', '1 left out'])
    expect(teamFacts(anywhere, tournaments, 8).at(-1)).toBe('limit reached: 2 more than you can follow')
    expect(teamFacts({ ...rule, tournaments: [] }, tournaments, 7)).toEqual(['waits: not entered yet'])
    expect(teamFacts({ ...anywhere, tournaments: [] }, tournaments)).toContain('waits: not entered yet')
  })

  it('shows, in a tournament that is over, that the team was not entered', () => {
    const ended = { ...rule, tournamentId: 8, tournaments: [] }
    expect(teamFacts(ended, tournaments)).toEqual(['Autumn Open', 'was not entered'])
    expect(teamFacts({ ...anywhere, tournaments: [] }, tournaments, 8)).toContain('was not entered')
  })
})

describe('The team of an athlete', () => {
  it('is shown with the followed team that added the athlete, once if they are the same', () => {
    expect(teamText({ team: 'ALPHA', via: 'Alpha' })).toBe('via Alpha')
    expect(teamText({ team: 'Alpha – Recife', via: 'Alpha' })).toBe('Alpha – Recife · via Alpha')
    expect(teamText({ team: 'Beta', via: null })).toBe('Beta')
    expect(teamText({ team: null, via: 'Alpha' })).toBe('via Alpha')
    expect(teamText({ team: null, via: null })).toBe('')
  })
})

describe('The page of a followed team', () => {
  const next = { id: 9, name: 'Winter Open', status: 'upcoming' } as const
  const entered = (...ids: number[]): FollowRule => ({
    ...anywhere,
    team: 'Alpha – Recife',
    tournaments: ids.map((id) => ({ id, athletes: 1, followed: 1 })),
  })

  it('is its page in the live tournament, else in the next one, else in one that is over', () => {
    const all = [tournaments[1], next, tournaments[0]]
    expect(teamPage(entered(7, 8, 9), all)).toBe('/tournament/7/team?name=Alpha%20%E2%80%93%20Recife')
    expect(teamPage(entered(8, 9), all)).toContain('/tournament/9/')
    expect(teamPage(entered(8), all)).toContain('/tournament/8/')
  })

  it('does not exist while the team is entered nowhere', () => {
    expect(teamPage(entered(), [next])).toBeNull()
  })
})
