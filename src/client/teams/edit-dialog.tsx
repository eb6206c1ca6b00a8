// The dialog of a followed team: its news, where it is followed, its names, whom its rule excludes, and a button to end the rule.
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { FollowRule } from '#contract/follow-rules.ts'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { arrowLook } from '#client/ui/step-line.tsx'
import { leavingWith } from './leaving.ts'
import { NamesField, useNames } from './names.tsx'
import { Failure, Footer, Scroll } from './parts.tsx'
import { teamFacts } from './team-head.tsx'
import { newsLines } from './team-news.ts'
import { ruleQuery, useChangeTeam, useFollowRules, useUnfollowTeam } from './team-rules.ts'
import { WhereField } from './where.tsx'

type Props = { rule: FollowRule; onClose: () => void }

export function EditDialog({ rule, onClose }: Props) {
  const [isEnding, setIsEnding] = useState(false)
  const names = useNames(rule.team, rule.aliases)
  const { data: detail } = useQuery(ruleQuery(rule.id))
  const [chosenWhere, setWhere] = useState<number | null>()
  const { change, isPending, failure } = useChangeTeam(rule.id, onClose)
  const tournaments = useTournaments()
  const where = chosenWhere === undefined ? rule.tournamentId : chosenWhere
  // Sends only what the user has changed here, so that saving does not undo changes from another device.
  const save = (): void => {
    const aliases = names.addTyped()
    if (!aliases) return
    const changes = {
      ...(names.hasChanged && { aliases: [...aliases] }),
      ...(where !== rule.tournamentId && { tournamentId: where }),
    }
    if (Object.keys(changes).length > 0) change(changes)
    else onClose()
  }
  if (isEnding) return <EndDialog rule={rule} onClose={onClose} />
  return (
    <Dialog title={rule.team} text={teamFacts(rule, tournaments).join(' · ')} onClose={onClose}>
      <Scroll>
        <News rule={rule} />
        <Where rule={rule} chosen={where} onChoose={setWhere} />
        <NamesField names={names} suggestions={detail?.rule.suggestions ?? []} current={rule.names} />
        {rule.excluded.length > 0 && <LeftOut rule={rule} />}
        <Button look="outline" className="self-start" onClick={() => setIsEnding(true)}>
          {t('team.unfollow')}
        </Button>
      </Scroll>
      <Footer
        failure={failure}
        confirm={t('team.save')}
        busy={t('team.saving')}
        isBusy={isPending}
        onConfirm={save}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Who joined and who withdrew, folded if there are many; renders nothing without news. */
function News({ rule }: { rule: FollowRule }) {
  const lines = newsLines(rule)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="team-news">
      <h3 id="team-news" className="text-base font-bold">
        {t('team.newsTitle')}
      </h3>
      {lines.map(({ kind, count, names, isLong }) =>
        isLong ? (
          <details key={kind} className="group">
            <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 text-base">
              {count}
              <ChevronDown aria-hidden className={arrowLook} />
            </summary>
            <p className="pb-2 text-base break-words">{names}</p>
          </details>
        ) : (
          <p key={kind} className="text-base break-words">
            {names}
          </p>
        ),
      )}
    </section>
  )
}

type WhereProps = { rule: FollowRule; chosen: number | null; onChoose: (tournamentId: number | null) => void }

/**
 * The choice between all tournaments, the rule's own, and each of the user's tournaments that the team has entered and that is not
 * over; renders nothing if 'all' is the only choice.
 */
function Where({ rule: { tournamentId, tournaments }, chosen, onChoose }: WhereProps) {
  const isEntered = (id: number): boolean => tournaments.some((each) => each.id === id)
  const choices = useTournaments().filter(
    ({ id, status }) => id === tournamentId || (isEntered(id) && status !== 'past'),
  )
  if (choices.length === 0) return null
  return (
    <WhereField
      tournaments={choices.map(({ id, name }) => ({ id, label: t('team.only', { tournament: name }) }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

/** The athletes whom the rule excludes, each with a button that includes the athlete again. */
function LeftOut({ rule: { id, excluded } }: { rule: FollowRule }) {
  const { change, isPending, failure } = useChangeTeam(id, () => {})
  return (
    <section aria-labelledby="left-out">
      <h3 id="left-out" className="text-base font-bold">
        {t('team.leftOut')}
      </h3>
      <p className="text-sm text-muted">{t('team.leftOutText')}</p>
      <ul className="mt-1 list-none">
        {excluded.map((athlete) => (
          <li
            key={athlete.bjjCompSystemId}
            className="flex flex-wrap items-center justify-end gap-x-3 border-t border-line/60 py-1.5"
          >
            <span lang="" translate="no" className="min-w-0 flex-1 basis-32 text-base break-words">
              {nameOf(athlete)}
            </span>
            <Button
              look="outline"
              aria-label={t('team.followAgainOf', { name: nameOf(athlete) })}
              aria-disabled={isPending}
              onClick={() => change({ included: [athlete.bjjCompSystemId] })}
            >
              {t('team.followAgain')}
            </Button>
          </li>
        ))}
      </ul>
      <Failure text={failure} />
    </section>
  )
}

const nameOf = ({ name, bjjCompSystemId }: FollowRule['excluded'][number]): string =>
  name ?? t('team.unnamed', { id: bjjCompSystemId })

/** Confirms the end of a rule. */
function EndDialog({ rule, onClose }: Props) {
  const { data: followed } = useQuery(useLive().queries.followed)
  const { data } = useFollowRules()
  const { unfollow, isPending, failure } = useUnfollowTeam(rule.id, onClose)
  const leaving = leavingWith(rule, data?.rules ?? [], followed?.athletes ?? [])
  return (
    <ConfirmDialog
      title={t('team.unfollowTitle', { team: rule.team })}
      text={t('team.unfollowText', { count: leaving.length })}
      confirm={t('team.unfollow')}
      busy={t('team.unfollowing')}
      isBusy={isPending}
      failure={failure ?? undefined}
      onConfirm={unfollow}
      onClose={onClose}
    />
  )
}

function useTournaments() {
  return useQuery(useLive().queries.tournaments).data?.tournaments ?? []
}
