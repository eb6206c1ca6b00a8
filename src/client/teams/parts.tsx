// Components shared by the screens and dialogs about teams.
import type { ReactNode } from 'react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'

/** The part of a dialog that scrolls. */
export const Scroll = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 flex-col gap-4 overflow-y-auto border-y border-line px-4 py-3">{children}</div>
)

/** Why a change failed. */
export const Failure = ({ text }: { text: string | null }) =>
  text !== null && (
    <p role="alert" className="text-sm font-semibold text-live">
      {text}
    </p>
  )

type FooterProps = {
  failure: string | null
  confirm: string
  /** Replaces `confirm` while the change runs. */
  busy: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The foot of a dialog that makes a change. */
export const Footer = ({ failure, confirm, busy, isBusy, onConfirm, onClose }: FooterProps) => (
  <div className="flex flex-col gap-3 p-4">
    <Failure text={failure} />
    <div className="flex flex-wrap justify-end gap-2">
      <Button look="outline" onClick={onClose}>
        {t('dialog.cancel')}
      </Button>
      <Button aria-disabled={isBusy} onClick={onConfirm}>
        {isBusy ? busy : confirm}
      </Button>
    </div>
  </div>
)

/** Shown if the rules could not be loaded. */
export const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <p role="status" className="flex flex-wrap items-center gap-x-3 text-base text-muted">
    {t('team.notLoaded')}
    <Button look="quiet" onClick={onRetry}>
      {t('connection.tryAgain')}
    </Button>
  </p>
)
