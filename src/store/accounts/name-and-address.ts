// Registers accounts, and changes their names and addresses.
import { usernameSkeleton } from '#domain/username-skeleton.ts'
import type { Sql, Transaction } from '../database.ts'
import type { EmailQueue } from '../jobs/emails.ts'
import { type Account, accountColumns } from './account.ts'
import {
  emailKey,
  isReserved,
  noteVerified,
  queueEmailLink,
  type Refused,
  Refusal,
  refusalOf,
  takeProvedAddress,
  voidResetLinks,
} from './email-addresses.ts'
import type { Publish, UserEvents } from './user-events.ts'

/** `token`: from an opened link that verifies the new address. Without a token, such a link is emailed if `mayEmail`. */
export type AddressProof = { language: string; token?: string | undefined; mayEmail: boolean }

type Parts = { sql: Sql; events: UserEvents; emailQueue: EmailQueue }

/** How long a change of address can be undone (quality/security.md W4). */
const restorableFor = '7 days'

export function createNameAndAddress({ sql, events, emailQueue }: Parts) {
  /**
   * Runs the work in a transaction; returns the reason if the work is refused. If the address is in use and `proof` allows an
   * email, a link that verifies the address is emailed to it: the account that uses the address may not have verified it.
   */
  async function writeUnlessRefused(
    wanted: { email: string; requestedBy: number | null },
    proof: AddressProof | undefined,
    work: (tx: Transaction, publish: Publish) => Promise<Account>,
  ): Promise<Account | Refused> {
    try {
      const account = await events.write(work)
      emailQueue.wake()
      return account
    } catch (error) {
      const reason = refusalOf(error)
      if (!reason) throw error
      if (reason === 'email-taken' && proof?.mayEmail) {
        // Does the same work for every address in use, so that the response time does not reveal whether it is verified (E-03).
        await sql.begin((tx) => queueEmailLink(tx, emailQueue, { ...wanted, userId: null, language: proof.language }))
        emailQueue.wake()
      }
      return reason
    }
  }

  /** Marks the account's new address as verified if it is proved; otherwise emails a link to it if `mayEmail`. */
  async function verifyOrEmail(
    tx: Transaction,
    publish: Publish,
    account: Account,
    proof: AddressProof | 'verified' | undefined,
  ): Promise<Account> {
    const { id, email, emailStatus } = account
    if (proof === 'verified' || proof?.token !== undefined) {
      await noteVerified(tx, publish, id, email)
      return { ...account, emailStatus: 'verified' }
    }
    if (emailStatus !== 'verified' && proof?.mayEmail)
      await queueEmailLink(tx, emailQueue, { email, userId: id, language: proof.language })
    return account
  }

  return {
    /**
     * Creates an account, or returns why not. With `mayEmail`, an unverified address gets a link that verifies it, and an address
     * that another account uses without having verified it gets a link by which the owner of the address can take it. `address:
     * 'verified'` is for the operator's accounts; without `address` no email is sent.
     */
    register(
      { username, email, passwordHash }: { username: string; email: string; passwordHash: string },
      address?: AddressProof | 'verified',
    ): Promise<Account | Refused> {
      const key = emailKey(email)
      const proof = address === 'verified' ? undefined : address
      return writeUnlessRefused({ email: key, requestedBy: null }, proof, async (tx, publish) => {
        if (proof?.token !== undefined)
          await takeProvedAddress(tx, publish, { email: key, token: proof.token, userId: null })
        const [made] = await tx<Account[]>`
          insert into users as account (username, username_skeleton, email, password)
          values (${username}, ${usernameSkeleton(username)}, ${key}, ${passwordHash})
          on conflict do nothing returning ${accountColumns(tx)}`
        if (!made) throw await refusalFor(tx, username)
        await requireUnreserved(tx, key, made.id)
        return verifyOrEmail(tx, publish, made, address)
      })
    },

    /**
     * Changes the name and address, or returns why not. A new address voids password reset links. The old address, if verified,
     * gets a link that undoes the change (quality/security.md W4, T-04). The new one is verified as for a new account.
     */
    updateProfile(
      id: number,
      { username, email }: { username: string; email: string },
      proof: AddressProof,
    ): Promise<Account | Refused> {
      const key = emailKey(email)
      return writeUnlessRefused({ email: key, requestedBy: id }, proof, async (tx, publish) => {
        const [before] = await tx<Account[]>`
          select ${accountColumns(tx)} from users account where id = ${id} for update`
        const isMoving = before?.email !== key
        if (isMoving && proof.token !== undefined)
          await takeProvedAddress(tx, publish, { email: key, token: proof.token, userId: id })
        const [account] = await tx<Account[]>`
          update users account set username = ${username}, email = ${key}, username_skeleton =
            case when username = ${username} then username_skeleton else ${usernameSkeleton(username)} end
          where id = ${id} returning ${accountColumns(tx)}`
        // The account was removed meanwhile. No reason describes this, so another one is returned.
        if (!before || !account) throw new Refusal('username-taken')
        await requireUnreserved(tx, key, id)
        publish({ kind: 'account-changed', userId: id })
        if (!isMoving) return account
        await voidResetLinks(tx, id)
        if (before.emailStatus === 'verified')
          await emailOldAddress(emailQueue, tx, before, { newEmail: key, language: proof.language })
        return verifyOrEmail(tx, publish, account, proof)
      })
    },
  }
}

async function refusalFor(tx: Transaction, username: string): Promise<Refusal> {
  const [namesake] = await tx`select 1 from users where lower(username) = lower(${username})`
  if (namesake) return new Refusal('username-taken')
  const [alike] = await tx`select 1 from users where username_skeleton = ${usernameSkeleton(username)}`
  return new Refusal(alike ? 'username-similar' : 'email-taken')
}

/**
 * Called after the account's address was written: the write waits for a concurrent change that releases the address, and the
 * reservation that this change makes is visible only afterwards.
 * @throws Refusal
 */
async function requireUnreserved(tx: Transaction, email: string, userId: number): Promise<void> {
  const [reserved] = await tx`select 1 where ${isReserved(tx, email, userId)}`
  if (reserved) throw new Refusal('email-taken')
}

/** Emails the account's old, verified address a link that undoes the change (W4). */
async function emailOldAddress(
  emailQueue: EmailQueue,
  tx: Transaction,
  { id, username, email }: Account,
  { newEmail, language }: { newEmail: string; language: string },
): Promise<void> {
  const [restore] = await tx<{ id: number }[]>`
    insert into account_restores (user_id, email, expires_at)
    values (${id}, ${email}, now() + ${restorableFor}::interval) returning id`
  // Contains the old user name, which the owner knows; a stranger may have chosen the new one.
  await emailQueue.add(tx, {
    kind: 'email-changed',
    to: email,
    username,
    newEmail,
    restoreId: restore?.id ?? 0,
    language,
  })
}
