import type { Transaction } from '../database.ts'
import { placeholderHost } from './email-addresses.ts'

export type Account = {
  id: number
  username: string
  email: string
  /** 'missing': another account has verified the address, and this account needs a new one. */
  emailStatus: 'verified' | 'unverified' | 'missing'
  role: 'user' | 'superadmin'
  createdAt: string
}

/** The columns of an `Account`, from the table users under the alias `account`. */
export const accountColumns = (sql: Transaction) => sql`
  account.id, account.username, account.email, account.role, account.created_at as "createdAt",
  case when account.email like ${`%${placeholderHost}`} then 'missing' when account.email = account.verified_email then 'verified' else 'unverified' end as "emailStatus"`
