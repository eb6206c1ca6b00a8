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
     * Replaces the password hash `from` by `to`; returns false, and changes nothing, if the account's hash is no longer `from`, or
     * if the session `sessionId` has ended. Ends all other sessions, and returns a new token for that one. Voids password reset links, and emails the owner
     * if the address is verified (S-07, T-04).
     */
    async changePassword(
      id: number,
      { from, to }: { from: string; to: string },
      { sessionId }: { sessionId: number },
      language: string,
    ): Promise<string | false> {
      const token = newToken()
      const isChanged = await events.write(async (tx, publish) => {
        // The account's row is locked first, so that a session which ends at this moment, with its account taken back, has ended.
        await tx`select 1 from users where id = ${id} for update`
        const [session] = await tx`select 1 from sessions where id = ${sessionId} and user_id = ${id}`
        const [owner] = await tx<Account[]>`
          update users account set password = ${to}, password_set_at = clock_timestamp()
          where id = ${id} and password = ${from} and ${session !== undefined} returning ${accountColumns(tx)}`
        if (!owner) return false
        await voidResetLinks(tx, id)
        await tx`update sessions set token_hash = ${hashOf(token)} where id = ${sessionId}`
        await endSessions(tx, publish, tx`session.user_id = ${id} and session.id <> ${sessionId}`)
        if (owner.emailStatus === 'verified')
          await emailQueue.add(tx, { kind: 'password-changed', to: owner.email, username: owner.username, language })
        publish({ kind: 'account-changed', userId: id })
        return true
      })
      if (!isChanged) return false
      emailQueue.wake()
      return token
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
