// Accounts. The store gets passwords as argon2id hashes only.
import { usernameSkeleton } from '#domain/username-skeleton.ts'
import type { Sql } from '../database.ts'
import type { EmailQueue } from '../jobs/emails.ts'
import { type Account, accountColumns } from './account.ts'
import { emailKey, voidResetLinks } from './email-addresses.ts'
import { createNameAndAddress } from './name-and-address.ts'
import { endSessions } from './sessions.ts'
import { hashOf, newToken } from './tokens.ts'
import type { UserEvents } from './user-events.ts'

/** The account of the operator (decision D11). */
export const administratorId = 1

export function createAccounts(sql: Sql, events: UserEvents, emailQueue: EmailQueue) {
  const findAdministrator = async (): Promise<{ email: string; passwordHash: string } | undefined> => {
    const [row] = await sql<{ email: string; passwordHash: string }[]>`
      select email, password as "passwordHash" from users where id = ${administratorId}`
    return row
  }

  return {
    ...createNameAndAddress({ sql, events, emailQueue }),

    /** Finds an account by its email address in any letter case, with its password hash. */
    async findByEmail(email: string): Promise<{ account: Account; passwordHash: string } | undefined> {
      const [row] = await sql<(Account & { password: string })[]>`
        select ${accountColumns(sql)}, account.password from users account where email = ${emailKey(email)}`
      if (!row) return undefined
      const { password: passwordHash, ...account } = row
      return { account, passwordHash }
    },

    async find(id: number): Promise<Account | undefined> {
      const [account] = await sql<Account[]>`select ${accountColumns(sql)} from users account where id = ${id}`
      return account
    },

    /** The account's password hash; undefined if the account does not exist. */
    async passwordHashOf(id: number): Promise<string | undefined> {
      const [row] = await sql<{ password: string }[]>`select password from users where id = ${id}`
      return row?.password
    },

    /**
     * Replaces the password hash `from` by `to`; returns false if the account's hash is no longer `from`. Ends all sessions but
     * `sessionId`, and returns a new token for that one, or null if it has ended. Voids password reset links, and emails the owner
     * if the address is verified (S-07, T-04).
     */
    async changePassword(
      id: number,
      { from, to }: { from: string; to: string },
      { sessionId }: { sessionId: number },
      language: string,
    ): Promise<string | null | false> {
      const token = newToken()
      const isSessionLive = await events.write(async (tx, publish) => {
        const [owner] = await tx<Account[]>`
          update users account set password = ${to} where id = ${id} and password = ${from} returning ${accountColumns(tx)}`
        if (!owner) return undefined
        await voidResetLinks(tx, id)
        await endSessions(tx, publish, tx`session.user_id = ${id} and session.id <> ${sessionId}`)
        const renewed = await tx`
          update sessions set token_hash = ${hashOf(token)} where id = ${sessionId} and user_id = ${id} returning 1`
        if (owner.emailStatus === 'verified')
          await emailQueue.add(tx, { kind: 'password-changed', to: owner.email, username: owner.username, language })
        publish({ kind: 'account-changed', userId: id })
        return renewed.length > 0
      })
      if (isSessionLive === undefined) return false
      emailQueue.wake()
      return isSessionLive ? token : null
    },

    /**
     * Creates account 1, the administrator, unless it exists; registering never creates an administrator (decision D11). Returns
     * the account; undefined if another account has the address or the name. `makeHash` is called only for a new account, because
     * hashing is slow on purpose.
     */
    async ensureAdministrator(email: string, makeHash: () => Promise<string>): ReturnType<typeof findAdministrator> {
      const present = await findAdministrator()
      if (present) return present
      await sql`
        insert into users (id, username, username_skeleton, email, verified_email, password, role)
        values (${administratorId}, 'Administrator', ${usernameSkeleton('Administrator')}, ${emailKey(email)},
          ${emailKey(email)}, ${await makeHash()}, 'superadmin')
        on conflict do nothing`
      return findAdministrator()
    },
  }
}
