// Logging out.
import { useMutation } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useLocation } from 'wouter'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { claimsKey } from '#client/session/delete-user-data.ts'
import { deferLogout, sendLogout } from '#client/session/logout.ts'
import { rememberMe } from '#client/session/session.ts'
import { t } from '#client/texts/t.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { showToast } from '#client/ui/toast.ts'
import type { UnsentProps } from './unsent-dialog.tsx'

/** Timeout of the logout call, in ms; after it the session ends here and the call is retried later. */
const timeout = 5000

const loadQuestion = withTexts('offers', async () => (await import('./unsent-dialog.tsx')).UnsentDialog)

/**
 * Ends the session on the server, deletes its data here and goes to the login page; `title` is the toast's. The session ends
 * here whatever the server answers (quality/security.md N-07); a failed call is retried later. Claims and follows that were not
 * sent are deleted with the session, so `start` asks first if there are any, unless the question cannot be loaded.
 */
export function useLogOut(title: string) {
  const [Question, setQuestion] = useState<ComponentType<UnsentProps> | null>(null)
  const live = useLive()
  const [, navigate] = useLocation()
  const finish = (toast: Parameters<typeof showToast>[0]): void => {
    rememberMe(false)
    live.forgetSession()
    navigate('/auth')
    showToast(toast)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendLogout(AbortSignal.timeout(timeout)),
    // A retry would delay the logout.
    retry: false,
    onSuccess: () => finish({ title, text: t('logout.doneText') }),
    onError: (error) => {
      deferLogout()
      if (!isRefused(error)) return finish({ title, text: t('logout.offlineText') })
      finish({ kind: 'failure', title: t('logout.failed'), text: `${error.sentence} ${t('logout.refusedText')}` })
    },
  })
  const hasUnsent = (): boolean => live.pendingChanges.changes().length > 0 || hasUnsentClaims()
  return {
    start(): void {
      if (!hasUnsent()) return mutate()
      loadQuestion().then(
        (loaded) => setQuestion(() => loaded),
        () => mutate(),
      )
    },
    isPending,
    question: Question && <Question isBusy={isPending} onConfirm={() => mutate()} onClose={() => setQuestion(null)} />,
  }
}

/** Whether this browser stores claims that were not sent: only these have the id of a request. */
function hasUnsentClaims(): boolean {
  try {
    return localStorage.getItem(claimsKey)?.includes('"request"') ?? false
  } catch {
    return false
  }
}

/** Whether the server has refused the call (4xx), rather than failed. */
const isRefused = (error: Error): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500
