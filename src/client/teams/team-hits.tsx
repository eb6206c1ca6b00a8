// The teams found by a search, each with a button to follow it or, if it is followed, to edit its rule; without a search term, the
// largest teams of the tournament. Below all results, the offer to follow a team that is not entered.
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import type { FollowRule, TeamHit } from '#contract/follow-rules.ts'
import { nameRefusal } from '#contract/team-names.ts'
import { cleanText } from '#domain/name.ts'
import { teamKey } from '#domain/team.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { FollowDialog } from './follow-dialog.tsx'
import { teamsQuery } from './team-rules.ts'

/** Number of teams shown before the user shows all. */
const shownAtFirst = 3

type Props = {
  tournamentId: number
  term: string
  /** The teams that the search for `term` has found. */
  teams: readonly TeamHit[]
  onEdit: (ruleId: number) => void
}

/** Renders nothing if no team is found. */
export function TeamHits({ tournamentId, term, teams, onEdit }: Props) {
  /** The search term for which the user has shown all teams. */
  const [expandedTerm, setExpandedTerm] = useState<string | null>(null)
  /** The team of the open dialog. */
  const [dialogTeam, setDialogTeam] = useState<string | null>(null)
  const shown = expandedTerm === term ? teams : teams.slice(0, shownAtFirst)
  if (teams.length === 0) return null
  return (
    <>
      <h3 className="text-base font-bold">{t(term === '' ? 'team.largest' : 'team.matching')}</h3>
      <ul className="flex list-none flex-col gap-2">
        {shown.map((team) => (
          <li key={team.name}>
            <TeamRow team={team} onFollow={() => setDialogTeam(team.name)} onEdit={onEdit} />
          </li>
        ))}
      </ul>
      {teams.length > shown.length && (
        <Button look="quiet" className="-ml-3 self-start" onClick={() => setExpandedTerm(term)}>
          {t('team.showAll', { count: teams.length - shown.length })}
        </Button>
      )}
      {dialogTeam !== null && (
        <FollowDialog team={dialogTeam} tournamentId={tournamentId} onClose={() => setDialogTeam(null)} />
      )}
    </>
  )
}

type RowProps = { team: TeamHit; onFollow: () => void; onEdit: (ruleId: number) => void }

function TeamRow({ team: { name, athletes, ruleId }, onFollow, onEdit }: RowProps) {
  return (
    <div className="card flex min-h-16 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2 pr-2.5 pl-3">
      <Users aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-24">
        <p lang="" translate="no" className="text-base leading-tight font-semibold break-words">
          {name}
        </p>
        <p className="text-sm text-muted">
          {t('team.athletes', { count: athletes })}
          {ruleId !== null && ` · ${t('team.followed')}`}
        </p>
      </div>
      {ruleId === null ? (
        <Button aria-label={t('team.followOf', { team: name })} onClick={onFollow}>
          {t('team.follow')}
        </Button>
      ) : (
        <Button look="outline" aria-label={t('team.editOf', { team: name })} onClick={() => onEdit(ruleId)}>
          {t('team.edit')}
        </Button>
      )}
    </div>
  )
}

type NotEnteredProps = {
  tournamentId: number
  /** The name as typed. */
  term: string
  /** The athletes that the search has found. */
  hits: readonly { name: string }[]
  rules: readonly FollowRule[]
}

/**
 * Offers to follow a team that is not entered, behind a question, because most terms without a result are misspelt names of
 * athletes. Renders nothing if the name is not valid for a team, or is that of a found athlete, an entered team, or a team that the
 * user follows in this tournament.
 */
export function NotEntered({ tournamentId, term, hits, rules }: NotEnteredProps) {
  const team = cleanText(term)
  const { data } = useQuery(teamsQuery(tournamentId, team))
  const [isAsked, setIsAsked] = useState(false)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const followed = rules
    .filter((rule) => rule.tournamentId === null || rule.tournamentId === tournamentId)
    .flatMap((rule) => [rule.team, ...rule.aliases])
  if (!data || nameRefusal(team) !== null) return null
  const known = [...followed, ...[...data.teams, ...hits].map(({ name }) => name)]
  if (known.some((name) => teamKey(name) === teamKey(team))) return null
  return (
    <>
      <Button look="quiet" className="-ml-3 self-start" aria-expanded={isAsked} onClick={() => setIsAsked(!isAsked)}>
        {t('team.askNotEntered')}
      </Button>
      {isAsked && (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-card border border-dashed border-line py-2 pr-2.5 pl-4">
          <p className="min-w-0 flex-1 basis-48 text-sm break-words text-muted">{t('team.notEntered', { team })}</p>
          <Button look="outline" aria-label={t('team.followOf', { team })} onClick={() => setIsDialogOpen(true)}>
            {t('team.follow')}
          </Button>
        </div>
      )}
      {isDialogOpen && <FollowDialog team={team} tournamentId={tournamentId} onClose={() => setIsDialogOpen(false)} />}
    </>
  )
}
