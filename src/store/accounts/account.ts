import type { Transaction } from '../database.ts'
import { noHost } from './email-addresses.ts'

export type Account = {
  id: number
  username: string
  email: string
  /** 'missing': somebody else proved that the address is theirs, and the account needs another. */
  emailStatus: 'verified' | 'unverified' | 'missing'
  role: 'user' | 'superadmin'
  createdAt: string
}

/** What makes an `Account` of a row of users, which the statement calls `account`. */
export const accountColumns = (sql: Transaction) => sql`
  account.id, account.username, account.email, account.role, account.created_at as "createdAt",
  case when account.email like ${`%${noHost}`} then 'missing' when account.email = account.verified_email then 'verified' else 'unverified' end as "emailStatus"`
