// Calls about one team in one tournament of the user.
import { CodedError } from '#contract/errors.ts'
import { pointsPolicies, type PolicyId, policyIds, defaultPolicy } from '#domain/points-policies.ts'
import { teamKey, teamsOf } from '#domain/team.ts'
import { presentTeam } from '#views/team.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held, Session, Store } from '#store'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import { hallsOf, positionsOf, watching } from './watched.ts'

type Names = 'team' | 'setPointsPolicy'
type Needs = { store: Store; limits: Limits; clock: Clock }

const policies = policyIds.map((id) => {
  const { points, perDivision, singles, closeOuts, source, readOn } = pointsPolicies[id]
  return { id, points: [...points], perDivision, singles, closeOuts, source, readOn }
})

export function teamHandlers({ store, limits, clock }: Needs): Handlers<Names> {
  /** The user's rule for the team in this tournament; it has the team's further names. */
  const ruleFor = async (session: Session, tournamentId: number, key: string) =>
    (await store.followRules.list(session.userId)).find(
      (rule) =>
        (rule.tournamentId === null || rule.tournamentId === tournamentId) &&
        [rule.team, ...rule.aliases].some((name) => teamKey(name) === key),
    )

  const policyOf = async ({ userId }: Session, { state: { tournament } }: Held): Promise<PolicyId> => {
    const chosen = await store.follows.pointsPolicy(userId, tournament.id)
    return policyIds.find((id) => id === chosen) ?? defaultPolicy(tournament)
  }

  return {
    async team({ session, id, query, request }) {
      const { watched, tournaments } = await watching(store, session, request.headers)
      const held = tournaments.get(id)
      const key = teamKey(query.team)
      if (!held || key === '') throw new CodedError('not-found')
      const rule = await ruleFor(session, id, key)
      const names = rule ? [rule.team, ...rule.aliases] : [query.team]
      const keys = [...new Set(names.map(teamKey))]
      const [largest] = teamsOf(held.state.athletes.values()).filter((team) => keys.includes(team.key))
      // The team is neither entered here nor followed.
      if (!largest && !rule) throw new CodedError('not-found')
      const policy = await policyOf(session, held)
      const followed = new Set(watched.follows.map(({ athleteId }) => athleteId))
      const { tournament } = held.state
      const only = new Map([[id, held]])
      return {
        success: true,
        team: { name: rule?.team ?? largest?.name ?? '', aliases: rule?.aliases ?? [], ruleId: rule?.id ?? null },
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
        halls: hallsOf(only),
        source: held.source,
        positions: positionsOf(only),
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
