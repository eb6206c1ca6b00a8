// Username and email.
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { accountTexts, ProfileBody, type User } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoints.ts'
import { call } from '#client/live/call.ts'
import { CallError } from '#client/live/call-error.ts'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Field } from '#client/ui/field.tsx'
import { schemaResolver } from '#client/ui/schema-resolver.ts'
import { showToast } from '#client/ui/toast.ts'
import { showValidationError } from './validation-toast.ts'

export function ProfileForm({ user }: { user: User }) {
  const { queryClient, queries } = useLive()
  const { register, handleSubmit, formState, reset, setError } = useForm<BodyOf<'updateProfile'>>({
    resolver: schemaResolver(ProfileBody),
    defaultValues: { username: user.username, email: user.email },
  })
  const save = useMutation({
    mutationFn: ({ username, email }: BodyOf<'updateProfile'>) =>
      call('updateProfile', { body: { username: username.trim(), email: email.trim() } }),
    retry: false,
    onSuccess: (saved) => {
      queryClient.setQueryData(queries.user.queryKey, saved)
      reset({ username: saved.username, email: saved.email })
      showToast({ title: t('settings.saved'), text: t('settings.savedText') })
    },
    onError: (error) => {
      const text = error instanceof CallError ? error.sentence : error.message
      if (isTaken(error)) setError('username', { message: text }, { shouldFocus: true })
      showToast({ kind: 'failure', title: t('settings.saveFailed'), text })
    },
  })
  const { errors } = formState
  const failure = save.error instanceof CallError ? save.error.sentence : save.error?.message
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((body) => save.mutate(body), showValidationError)(event)}>
      <p className="mb-3 text-base text-muted">{t('settings.informationText')}</p>
      <Field
        label={t('settings.username')}
        autoComplete="nickname"
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        label={t('settings.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...register('email')}
      />
      {failure !== undefined && !isTaken(save.error) && <Failure text={failure} />}
      <Button type="submit" className="mt-1 px-5 text-base!" disabled={save.isPending}>
        {save.isPending ? t('settings.saving') : t('settings.save')}
      </Button>
    </form>
  )
}

/** It is told at its field. */
const isTaken = (error: Error | null): boolean =>
  error instanceof CallError && error.errorText === accountTexts.usernameTaken
