// Ways back into an account.
import { CodedError } from '#contract/errors.ts'
import type { Answers } from './calls.ts'

type Names =
  | 'forgotPassword'
  | 'resetPassword'
  | 'restoreAccount'
  | 'updateProfile'
  | 'changePassword'
  | 'sessions'
  | 'endSession'

const notYet = async (): Promise<never> => {
  throw new CodedError('busy')
}

export const recoveryAnswers = (): Answers<Names> => ({
  forgotPassword: notYet,
  resetPassword: notYet,
  restoreAccount: notYet,
  updateProfile: notYet,
  changePassword: notYet,
  sessions: notYet,
  endSession: notYet,
})
