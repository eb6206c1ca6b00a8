// The form for username and email.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { accountTexts, profileBodyOf, type User } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoints.ts'
import { useLive } from '#client/live/context.tsx'
import { useDraft } from '#client/offline/drafts.ts'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Field } from '#client/ui/field.tsx'
import { useOnce } from '#client/ui/once.ts'
import { schemaResolver } from '#client/ui/schema-resolver.ts'
import { showToast } from '#client/ui/toast.ts'
import { EmailStatus } from './email-status.tsx'
import { readDraft, typedOver } from './profile-draft.ts'
import { showValidationError } from './validation-toast.ts'

export function ProfileForm({ user }: { user: User }) {
  const { queryClient, queries } = useLive()
  // A missing address has a placeholder in the user's data, which is not shown.
  const saved = { username: user.username, email: user.emailStatus === 'missing' ? '' : user.email }
  const { draft, setDraft } = useDraft(user.id, 'profile', (stored) => readDraft(stored, saved))
  const [hasRestoredDraft, setHasRestoredDraft] = useState(draft !== null)
  const { register, handleSubmit, formState, getValues, reset, setError } = useForm<BodyOf<'updateProfile'>>({
    resolver: schemaResolver(profileBodyOf(user.username)),
    defaultValues: { ...saved, ...draft },
  })
  /** The saved values that the form shows where the user has not typed over them. */
  const shown = useRef(saved)
  /** Shows these saved values, except in the fields that the user has typed over, which become the draft. */
  const show = ({ username, email }: typeof saved, typed: typeof draft): void => {
    shown.current = { username, email }
    reset({ username, email, ...typed })
    setDraft(typed)
  }
  const settle = (latest: typeof saved, typed: typeof draft): void => {
    show(latest, typed)
    setHasRestoredDraft(false)
  }
  /** Shows new saved values: the earlier ones came from the offline cache, or another device has changed them. */
  const followSaved = useEffectEvent((latest: typeof saved): void => {
    if (!typedOver(shown.current, latest)) return
    const typed = typedOver(latest, { ...latest, ...typedOver(shown.current, getValues()) })
    show(latest, typed)
    if (!typed) setHasRestoredDraft(false)
  })
  useEffect(() => followSaved({ username: saved.username, email: saved.email }), [saved.username, saved.email])
  const save = useMutation({
    mutationFn: ({ username, email }: BodyOf<'updateProfile'>) =>
      call('updateProfile', { body: { username: username.trim(), email: email.trim() } }),
    retry: false,
    onSuccess: (updated, sent) => {
      // The answer to a read in progress may be older.
      void queryClient.cancelQueries({ queryKey: queries.user.queryKey })
      queryClient.setQueryData(queries.user.queryKey, updated)
      // Text typed while saving stays in the form.
      settle(updated, typedOver(sent, getValues()))
      showToast({ title: t('settings.saved'), text: t('settings.savedText') })
    },
    onError: (error) => {
      const text = error instanceof CallError ? error.sentence : error.message
      if (isTaken(error)) setError('username', { message: text }, { shouldFocus: true })
      showToast({ kind: 'failure', title: t('settings.saveFailed'), text })
    },
  })
  const send = useOnce(save.mutate)
  const discard = (): void => {
    save.reset()
    settle(saved, null)
  }
  const { errors } = formState
  const draftOnChange = { onChange: () => setDraft(typedOver(saved, getValues())) }
  const failure = save.error instanceof CallError ? save.error.sentence : save.error?.message
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send, showValidationError)(event)}>
      <p className="mb-3 text-base text-muted">{t('settings.informationText')}</p>
      <Field
        label={t('settings.username')}
        autoComplete="nickname"
        error={errors.username?.message}
        {...register('username', draftOnChange)}
      />
      <Field
        label={t('settings.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...register('email', draftOnChange)}
      />
      <EmailStatus user={user} />
      {failure !== undefined && !isTaken(save.error) && <Failure text={failure} />}
      {hasRestoredDraft && (
        <p role="status" className="mb-2 text-sm text-muted">
          {t('settings.found')}
        </p>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        <Button type="submit" className="px-5 text-base!" disabled={save.isPending}>
          {save.isPending ? t('settings.saving') : t('settings.save')}
        </Button>
        {hasRestoredDraft && (
          <Button look="quiet" className="text-base!" disabled={save.isPending} onClick={discard}>
            {t('settings.discard')}
          </Button>
        )}
      </div>
    </form>
  )
}

const usernameErrors: readonly (string | null)[] = [
  accountTexts.usernameTaken,
  accountTexts.usernameSimilar,
  accountTexts.usernameReserved,
]
/** Whether the username cannot be used; that error is shown at its field. */
const isTaken = (error: Error | null): boolean => error instanceof CallError && usernameErrors.includes(error.errorText)
