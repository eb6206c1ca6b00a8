// Who has an account. Passwords come and go as argon2id hashes; the plain ones never reach the store.
import type { Sql, TransactionSql } from 'postgres'
import { usernameSkeleton } from '#domain/username-skeleton.ts'
import { iso } from './database.ts'
import type { MailQueue } from './mails.ts'
import { endSessions } from './session-end.ts'
import { hashOf, newToken } from './tokens.ts'
import type { UserEvents } from './user-events.ts'

export type Account = { id: number; username: string; email: string; role: 'user' | 'superadmin'; createdAt: string }

export type Accounts = {
  /** The new account, or which of the two is in use. */
  register(account: { username: string; email: string; passwordHash: string }): Promise<Account | Taken>
  /** By e-mail in any case, with the hash to check a password against. */
  findByEmail(email: string): Promise<{ account: Account; passwordHash: string } | undefined>
  find(id: number): Promise<Account | undefined>
  /** The hash to check the account's present password against; undefined when it is gone. */
  passwordHashOf(id: number): Promise<string | undefined>
  /**
   * The account under its new name and address, or which of the two is in use. A new address voids links for a new
   * password, and the old one is told with a link that takes the change back (quality/security.md W4, T-04), in
   * that language (a tag).
   */
  updateProfile(id: number, profile: { username: string; email: string }, language: string): Promise<Account | Taken>
  /**
   * Sets another password unless `from`, the hash that the present one was checked against, is not the account's any more:
   * false. Ends all sessions but one, and gives that one a new token, which is returned; null when it has ended. Voids
   * links for a new password and tells the owner (S-07, T-04).
   */
  changePassword(
    id: number,
    hashes: { from: string; to: string },
    keep: { sessionId: number },
    language: string,
  ): Promise<string | null | false>
  /**
   * Creates account 1, the administrator, unless it exists: nobody becomes one by registering (decision D11). Returns it
   * as it is then; undefined when the address or the name is another account's.
   * `makeHash` is called only when it is needed, because hashing is slow on purpose.
   */
  ensureAdministrator(
    email: string,
    makeHash: () => Promise<string>,
  ): Promise<{ email: string; passwordHash: string } | undefined>
}

/** 'username-similar': it looks like somebody else's. */
export type Taken = 'username-taken' | 'username-similar' | 'email-taken'

const administratorId = 1

type Row = { id: number; username: string; email: string; role: Account['role']; created_at: string }

export const accountOf = (row: Row): Account => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  createdAt: iso(row.created_at),
})

/** An address given up lately stays its former owner's while the change can be taken back. */
const isReserved = (sql: Sql, email: string, userId = 0) => sql`
  exists (select 1 from account_restores
    where email = ${email} and user_id <> ${userId} and not used and expires_at > now())`

/** How long a change of address can be taken back (quality/security.md W4). */
const restorableFor = '7 days'

export function createAccounts(sql: Sql, events: UserEvents, mailQueue: MailQueue): Accounts {
  return {
    async register({ username, email, passwordHash }) {
      const key = emailKey(email)
      const [made] = await sql<Row[]>`
        insert into users (username, username_skeleton, email, password)
        select ${username}, ${usernameSkeleton(username)}, ${key}, ${passwordHash} where not ${isReserved(sql, key)}
        on conflict do nothing returning id, username, email, role, created_at`
      if (made) return accountOf(made)
      const [namesake] = await sql`select 1 from users where lower(username) = lower(${username})`
      if (namesake) return 'username-taken'
      const [alike] = await sql`select 1 from users where username_skeleton = ${usernameSkeleton(username)}`
      return alike ? 'username-similar' : 'email-taken'
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

    async passwordHashOf(id) {
      const [row] = await sql<{ password: string }[]>`select password from users where id = ${id}`
      return row?.password
    },

    async updateProfile(id, { username, email }, language) {
      const key = emailKey(email)
      try {
        const account = await events.write(async (tx, say) => {
          const [before] = await tx<Row[]>`select username, email from users where id = ${id} for update`
          const [reserved] = await tx`select 1 where ${isReserved(sql, key, id)}`
          if (reserved) return 'email-taken'
          const [row] = await tx<Row[]>`
            update users set username = ${username}, email = ${key}, username_skeleton =
              case when username = ${username} then username_skeleton else ${usernameSkeleton(username)} end
            where id = ${id}
            returning id, username, email, role, created_at`
          // An account that was removed meanwhile has no name any more.
          if (!before || !row) return 'username-taken'
          say({ kind: 'account-changed', userId: id })
          if (before.email === key) return accountOf(row)
          await voidResetLinks(tx, id)
          const [restore] = await tx<{ id: number }[]>`
            insert into account_restores (user_id, email, expires_at)
            values (${id}, ${before.email}, now() + ${restorableFor}::interval) returning id`
          await mailQueue.add(tx, {
            kind: 'email-changed',
            to: before.email,
            username,
            newEmail: key,
            restoreId: restore?.id ?? 0,
            language,
          })
          return accountOf(row)
        })
        mailQueue.ring()
        return account
      } catch (error) {
        const taken = takenBy(error)
        if (!taken) throw error
        return taken
      }
    },

    async changePassword(id, { from, to }, { sessionId }, language) {
      const token = newToken()
      const kept = await events.write(async (tx, say) => {
        const [owner] = await tx<Row[]>`
          update users set password = ${to} where id = ${id} and password = ${from} returning username, email`
        if (!owner) return undefined
        await voidResetLinks(tx, id)
        await endSessions(tx, say, tx`session.user_id = ${id} and session.id <> ${sessionId}`)
        const renewed = await tx`
          update sessions set token_hash = ${hashOf(token)} where id = ${sessionId} and user_id = ${id} returning 1`
        await mailQueue.add(tx, { kind: 'password-changed', to: owner.email, username: owner.username, language })
        say({ kind: 'account-changed', userId: id })
        return renewed.length > 0
      })
      if (kept === undefined) return false
      mailQueue.ring()
      return kept ? token : null
    },

    async ensureAdministrator(email, makeHash) {
      const find = async () => {
        const [row] = await sql<{ email: string; password: string }[]>`
          select email, password from users where id = ${administratorId}`
        return row && { email: row.email, passwordHash: row.password }
      }
      const present = await find()
      if (present) return present
      await sql`
        insert into users (id, username, username_skeleton, email, password, role)
        values (${administratorId}, 'Administrator', ${usernameSkeleton('Administrator')}, ${emailKey(email)}, ${await makeHash()}, 'superadmin')
        on conflict do nothing`
      return find()
    },
  }
}

/** What a write failed on when it failed on a name or address in use. */
function takenBy(error: unknown): Taken | undefined {
  const constraint = (error as { constraint_name?: unknown }).constraint_name
  if (constraint === 'users_username') return 'username-taken'
  if (constraint === 'users_username_skeleton') return 'username-similar'
  return constraint === 'users_email_key' ? 'email-taken' : undefined
}

/** No link for a new password that was mailed before opens anything any more (T-04). */
export const voidResetLinks = (sql: Sql | TransactionSql, userId: number) =>
  sql`update password_reset_tokens set used = true where user_id = ${userId} and not used`

/** One address in any case is one account; the database refuses anything but lower case. */
export const emailKey = (email: string): string => email.toLowerCase()
