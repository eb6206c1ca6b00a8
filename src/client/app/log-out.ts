// Logging out, from wherever it is pressed.
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '#client/live/call.ts'
import { CallError } from '#client/live/call-error.ts'
import { useLive } from '#client/live/context.tsx'
import { rememberMe } from '#client/live/remember-me.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** Ends the session on the server, forgets it here and goes to the login page; `title` is the toast's. */
export function useLogOut(title: string) {
  const live = useLive()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () => call('logout'),
    onSuccess: () => {
      rememberMe(false)
      live.forgetSession()
      navigate('/auth')
      showToast({ title, text: t('logout.doneText') })
    },
    onError: (error) =>
      showToast({
        kind: 'failure',
        title: t('logout.failed'),
        ...(error instanceof CallError && { text: error.sentence }),
      }),
  })
}
