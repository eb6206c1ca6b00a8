// Removing a user, a tournament or a link: asked first, told in a toast, and every list read again.
import { notifyManager, useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showToast } from '#client/ui/toast.ts'

export type Removal = {
  id: number
  /** What goes, for those who hear the button. */
  name: string
  question: string
  /** What else goes with it, and that it cannot be brought back. */
  warning: string
  remove: () => Promise<unknown>
  done: string
  failed: string
  /** Where the server says nothing. */
  failedText: string
}

/** The button of each row, and the dialog that the last one pressed has opened. */
export function useRemoval(): { button: (removal: Removal) => ReactNode; dialog: ReactNode } {
  const { queryClient } = useLive()
  const [asked, setAsked] = useState<Removal | null>(null)
  const mutation = useMutation({
    mutationFn: (removal: Removal) => removal.remove(),
    onSuccess: async (_, { done }) => {
      // Whatever is removed can stand in any list of this browser, also in the administrator's own.
      await queryClient.invalidateQueries()
      // After the lists have heard of it: what asked is gone by then, and the focus does not go down with it.
      notifyManager.schedule(() => {
        setAsked(null)
        showToast({ title: done })
      })
    },
    onError: (error, { failed, failedText }) => {
      void queryClient.invalidateQueries()
      showToast({ kind: 'failure', title: failed, text: sentenceOf(error, failedText) })
    },
  })
  return {
    button: (removal) => (
      <Button
        look="danger"
        aria-label={t('admin.removeOf', { name: removal.name })}
        onClick={() => {
          mutation.reset()
          setAsked(removal)
        }}
      >
        {t('admin.remove')}
      </Button>
    ),
    dialog: asked && (
      <ConfirmDialog
        title={asked.question}
        text={asked.warning}
        confirm={t('admin.remove')}
        busy={t('admin.removing')}
        isBusy={mutation.isPending}
        failure={mutation.error ? sentenceOf(mutation.error, asked.failedText) : undefined}
        onConfirm={() => mutation.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    ),
  }
}

const sentenceOf = (error: Error, otherwise: string): string =>
  error instanceof CallError && (error.status === 0 || error.errorText !== null) ? error.sentence : otherwise
