// Checks new names, addresses and passwords, for all calls that set one.
import { accountTexts } from '#contract/accounts.ts'
import { CodedError } from '#contract/errors.ts'
import { isOfficialName } from '#domain/official-names.ts'
import type { Account, Refused } from '#store'
import type { Passwords } from './passwords.ts'

/** @throws CodedError for a password that is easy to guess for this user (quality/security.md P-04). */
export function requireUncommon(
  passwords: Passwords,
  password: string,
  { username, email }: { username: string; email: string },
): void {
  if (passwords.isCommon(password, [username, email, ...email.split('@')]))
    throw new CodedError('invalid-input', accountTexts.passwordCommon)
}

/** @throws CodedError for a new username that looks official (N-15). */
export function requireUnofficial(username: string): void {
  if (isOfficialName(username)) throw new CodedError('invalid-input', accountTexts.usernameReserved)
}

/**
 * The account.
 * @throws CodedError if its name, a similar name or its address is in use, or if the link does not prove the address.
 */
export function requireUntaken(account: Account | Refused): Account {
  if (account === 'invalid-link') throw new CodedError('invalid-token', accountTexts.linkInvalid)
  if (account === 'username-taken') throw new CodedError('taken', accountTexts.usernameTaken)
  if (account === 'username-similar') throw new CodedError('invalid-input', accountTexts.usernameSimilar)
  // The same code as for a name, because the answer must not reveal that the address has an account (E-03).
  if (account === 'email-taken') throw new CodedError('taken')
  return account
}
