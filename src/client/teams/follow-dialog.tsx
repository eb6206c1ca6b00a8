// Follows a team by a rule: where, and under which names.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestAliases, teamKey } from '#domain/team.ts'
import { t } from '#client/texts/t.ts'
import { Choice } from '#client/ui/check-box.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { NamesField, useNames } from './names.tsx'
import { Footer, Scroll } from './parts.tsx'
import { teamsQuery, useFollowTeam } from './team-rules.ts'

type Props = { team: string; tournamentId: number; onClose: () => void }

export function FollowDialog({ team, tournamentId, onClose }: Props) {
  const [isEverywhere, setIsEverywhere] = useState(false)
  const names = useNames(team, [])
  const { follow, isPending, failure } = useFollowTeam(onClose)
  const confirm = (): void => {
    const aliases = names.addTyped()
    if (aliases) follow({ team, aliases: [...aliases], tournamentId: isEverywhere ? null : tournamentId })
  }
  return (
    <Dialog title={t('team.followTitle', { team })} text={t('team.followText')} onClose={onClose}>
      <Scroll>
        <fieldset className="min-w-0">
          <legend className="text-base font-bold">{t('team.where')}</legend>
          <Choice
            type="radio"
            name="where"
            label={t('team.here')}
            checked={!isEverywhere}
            onChange={() => setIsEverywhere(false)}
          />
          <Choice
            type="radio"
            name="where"
            label={t('team.everywhere')}
            text={t('team.everywhereText')}
            checked={isEverywhere}
            onChange={() => setIsEverywhere(true)}
          />
        </fieldset>
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
