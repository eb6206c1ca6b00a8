// Logging out, from wherever it is pressed.
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '#client/live/call.ts'
import { CallError } from '#client/live/call-error.ts'
import { useLive } from '#client/live/context.tsx'
import { endSessionLater } from '#client/live/left-session.ts'
import { rememberMe } from '#client/live/remember-me.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** How long the server has to answer before the session is left without it, in ms. */
const patience = 5000

/**
 * Ends the session on the server, forgets it here and goes to the login page; `title` is the toast's. Where the server
 * cannot be reached it is over here all the same, and the server is told later.
 */
export function useLogOut(title: string) {
  const live = useLive()
  const [, navigate] = useLocation()
  const leave = (text: string): void => {
    rememberMe(false)
    live.forgetSession()
    navigate('/auth')
    showToast({ title, text })
  }
  return useMutation({
    mutationFn: () => call('logout', { signal: AbortSignal.timeout(patience) }),
    onSuccess: () => leave(t('logout.doneText')),
    onError: (error) => {
      if (error instanceof CallError && error.status > 0)
        return showToast({ kind: 'failure', title: t('logout.failed'), text: error.sentence })
      endSessionLater()
      leave(t('logout.offlineText'))
    },
  })
}
