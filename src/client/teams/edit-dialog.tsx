// A followed team: its names, whom its rule leaves out, and its end.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FollowRule } from '#contract/follow-rules.ts'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { NamesField, useNames } from './names.tsx'
import { Failure, Footer, Scroll } from './parts.tsx'
import { teamFacts } from './team-head.tsx'
import { ruleFailure, useFollowAgain, useNameTeam, useUnfollowTeam } from './team-rules.ts'

type Props = { rule: FollowRule; onClose: () => void }

export function EditDialog({ rule, onClose }: Props) {
  const [isEnding, setIsEnding] = useState(false)
  const names = useNames(rule.team, rule.aliases)
  const { rename, isPending, failure } = useNameTeam(rule.id, onClose)
  const tournaments = useTournaments()
  const save = (): void => {
    const aliases = names.addTyped()
    if (aliases) rename([...aliases])
  }
  if (isEnding) return <EndDialog rule={rule} onClose={onClose} />
  return (
    <Dialog title={rule.team} text={teamFacts(rule, tournaments).join(' · ')} onClose={onClose}>
      <Scroll>
        <NamesField names={names} suggestions={rule.suggestions} />
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

function LeftOut({ rule: { excluded, tournamentId, tournaments } }: { rule: FollowRule }) {
  const all = useTournaments()
  // Those with the team first: there an athlete of it is probably found.
  const likely = [tournamentId, ...tournaments.map(({ id }) => id)]
  const isPossible = (id: number): boolean => tournamentId === null || tournamentId === id
  const followAgain = useFollowAgain(
    all
      .filter(({ id }) => isPossible(id))
      .toSorted((a, b) => Number(likely.includes(b.id)) - Number(likely.includes(a.id))),
  )
  const notListed = followAgain.data === false ? t('team.notListed', { name: nameOf(followAgain.variables) }) : null
  return (
    <section aria-labelledby="left-out">
      <h3 id="left-out" className="text-base font-bold">
        {t('team.leftOut')}
      </h3>
      <p className="text-sm text-muted">{t('team.leftOutText')}</p>
      <ul className="list-none">
        {excluded.map((athlete) => (
          <li key={athlete.bjjCompSystemId} className="flex min-h-12 flex-wrap items-center justify-end gap-x-3">
            <span lang="" translate="no" className="min-w-0 flex-1 basis-36 text-base break-words">
              {nameOf(athlete)}
            </span>
            <Button
              look="outline"
              aria-label={t('team.followAgainOf', { name: nameOf(athlete) })}
              aria-disabled={followAgain.isPending}
              onClick={() => !followAgain.isPending && followAgain.mutate(athlete)}
            >
              {t('team.followAgain')}
            </Button>
          </li>
        ))}
      </ul>
      <Failure text={followAgain.error ? ruleFailure(followAgain.error) : notListed} />
    </section>
  )
}

const nameOf = ({ name, bjjCompSystemId }: FollowRule['excluded'][number]): string =>
  name ?? t('team.unnamed', { id: bjjCompSystemId })

/** Confirms the end of a rule. */
function EndDialog({ rule: { id, team, tournamentId }, onClose }: Props) {
  const { data: followed } = useQuery(useLive().queries.followed)
  const { unfollow, isPending, failure } = useUnfollowTeam(id, onClose)
  const leaving = (followed?.athletes ?? []).filter(
    (athlete) => athlete.via === team && (tournamentId === null || tournamentId === athlete.tournamentId),
  )
  return (
    <ConfirmDialog
      title={t('team.unfollowTitle', { team })}
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
