// Asks the user to confirm an action. It can stay open while the action runs, and then shows why the action failed.
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  /** The question. */
  title: string
  text?: string
  confirm: string
  /** Replaces `confirm` while the action runs. */
  busy: string
  isBusy: boolean
  failure?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({ title, text, confirm, busy, isBusy, failure, onConfirm, onClose }: Props) {
  return (
    <Dialog title={title} {...(text !== undefined && { text })} onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        {failure !== undefined && (
          <p role="alert" className="text-sm font-semibold text-live">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="outline" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button aria-disabled={isBusy} onClick={() => !isBusy && onConfirm()}>
            {isBusy ? busy : confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
