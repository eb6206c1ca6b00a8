// The followed athletes of a tournament: those followed one by one, and each followed team above its athletes.
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { FollowRule } from '#contract/follow-rules.ts'
import { useLive } from '#client/live/context.tsx'
import { teamFacts, TeamHead } from '#client/teams/team-head.tsx'
import { t } from '#client/texts/t.ts'
import { useHistoryState } from '#client/ui/history.ts'
import { useVirtualRows } from '#client/ui/virtual-rows.ts'
import { FollowedRow } from './athlete-row.tsx'
import { teamGroups } from './team-groups.ts'

/** The height of a row and the gap below it, in px. */
const rowHeight = 64
const gap = 8

type Props = {
  tournamentId: number
  athletes: readonly FollowedAthlete[]
  rules: readonly FollowRule[]
  onUnfollow: (athlete: FollowedAthlete) => void
  onEdit: (ruleId: number) => void
}

export function Following({ tournamentId, athletes, rules, onUnfollow, onEdit }: Props) {
  const { single, teams } = teamGroups(athletes, rules, tournamentId)
  const list = (members: readonly FollowedAthlete[]) => <Athletes athletes={members} onUnfollow={onUnfollow} />
  if (teams.length === 0 && single.length === 0)
    return <p className="py-2 text-base text-muted">{t('athletes.noFollowed')}</p>
  return (
    <>
      {teams.map(({ team, rule, members }) => (
        <Team key={team} tournamentId={tournamentId} team={team} rule={rule} count={members.length} onEdit={onEdit}>
          {list(members)}
        </Team>
      ))}
      {single.length > 0 && teams.length > 0 && <h3 className="pt-2 text-base font-bold">{t('team.one')}</h3>}
      {list(single)}
    </>
  )
}

type TeamProps = {
  tournamentId: number
  team: string
  /** Undefined until the rules are loaded. */
  rule: FollowRule | undefined
  count: number
  onEdit: (ruleId: number) => void
  children: ReactNode
}

function Team({ tournamentId, team, rule, count, onEdit, children }: TeamProps) {
  const members = useId()
  const { data: tournaments } = useQuery(useLive().queries.tournaments)
  const [isOpen, setIsOpen] = useHistoryState(`team/${team}`, true)
  const heading = (
    <h3>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={members}
        className="-my-2.5 flex min-h-11 max-w-full items-center gap-1.5 text-left text-base leading-tight font-bold"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span lang="" translate="no" className="min-w-0 break-words">
          {team}
        </span>
        <ChevronDown aria-hidden className={`size-4 shrink-0 text-muted ${isOpen ? '' : '-rotate-90'}`} />
      </button>
    </h3>
  )
  const facts = rule ? teamFacts(rule, tournaments?.tournaments ?? [], tournamentId) : [t('team.athletes', { count })]
  return (
    <section aria-label={team} className="flex flex-col gap-2">
      <TeamHead
        team={heading}
        facts={facts}
        {...(rule && { onEdit: () => onEdit(rule.id), label: t('team.editOf', { team }) })}
      />
      <div id={members} hidden={!isOpen} className="pb-2 empty:hidden">
        {isOpen && children}
      </div>
    </section>
  )
}

/** Long lists are virtualised. */
function Athletes({ athletes, onUnfollow }: Pick<Props, 'athletes' | 'onUnfollow'>) {
  const list = useRef<HTMLUListElement>(null)
  const { shown, before, after, measure } = useVirtualRows(
    list,
    athletes.length,
    rowHeight + gap,
    (index) => athletes[index]?.id ?? index,
  )
  if (athletes.length === 0) return null
  return (
    <ul ref={list} className="list-none" style={{ paddingTop: before, paddingBottom: after }}>
      {shown.map((index) => {
        const athlete = athletes[index]
        return (
          athlete && (
            <li
              key={athlete.id}
              ref={measure}
              data-index={index}
              aria-setsize={athletes.length}
              aria-posinset={index + 1}
              className="pb-2"
            >
              <FollowedRow athlete={athlete} onUnfollow={() => onUnfollow(athlete)} />
            </li>
          )
        )
      })}
    </ul>
  )
}
