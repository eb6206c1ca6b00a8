// Logging out, from wherever it is pressed.
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { deferLogout } from '#client/session/deferred-logout.ts'
import { rememberMe } from '#client/session/session.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** How long the server has to answer before the session is left without it, in ms. */
const patience = 5000

/**
 * Ends the session on the server, forgets it here and goes to the login page; `title` is the toast's. Whatever the server
 * answers, also when it does not, it is over here (quality/security.md N-07), and the server is told later.
 */
export function useLogOut(title: string) {
  const live = useLive()
  const [, navigate] = useLocation()
  const leave = (toast: Parameters<typeof showToast>[0]): void => {
    rememberMe(false)
    live.forgetSession()
    navigate('/auth')
    showToast(toast)
  }
  return useMutation({
    mutationFn: () => call('logout', { signal: AbortSignal.timeout(patience) }),
    // Whoever leaves does not wait for a second try.
    retry: false,
    onSuccess: () => leave({ title, text: t('logout.doneText') }),
    onError: (error) => {
      deferLogout()
      if (!isRefused(error)) return leave({ title, text: t('logout.offlineText') })
      leave({ kind: 'failure', title: t('logout.failed'), text: `${error.sentence} ${t('logout.refusedText')}` })
    },
  })
}

/** The server could have taken it and did not; being unable to is no refusal. */
const isRefused = (error: Error): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500
