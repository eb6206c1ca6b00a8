// Recovers an account after somebody else has changed its email address. The link in the notice to the old address opens this
// screen.
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { accountTexts } from '#contract/accounts.ts'
import { useLive } from '#client/live/context.tsx'
import { call } from '#client/requests/call.ts'
import { serverText, t } from '#client/texts/t.ts'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { useOnce } from '#client/ui/once.ts'
import { showToast } from '#client/ui/toast.ts'
import { failureText } from './failure-text.ts'
import { AuthFrame } from './frame.tsx'
import { forgetEmailedToken, resetWith, useEmailedToken } from './emailed-token.ts'

export function RestoreScreen() {
  const { queryClient } = useLive()
  const token = useEmailedToken()
  const heading = useRef<HTMLHeadingElement>(null)
  const restore = useMutation({
    mutationFn: (body: { token: string }) => call('restoreAccount', { body }),
    retry: false,
    onSuccess: () => {
      forgetEmailedToken()
      // All sessions of the account have ended, so nothing cached may be shown any more.
      queryClient.removeQueries()
    },
    onError: (error) => showToast({ kind: 'failure', title: t('restore.failedTitle'), text: textOf(error) }),
  })
  const restoreOnce = useOnce(restore.mutate)
  useEffect(() => {
    if (restore.isSuccess) heading.current?.focus()
  }, [restore.isSuccess])
  if (restore.isSuccess)
    return (
      <AuthFrame title={t('restore.done')} headingRef={heading}>
        <div role="status" className="flex gap-3">
          <CircleCheck aria-hidden className="size-6 shrink-0 text-ahead" />
          <p className="text-base text-muted">{serverText(restore.data.message ?? accountTexts.accountRestored)}</p>
        </div>
        <Button className="mt-5 mb-3 min-h-12 w-full text-base!" onClick={() => resetWith(restore.data.resetToken)}>
          {t('restore.setPassword')}
        </Button>
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('restore.title')}>
      {token === null ? (
        <Failure text={`${serverText(accountTexts.linkInvalid)} ${t('restore.invalidText')}`} />
      ) : (
        <>
          <p className="mb-4 text-base text-muted">{t('restore.text')}</p>
          {restore.isError && <Failure text={textOf(restore.error)} />}
          <Button
            className="min-h-12 w-full text-base!"
            disabled={restore.isPending}
            onClick={() => restoreOnce({ token })}
          >
            {restore.isPending ? t('restore.submitting') : t('restore.submit')}
          </Button>
        </>
      )}
      <p className="mt-2 flex min-h-11 items-center justify-center">
        <Link href="/auth" replace className={buttonLook('quiet', 'text-base!')}>
          {t('auth.backToLogin')}
        </Link>
      </p>
    </AuthFrame>
  )
}

const textOf = (error: Error): string =>
  failureText(error, { otherwise: t('restore.failed'), unreachable: t('connection.network') })
