// Groups the athletes of a tournament under the followed teams.
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { FollowRule } from '#contract/follow-rules.ts'
import { teamKey } from '#domain/team.ts'

export type TeamGroup = {
  team: string
  /** Undefined while the rules are unknown. */
  rule: FollowRule | undefined
  members: FollowedAthlete[]
}

/**
 * The athletes followed one by one, in the given order, and the teams followed in this tournament, in the order in which they
 * were followed. A rule for this tournament is shown even if its team is not entered; a rule for every tournament only if its
 * team is. If one team is followed by a rule of each kind, it is one group, with the rule for every tournament.
 */
export function teamGroups(
  athletes: readonly FollowedAthlete[],
  rules: readonly FollowRule[],
  tournamentId: number,
): { single: FollowedAthlete[]; teams: TeamGroup[] } {
  const groups = new Map<string, TeamGroup>()
  const isShown = (rule: FollowRule): boolean =>
    rule.tournamentId === tournamentId ||
    (rule.tournamentId === null && rule.tournaments.some(({ id }) => id === tournamentId))
  for (const rule of rules.filter(isShown)) {
    const key = teamKey(rule.team)
    if (!groups.has(key) || rule.tournamentId === null) groups.set(key, { team: rule.team, rule, members: [] })
  }
  const single: FollowedAthlete[] = []
  for (const athlete of athletes) {
    if (athlete.via === null) {
      single.push(athlete)
      continue
    }
    const key = teamKey(athlete.via)
    const group = groups.get(key) ?? { team: athlete.via, rule: undefined, members: [] }
    group.members.push(athlete)
    groups.set(key, group)
  }
  return { single, teams: [...groups.values()] }
}
