import { describe, expect, it } from 'vitest'
import { leavingWith } from './leaving.ts'

const athlete = (
  id: number,
  tournamentId: number,
  given: { team?: string; via?: string | null; listed?: boolean } = {},
) => ({
  bjjCompSystemId: String(id),
  tournamentId,
  team: 'Alpha',
  via: 'Alpha',
  listed: true,
  ...given,
})
type Rule = Parameters<typeof leavingWith>[0]
const rule: Rule = { id: 1, team: 'Alpha', aliases: ['Alpha HQ'], tournamentId: null, excluded: [] }
const here: Rule = { ...rule, id: 2, aliases: [], tournamentId: 7 }
const leaving = (of: Rule, rules: readonly Rule[], athletes: readonly ReturnType<typeof athlete>[]): string[] =>
  leavingWith(of, rules, athletes).map(({ bjjCompSystemId }) => bjjCompSystemId)

describe('The athletes who leave the list when a rule ends', () => {
  it('are those whom the rule follows, in the tournaments in which it applies', () => {
    const athletes = [athlete(1, 7), athlete(2, 8), athlete(3, 7, { via: null }), athlete(4, 7, { via: 'Beta' })]
    expect(leaving(rule, [rule], athletes)).toEqual(['1', '2'])
    expect(leaving(here, [here], athletes)).toEqual(['1'])
  })

  it('do not include those whom another rule would follow', () => {
    const athletes = [
      athlete(1, 7),
      athlete(2, 8),
      athlete(3, 7, { team: 'ALPHA HQ' }),
      athlete(4, 7, { listed: false }),
    ]
    expect(leaving(rule, [rule, here], athletes)).toEqual(['2', '3', '4'])
    const excluding = { ...here, excluded: [{ bjjCompSystemId: '1', name: null }] }
    expect(leaving(rule, [rule, excluding], athletes)).toEqual(['1', '2', '3', '4'])
  })
})
