// A followed team in one line: its name, its number of athletes, and facts about its rule.
import { Pencil, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FollowRule } from '#contract/follow-rules.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import { t } from '#client/texts/t.ts'
import { IconButton } from '#client/ui/button.tsx'

type Tournament = Pick<TournamentItem, 'id' | 'name' | 'status'>

type Props = {
  team: ReactNode
  /** The facts shown about the team. */
  facts: readonly string[]
  /** The name of the button and its action; absent until the rule is known. */
  label?: string
  onEdit?: () => void
}

export function TeamHead({ team, facts, label, onEdit }: Props) {
  return (
    <div className="flex min-h-12 items-center gap-2.5 py-1">
      <Users aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        {team}
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {label !== undefined && (
        <IconButton label={label} onClick={onEdit}>
          <Pencil aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  )
}

/**
 * The facts shown about a followed team, in one tournament or in all of them: its number of athletes, where its rule applies, and
 * why athletes are missing. `tournaments` are the user's.
 */
export function teamFacts(rule: FollowRule, tournaments: readonly Tournament[], tournamentId?: number): string[] {
  const entered = rule.tournaments.filter(({ id }) => tournamentId === undefined || id === tournamentId)
  const athletes = sum(entered.map((each) => each.athletes))
  const tournament = tournaments.find(({ id }) => id === (tournamentId ?? rule.tournamentId))
  const missing = athletes - sum(entered.map((each) => each.followed))
  return [
    athletes > 0 && t('team.athletes', { count: athletes }),
    (tournamentId === undefined || rule.tournamentId === null) && scopeText(rule, tournaments),
    rule.excluded.length > 0 && t('team.leftOutCount', { count: rule.excluded.length }),
    athletes === 0 &&
      rule.excluded.length === 0 &&
      t(tournament?.status === 'past' ? 'team.wasNotEntered' : 'team.waits'),
    missing > 0 && t('team.limit', { count: missing }),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

/** The preferred status first. */
const statusOrder: readonly Tournament['status'][] = ['live', 'upcoming', 'past']

/** The address of the team's page in a live tournament, else in the next one, else in a past one; null if entered nowhere. */
export function teamPage(rule: FollowRule, tournaments: readonly Tournament[]): string | null {
  const [first] = tournaments
    .filter(({ id }) => rule.tournaments.some((entered) => entered.id === id))
    .toSorted((a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status))
  return first ? `/tournament/${first.id}/team?name=${encodeURIComponent(rule.team)}` : null
}

/** Where a rule applies: the name of its tournament, or 'wherever it enters'. */
const scopeText = ({ tournamentId }: FollowRule, tournaments: readonly Tournament[]): string =>
  tournamentId === null ? t('team.isEverywhere') : (tournaments.find(({ id }) => id === tournamentId)?.name ?? '')

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
