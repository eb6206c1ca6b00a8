// Which athletes leave the list when a rule ends.
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { FollowRule } from '#contract/follow-rules.ts'
import { teamKey } from '#domain/team.ts'

type Rule = Pick<FollowRule, 'id' | 'team' | 'aliases' | 'tournamentId' | 'excluded'>
type Athlete = Pick<FollowedAthlete, 'bjjCompSystemId' | 'team' | 'tournamentId' | 'via' | 'listed'>

/** The athletes whom this rule follows, except those whom another one of the rules would follow. */
export const leavingWith = <Followed extends Athlete>(
  rule: Rule,
  rules: readonly Rule[],
  athletes: readonly Followed[],
): Followed[] => {
  const others = rules.filter(({ id }) => id !== rule.id)
  return athletes.filter(
    (athlete) =>
      athlete.via === rule.team && appliesIn(rule, athlete) && !others.some((other) => wouldFollow(other, athlete)),
  )
}

const appliesIn = (rule: Rule, { tournamentId }: Athlete): boolean =>
  rule.tournamentId === null || rule.tournamentId === tournamentId

const wouldFollow = (rule: Rule, athlete: Athlete): boolean =>
  appliesIn(rule, athlete) &&
  athlete.listed &&
  athlete.team !== null &&
  [rule.team, ...rule.aliases].map(teamKey).includes(teamKey(athlete.team)) &&
  rule.excluded.every(({ bjjCompSystemId }) => bjjCompSystemId !== athlete.bjjCompSystemId)
