// Whether the account's email address is confirmed, with a button to send a link. Renders nothing for an unconfirmed address if the
// server cannot send emails.
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { addressAnswers, type User } from '#contract/accounts.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { useOnce } from '#client/ui/once.ts'
import { showToast } from '#client/ui/toast.ts'

export function EmailStatus({ user: { email, emailStatus } }: { user: User }) {
  if (emailStatus === 'verified')
    return (
      <p className="-mt-1 mb-3 flex items-center gap-2 text-sm text-muted">
        <CircleCheck aria-hidden className="size-4.5 shrink-0 text-ahead" />
        {t('settings.emailConfirmed')}
      </p>
    )
  if (emailStatus === 'missing')
    return (
      <p className="-mt-1 mb-3 flex gap-2 text-sm font-semibold text-late">
        <CircleAlert aria-hidden className="size-4.5 shrink-0" />
        {t('settings.emailMissing')}
      </p>
    )
  return emailStatus === 'unverified' ? <Unconfirmed email={email} /> : null
}

function Unconfirmed({ email }: { email: string }) {
  const { queryClient, queries } = useLive()
  const send = useMutation({
    mutationFn: () => call('sendEmailLink'),
    retry: false,
    onSuccess: async ({ message }) => {
      // The address may have been confirmed on another device in the meantime.
      if (message === addressAnswers.linkSent) showToast({ title: t('settings.emailSent') })
      await queryClient.invalidateQueries({ queryKey: queries.user.queryKey })
    },
    onError: (error) =>
      showToast({
        kind: 'failure',
        title: t('settings.emailSendFailed'),
        text: error instanceof CallError ? error.sentence : error.message,
      }),
  })
  const sendOnce = useOnce(send.mutate)
  return (
    <div className="-mt-1 mb-3 text-sm">
      <p className="flex gap-2 text-muted">
        <CircleAlert aria-hidden className="size-4.5 shrink-0 text-late" />
        <span className="min-w-0 break-words">{t('settings.emailUnconfirmed', { email })}</span>
      </p>
      <Button look="quiet" className="mt-1" disabled={send.isPending} onClick={() => sendOnce()}>
        {send.isPending ? t('settings.emailSending') : t('settings.emailSend')}
      </Button>
    </div>
  )
}
