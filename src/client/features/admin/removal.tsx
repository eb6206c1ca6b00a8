// Removes a user, a tournament or a link: confirms first, shows the result in a toast, and invalidates all queries.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { moveFocus } from '#client/ui/move-focus.ts'
import { showToast } from '#client/ui/toast.ts'

export type Removal = {
  id: number
  /** The button's accessible name. */
  name: string
  question: string
  /** What else is removed, and that it cannot be undone. */
  warning: string
  remove: () => Promise<unknown>
  done: string
  failed: string
  /** The error text if the server gives none. */
  failedText: string
}

/** The button of each row, and the dialog that it opens. */
export function useRemoval(): { button: (removal: Removal) => ReactNode; dialog: ReactNode } {
  const { queryClient } = useLive()
  const [confirming, setConfirming] = useState<Removal | null>(null)
  const mutation = useMutation({
    mutationFn: (removal: Removal) => removal.remove(),
    onSuccess: async (_, { done }) => {
      // The removed item may be in any cached list, including the administrator's own lists.
      setConfirming(null)
      await queryClient.invalidateQueries()
      showToast({ title: done })
    },
    onError: (error, { failed, failedText }) => {
      void queryClient.invalidateQueries()
      showToast({ kind: 'failure', title: failed, text: sentenceOf(error, failedText) })
    },
  })
  return {
    button: (removal) => (
      <RowButton
        name={removal.name}
        onClick={() => {
          mutation.reset()
          setConfirming(removal)
        }}
      />
    ),
    dialog: confirming && (
      <ConfirmDialog
        title={confirming.question}
        text={confirming.warning}
        confirm={t('admin.remove')}
        busy={t('admin.removing')}
        isBusy={mutation.isPending}
        failure={mutation.error ? sentenceOf(mutation.error, confirming.failedText) : undefined}
        onConfirm={() => mutation.mutate(confirming)}
        onClose={() => setConfirming(null)}
      />
    ),
  }
}

/** If the button has the focus when its row is removed, the focus moves to the content and not to the start of the page. */
function RowButton({ name, onClick }: { name: string; onClick: () => void }) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      if (button === document.activeElement) moveFocus()
    }
  }, [])
  return (
    <Button ref={ref} look="danger" aria-label={t('admin.removeOf', { name })} onClick={onClick}>
      {t('admin.remove')}
    </Button>
  )
}

const sentenceOf = (error: Error, otherwise: string): string =>
  error instanceof CallError && (error.status === 0 || error.errorText !== null) ? error.sentence : otherwise
