// Changes the password; requires the current one.
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { accountTexts, ChangePasswordBody } from '#contract/accounts.ts'
import { errors as refusals } from '#contract/errors.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { serverText, t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Field, PasswordHint } from '#client/ui/field.tsx'
import { useOnce } from '#client/ui/once.ts'
import { repeats, schemaResolver } from '#client/ui/schema-resolver.ts'
import { showToast } from '#client/ui/toast.ts'
import { showValidationError } from './validation-toast.ts'

const [, wrongPassword] = refusals['wrong-password']
const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The form's values: the call's body and the repeated new password. */
const Change = z
  .extend(ChangePasswordBody, { confirmPassword: z.string() })
  .check(repeats('newPassword', accountTexts.newPasswordsDiffer))
type Change = z.input<typeof Change>

/** `email` identifies the account for password managers. */
export function PasswordForm({ email }: { email: string }) {
  const { queryClient, queries } = useLive()
  const { register, handleSubmit, formState, reset, setError } = useForm<Change>({
    resolver: schemaResolver(Change),
    defaultValues: empty,
  })
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Change) =>
      call('changePassword', { body: { currentPassword, newPassword } }),
    retry: false,
    onSuccess: ({ message }) => {
      reset(empty)
      // The other sessions have ended.
      void queryClient.invalidateQueries({ queryKey: queries.sessions.queryKey })
      showToast({ title: t('settings.passwordChanged'), text: serverText(message ?? accountTexts.passwordChanged) })
    },
    onError: (error) => {
      const text = error instanceof CallError ? error.sentence : error.message
      if (isWrongPassword(error)) setError('currentPassword', { message: text }, { shouldFocus: true })
      showToast({ kind: 'failure', title: t('settings.passwordFailed'), text })
    },
  })
  const send = useOnce(change.mutate)
  const { errors } = formState
  const failure = change.error instanceof CallError ? change.error.sentence : change.error?.message
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send, showValidationError)(event)}>
      <p className="mb-3 text-base text-muted">{t('settings.passwordText')}</p>
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <Field
        label={t('settings.currentPassword')}
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <Field
        label={t('settings.newPassword')}
        type="password"
        autoComplete="new-password"
        hint={<PasswordHint least={t('settings.passwordHint')} />}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <Field
        label={t('settings.confirmPassword')}
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      {failure !== undefined && !isWrongPassword(change.error) && <Failure text={failure} />}
      <Button type="submit" className="mt-1 px-5 text-base!" disabled={change.isPending}>
        {change.isPending ? t('settings.changingPassword') : t('settings.changePassword')}
      </Button>
    </form>
  )
}

/** Whether the current password is wrong; that error is shown at its field. */
const isWrongPassword = (error: Error | null): boolean =>
  error instanceof CallError && error.errorText === wrongPassword
