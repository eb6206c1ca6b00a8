// Sharing: the owner's link, and what anybody with it sees.
import { CodedError } from '#contract/errors.ts'
import { shareTexts } from '#contract/sharing.ts'
import type { Answers } from './calls.ts'

type Names = 'share' | 'ownShare' | 'setShareTitle' | 'deleteShare' | 'sharedRollCall'

export function sharingAnswers(): Answers<Names> {
  const refuse = async (): Promise<never> => {
    throw new CodedError('not-found', shareTexts.unavailable)
  }
  return { share: refuse, ownShare: refuse, setShareTitle: refuse, deleteShare: refuse, sharedRollCall: refuse }
}
