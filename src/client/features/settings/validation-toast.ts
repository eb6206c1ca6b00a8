// Shows a toast for an invalid form (core specification section 8), in addition to the error at its field.
import type { FieldErrors } from 'react-hook-form'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** The error of the first invalid field, in the order of the form. */
export function firstSentence(errors: FieldErrors): string | undefined {
  return Object.values(errors).find((error) => typeof error?.message === 'string')?.message as string | undefined
}

/** Shows the toast with the first of these errors. */
export function showValidationError(errors: FieldErrors): void {
  const text = firstSentence(errors)
  showToast({ kind: 'failure', title: t('settings.validationError'), ...(text !== undefined && { text }) })
}
