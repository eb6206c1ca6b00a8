// Module `teams`: following a team by a rule (docs/decisions/047), on the screens that find and list followed athletes. This
// file: the queries for rules and teams, and the changes of rules. A change is shown only after the server has answered, and is
// not queued while offline, because the browser cannot compute which follows a rule creates.
import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { BodyOf } from '#contract/endpoints.ts'
import type { FollowRule } from '#contract/follow-rules.ts'
import { followRuleTexts } from '#contract/team-names.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { currentReach } from '#client/requests/network.ts'
import { t } from '#client/texts/t.ts'
import { useOnce } from '#client/ui/once.ts'

const rulesQuery = queryOptions({
  queryKey: [addressOf('followRules')],
  queryFn: ({ signal }) => call('followRules', { priority: 'athlete-data', signal }),
  // `useFollowRules` invalidates it.
  staleTime: Number.POSITIVE_INFINITY,
})

/** A rule with the teams that may be branches of its team. */
export const ruleQuery = (id: number) =>
  queryOptions({
    queryKey: [addressOf('followRule', { params: { id } })],
    queryFn: ({ signal }) => call('followRule', { params: { id }, priority: 'athlete-data', signal }),
    // The teams of tournaments change without a message.
    staleTime: 0,
  })

/** The teams of a tournament whose names contain the term, the largest first; all teams for an empty term. */
export const teamsQuery = (tournamentId: number, term: string) => tournamentTeams(tournamentId, { search: term })

/** The teams of a tournament that may be branches of the team with this name, the largest first. */
export const branchesQuery = (tournamentId: number, name: string) => tournamentTeams(tournamentId, { like: name })

const tournamentTeams = (tournamentId: number, query: { search: string } | { like: string }) =>
  queryOptions({
    queryKey: [addressOf('tournamentTeams', { params: { id: tournamentId } }), query],
    queryFn: ({ signal }) =>
      call('tournamentTeams', { params: { id: tournamentId }, query, priority: 'athlete-data', signal }),
  })

/**
 * The user's rules. They are refetched whenever the followed athletes were fetched, that is, after each change of a roster or a
 * rule (docs/live-protocol.md, L29), after a reconnect, and at each poll of the server.
 */
export function useFollowRules() {
  const { queries, queryClient } = useLive()
  const { dataUpdatedAt } = useQuery(queries.followed)
  const lastUpdatedAt = useRef(dataUpdatedAt)
  useEffect(() => {
    if (lastUpdatedAt.current === dataUpdatedAt) return
    lastUpdatedAt.current = dataUpdatedAt
    void queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey })
  }, [queryClient, dataUpdatedAt])
  return useQuery(rulesQuery)
}

/** Creates a rule. */
export function useFollowTeam(onDone: () => void) {
  const { run, ...state } = useRuleChange(onDone)
  const follow = (body: BodyOf<'createFollowRule'>): void =>
    run(async () => (await call('createFollowRule', { body })).rule)
  return { ...state, follow }
}

/** Changes the further names of a rule, where it applies, and whom it excludes. */
export function useChangeTeam(ruleId: number, onDone: () => void) {
  const { run, ...state } = useRuleChange(onDone)
  const change = (body: BodyOf<'changeFollowRule'>): void =>
    run(async () => (await call('changeFollowRule', { params: { id: ruleId }, body })).rule)
  return { ...state, change }
}

/** Ends a rule. It is not a failure if the rule has already ended, on another device or by an earlier attempt of this request. */
export function useUnfollowTeam(ruleId: number, onDone: () => void) {
  const { run, ...state } = useRuleChange(onDone)
  const unfollow = (): void =>
    run(async () => {
      await call('removeFollowRule', { params: { id: ruleId } }).catch((error: unknown) => {
        if (!(error instanceof CallError && error.status === 404)) throw error
      })
      return null
    })
  return { ...state, unfollow }
}

/** A change of a rule: sends it, and calls `onDone` once the followed athletes include its effect. */
function useRuleChange(onDone: () => void) {
  const { queryClient, queries } = useLive()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (send: () => Promise<FollowRule | null>) => send(),
    onSuccess: async (rule) => {
      // So that the athletes appear, or disappear, together with their team.
      await queryClient.invalidateQueries({ queryKey: queries.followed.queryKey })
      if (rule) showRule(queryClient, rule)
      onDone()
    },
    // The server may have applied the change although its answer was lost.
    onError: () => void queryClient.invalidateQueries({ queryKey: queries.followed.queryKey }),
    onSettled: () => {
      const lists = [rulesQuery, queries.upcoming, queries.completed, queries.tournaments]
      for (const { queryKey } of lists) void queryClient.invalidateQueries({ queryKey })
      // The teams of a tournament, and the pages of teams.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => /\/teams?(\?|$)/.test(String(queryKey[0])) })
    },
  })
  return { run: useOnce(mutate), isPending, failure: error && ruleFailure(error) }
}

/** Shows a changed rule before the rules are refetched. */
function showRule(queryClient: QueryClient, rule: FollowRule): void {
  queryClient.setQueryData(ruleQuery(rule.id).queryKey, { success: true, rule })
  queryClient.setQueryData(
    rulesQuery.queryKey,
    (known) => known && { ...known, rules: [...known.rules.filter(({ id }) => id !== rule.id), rule] },
  )
}

/** Why a change failed, in one sentence. */
function ruleFailure(error: Error): string {
  if (!(error instanceof CallError)) return t('connection.server')
  // While offline, nothing was sent; otherwise only the answer may have been lost.
  if (error.status === 0 && currentReach() === 'offline') return t('team.offline')
  switch (error.errorText) {
    case followRuleTexts.name:
      return t('team.nameLength')
    case followRuleTexts.letters:
      return t('team.nameLetters')
    case followRuleTexts.aliases:
      return t('team.manyNames')
    case followRuleTexts.limit:
      return t('team.manyTeams')
    case followRuleTexts.twice:
      return t('team.twice')
    case followRuleTexts.over:
      return t('team.over')
    default:
      return error.sentence
  }
}
