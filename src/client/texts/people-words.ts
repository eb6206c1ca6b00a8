// Explains why an offer could not be answered, or a statement about two athletes was not stored.
import type { peopleTexts } from '#contract/people.ts'
import { t } from './t.ts'

/** The sentences of the server that are expected here. They are not imported, because the contract's code is large. */
const keys = {
  'Both are entered in the same tournament, so they are two people.': 'people.together',
  'One is in male and one in female divisions, so they are two people.': 'people.gender',
  'Their belts are too far apart for one person.': 'people.belt',
  'Their age divisions are too far apart for one person.': 'people.age',
  'You can follow at most 500 athletes in 50 tournaments.': 'people.limit',
  'This offer is no longer valid.': 'people.gone',
} as const satisfies Record<Sentence, string>
type Sentence = (typeof peopleTexts)[keyof typeof peopleTexts]

/** A failed call's error in one sentence. */
export function offerFailure(error: Error & { errorText?: string | null; sentence?: string }): string {
  const { errorText, sentence } = error
  if (errorText && errorText in keys) return t(keys[errorText as Sentence])
  return sentence ?? t('connection.server')
}
