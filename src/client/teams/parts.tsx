// Parts of the screens and dialogs about teams.
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
    <p role="alert" className="px-4 pt-3 text-sm font-semibold text-live">
      {text}
    </p>
  )

/** The rules could not be loaded. */
export const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <p role="status" className="flex flex-wrap items-center gap-x-3 text-base text-muted">
    {t('team.notLoaded')}
    <Button look="quiet" onClick={onRetry}>
      {t('connection.tryAgain')}
    </Button>
  </p>
)
