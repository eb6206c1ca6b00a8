// The forgotten-password form: sends a reset link to an email address.
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ForgotPasswordBody } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoints.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Field } from '#client/ui/field.tsx'
import { useOnce } from '#client/ui/once.ts'
import { schemaResolver } from '#client/ui/schema-resolver.ts'
import { showToast } from '#client/ui/toast.ts'
import { failureText } from './failure-text.ts'

/** How long the toast about the sent link stays (core specification section 9), in ms. */
const sentShownFor = 8000

type Props = { email: string; onEmail: (email: string) => void; onSent: () => void }

export function ForgotForm({ email, onEmail, onSent }: Props) {
  const { register, handleSubmit, formState } = useForm<BodyOf<'forgotPassword'>>({
    resolver: schemaResolver(ForgotPasswordBody),
    defaultValues: { email },
  })
  const send = useMutation({
    mutationFn: (body: BodyOf<'forgotPassword'>) => call('forgotPassword', { body }),
    retry: false,
    onSuccess: () => {
      showToast({ title: t('forgot.sent'), text: t('forgot.sentText'), duration: sentShownFor })
      onSent()
    },
    onError: (error) => showToast({ kind: 'failure', title: textOf(error) }),
  })
  const sendOnce = useOnce(send.mutate)
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(sendOnce)(event)}>
      <p className="mb-4 text-base text-muted">{t('forgot.text')}</p>
      <Field
        label={t('auth.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={formState.errors.email?.message}
        {...register('email', { onChange: (event: { target: HTMLInputElement }) => onEmail(event.target.value) })}
      />
      {send.isError && <Failure text={textOf(send.error)} />}
      <Button type="submit" className="mt-1 min-h-12 w-full text-base!" disabled={send.isPending}>
        {send.isPending ? t('forgot.sending') : t('forgot.submit')}
      </Button>
    </form>
  )
}

const textOf = (error: Error): string =>
  failureText(error, { otherwise: t('forgot.failed'), unreachable: t('forgot.unreachable') })
