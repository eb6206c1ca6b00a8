// A user as the calls tell it.
import type { User } from '#contract/accounts.ts'
import type { Account } from '#store'

export type PresentUser = (account: Account) => User

/** `canMail`: whether this RollCall sends mail; nobody is asked to confirm an address where it does not. */
export const presentUser =
  (canMail: boolean): PresentUser =>
  (account) => ({
    ...account,
    emailStatus: account.emailStatus === 'unverified' && !canMail ? 'unverifiable' : account.emailStatus,
  })
