// A user as the calls return it.
import type { User } from '#contract/accounts.ts'
import type { Account } from '#store'

export type PresentUser = (account: Account) => User

/** `canEmail`: whether this installation sends emails. Without them, an address cannot be verified. */
export const presentUser =
  (canEmail: boolean): PresentUser =>
  (account) => ({
    ...account,
    emailStatus: account.emailStatus === 'unverified' && !canEmail ? 'unverifiable' : account.emailStatus,
  })
