// The dialog to choose how the points of this tournament are counted: the policies with their sources.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TeamResponse } from '#contract/teams.ts'
import { call } from '#client/requests/call.ts'
import { dateText } from '#client/texts/calendar-words.ts'
import { shownLanguage, t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Failure } from '#client/ui/failure.tsx'

type Policy = TeamResponse['policies'][number]
type Props = { page: TeamResponse; queryKey: readonly unknown[]; onClose: () => void }

export function PolicyDialog({ page: { policy, policies, tournament }, queryKey, onClose }: Props) {
  const queryClient = useQueryClient()
  const choose = useMutation({
    mutationFn: async (chosen: Policy['id'] | null) => {
      await call('setPointsPolicy', { params: { id: tournament.id }, body: { policy: chosen } })
      await queryClient.invalidateQueries({ queryKey })
    },
  })
  const shown = (choose.isPending && choose.variables) || policy
  return (
    <Dialog title={t('teamPage.policyTitle')} text={t('teamPage.policyText')} onClose={onClose}>
      <div className="flex flex-col gap-2 overflow-y-auto px-4 pt-2 pb-4">
        <div role="radiogroup" aria-label={t('teamPage.policyTitle')} className="flex flex-col gap-2">
          {policies.map((each) => (
            <Choice
              key={each.id}
              policy={each}
              isChosen={each.id === shown}
              onChoose={() => !choose.isPending && choose.mutate(each.id)}
            />
          ))}
        </div>
        {choose.isError && <Failure text={t('teamPage.policyFailed')} className="" />}
        <Button
          look="outline"
          aria-disabled={choose.isPending}
          onClick={() => !choose.isPending && choose.mutate(null)}
        >
          {t('teamPage.policyUsual')}
        </Button>
      </div>
    </Dialog>
  )
}

function Choice({ policy, isChosen, onChoose }: { policy: Policy; isChosen: boolean; onChoose: () => void }) {
  const { id, points, perDivision, singles, closeOuts, source, readOn } = policy
  const [gold = 0, silver = 0, bronze = 0] = points
  return (
    <div className="relative rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-raised">
      <label className="flex items-center gap-3 text-base font-bold after:absolute after:inset-0">
        <input
          type="radio"
          name="points-policy"
          checked={isChosen}
          onChange={onChoose}
          aria-describedby={`policy-${id}`}
          className="relative z-1 size-5 shrink-0 accent-(--accent)"
        />
        <span className="block first-letter:uppercase">{t(`teamPage.policy.${id}`)}</span>
      </label>
      <div id={`policy-${id}`} className="pl-8 text-sm text-muted">
        <p>
          {[
            t('teamPage.policyPoints', { gold, silver, bronze, count: perDivision }),
            t(singles ? 'teamPage.singles' : 'teamPage.singlesNot'),
            t(closeOuts ? 'teamPage.closeOuts' : 'teamPage.closeOutsNot'),
          ].join(shownLanguage() === 'ja' ? '' : ' ')}
        </p>
        <p className="mt-1 text-xs">
          {t('teamPage.policySource', { date: dateText(readOn) })}{' '}
          <span lang="en" className="break-words">
            {source}
          </span>
        </p>
      </div>
    </div>
  )
}
