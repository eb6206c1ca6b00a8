// Explains why an offer could not be answered.
import type { peopleTexts } from '#contract/people.ts'
import { t } from './t.ts'

/** The only sentence of the server that is expected here. */
const limit: (typeof peopleTexts)['limit'] = 'You can follow at most 500 athletes in 50 tournaments.'

/** A failed call's error in one sentence. */
export function offerFailure(error: Error & { errorText?: string | null; sentence?: string }): string {
  return error.errorText === limit ? t('people.limit') : (error.sentence ?? t('connection.server'))
}
