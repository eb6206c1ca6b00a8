// Who has an account. Passwords come and go as argon2id hashes; the plain ones never reach the store.
import { usernameSkeleton } from '#domain/username-skeleton.ts'
import type { Sql } from '../database.ts'
import type { MailQueue } from '../jobs/mails.ts'
import { type Account, accountColumns } from './account.ts'
import { emailKey, type Refused, voidResetLinks } from './email-addresses.ts'
import { type AccountParts, type AddressProof, register, updateProfile } from './name-and-address.ts'
import { endSessions } from './session-end.ts'
import { hashOf, newToken } from './tokens.ts'
import type { UserEvents } from './user-events.ts'

export type Accounts = {
  /**
   * The new account, or why there is none. Unless the address is proved, a link that verifies it is mailed there; where
   * an account holds it unverified, one that lets whoever has the address take it. `address: 'verified'` for an account of
   * the operator's; without it none is mailed.
   */
  register(
    account: { username: string; email: string; passwordHash: string },
    address?: AddressProof | 'verified',
  ): Promise<Account | Refused>
  /** By e-mail in any case, with the hash to check a password against. */
  findByEmail(email: string): Promise<{ account: Account; passwordHash: string } | undefined>
  find(id: number): Promise<Account | undefined>
  /** The hash to check the account's present password against; undefined when it is gone. */
  passwordHashOf(id: number): Promise<string | undefined>
  /**
   * The account under its new name and address, or why it keeps the old ones. A new address voids links for a new
   * password, and the old one, if it was verified, is told with a link that takes the change back (quality/security.md
   * W4, T-04). Links that verify the new one are mailed as for a new account.
   */
  updateProfile(
    id: number,
    profile: { username: string; email: string },
    address: AddressProof,
  ): Promise<Account | Refused>
  /**
   * Sets another password unless `from`, the hash that the present one was checked against, is not the account's any more:
   * false. Ends all sessions but one, and gives that one a new token, which is returned; null when it has ended. Voids
   * links for a new password and tells the owner, if the address is verified (S-07, T-04).
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

/** The account of the operator (decision D11). */
export const administratorId = 1

export function createAccounts(sql: Sql, events: UserEvents, mailQueue: MailQueue): Accounts {
  const parts = { sql, events, mailQueue }
  return {
    register: (account, address) => register(parts, account, address),
    updateProfile: (id, profile, proof) => updateProfile(parts, id, profile, proof),
    changePassword: (id, hashes, keep, language) => changePassword(parts, id, hashes, keep, language),
    ensureAdministrator: (email, makeHash) => ensureAdministrator(sql, email, makeHash),

    async findByEmail(email) {
      const [row] = await sql<(Account & { password: string })[]>`
        select ${accountColumns(sql)}, account.password from users account where email = ${emailKey(email)}`
      if (!row) return undefined
      const { password: passwordHash, ...account } = row
      return { account, passwordHash }
    },

    async find(id) {
      const [account] = await sql<Account[]>`select ${accountColumns(sql)} from users account where id = ${id}`
      return account
    },

    async passwordHashOf(id) {
      const [row] = await sql<{ password: string }[]>`select password from users where id = ${id}`
      return row?.password
    },
  }
}

async function changePassword(
  { events, mailQueue }: AccountParts,
  id: number,
  { from, to }: { from: string; to: string },
  { sessionId }: { sessionId: number },
  language: string,
): Promise<string | null | false> {
  const token = newToken()
  const kept = await events.write(async (tx, say) => {
    const [owner] = await tx<Account[]>`
      update users account set password = ${to} where id = ${id} and password = ${from} returning ${accountColumns(tx)}`
    if (!owner) return undefined
    await voidResetLinks(tx, id)
    await endSessions(tx, say, tx`session.user_id = ${id} and session.id <> ${sessionId}`)
    const renewed = await tx`
      update sessions set token_hash = ${hashOf(token)} where id = ${sessionId} and user_id = ${id} returning 1`
    if (owner.emailStatus === 'verified')
      await mailQueue.add(tx, { kind: 'password-changed', to: owner.email, username: owner.username, language })
    say({ kind: 'account-changed', userId: id })
    return renewed.length > 0
  })
  if (kept === undefined) return false
  mailQueue.ring()
  return kept ? token : null
}

async function ensureAdministrator(
  sql: Sql,
  email: string,
  makeHash: () => Promise<string>,
): ReturnType<Accounts['ensureAdministrator']> {
  const find = async () => {
    const [row] = await sql<{ email: string; passwordHash: string }[]>`
      select email, password as "passwordHash" from users where id = ${administratorId}`
    return row
  }
  const present = await find()
  if (present) return present
  await sql`
    insert into users (id, username, username_skeleton, email, verified_email, password, role)
    values (${administratorId}, 'Administrator', ${usernameSkeleton('Administrator')}, ${emailKey(email)},
      ${emailKey(email)}, ${await makeHash()}, 'superadmin')
    on conflict do nothing`
  return find()
}
