// Who has an account. Passwords come and go as argon2id hashes; the plain ones never reach the store.
import type { Sql } from 'postgres'
import { iso } from './database.ts'

export type Account = { id: number; username: string; email: string; role: 'user' | 'superadmin'; createdAt: string }

export type Accounts = {
  /** The new account, or which of the two is in use. */
  register(account: {
    username: string
    email: string
    passwordHash: string
  }): Promise<Account | 'username-taken' | 'email-taken'>
  /** By e-mail in any case, with the hash to check a password against. */
  findByEmail(email: string): Promise<{ account: Account; passwordHash: string } | undefined>
  find(id: number): Promise<Account | undefined>
  /**
   * Creates account 1, the administrator, unless it exists: nobody becomes one by registering (decision D11).
   * `makeHash` is called only when it is needed, because hashing is slow on purpose.
   */
  ensureAdministrator(email: string, makeHash: () => Promise<string>): Promise<void>
}

const administratorId = 1

type Row = { id: number; username: string; email: string; role: Account['role']; created_at: string }

export const accountOf = (row: Row): Account => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  createdAt: iso(row.created_at),
})

export function createAccounts(sql: Sql): Accounts {
  return {
    async register({ username, email, passwordHash }) {
      const [made] = await sql<Row[]>`
        insert into users (username, email, password) values (${username}, ${emailKey(email)}, ${passwordHash})
        on conflict do nothing returning id, username, email, role, created_at`
      if (made) return accountOf(made)
      const [namesake] = await sql`select 1 from users where lower(username) = lower(${username})`
      return namesake ? 'username-taken' : 'email-taken'
    },

    async findByEmail(email) {
      const [row] = await sql<(Row & { password: string })[]>`
        select id, username, email, role, created_at, password from users where email = ${emailKey(email)}`
      return row && { account: accountOf(row), passwordHash: row.password }
    },

    async find(id) {
      const [row] = await sql<Row[]>`select id, username, email, role, created_at from users where id = ${id}`
      return row && accountOf(row)
    },

    async ensureAdministrator(email, makeHash) {
      const [present] = await sql`select 1 from users where id = ${administratorId}`
      if (present) return
      await sql`
        insert into users (id, username, email, password, role)
        values (${administratorId}, 'Administrator', ${emailKey(email)}, ${await makeHash()}, 'superadmin')
        on conflict do nothing`
    },
  }
}

/** One address in any case is one account; the database refuses anything but lower case. */
const emailKey = (email: string): string => email.toLowerCase()
