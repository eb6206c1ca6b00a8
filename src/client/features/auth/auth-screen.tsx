// Login, signup and the forgotten-password form, switched in place.
import { BellOff, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { alertsOwner } from '#client/alerts/owner.ts'
import { useLive } from '#client/live/context.tsx'
import type { LastSession } from '#client/session/session.ts'
import { lastSessionKey } from '#client/session/session.ts'
import { t } from '#client/texts/t.ts'
import { authModeIn, type AuthMode } from './auth-mode.ts'
import { ForgotForm } from './forgot-form.tsx'
import { AuthFrame } from './frame.tsx'
import { LoginForm } from './login-form.tsx'
import { storedProof } from './emailed-token.ts'
import { SignupForm } from './signup-form.tsx'

const titles = {
  login: { page: 'auth.logIn', card: 'auth.loginTitle' },
  signup: { page: 'auth.signUp', card: 'auth.signupTitle' },
  forgot: { page: 'forgot.title', card: 'forgot.title' },
} as const

export function AuthScreen() {
  const search = useSearch()
  const [mode, setMode] = useState<AuthMode>(() => authModeIn(search))
  const [proof] = useState(() => storedProof(history.state))
  // The typed email is kept when the mode is switched (WCAG 3.3.7).
  const [email, setEmail] = useState(proof?.email ?? '')
  const [isLinkSent, setIsLinkSent] = useState(false)
  const isEnded = useSessionEnded()
  // Alerts end with the session in which they were turned on.
  const [areAlertsStopped] = useState(() => alertsOwner() !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  const show = (next: AuthMode): void => {
    setIsLinkSent(false)
    setMode(next)
    heading.current?.focus()
  }
  return (
    <AuthFrame pageTitle={t(titles[mode].page)} title={t(titles[mode].card)} headingRef={heading}>
      {isLinkSent && <LinkSent />}
      {isEnded && mode === 'login' && !isLinkSent && (
        <p role="status" className="mb-4 rounded-md bg-raised px-3 py-2.5 text-sm">
          {t('auth.sessionEnded')}
        </p>
      )}
      {mode === 'login' && areAlertsStopped && (
        <p role="status" className="mb-4 flex gap-2.5 rounded-md bg-raised px-3 py-2.5 text-sm">
          <BellOff aria-hidden className="size-5 shrink-0 text-late" />
          {t('auth.alertsStopped')}
        </p>
      )}
      {mode === 'login' && <LoginForm email={email} onEmail={setEmail} onForgot={() => show('forgot')} />}
      {mode === 'signup' && <SignupForm email={email} onEmail={setEmail} proof={proof} onLogIn={() => show('login')} />}
      {mode === 'forgot' && (
        <ForgotForm
          email={email}
          onEmail={setEmail}
          onSent={() => {
            show('login')
            setIsLinkSent(true)
          }}
        />
      )}
      <p className="mt-2 flex min-h-11 flex-wrap items-center justify-center gap-x-1 text-base text-muted">
        {mode === 'login' && t('auth.noAccount')}
        {mode === 'signup' && t('auth.haveAccount')}
        <button
          type="button"
          className="min-h-11 px-1 font-semibold text-accent"
          onClick={() => show(mode === 'login' ? 'signup' : 'login')}
        >
          {mode === 'login' ? t('auth.signUp') : mode === 'signup' ? t('auth.logIn') : t('auth.backToLogin')}
        </button>
      </p>
    </AuthFrame>
  )
}

/** Whether the user was redirected here because the session has ended. */
function useSessionEnded(): boolean {
  const { queryClient } = useLive()
  const [isEnded] = useState(() => queryClient.getQueryData<LastSession>(lastSessionKey)?.isEnded === true)
  useEffect(() => {
    queryClient.setQueryData<LastSession>(lastSessionKey, (last) => last && { ...last, isEnded: false })
  }, [queryClient])
  return isEnded
}

/** The toast's text again, for users who need more time to read it. */
function LinkSent() {
  return (
    <p className="mb-4 flex gap-2 rounded-md bg-raised px-3 py-2.5 text-sm">
      <CircleCheck aria-hidden className="size-5 shrink-0 text-ahead" />
      <span>
        <strong>{t('forgot.sent')}</strong> {t('forgot.sentText')} {t('forgot.sentLimit')}
      </span>
    </p>
  )
}
