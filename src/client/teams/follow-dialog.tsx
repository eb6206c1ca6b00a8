// The dialog to follow a team by a rule: where, and under which names.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { NamesField, useNames } from './names.tsx'
import { Footer, Scroll } from './parts.tsx'
import { branchesQuery, useFollowTeam } from './team-rules.ts'
import { WhereField } from './where.tsx'

type Props = { team: string; tournamentId: number; onClose: () => void }

/** A team found in a past tournament can only be followed wherever it enters, that is, in later tournaments. */
export function FollowDialog({ team, tournamentId, onClose }: Props) {
  const [chosen, setWhere] = useState<number | null>(tournamentId)
  const { data: tournaments } = useQuery(useLive().queries.tournaments)
  const { data: branches } = useQuery(branchesQuery(tournamentId, team))
  const isOver = tournaments?.tournaments.find(({ id }) => id === tournamentId)?.status === 'past'
  const where = isOver ? null : chosen
  const names = useNames(team, [])
  const { follow, isPending, failure } = useFollowTeam(onClose)
  const confirm = (): void => {
    const aliases = names.addTyped()
    if (aliases) follow({ team, aliases: [...aliases], tournamentId: where })
  }
  return (
    <Dialog title={t('team.followTitle', { team })} text={t('team.followText')} onClose={onClose}>
      <Scroll>
        <WhereField
          tournaments={isOver ? [] : [{ id: tournamentId, label: t('team.here') }]}
          chosen={where}
          onChoose={setWhere}
        />
        <NamesField names={names} suggestions={branches?.teams ?? []} />
      </Scroll>
      <Footer
        failure={failure}
        confirm={t('team.follow')}
        busy={t('team.following')}
        isBusy={isPending}
        onConfirm={confirm}
        onClose={onClose}
      />
    </Dialog>
  )
}
