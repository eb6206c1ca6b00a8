// The off switch: while reading is off, no process sends requests to the source (quality/reliability.md part 4).
import { useMutation } from '@tanstack/react-query'
import { Power } from 'lucide-react'
import { useState } from 'react'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showToast } from '#client/ui/toast.ts'
import { refreshAdministration } from './queries.ts'

type Props = { isOff: boolean; changedAt: string | null; changedBy: string | null }

export function SourceSwitch({ isOff, changedAt, changedBy }: Props) {
  const { queryClient } = useLive()
  const [isConfirming, setIsConfirming] = useState(false)
  const turn = useMutation({
    mutationFn: (body: { off: boolean }) => call('adminSwitchSource', { body }),
    onSuccess: async (answer) => {
      await refreshAdministration(queryClient)
      setIsConfirming(false)
      showToast({ title: answer.off ? t('admin.switchedOff') : t('admin.switchedOn') })
    },
  })
  const failure = turn.error
    ? (turn.error instanceof CallError && turn.error.sentence) || t('admin.switchFailed')
    : undefined
  return (
    <section
      aria-labelledby="switch"
      className={`card flex flex-wrap items-center gap-x-4 gap-y-2 p-3 ${isOff ? 'border-late!' : ''}`}
    >
      <Power aria-hidden className={`size-6 shrink-0 ${isOff ? 'text-late' : 'text-muted'}`} />
      <div className="min-w-0 flex-1 basis-48">
        <h2 id="switch" className={`text-lg font-bold ${isOff ? 'text-late' : ''}`}>
          {isOff ? t('admin.readingOff') : t('admin.reading')}
        </h2>
        {isOff && <p className="text-base">{t('admin.readingOffText')}</p>}
        {changedAt !== null && (
          <p className="text-sm text-muted">
            {changedBy !== null && `${t('admin.switchedBy', { name: changedBy })} · `}
            <Age at={changedAt} />
          </p>
        )}
        {failure !== undefined && !isConfirming && (
          <p role="alert" className="text-sm font-semibold text-live">
            {failure}
          </p>
        )}
      </div>
      <Button
        look={isOff ? 'primary' : 'outline'}
        aria-disabled={turn.isPending}
        onClick={() => {
          turn.reset()
          if (!isOff) setIsConfirming(true)
          else if (!turn.isPending) turn.mutate({ off: false })
        }}
      >
        {turn.isPending && !isConfirming ? t('admin.switching') : isOff ? t('admin.switchOn') : t('admin.switchOff')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('admin.switchOffTitle')}
          text={t('admin.switchOffText')}
          confirm={t('admin.switchOff')}
          busy={t('admin.switching')}
          isBusy={turn.isPending}
          failure={failure}
          onConfirm={() => turn.mutate({ off: true })}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </section>
  )
}
