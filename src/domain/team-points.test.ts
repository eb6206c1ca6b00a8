import { describe, expect, it } from 'vitest'
import { pointsPolicies, defaultPolicy } from './points-policies.ts'
import { possiblePoints, type ScoredCategory, teamScores } from './team-points.ts'

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

  it('are the sum of the medals that they list', () => {
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

  it('of a division with one athlete count by the policy', () => {
    const alone = category([[1, 'Alpha']], { entrants: 1 })
    expect(teamScores([alone], open)).toMatchObject([{ points: 9 }])
    expect(teamScores([alone], contested)).toMatchObject([{ points: 0, medals: [{ unscored: 'alone' }] }])
  })

  it('of a closed-out final count by the policy, and those of its bronze always', () => {
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

  it('are those of the best places for at most two of its remaining athletes', () => {
    expect([0, 1, 2, 3].map((left) => possiblePoints(bracket(8), left, open))).toEqual([0, 9, 12, 12])
  })
  it('are none in a finished category, nor where the only athlete does not score', () => {
    expect(possiblePoints({ entrants: 8, state: 'finished' }, 2, open)).toBe(0)
    expect(possiblePoints(bracket(1), 1, contested)).toBe(0)
    expect(possiblePoints(bracket(1), 1, open)).toBe(9)
  })
})

describe('the default policy', () => {
  it.each([
    ['World IBJJF Jiu-Jitsu Championship 2026', 'worlds'],
    ['World Master IBJJF Jiu-Jitsu Championship 2026', 'worlds'],
    ['Houston International Open IBJJF Jiu-Jitsu Championship 2026', 'open'],
    ['World Park Summer Open', 'open'],
  ])('of %s is that of %s', (name, policy) => {
    expect(defaultPolicy({ name })).toBe(policy)
  })
})
