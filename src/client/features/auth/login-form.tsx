// Logging in.
import { useForm } from 'react-hook-form'
import { LoginBody } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoints.ts'
import { call } from '#client/requests/call.ts'
import { isRemembered, rememberMe } from '#client/session/session.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Field } from '#client/ui/field.tsx'
import { schemaResolver } from '#client/ui/schema-resolver.ts'
import { useSignIn } from './sign-in.ts'

type Props = { email: string; onEmail: (email: string) => void; onForgot: () => void }

export function LoginForm({ email, onEmail, onForgot }: Props) {
  const { register, handleSubmit, formState } = useForm<BodyOf<'login'>>({
    resolver: schemaResolver(LoginBody),
    defaultValues: { username: email, password: '', rememberMe: isRemembered() },
  })
  const { signIn, isPending, failure } = useSignIn({
    failedTitle: t('auth.loginFailed'),
    run: async (body: BodyOf<'login'>) => {
      const user = await call('login', { body })
      rememberMe(body.rememberMe === true)
      return user
    },
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((body) => signIn(body))(event)}>
      <Field
        label={t('auth.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.username?.message}
        {...register('username', { onChange: (event: { target: HTMLInputElement }) => onEmail(event.target.value) })}
      />
      <Field
        label={t('auth.password')}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <label className="flex min-h-11 items-center gap-3 text-base">
          <input type="checkbox" className="size-5 accent-(--accent)" {...register('rememberMe')} />
          {t('auth.rememberMe')}
        </label>
        <button type="button" className="min-h-11 text-left text-base font-semibold text-accent" onClick={onForgot}>
          {t('auth.forgotPassword')}
        </button>
      </div>
      {failure !== null && <Failure text={failure} />}
      <Button type="submit" className="min-h-12 w-full text-base!" disabled={isPending}>
        {isPending ? t('auth.loggingIn') : t('auth.logIn')}
      </Button>
    </form>
  )
}
