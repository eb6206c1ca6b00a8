// Sets a new password by an emailed link.
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import * as z from 'zod/mini'
import { accountTexts, ResetPasswordBody } from '#contract/accounts.ts'
import { useLive } from '#client/live/context.tsx'
import { call } from '#client/requests/call.ts'
import { serverText, t } from '#client/texts/t.ts'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Field, PasswordHint } from '#client/ui/field.tsx'
import { useOnce } from '#client/ui/once.ts'
import { repeats, schemaResolver } from '#client/ui/schema-resolver.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { showToast } from '#client/ui/toast.ts'
import { forgotAddress } from './auth-mode.ts'
import { failureText } from './failure-text.ts'
import { AuthFrame } from './frame.tsx'
import { isLinkDead, useLinkCheck } from './link-check.ts'
import { forgetEmailedToken, useEmailedToken } from './emailed-token.ts'

/** The time from the success to the redirect (core specification section 9), in ms. */
const redirectAfter = 3000

/** The form's values: the password and its repetition. */
const Reset = z
  .extend(z.pick(ResetPasswordBody, { newPassword: true }), { confirmPassword: z.string() })
  .check(repeats('newPassword', accountTexts.passwordsDiffer))
type Reset = z.input<typeof Reset>

export function ResetScreen() {
  const { queryClient } = useLive()
  const token = useEmailedToken()
  const [, navigate] = useLocation()
  const reset = useMutation({
    mutationFn: (body: { token: string; newPassword: string }) => call('resetPassword', { body }),
    retry: false,
    onSuccess: () => {
      forgetEmailedToken()
      // All sessions of the account have ended, so nothing cached may be shown any more.
      queryClient.removeQueries()
      showToast({ title: t('reset.done') })
    },
    onError: (error) => showToast({ kind: 'failure', title: t('reset.failedTitle'), text: textOf(error) }),
  })
  // A used link need not be checked again.
  const check = useLinkCheck('checkReset', reset.isSuccess ? null : token)
  const send = useOnce(reset.mutate)
  useEffect(() => {
    if (token !== null) return
    showToast({ kind: 'failure', title: t('reset.invalidLink'), text: t('reset.invalidLinkText') })
    navigate('/auth', { replace: true })
  }, [token, navigate])
  if (token === null) return null
  if (reset.isSuccess) return <ResetDone />
  if (isLinkDead(check.error) || isLinkDead(reset.error)) return <DeadLink />
  // A link that could not be checked is checked when the password is sent.
  if (check.isLoading)
    return (
      <AuthFrame title={t('reset.title')}>
        <Spinner label={t('reset.checking')} className="mb-3 min-h-40 w-full" />
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('reset.title')}>
      <ResetForm
        isPending={reset.isPending}
        onSubmit={({ newPassword }) => {
          if (token.trim() === '') showToast({ kind: 'failure', title: t('reset.invalidToken') })
          else send({ token, newPassword })
        }}
      />
      {reset.isError && <Failure text={textOf(reset.error)} className="mt-3" />}
      <p className="mt-2 flex min-h-11 items-center justify-center">
        <BackToLogin />
      </p>
    </AuthFrame>
  )
}

function ResetForm({ isPending, onSubmit }: { isPending: boolean; onSubmit: (values: Reset) => void }) {
  const { register, handleSubmit, formState } = useForm<Reset>({
    resolver: schemaResolver(Reset),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <p className="mb-4 text-base text-muted">{t('reset.text')}</p>
      <Field
        label={t('auth.newPassword')}
        type="password"
        autoComplete="new-password"
        hint={<PasswordHint least={t('auth.passwordHint')} />}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <Field
        label={t('auth.confirmPassword')}
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Button type="submit" className="mt-1 min-h-12 w-full text-base!" disabled={isPending}>
        {isPending ? t('reset.submitting') : t('reset.submit')}
      </Button>
    </form>
  )
}

/** Success: redirects after a moment, or at once by a button (WCAG 2.2.1). */
function ResetDone() {
  const [, navigate] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => navigate('/auth', { replace: true }), redirectAfter)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AuthFrame title={t('reset.done')} headingRef={heading}>
      <div role="status" className="flex gap-3">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-ahead" />
        <p className="text-base text-muted">{t('reset.doneText')}</p>
      </div>
      <Link href="/auth" replace className={buttonLook('primary', 'mt-5 mb-3 min-h-12 w-full text-base!')}>
        {t('reset.goToLogin')}
      </Link>
    </AuthFrame>
  )
}

/** The link was used, has expired, or was replaced by a newer one. */
function DeadLink() {
  return (
    <AuthFrame title={t('reset.title')}>
      <Failure text={serverText(accountTexts.resetLinkInvalid)} className="mb-2" />
      <p className="mb-4 text-base text-muted">{t('reset.deadText')}</p>
      <Link href={forgotAddress} replace className={buttonLook('primary', 'min-h-12 w-full text-base!')}>
        {t('reset.newLink')}
      </Link>
      <p className="mt-2 flex min-h-11 items-center justify-center">
        <BackToLogin />
      </p>
    </AuthFrame>
  )
}

/** Replaces this screen in the history, so that going back does not restore its token (quality/security.md T-06). */
const BackToLogin = () => (
  <Link href="/auth" replace className={buttonLook('quiet', 'text-base!')}>
    {t('auth.backToLogin')}
  </Link>
)

const textOf = (error: Error): string =>
  failureText(error, { otherwise: t('reset.failed'), unreachable: t('reset.unreachable') })
