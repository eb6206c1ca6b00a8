// Calls about the teams that a user follows, and the teams of a tournament.
import { CodedError } from '#contract/errors.ts'
import type { FollowRule as FollowRuleItem } from '#contract/follow-rules.ts'
import { followRuleTexts } from '#contract/team-names.ts'
import { matchesSearch } from '#domain/name.ts'
import { teamKey, type Teams } from '#domain/team.ts'
import type { FollowRule, Session, Store } from '#store'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import { requestNewFollows } from './new-follows.ts'
import { heldTournament, heldTournaments } from './watched.ts'

type Names =
  | 'followRules'
  | 'followRule'
  | 'createFollowRule'
  | 'changeFollowRule'
  | 'removeFollowRule'
  | 'tournamentTeams'

/** The maximum numbers of teams and of possible branches in one answer. */
const maxTeams = 50
const maxSuggestions = 20

export function followRuleHandlers({ store, limits }: { store: Store; limits: Limits }): Handlers<Names> {
  /** A function that selects the teams of the tournaments in which a rule applies. */
  const teamsOf = async ({ userId, followVersion }: Session): Promise<(rule: FollowRule) => Teams[]> => {
    const { tournamentIds } = await store.follows.watchedBy(userId, followVersion)
    const tournaments = [...(await heldTournaments(store, tournamentIds))]
    return (rule) => tournaments.flatMap(([id, { teams }]) => (appliesIn(rule, id) ? [teams] : []))
  }

  /** The user's rules without suggestions. */
  const allRules = async (session: Session): Promise<FollowRuleItem[]> => {
    const [rules, teamsWith] = [await store.followRules.list(session.userId), await teamsOf(session)]
    return rules.map((rule) => ({ ...rule, names: countNames(rule, teamsWith(rule)), suggestions: [] }))
  }

  /** One of the user's rules with its suggestions. */
  const answerWith = async (session: Session, id: number): Promise<{ success: true; rule: FollowRuleItem }> => {
    const rule = await store.followRules.find(session.userId, id)
    if (!rule) throw new CodedError('not-found')
    const teams = (await teamsOf(session))(rule)
    return {
      success: true,
      rule: { ...rule, names: countNames(rule, teams), suggestions: suggestionsFor(rule, teams) },
    }
  }

  return {
    async tournamentTeams({ session, id, query: { search, like }, ip }) {
      await limits.take('search', { userId: session.userId, ip })
      const { tournamentIds } = await store.follows.watchedBy(session.userId, session.followVersion)
      const held = tournamentIds.includes(id) ? await heldTournament(store, id) : undefined
      if (!held) throw new CodedError('not-found')
      const ruleIds = new Map<string, number>()
      for (const rule of await store.followRules.names(session.userId))
        if (appliesIn(rule, id)) for (const name of [rule.team, ...rule.aliases]) ruleIds.set(teamKey(name), rule.id)
      const wanted = teamKey(search)
      const matching =
        like === undefined
          ? held.teams.all.filter(({ key, name }) => matchesSearch(search, name) || key === wanted)
          : held.teams.suggestAliases([like])
      const teams = matching
        .slice(0, like === undefined ? maxTeams : maxSuggestions)
        .map(({ key, name, athletes }) => ({ name, athletes, ruleId: ruleIds.get(key) ?? null }))
      return { success: true, teams }
    },

    async followRules({ session, ip }) {
      await limits.take('readFollowRules', { userId: session.userId, ip })
      return { success: true, rules: await allRules(session) }
    },

    async followRule({ session, id, ip }) {
      await limits.take('readFollowRules', { userId: session.userId, ip })
      return answerWith(session, id)
    },

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

const appliesIn = (rule: Pick<FollowRule, 'tournamentId'>, tournamentId: number): boolean =>
  rule.tournamentId === null || rule.tournamentId === tournamentId

/** The number of athletes of each name of the rule, in all of these tournaments together. */
const countNames = ({ team, aliases }: FollowRule, tournaments: readonly Teams[]) =>
  [team, ...aliases].map((name) => {
    const key = teamKey(name)
    return { name, athletes: tournaments.reduce((sum, teams) => sum + (teams.get(key)?.athletes ?? 0), 0) }
  })

/** Possible branches of the rule's team in these tournaments, by number of athletes. */
function suggestionsFor({ team, aliases }: FollowRule, tournaments: readonly Teams[]): FollowRuleItem['suggestions'] {
  const counts = new Map<string, { name: string; athletes: number }>()
  for (const teams of tournaments)
    for (const { key, name, athletes } of teams.suggestAliases([team, ...aliases])) {
      const known = counts.get(key)
      counts.set(key, { name: known?.name ?? name, athletes: athletes + (known?.athletes ?? 0) })
    }
  return [...counts.values()].toSorted((a, b) => b.athletes - a.athletes).slice(0, maxSuggestions)
}
