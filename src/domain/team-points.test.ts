import { describe, expect, it } from 'vitest'
import { exampleAthlete, exampleMatch, exampleSide } from '#support/examples.ts'
import type { Match } from './match.ts'
import { pointsPolicies, defaultPolicy } from './points-policies.ts'
import { bestPlace, possiblePoints, type ScoredCategory, teamScores } from './team-points.ts'

type Row = [place: number, team: string]
const category = (rows: Row[], more: Partial<ScoredCategory> = {}): ScoredCategory => ({
  id: 1,
  age: 'Adult',
  gender: 'Male',
  state: 'finished',
  entrants: 8,
  isClosedOut: false,
  placements: rows.map(([place, team], index) => ({
    place,
    name: `Athlete ${index}`,
    team,
    athleteBjjCompSystemId: null,
  })),
  ...more,
})
const { open, contested, worlds } = pointsPolicies
const totals = (...scores: Parameters<typeof teamScores>) =>
  teamScores(...scores).map(({ key, group, points }) => [group, key, points])

describe('team points', () => {
  it('are 9, 3 and 1 for gold, silver and bronze', () => {
    const podium = category([
      [1, 'Alpha'],
      [2, 'Beta'],
      [3, 'Gamma'],
      [3, 'Alpha'],
    ])
    expect(totals([podium], open)).toEqual([
      ['adult-male', 'alpha', 10],
      ['adult-male', 'beta', 3],
      ['adult-male', 'gamma', 1],
    ])
  })

  it('are the sum of the points of the medals that they list', () => {
    const [alpha] = teamScores([category([[1, 'Alpha']]), category([[3, 'ALPHA']], { id: 2 })], open)
    expect(alpha).toMatchObject({
      points: 10,
      medals: [
        { categoryId: 1, points: 9 },
        { categoryId: 2, points: 1 },
      ],
    })
    expect(alpha?.medals.reduce((sum, { points }) => sum + points, 0)).toBe(alpha?.points)
  })

  it('count the two best athletes of a team in a division', () => {
    const [alpha] = teamScores(
      [
        category([
          [1, 'Alpha'],
          [2, 'Alpha'],
          [3, 'Alpha'],
          [3, 'Beta'],
        ]),
      ],
      open,
    )
    expect(alpha?.points).toBe(12)
    expect(alpha?.medals.map(({ unscored }) => unscored)).toEqual([null, null, 'beyond-limit'])
  })

  it('are counted by group, and not at all for an unknown age', () => {
    const ages = ['Adult', 'Master 3', 'Juvenile 1', 'Teen 2', 'Elder']
    const all = ages.map((age, id) => category([[1, 'Alpha']], { id, age, gender: 'Female' }))
    expect(new Set(totals(all, open).map(([group]) => group))).toEqual(
      new Set(['adult-female', 'juvenile', 'kids', 'master-female']),
    )
  })

  it('of a division with one athlete depend on the policy', () => {
    const alone = category([[1, 'Alpha']], { entrants: 1 })
    expect(teamScores([alone], open)).toMatchObject([{ points: 9 }])
    expect(teamScores([alone], contested)).toMatchObject([{ points: 0, medals: [{ unscored: 'alone' }] }])
  })

  it('of the finalists of a closed-out final depend on the policy, and those of the bronze medals do not', () => {
    const podium = category(
      [
        [1, 'Alpha'],
        [2, 'Alpha'],
        [3, 'Beta'],
        [3, 'Beta'],
      ],
      { isClosedOut: true },
    )
    expect(totals([podium], open)[0]).toEqual(['adult-male', 'alpha', 12])
    expect(totals([podium], worlds)).toEqual([
      ['adult-male', 'beta', 2],
      ['adult-male', 'alpha', 0],
    ])
  })

  it('of branches count for the team that they are mapped to', () => {
    const podium = category([
      [1, 'Alpha – Recife'],
      [2, 'Alpha'],
      [3, ''],
    ])
    expect(totals([podium], open, (team) => (team.startsWith('Alpha') ? 'alpha' : ''))).toEqual([
      ['adult-male', 'alpha', 12],
    ])
  })

  it('order teams with equal points by their better medals', () => {
    const podiums = [category([[1, 'Beta']]), ...[2, 3, 4].map((id) => category([[2, 'Alpha']], { id }))]
    expect(totals(podiums, open).map(([, key]) => key)).toEqual(['beta', 'alpha'])
  })
})

describe('the points that a team can still win', () => {
  const bracket = (entrants: number) => ({ entrants, state: 'bracket' as const })

  it('are those of the best places that the team’s best two athletes can still take', () => {
    const possible = (...best: number[]): number => possiblePoints(bracket(8), best, open)
    expect([possible(), possible(1), possible(1, 1), possible(1, 1, 1)]).toEqual([0, 9, 12, 12])
    expect([possible(2), possible(3), possible(3, 3), possible(3, 1), possible(3, 3, 1)]).toEqual([3, 1, 2, 10, 10])
    expect([possible(1, 1, 2), possible(2, 1)]).toEqual([12, 12])
    expect(possiblePoints(bracket(2), [1, 3], open)).toBe(9)
  })
  it('are zero in a finished category, and in one whose only athlete does not score', () => {
    expect(possiblePoints({ entrants: 8, state: 'finished' }, [1, 1], open)).toBe(0)
    expect(possiblePoints(bracket(1), [1], contested)).toBe(0)
    expect(possiblePoints(bracket(1), [1], open)).toBe(9)
  })
})

describe('the best place that an athlete can still take', () => {
  const athlete = exampleAthlete()
  const rival = exampleSide({ bjjCompSystemId: '700200', name: 'Caio do Estrela' })
  const fight = (matchNumber: number, round: string, winner: 0 | 1 | null): Match =>
    exampleMatch({
      id: matchNumber,
      matchNumber,
      round,
      sides: [exampleSide(), rival],
      outcome: winner === null ? null : { kind: 'won', winner },
    })
  const best = (...matches: Match[]): number | null => bestPlace(athlete, matches)

  it('is the first until a defeat, and none after a defeat before the semifinals', () => {
    expect(best()).toBe(1)
    expect(best(fight(1, 'Round 1', 0))).toBe(1)
    expect(best(fight(1, 'Round 1', 0), fight(5, 'Quarter Final', null))).toBe(1)
    expect(best(fight(5, 'Quarter Final', 1))).toBeNull()
  })

  it('is the second after a lost final, and the third after a lost semifinal', () => {
    expect(best(fight(5, 'Semi-Final', 0), fight(7, 'Final', 1))).toBe(2)
    expect(best(fight(5, 'Semi-Final', 1))).toBe(3)
  })

  it('is, in a bracket of three, still the first after a lost first match, and the third after a second defeat', () => {
    const first = fight(1, 'Semi-Final', 1)
    const from = { takes: 'loser', fightNumber: null, mat: null, matchNumber: 1 } as const
    const open: Match = { ...fight(2, 'Semi-Final', null), sides: [rival, { kind: 'open', from }] }
    expect(best(first, open)).toBe(1)
    expect(best(first, fight(2, 'Semi-Final', null))).toBe(1)
    expect(best(first, fight(2, 'Semi-Final', 0))).toBe(1)
    expect(best(first, fight(2, 'Semi-Final', 1))).toBe(3)
  })
})

describe('the default policy', () => {
  it.each([
    ['World IBJJF Jiu-Jitsu Championship 2026', 'worlds'],
    ['World Master IBJJF Jiu-Jitsu Championship 2026', 'worlds'],
    ['Houston International Open IBJJF Jiu-Jitsu Championship 2026', 'open'],
    ['World Park Summer Open', 'open'],
  ])('of %s is %s', (name, policy) => {
    expect(defaultPolicy({ name })).toBe(policy)
  })
})
