// Who has an account. Passwords come and go as argon2id hashes; the plain ones never reach the store.
import type { Sql, Transaction } from '../database.ts'
import { usernameSkeleton } from '#domain/username-skeleton.ts'
import {
  emailKey,
  isDeliverable,
  isReserved,
  noteVerified,
  queueEmailLink,
  type Refused,
  Refusal,
  takeProvedAddress,
  voidResetLinks,
} from './email-addresses.ts'
import type { MailQueue } from '../jobs/mails.ts'
import { endSessions } from './session-end.ts'
import { hashOf, newToken } from './tokens.ts'
import type { UserEvents } from './user-events.ts'

export type Account = {
  id: number
  username: string
  email: string
  /** 'missing': somebody else proved that the address is theirs, and the account needs another. */
  emailStatus: 'verified' | 'unverified' | 'missing'
  role: 'user' | 'superadmin'
  createdAt: string
}

/**
 * How an account comes to its address: `token` of a link that was mailed there, if one was opened; else whether one may be
 * mailed now.
 */
type AddressProof = { language: string; token?: string | undefined; mayMail: boolean }

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

export type AccountRow = {
  id: number
  username: string
  email: string
  verified_email: string | null
  role: Account['role']
  created_at: string
}

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  email: row.email,
  emailStatus: !isDeliverable(row.email) ? 'missing' : isVerified(row) ? 'verified' : 'unverified',
  role: row.role,
  createdAt: row.created_at,
})

const isVerified = ({ email, verified_email }: Pick<AccountRow, 'email' | 'verified_email'>): boolean =>
  email === verified_email

/** How long a change of address can be taken back (quality/security.md W4). */
const restorableFor = '7 days'

export function createAccounts(sql: Sql, events: UserEvents, mailQueue: MailQueue): Accounts {
  return {
    async register({ username, email, passwordHash }, address) {
      const key = emailKey(email)
      const proof = address === 'verified' ? undefined : address
      return orRefused({ email: key, askedBy: null }, proof, () =>
        events.write(async (tx, say) => {
          if (proof?.token !== undefined)
            await takeProvedAddress(tx, say, { email: key, token: proof.token, userId: null })
          const [made] = await tx<AccountRow[]>`
            insert into users (username, username_skeleton, email, password)
            values (${username}, ${usernameSkeleton(username)}, ${key}, ${passwordHash})
            on conflict do nothing returning id, username, email, verified_email, role, created_at`
          if (!made) {
            const [namesake] = await tx`select 1 from users where lower(username) = lower(${username})`
            if (namesake) throw new Refusal('username-taken')
            const [alike] = await tx`select 1 from users where username_skeleton = ${usernameSkeleton(username)}`
            throw new Refusal(alike ? 'username-similar' : 'email-taken')
          }
          await requireUnreserved(tx, key, made.id)
          if (address === 'verified' || proof?.token !== undefined) {
            await noteVerified(tx, say, made.id, key)
            return accountOf({ ...made, verified_email: key })
          }
          if (proof?.mayMail)
            await queueEmailLink(tx, mailQueue, { email: key, userId: made.id, language: proof.language })
          return accountOf(made)
        }),
      )
    },

    async findByEmail(email) {
      const [row] = await sql<(AccountRow & { password: string })[]>`
        select id, username, email, verified_email, role, created_at, password from users where email = ${emailKey(email)}`
      return row && { account: accountOf(row), passwordHash: row.password }
    },

    async find(id) {
      const [row] = await sql<AccountRow[]>`
        select id, username, email, verified_email, role, created_at from users where id = ${id}`
      return row && accountOf(row)
    },

    async passwordHashOf(id) {
      const [row] = await sql<{ password: string }[]>`select password from users where id = ${id}`
      return row?.password
    },

    async updateProfile(id, { username, email }, proof) {
      const key = emailKey(email)
      return orRefused({ email: key, askedBy: id }, proof, () =>
        events.write(async (tx, say) => {
          const [before] = await tx<AccountRow[]>`
            select username, email, verified_email from users where id = ${id} for update`
          const isMoving = before?.email !== key
          if (isMoving && proof.token !== undefined)
            await takeProvedAddress(tx, say, { email: key, token: proof.token, userId: id })
          const [row] = await tx<AccountRow[]>`
            update users set username = ${username}, email = ${key}, username_skeleton =
              case when username = ${username} then username_skeleton else ${usernameSkeleton(username)} end
            where id = ${id}
            returning id, username, email, verified_email, role, created_at`
          // An account that was removed meanwhile has no name any more.
          if (!before || !row) throw new Refusal('username-taken')
          await requireUnreserved(tx, key, id)
          say({ kind: 'account-changed', userId: id })
          if (!isMoving) return accountOf(row)
          await voidResetLinks(tx, id)
          if (isVerified(before)) await tellOldAddress(tx, id, before, { newEmail: key, language: proof.language })
          if (proof.token !== undefined) {
            await noteVerified(tx, say, id, key)
            return accountOf({ ...row, verified_email: key })
          }
          if (!isVerified(row) && proof.mayMail)
            await queueEmailLink(tx, mailQueue, { email: key, userId: id, language: proof.language })
          return accountOf(row)
        }),
      )
    },

    async changePassword(id, { from, to }, { sessionId }, language) {
      const token = newToken()
      const kept = await events.write(async (tx, say) => {
        const [owner] = await tx<AccountRow[]>`
          update users set password = ${to} where id = ${id} and password = ${from}
          returning username, email, verified_email`
        if (!owner) return undefined
        await voidResetLinks(tx, id)
        await endSessions(tx, say, tx`session.user_id = ${id} and session.id <> ${sessionId}`)
        const renewed = await tx`
          update sessions set token_hash = ${hashOf(token)} where id = ${sessionId} and user_id = ${id} returning 1`
        if (isVerified(owner))
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
        insert into users (id, username, username_skeleton, email, verified_email, password, role)
        values (${administratorId}, 'Administrator', ${usernameSkeleton('Administrator')}, ${emailKey(email)},
          ${emailKey(email)}, ${await makeHash()}, 'superadmin')
        on conflict do nothing`
      return find()
    },
  }

  /**
   * Called when the account has the address: writing it waited for a change under way that gave it up, whose reservation
   * can only be seen after that. @throws Refusal
   */
  async function requireUnreserved(tx: Transaction, email: string, userId: number): Promise<void> {
    const [reserved] = await tx`select 1 where ${isReserved(tx, email, userId)}`
    if (reserved) throw new Refusal('email-taken')
  }

  /** Does the work, and gives its refusal. An address in use is mailed to, in case that nobody has verified it. */
  async function orRefused(
    wanted: { email: string; askedBy: number | null },
    proof: AddressProof | undefined,
    work: () => Promise<Account>,
  ): Promise<Account | Refused> {
    try {
      const account = await work()
      mailQueue.ring()
      return account
    } catch (error) {
      const reason = error instanceof Refusal ? error.reason : takenBy(error)
      if (!reason) throw error
      if (reason === 'email-taken' && proof?.mayMail) {
        // The same for every address in use: how long it takes tells nobody which one is verified (E-03).
        await sql.begin((tx) => queueEmailLink(tx, mailQueue, { ...wanted, userId: null, language: proof.language }))
        mailQueue.ring()
      }
      return reason
    }
  }

  /** Tells a verified address that the account has another now, with a link that takes the change back (W4). */
  async function tellOldAddress(
    tx: Transaction,
    userId: number,
    { username, email }: Pick<AccountRow, 'username' | 'email'>,
    { newEmail, language }: { newEmail: string; language: string },
  ): Promise<void> {
    const [restore] = await tx<{ id: number }[]>`
      insert into account_restores (user_id, email, expires_at)
      values (${userId}, ${email}, now() + ${restorableFor}::interval) returning id`
    // Under the name that the owner knows: the new one may be a stranger's words.
    await mailQueue.add(tx, {
      kind: 'email-changed',
      to: email,
      username,
      newEmail,
      restoreId: restore?.id ?? 0,
      language,
    })
  }
}

/** What a write failed on when it failed on a name or address in use. */
function takenBy(error: unknown): Refused | undefined {
  const { constraint } = error as { constraint?: unknown }
  if (constraint === 'users_username') return 'username-taken'
  if (constraint === 'users_username_skeleton') return 'username-similar'
  return constraint === 'users_email_key' ? 'email-taken' : undefined
}
