// A user as the calls return it.
import type { User } from '#contract/accounts.ts'
import type { Account } from '#store'

export type PresentUser = (account: Account) => User

/** `canMail`: whether this installation sends emails. Without them, an address cannot be verified. */
export const presentUser =
  (canMail: boolean): PresentUser =>
  (account) => ({
    ...account,
    emailStatus: account.emailStatus === 'unverified' && !canMail ? 'unverifiable' : account.emailStatus,
  })
