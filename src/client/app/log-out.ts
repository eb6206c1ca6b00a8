// Logging out.
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { deferLogout, sendLogout } from '#client/session/logout.ts'
import { rememberMe } from '#client/session/session.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** Timeout of the logout call, in ms; after it the session ends here and the call is retried later. */
const timeout = 5000

/**
 * Ends the session on the server, deletes its data here and goes to the login page. `title`: the toast's, unless the server refuses
 * the call. The session ends here whatever the server answers (quality/security.md N-07); a failed call is retried later.
 */
export function useLogOut(title: string) {
  const live = useLive()
  const [, navigate] = useLocation()
  const finish = (toast: Parameters<typeof showToast>[0]): void => {
    rememberMe(false)
    live.forgetSession()
    navigate('/auth')
    showToast(toast)
  }
  return useMutation({
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
}

/** Whether the server has refused the call (4xx), rather than failed. */
const isRefused = (error: Error): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500
