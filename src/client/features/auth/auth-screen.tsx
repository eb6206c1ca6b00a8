// Login and signup, switched in place.
import { useState } from 'react'
import { t } from '#client/texts/t.ts'
import { Brand } from '#client/ui/brand.tsx'
import { useTitle } from '#client/ui/title.ts'
import { LoginForm } from './login-form.tsx'
import { SignupForm } from './signup-form.tsx'

type Mode = 'login' | 'signup'

export function AuthScreen() {
  const [mode, setMode] = useState<Mode>('login')
  // An email that was typed once is not asked for again (WCAG 3.3.7).
  const [email, setEmail] = useState('')
  const isLogin = mode === 'login'
  useTitle(isLogin ? t('auth.logIn') : t('auth.signUp'))
  return (
    <main className="flex min-h-dvh justify-center px-4 pt-[min(14vh,8rem)] pb-8">
      <div className="w-full max-w-100">
        <Welcome />
        <section aria-labelledby="auth-title" className="card px-4 pt-5 pb-3 sm:px-6">
          <h1 id="auth-title" className="mb-4 text-xl font-bold">
            {isLogin ? t('auth.loginTitle') : t('auth.signupTitle')}
          </h1>
          {isLogin ? <LoginForm email={email} onEmail={setEmail} /> : <SignupForm email={email} onEmail={setEmail} />}
          <p className="mt-2 flex min-h-11 flex-wrap items-center justify-center gap-x-1 text-base text-muted">
            {isLogin ? t('auth.noAccount') : t('auth.haveAccount')}
            <button
              type="button"
              className="min-h-11 px-1 font-semibold text-accent"
              onClick={() => setMode(isLogin ? 'signup' : 'login')}
            >
              {isLogin ? t('auth.signUp') : t('auth.logIn')}
            </button>
          </p>
        </section>
      </div>
    </main>
  )
}

function Welcome() {
  return (
    <div className="mb-6 flex flex-col items-center gap-1 text-center">
      <Brand />
      <p className="text-base text-muted">{t('app.tagline')}</p>
    </div>
  )
}
