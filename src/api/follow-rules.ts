// Calls about the teams that a user follows, and the teams of a tournament.
import { CodedError } from '#contract/errors.ts'
import type { FollowRule as FollowRuleItem } from '#contract/follow-rules.ts'
import { followRuleTexts } from '#contract/team-names.ts'
import { matchesSearch } from '#domain/name.ts'
import { suggestAliases, type Team, teamKey, teamsOf } from '#domain/team.ts'
import type { FollowRule, Session, Store } from '#store'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import { requestNewFollows } from './new-follows.ts'
import { heldTournament, heldTournaments } from './watched.ts'

type Names = 'followRules' | 'createFollowRule' | 'changeFollowRule' | 'removeFollowRule' | 'tournamentTeams'

/** The maximum numbers of teams and of possible branches in one answer. */
const maxTeams = 50
const maxSuggestions = 20

export function followRuleHandlers({ store, limits }: { store: Store; limits: Limits }): Handlers<Names> {
  /** The user's rules with suggestions: all of them, or the one with this id. */
  const rulesWithSuggestions = async (session: Session, only?: number): Promise<FollowRuleItem[]> => {
    const rules = await store.followRules.list(session.userId)
    const { tournamentIds } = await store.follows.watchedBy(session.userId, session.followVersion)
    const teams = new Map(
      [...(await heldTournaments(store, tournamentIds))].map(([id, { state }]) => [
        id,
        teamsOf(state.athletes.values()),
      ]),
    )
    return rules
      .filter(({ id }) => only === undefined || id === only)
      .map((rule) => {
        const here = [...teams].flatMap(([id, entered]) => (appliesIn(rule, id) ? [entered] : []))
        return { ...rule, names: countNames(rule, here), suggestions: suggestionsFor(rule, here) }
      })
  }

  const answerWith = async (session: Session, id: number): Promise<{ success: true; rule: FollowRuleItem }> => {
    const [rule] = await rulesWithSuggestions(session, id)
    if (!rule) throw new CodedError('not-found')
    return { success: true, rule }
  }

  return {
    async tournamentTeams({ session, id, query: { search, like }, ip }) {
      await limits.take('search', { userId: session.userId, ip })
      const { tournamentIds } = await store.follows.watchedBy(session.userId, session.followVersion)
      const held = tournamentIds.includes(id) ? await heldTournament(store, id) : undefined
      if (!held) throw new CodedError('not-found')
      const ruleIds = new Map<string, number>()
      for (const rule of await store.followRules.list(session.userId))
        if (appliesIn(rule, id)) for (const name of [rule.team, ...rule.aliases]) ruleIds.set(teamKey(name), rule.id)
      const entered = teamsOf(held.state.athletes.values())
      const matching =
        like === undefined
          ? entered.filter(({ key, name }) => matchesSearch(search, name) || key === teamKey(search))
          : suggestAliases([like], entered)
      const teams = matching
        .slice(0, like === undefined ? maxTeams : maxSuggestions)
        .map(({ key, name, athletes }) => ({ name, athletes, ruleId: ruleIds.get(key) ?? null }))
      return { success: true, teams }
    },

    followRules: async ({ session }) => ({ success: true, rules: await rulesWithSuggestions(session) }),

    async createFollowRule({ session, body, ip }) {
      await limits.take('followRules', { userId: session.userId, ip })
      const id = await requestNewFollows(store, session.userId, () => store.followRules.create(session.userId, body))
      if (id === 'aliases') throw new CodedError('invalid-input', followRuleTexts.aliases)
      if (id === 'unknown') throw new CodedError('not-found')
      if (id === 'over') throw new CodedError('invalid-input', followRuleTexts.over)
      if (id === 'limit') throw new CodedError('invalid-input', followRuleTexts.limit)
      return answerWith(session, id)
    },

    async changeFollowRule({ session, id, body, ip }) {
      await limits.take('followRules', { userId: session.userId, ip })
      const outcome = await requestNewFollows(store, session.userId, () =>
        store.followRules.change(session.userId, id, body),
      )
      if (outcome === 'unknown') throw new CodedError('not-found')
      if (outcome !== 'done') throw new CodedError('invalid-input', followRuleTexts[outcome])
      return answerWith(session, id)
    },

    async removeFollowRule({ session, id, ip }) {
      await limits.take('followRules', { userId: session.userId, ip })
      if (!(await store.followRules.remove(session.userId, id))) throw new CodedError('not-found')
      return { success: true }
    },
  }
}

const appliesIn = (rule: FollowRule, tournamentId: number): boolean =>
  rule.tournamentId === null || rule.tournamentId === tournamentId

/** The number of athletes of each name of the rule, in all of these tournaments together. */
const countNames = ({ team, aliases }: FollowRule, tournaments: readonly (readonly Team[])[]) =>
  [team, ...aliases].map((name) => {
    const wanted = teamKey(name)
    const counts = tournaments.map((teams) => teams.find(({ key }) => key === wanted)?.athletes ?? 0)
    return { name, athletes: counts.reduce((sum, count) => sum + count, 0) }
  })

/** Possible branches of the rule's team in these tournaments, by number of athletes. */
function suggestionsFor(
  { team, aliases }: FollowRule,
  tournaments: readonly (readonly Team[])[],
): FollowRuleItem['suggestions'] {
  const counts = new Map<string, { name: string; athletes: number }>()
  for (const teams of tournaments)
    for (const { key, name, athletes } of suggestAliases([team, ...aliases], teams)) {
      const known = counts.get(key)
      counts.set(key, { name: known?.name ?? name, athletes: athletes + (known?.athletes ?? 0) })
    }
  return [...counts.values()].toSorted((a, b) => b.athletes - a.athletes).slice(0, maxSuggestions)
}
