// Names and addresses: how a new account gets its own, and how an account changes them.
import { usernameSkeleton } from '#domain/username-skeleton.ts'
import type { Sql, Transaction } from '../database.ts'
import type { MailQueue } from '../jobs/mails.ts'
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
import type { Say, UserEvents } from './user-events.ts'

/**
 * How an account comes to its address: `token` of a link that was mailed there, if one was opened; else whether one may be
 * mailed now.
 */
export type AddressProof = { language: string; token?: string | undefined; mayMail: boolean }

type Parts = { sql: Sql; events: UserEvents; mailQueue: MailQueue }

/** How long a change of address can be taken back (quality/security.md W4). */
const restorableFor = '7 days'

export function createNameAndAddress({ sql, events, mailQueue }: Parts) {
  /** Does the work, and gives its refusal. An address in use is mailed to, in case that nobody has verified it. */
  async function orRefused(
    wanted: { email: string; askedBy: number | null },
    proof: AddressProof | undefined,
    work: (tx: Transaction, say: Say) => Promise<Account>,
  ): Promise<Account | Refused> {
    try {
      const account = await events.write(work)
      mailQueue.wake()
      return account
    } catch (error) {
      const reason = refusalOf(error)
      if (!reason) throw error
      if (reason === 'email-taken' && proof?.mayMail) {
        // The same for every address in use: how long it takes tells nobody which one is verified (E-03).
        await sql.begin((tx) => queueEmailLink(tx, mailQueue, { ...wanted, userId: null, language: proof.language }))
        mailQueue.wake()
      }
      return reason
    }
  }

  /** Notes that an account which has its address now has proved it, or mails it a link for that. */
  async function verifyOrMail(
    tx: Transaction,
    say: Say,
    account: Account,
    proof: AddressProof | 'verified' | undefined,
  ): Promise<Account> {
    const { id, email, emailStatus } = account
    if (proof === 'verified' || proof?.token !== undefined) {
      await noteVerified(tx, say, id, email)
      return { ...account, emailStatus: 'verified' }
    }
    if (emailStatus !== 'verified' && proof?.mayMail)
      await queueEmailLink(tx, mailQueue, { email, userId: id, language: proof.language })
    return account
  }

  return {
    /**
     * The new account, or why there is none. Unless the address is proved, a link that verifies it is mailed there; where
     * an account holds it unverified, one that lets whoever has the address take it. `address: 'verified'` for an account of
     * the operator's; without it none is mailed.
     */
    register(
      { username, email, passwordHash }: { username: string; email: string; passwordHash: string },
      address?: AddressProof | 'verified',
    ): Promise<Account | Refused> {
      const key = emailKey(email)
      const proof = address === 'verified' ? undefined : address
      return orRefused({ email: key, askedBy: null }, proof, async (tx, say) => {
        if (proof?.token !== undefined)
          await takeProvedAddress(tx, say, { email: key, token: proof.token, userId: null })
        const [made] = await tx<Account[]>`
          insert into users as account (username, username_skeleton, email, password)
          values (${username}, ${usernameSkeleton(username)}, ${key}, ${passwordHash})
          on conflict do nothing returning ${accountColumns(tx)}`
        if (!made) throw await whyNobodyWasMade(tx, username)
        await requireUnreserved(tx, key, made.id)
        return verifyOrMail(tx, say, made, address)
      })
    },

    /**
     * The account under its new name and address, or why it keeps the old ones. A new address voids links for a new
     * password, and the old one, if it was verified, is told with a link that takes the change back (quality/security.md
     * W4, T-04). Links that verify the new one are mailed as for a new account.
     */
    updateProfile(
      id: number,
      { username, email }: { username: string; email: string },
      proof: AddressProof,
    ): Promise<Account | Refused> {
      const key = emailKey(email)
      return orRefused({ email: key, askedBy: id }, proof, async (tx, say) => {
        const [before] = await tx<Account[]>`
          select ${accountColumns(tx)} from users account where id = ${id} for update`
        const isMoving = before?.email !== key
        if (isMoving && proof.token !== undefined)
          await takeProvedAddress(tx, say, { email: key, token: proof.token, userId: id })
        const [account] = await tx<Account[]>`
          update users account set username = ${username}, email = ${key}, username_skeleton =
            case when username = ${username} then username_skeleton else ${usernameSkeleton(username)} end
          where id = ${id} returning ${accountColumns(tx)}`
        // An account that was removed meanwhile has no name any more.
        if (!before || !account) throw new Refusal('username-taken')
        await requireUnreserved(tx, key, id)
        say({ kind: 'account-changed', userId: id })
        if (!isMoving) return account
        await voidResetLinks(tx, id)
        if (before.emailStatus === 'verified')
          await tellOldAddress(mailQueue, tx, before, { newEmail: key, language: proof.language })
        return verifyOrMail(tx, say, account, proof)
      })
    },
  }
}

async function whyNobodyWasMade(tx: Transaction, username: string): Promise<Refusal> {
  const [namesake] = await tx`select 1 from users where lower(username) = lower(${username})`
  if (namesake) return new Refusal('username-taken')
  const [alike] = await tx`select 1 from users where username_skeleton = ${usernameSkeleton(username)}`
  return new Refusal(alike ? 'username-similar' : 'email-taken')
}

/**
 * Called when the account has the address: writing it waited for a change under way that gave it up, whose reservation
 * can only be seen after that. @throws Refusal
 */
async function requireUnreserved(tx: Transaction, email: string, userId: number): Promise<void> {
  const [reserved] = await tx`select 1 where ${isReserved(tx, email, userId)}`
  if (reserved) throw new Refusal('email-taken')
}

/** Tells a verified address that the account has another now, with a link that takes the change back (W4). */
async function tellOldAddress(
  mailQueue: MailQueue,
  tx: Transaction,
  { id, username, email }: Account,
  { newEmail, language }: { newEmail: string; language: string },
): Promise<void> {
  const [restore] = await tx<{ id: number }[]>`
    insert into account_restores (user_id, email, expires_at)
    values (${id}, ${email}, now() + ${restorableFor}::interval) returning id`
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
