import { describe, expect, it } from 'vitest'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { FollowRule } from '#contract/follow-rules.ts'
import { teamGroups } from './team-groups.ts'

const here = 7
const athlete = (id: number, via: string | null) => ({ id, via }) as FollowedAthlete
const rule = (id: number, team: string, tournamentId: number | null, entered = true): FollowRule => ({
  id,
  team,
  aliases: [],
  tournamentId,
  createdAt: '2026-11-20T10:00:00.000Z',
  excluded: [],
  tournaments: entered ? [{ id: here, athletes: 2, followed: 2 }] : [],
  suggestions: [],
})
/** The ids of the rules and athletes of each group, by team. */
const shown = (athletes: FollowedAthlete[], rules: FollowRule[]) =>
  teamGroups(athletes, rules, here).teams.map((group) => [
    group.team,
    group.rule?.id ?? null,
    group.members.map(({ id }) => id),
  ])

describe('Followed athletes', () => {
  it('are shown under the team that added them, and the others one by one', () => {
    const athletes = [athlete(1, 'Alpha'), athlete(2, null), athlete(3, 'Beta'), athlete(4, 'Alpha')]
    expect(shown(athletes, [rule(1, 'Beta', here), rule(2, 'Alpha', null)])).toEqual([
      ['Beta', 1, [3]],
      ['Alpha', 2, [1, 4]],
    ])
    expect(teamGroups(athletes, [], here).single.map(({ id }) => id)).toEqual([2])
  })

  it('are shown under their team even while the rules are unknown', () => {
    expect(shown([athlete(1, 'Alpha')], [])).toEqual([['Alpha', null, [1]]])
  })
})

describe('A followed team', () => {
  it('is shown for a rule of the tournament even if not entered, and for a rule of all tournaments only if entered', () => {
    const rules = [
      rule(1, 'Alpha', here, false),
      rule(2, 'Beta', null, false),
      rule(3, 'Gamma', 8),
      rule(4, 'Delta', null),
    ]
    expect(shown([], rules)).toEqual([
      ['Alpha', 1, []],
      ['Delta', 4, []],
    ])
  })

  it('is one group when one rule follows it in this tournament and another in all tournaments', () => {
    expect(shown([athlete(1, 'Alpha')], [rule(1, 'Alpha', here), rule(2, 'ALPHA', null)])).toEqual([['ALPHA', 2, [1]]])
  })
})
