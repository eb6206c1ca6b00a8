// The dialog to follow a team by a rule: where, and under which names.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestAliases, teamKey } from '#domain/team.ts'
import { t } from '#client/texts/t.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { NamesField, useNames } from './names.tsx'
import { Footer, Scroll } from './parts.tsx'
import { teamsQuery, useFollowTeam } from './team-rules.ts'
import { WhereField } from './where.tsx'

type Props = { team: string; tournamentId: number; onClose: () => void }

export function FollowDialog({ team, tournamentId, onClose }: Props) {
  const [where, setWhere] = useState<number | null>(tournamentId)
  const names = useNames(team, [])
  const { follow, isPending, failure } = useFollowTeam(onClose)
  const confirm = (): void => {
    const aliases = names.addTyped()
    if (aliases) follow({ team, aliases: [...aliases], tournamentId: where })
  }
  return (
    <Dialog title={t('team.followTitle', { team })} text={t('team.followText')} onClose={onClose}>
      <Scroll>
        <WhereField tournaments={[{ id: tournamentId, label: t('team.here') }]} chosen={where} onChoose={setWhere} />
        <NamesField names={names} suggestions={useSuggestions(tournamentId, team)} />
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

/** Teams of the tournament that may be branches of this one; they have its first word in common. */
function useSuggestions(tournamentId: number, team: string) {
  const [word = ''] = team.split(/\s/)
  const { data } = useQuery(teamsQuery(tournamentId, word))
  const teams = (data?.teams ?? []).map((each) => ({ ...each, key: teamKey(each.name) }))
  return suggestAliases([team], teams)
}
