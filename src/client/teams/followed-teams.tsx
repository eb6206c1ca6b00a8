// All teams that the user follows, in every tournament. They are folded into one line, so that the list below stays visible.
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { FollowRule } from '#contract/follow-rules.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { useHistoryState } from '#client/ui/history.ts'
import { EditDialog } from './edit-dialog.tsx'
import { NotLoaded } from './parts.tsx'
import { teamFacts, TeamHead, teamPage } from './team-head.tsx'
import { newsText } from './team-news.ts'
import type { useFollowRules } from './team-rules.ts'

/** Renders nothing while the rules are being loaded or if the user follows no team, and a button to retry if loading failed. */
export function FollowedTeams({ query }: { query: ReturnType<typeof useFollowRules> }) {
  const { data, isLoadingError, refetch } = query
  const listId = useId()
  const { data: tournaments } = useQuery(useLive().queries.tournaments)
  const [isOpen, setIsOpen] = useHistoryState('teams.isOpen', false)
  const [editedId, setEditedId] = useState<number | null>(null)
  const rules = data?.rules ?? []
  const news = newsText(rules)
  const edited = rules.find(({ id }) => id === editedId)
  if (isLoadingError) return <NotLoaded onRetry={() => void refetch()} />
  if (rules.length === 0) return null
  return (
    <section aria-label={t('team.yours')} className="card px-4 py-0.5">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          className="flex min-h-11 w-full items-center gap-2 text-left text-base font-bold"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="min-w-0 flex-1">
            {t('team.yours')} <span className="font-semibold text-muted">· {rules.length}</span>
            {!isOpen && news !== null && <span className="block pb-1 text-sm font-semibold text-muted">{news}</span>}
          </span>
          <ChevronDown aria-hidden className={`size-5 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      <ul id={listId} hidden={!isOpen} className="grid list-none gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
        {isOpen &&
          rules.map((rule) => (
            <li key={rule.id} className="border-t border-line/60">
              <TeamHead
                team={<Name rule={rule} tournaments={tournaments?.tournaments ?? []} />}
                facts={[...teamFacts(rule, tournaments?.tournaments ?? []), newsText([rule]) ?? []].flat()}
                label={t('team.editOf', { team: rule.team })}
                onEdit={() => setEditedId(rule.id)}
              />
            </li>
          ))}
      </ul>
      {edited && <EditDialog key={edited.id} rule={edited} onClose={() => setEditedId(null)} />}
    </section>
  )
}

/** The team's name, a link to its page if the team has entered one of the user's tournaments. */
function Name({ rule, tournaments }: { rule: FollowRule; tournaments: readonly TournamentItem[] }) {
  const page = teamPage(rule, tournaments)
  return (
    <p lang="" translate="no" className="text-base leading-tight font-bold break-words">
      {page === null ? (
        rule.team
      ) : (
        <Link href={page} className="-my-3 inline-block py-3 text-accent underline-offset-4 hover:underline">
          {rule.team}
        </Link>
      )}
    </p>
  )
}
