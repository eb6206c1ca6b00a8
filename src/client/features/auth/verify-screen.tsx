// An emailed link that proves an address: confirms an account's address, changes the signed-in user's address to it, or lets the
// recipient use it for a new account. Opening the link changes nothing, because mail servers also follow links.
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { accountTexts, type User } from '#contract/accounts.ts'
import { useLive } from '#client/live/context.tsx'
import { call } from '#client/requests/call.ts'
import { serverText, t } from '#client/texts/t.ts'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { useOnce } from '#client/ui/once.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import { showToast } from '#client/ui/toast.ts'
import { failureText } from './failure-text.ts'
import { AuthFrame } from './frame.tsx'
import { isLinkDead, useLinkCheck } from './link-check.ts'
import { forgetEmailedToken, signUpWith, useEmailedToken } from './emailed-token.ts'

export function VerifyScreen() {
  const { queryClient, queries } = useLive()
  const token = useEmailedToken()
  const { data: user } = useQuery(queries.user)
  const check = useLinkCheck('checkEmailLink', token)
  // True once the visitor has stated that the account is not theirs.
  const [hasDeniedAccount, setHasDeniedAccount] = useState(false)
  const confirm = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    retry: false,
    onSuccess: async () => {
      forgetEmailedToken()
      await queryClient.invalidateQueries({ queryKey: queries.user.queryKey })
    },
    onError: (error) => showToast({ kind: 'failure', title: t('verify.failedTitle'), text: textOf(error) }),
  })
  const confirmOnce = useOnce(confirm.mutate)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasDeniedAccount || confirm.isSuccess) heading.current?.focus()
  }, [hasDeniedAccount, confirm.isSuccess])

  if (confirm.isSuccess || check.data?.leadsTo === 'verified') return <Confirmed headingRef={heading} />
  if (token === null || token.trim() === '' || isLinkDead(check.error)) return <DeadLink isSignedIn={Boolean(user)} />
  if (!check.data)
    return (
      <AuthFrame title={t('verify.title')}>
        {check.isError ? (
          <>
            <Failure text={textOf(check.error)} />
            <Button className="mb-3 min-h-12 w-full text-base!" onClick={() => void check.refetch()}>
              {t('connection.tryAgain')}
            </Button>
          </>
        ) : (
          <Spinner label={t('verify.checking')} className="mb-3 min-h-24 w-full" />
        )}
      </AuthFrame>
    )
  const { email, leadsTo } = check.data
  const failure = confirm.isError && <Failure text={textOf(confirm.error)} />
  if (leadsTo !== 'verify' || hasDeniedAccount)
    return (
      <AuthFrame title={t('verify.takeTitle')} headingRef={heading}>
        <p className="mb-4 text-base break-words text-muted">
          {t('verify.takeText', { email })}
          {user && leadsTo !== 'move' && ` ${t('verify.otherUser', { username: user.username })}`}
        </p>
        {failure}
        {!user ? (
          <Button className="mb-3 min-h-12 w-full text-base!" onClick={() => signUpWith({ email, token })}>
            {t('verify.signUp')}
          </Button>
        ) : leadsTo === 'move' ? (
          <Button
            className="mb-3 min-h-12 w-full text-base!"
            disabled={confirm.isPending}
            onClick={() => confirmOnce(() => changeEmail(user, email, token))}
          >
            {confirm.isPending ? t('verify.submitting') : t('verify.useMine', { username: user.username })}
          </Button>
        ) : (
          <Link href="/profile" replace className={buttonLook('primary', 'mb-3 min-h-12 w-full text-base!')}>
            {t('verify.toProfile')}
          </Link>
        )}
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('verify.title')}>
      <p className="mb-4 text-base break-words text-muted">{t('verify.text', { email })}</p>
      {failure}
      <Button
        className="min-h-12 w-full text-base!"
        disabled={confirm.isPending}
        onClick={() => confirmOnce(() => call('verifyEmail', { body: { token } }))}
      >
        {confirm.isPending ? t('verify.submitting') : t('verify.submit')}
      </Button>
      <p className="mt-2 flex min-h-11 items-center justify-center">
        <Button look="quiet" className="text-base!" onClick={() => setHasDeniedAccount(true)}>
          {t('verify.notMine')}
        </Button>
      </p>
    </AuthFrame>
  )
}

/** Changes a signed-in user's email to the proven address. */
const changeEmail = ({ username }: User, email: string, proof: string) =>
  call('updateProfile', { body: { username, email, proof } })

function Confirmed({ headingRef }: { headingRef: Ref<HTMLHeadingElement> }) {
  return (
    <AuthFrame title={t('verify.done')} headingRef={headingRef}>
      <div role="status" className="flex gap-3">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-ahead" />
        <p className="text-base text-muted">{t('verify.doneText')}</p>
      </div>
      <Link href="/" replace className={buttonLook('primary', 'mt-5 mb-3 min-h-12 w-full text-base!')}>
        {t('verify.home')}
      </Link>
    </AuthFrame>
  )
}

/** The link is invalid or was used: explains how to get another one. */
function DeadLink({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <AuthFrame title={t('verify.title')}>
      <Failure text={serverText(accountTexts.linkInvalid)} className="mb-2" />
      <p className="mb-4 text-base text-muted">{t('verify.invalidText')}</p>
      <Link
        href={isSignedIn ? '/profile' : '/auth'}
        replace
        className={buttonLook('primary', 'mb-3 min-h-12 w-full text-base!')}
      >
        {isSignedIn ? t('verify.toProfile') : t('auth.logIn')}
      </Link>
    </AuthFrame>
  )
}

const textOf = (error: Error): string =>
  failureText(error, { otherwise: t('verify.failed'), unreachable: t('connection.network') })
