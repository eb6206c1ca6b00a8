// The toasts of a refresh, with the texts of core.md section 8.
import type { ResponseOf } from '#contract/endpoints.ts'
import { CallError } from '#client/requests/call-error.ts'
import { serverText, t } from '#client/texts/t.ts'
import type { showToast } from '#client/ui/toast.ts'

type Toast = Parameters<typeof showToast>[0]

/**
 * The toast of an answered call: the data were read, had just been read, are still being read, or could not be read (decision
 * D35).
 */
export function answerToast({
  success,
  message,
  error,
  pending,
  alreadyRead,
}: ResponseOf<'refreshOrderOfFights'>): Toast {
  if (!success)
    return {
      kind: 'failure',
      title: t('profile.unread'),
      text: error ? serverText(error) : t('profile.refreshFallback'),
    }
  const title = pending ? 'profile.refreshing' : alreadyRead ? 'profile.upToDate' : 'profile.refreshed'
  return { title: t(title), text: serverText(message) }
}

/** The toast of a failed call: the server's error text, else the status; without an answer, the fallback. */
export const failureToast = (error: Error): Toast => ({
  kind: 'failure',
  title: t('profile.refreshFailed'),
  text: failureText(error),
})

function failureText(error: Error): string {
  if (!(error instanceof CallError) || error.status === 0) return t('profile.refreshFallback')
  const { errorText, sentence, status, statusText } = error
  return errorText === null ? t('profile.httpStatus', { status: String(status), statusText }).trim() : sentence
}
