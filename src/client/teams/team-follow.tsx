// The button of a team's page: follows the team, or opens its rule.
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { FollowDialog } from './follow-dialog.tsx'
import { useFollowRules } from './team-rules.ts'

/** `ruleId`: the user's rule for the team; null if the team is not followed. */
export function TeamFollow(props: { team: string; ruleId: number | null; tournamentId: number }) {
  const { team, ruleId, tournamentId } = props
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useFollowRules()
  const rule = data?.rules.find(({ id }) => id === ruleId)
  const open = (): void => setIsOpen(true)
  const close = (): void => setIsOpen(false)
  return (
    <>
      {ruleId === null ? (
        <Button aria-label={t('team.followOf', { team })} aria-haspopup="dialog" onClick={open}>
          {t('team.follow')}
        </Button>
      ) : (
        <Button
          look="outline"
          aria-label={t('team.editOf', { team })}
          aria-haspopup="dialog"
          aria-disabled={!rule}
          onClick={() => rule && open()}
        >
          <Pencil aria-hidden className="size-4" />
          {t('team.edit')}
        </Button>
      )}
      {isOpen && ruleId === null && <FollowDialog team={team} tournamentId={tournamentId} onClose={close} />}
      {isOpen && rule && <EditDialog rule={rule} onClose={close} />}
    </>
  )
}
