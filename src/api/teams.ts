// Calls about one team in one tournament of the user.
import { CodedError } from '#contract/errors.ts'
import { pointsPolicies, type PolicyId, policyIds, defaultPolicy } from '#domain/points-policies.ts'
import { teamKey } from '#domain/team.ts'
import { presentTeam } from '#views/team.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held, Session, Store } from '#store'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import { hallsOf, positionsOf, loadWatching } from './watched.ts'

type Names = 'team' | 'setPointsPolicy'
type Needs = { store: Store; limits: Limits; clock: Clock }

const policies = policyIds.map((id) => {
  const { points, perDivision, singles, closeOuts, source, readOn } = pointsPolicies[id]
  return { id, points: [...points], perDivision, singles, closeOuts, source, readOn }
})

export function teamHandlers({ store, limits, clock }: Needs): Handlers<Names> {
  /**
   * The user's rules that apply to this team in a tournament, found by the team's name or a further name: at most one rule for
   * all tournaments, which comes first, and one for this tournament.
   */
  const rulesFor = async (session: Session, tournamentId: number, key: string) => {
    const rules = (await store.followRules.names(session.userId)).filter(
      (rule) => rule.tournamentId === null || rule.tournamentId === tournamentId,
    )
    const byName =
      rules.find(({ team }) => teamKey(team) === key) ??
      rules.find(({ aliases }) => aliases.some((name) => teamKey(name) === key))
    return rules
      .filter(({ team }) => byName && teamKey(team) === teamKey(byName.team))
      .toSorted((a, b) => Number(b.tournamentId === null) - Number(a.tournamentId === null))
  }

  const policyOf = async ({ userId }: Session, { state: { tournament } }: Held): Promise<PolicyId> => {
    const chosen = await store.follows.pointsPolicy(userId, tournament.id)
    return policyIds.find((id) => id === chosen) ?? defaultPolicy(tournament)
  }

  return {
    async team({ session, id, query, request }) {
      const { watched, tournaments } = await loadWatching(store, session, request.headers)
      const held = tournaments.get(id)
      const key = teamKey(query.team)
      if (!held || key === '') throw new CodedError('not-found')
      const rules = await rulesFor(session, id, key)
      const [rule] = rules
      // By key: of two spellings of a name, the first one is shown.
      const names = new Map<string, string>()
      for (const name of rules.flatMap(({ team, aliases }) => [team, ...aliases]))
        if (!names.has(teamKey(name))) names.set(teamKey(name), name)
      const keys = rule ? [...names.keys()] : [key]
      const [largest] = held.teams.all.filter((team) => keys.includes(team.key))
      // The team is neither entered here nor followed.
      if (!largest && !rule) throw new CodedError('not-found')
      const policy = await policyOf(session, held)
      const followed = new Set(watched.follows.map(({ athleteId }) => athleteId))
      const { tournament } = held.state
      const thisTournament = new Map([[id, held]])
      return {
        success: true,
        team: {
          name: rule?.team ?? largest?.name ?? '',
          aliases: [...names.values()].slice(1),
          ruleId: rule?.id ?? null,
        },
        tournament: {
          id,
          name: tournament.name,
          startsOn: tournament.startsOn,
          endsOn: tournament.endsOn,
          timezone: tournament.timezone,
          status: tournament.status,
        },
        ...presentTeam(held, { keys, policy, followed }, clock.now()),
        policy,
        policies,
        halls: hallsOf(thisTournament),
        source: held.source,
        positions: positionsOf(thisTournament),
        serverTime: new Date(clock.now()).toISOString(),
      }
    },

    async setPointsPolicy({ session, id, body, ip }) {
      await limits.take('followRules', { userId: session.userId, ip })
      if (!(await store.follows.setPointsPolicy(session.userId, id, body.policy))) throw new CodedError('not-found')
      return { success: true }
    },
  }
}
