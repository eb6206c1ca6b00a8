// Creates an account and logs in.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { accountTexts, RegisterBody } from '#contract/accounts.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Field, PasswordHint } from '#client/ui/field.tsx'
import { repeats, schemaResolver } from '#client/ui/schema-resolver.ts'
import { showToast } from '#client/ui/toast.ts'
import { isLinkDead } from './link-check.ts'
import type { AddressProof } from './emailed-token.ts'
import { useSignIn } from './sign-in.ts'

/** The form's values: the call's body and the repeated password. */
const Signup = z
  .extend(RegisterBody, { confirmPassword: z.string() })
  .check(repeats('password', accountTexts.passwordsDiffer))
type Signup = z.input<typeof Signup>

type Props = {
  email: string
  onEmail: (email: string) => void
  /** The proven address of a user who opened an emailed link. */
  proof: AddressProof | null
  onLogIn: () => void
}

export function SignupForm({ email, onEmail, proof, onLogIn }: Props) {
  const [validProof, setValidProof] = useState(proof)
  const { register, handleSubmit, formState } = useForm<Signup>({
    resolver: schemaResolver(Signup),
    defaultValues: { username: '', email, password: '', confirmPassword: '' },
  })
  const { signIn, isPending, failure, isRefused } = useSignIn({
    failedTitle: t('auth.registrationFailed'),
    run: async ({ username, email: address, password }: Signup) => {
      const isProven = validProof !== null && address.trim().toLowerCase() === validProof.email
      const body = { username, email: address, password, ...(isProven && { proof: validProof.token }) }
      const user = await call('register', { body }).catch((error: Error) => {
        // The proof is no longer valid; the next attempt is made without it.
        if (isLinkDead(error)) setValidProof(null)
        throw error
      })
      showToast({ title: t('auth.welcome'), text: t('auth.welcomeText') })
      return user
    },
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((body) => signIn(body))(event)}>
      <Field
        label={t('auth.username')}
        autoComplete="nickname"
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        label={t('auth.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register('email', { onChange: (event: { target: HTMLInputElement }) => onEmail(event.target.value) })}
      />
      <Field
        label={t('auth.password')}
        type="password"
        autoComplete="new-password"
        hint={<PasswordHint least={t('auth.passwordHint')} />}
        error={errors.password?.message}
        {...register('password')}
      />
      <Field
        label={t('auth.confirmPassword')}
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      {failure !== null && <Failure text={failure} className={isRefused ? '' : 'mb-3'} />}
      {isRefused && (
        // The button precedes its text: on phones the toast covers the lower part of the form.
        <div className="mb-3 text-base text-muted">
          <button type="button" className="min-h-11 font-semibold text-accent" onClick={onLogIn}>
            {t('auth.logInInstead')}
          </button>
          <p>{t('auth.refusedText')}</p>
        </div>
      )}
      <Button type="submit" className="mt-1 min-h-12 w-full text-base!" disabled={isPending}>
        {isPending ? t('auth.signingUp') : t('auth.signUp')}
      </Button>
    </form>
  )
}
