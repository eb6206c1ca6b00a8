// What it takes to have an email address: who holds it, who has verified it, who gets it from whom. An address is verified
// when a link that was mailed to it was opened (docs/decisions/024).
import type { Sql, Transaction } from '../database.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import type { MailQueue } from '../jobs/mails.ts'
import { tokenHash } from './tokens.ts'
import type { Say } from './user-events.ts'

/** One address in any case is one account; the database refuses anything but lower case. */
export const emailKey = (email: string): string => email.toLowerCase()

/** The host of the address of an account whose own was taken by somebody who verified it. No mail goes there (RFC 2606). */
export const noHost = '@rollcall.invalid'
export const isDeliverable = (email: string): boolean => !email.endsWith(noHost)

/** A verified address given up lately stays its former owner's while the change can be taken back. */
export const isReserved = (sql: Transaction, email: string, userId = 0) => sql`
  exists (select 1 from account_restores
    where email = ${email} and user_id <> ${userId} and not used and expires_at > now())`

/** No link for a new password that was mailed before opens anything any more (T-04). */
export const voidResetLinks = (sql: Transaction, userId: number) =>
  sql`update password_reset_tokens set used = true where user_id = ${userId} and not used`

/** Thrown in a transaction that is given up for it. */
export class Refusal extends Error {
  readonly reason: Refused
  constructor(reason: Refused) {
    super(reason)
    this.reason = reason
  }
}
/**
 * 'username-similar': it looks like somebody else's. 'invalid-link': the link that was to prove the address does not (any
 * more).
 */
export type Refused = 'username-taken' | 'username-similar' | 'email-taken' | 'invalid-link'

/** Why a write that failed was refused: by our own rules, or by the database for a name or address in use. */
export function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refusal) return error.reason
  const { constraint } = error as { constraint?: unknown }
  if (constraint === 'users_username') return 'username-taken'
  if (constraint === 'users_username_skeleton') return 'username-similar'
  return constraint === 'users_email_key' ? 'email-taken' : undefined
}

const linkLife = '3 days'
type Counted = 'email-link' | 'reset-link'
/**
 * How many mails of a kind a day go to an address that is not verified, over all accounts. Anybody may ask for links for a
 * new password, three an hour: so many more that a few requests do not keep their owner from one for a day.
 */
const dailyMails: Record<Counted, number> = { 'email-link': 3, 'reset-link': 12 }

/** Whether one more mail of this kind may go to the address, if it is not verified; counts it, by mailbox. */
export async function countMail(tx: Transaction, address: string, kind: Counted): Promise<boolean> {
  const email = mailboxOf(address)
  // One at a time, so that none is overlooked.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`mails to ${email}`}, 0))`
  const counted = await tx`
    insert into mails_to_unverified (email, kind) select ${email}, ${kind}
    where (
      select count(*) from mails_to_unverified
      where email = ${email} and kind = ${kind} and at > now() - interval '1 day'
    ) < ${dailyMails[kind]} returning 1`
  return counted.length > 0
}

/** Takes back one that was counted and never sent. */
export const uncountMail = (sql: Sql, email: string, kind: Counted) => sql`
  delete from mails_to_unverified where ctid = (
    select ctid from mails_to_unverified where email = ${mailboxOf(email)} and kind = ${kind} order by at desc limit 1)`

/**
 * Queues a mail with a link that verifies the address; false when the address got enough of them today. `userId`: whose
 * address it is; null for one that somebody else holds unverified, which the account `askedBy` wanted to have, or a new
 * account. The caller rings the queue after the commit.
 */
export async function queueEmailLink(
  tx: Transaction,
  mailQueue: MailQueue,
  { email, userId, askedBy = null, language }: LinkToQueue,
): Promise<boolean> {
  if (!(await countMail(tx, email, 'email-link'))) return false
  const [link] = await tx<{ id: number }[]>`
    insert into email_links (email, user_id, asked_by, expires_at)
    values (${email}, ${userId}, ${askedBy}, now() + ${linkLife}::interval) returning id`
  await mailQueue.add(tx, { kind: 'email-link', to: email, linkId: link?.id ?? 0, isClaim: userId === null, language })
  return true
}

type LinkToQueue = { email: string; userId: number | null; askedBy?: number | null; language: string }

/** Takes note that the account has proved the address which it holds; whoever proved it earlier has done so no more. */
export async function noteVerified(tx: Transaction, say: Say, userId: number, email: string): Promise<void> {
  await tx`update users set verified_email = null where verified_email = ${email} and id <> ${userId}`
  await tx`update users set verified_email = ${email} where id = ${userId}`
  say({ kind: 'account-changed', userId })
}

/**
 * Uses up the link, and takes its address from an account that holds it unverified. `userId`: who gets the address; null
 * for a new account. An account gets it only by a link that it asked for: nobody is to be led by a stranger's link to a
 * stranger's address.
 * @throws Refusal where the link does not prove the address, or somebody has verified it.
 */
export async function takeProvedAddress(
  tx: Transaction,
  say: Say,
  { email, token, userId }: { email: string; token: string; userId: number | null },
): Promise<void> {
  // The account first: whoever changes one takes its row before its links and sessions.
  const holder = await lockHolder(tx, email, userId)
  const used = await tx`
    update email_links set used = true
    where token = ${tokenHash(token)} and email = ${email} and not used and expires_at > now()
      and (${userId}::integer is null or asked_by = ${userId}) returning 1`
  if (used.length === 0) throw new Refusal('invalid-link')
  if (holder) await releaseAddress(tx, say, holder)
}

type Holder = { id: number; email: string; verified_email: string | null }

/** The account that has the address, unless it is `userId`; locked until the end of the transaction. */
export async function lockHolder(tx: Transaction, email: string, userId: number | null): Promise<Holder | undefined> {
  const [holder] = await tx<Holder[]>`
    select id, email, verified_email from users where email = ${email} and id is distinct from ${userId} for update`
  return holder
}

/**
 * Takes its address from an account: it falls back to the last address that it verified, if it is free, and has none
 * otherwise.
 * @throws Refusal where it has verified the present one.
 */
export async function releaseAddress(tx: Transaction, say: Say, holder: Holder): Promise<void> {
  const { id, email, verified_email: earlier } = holder
  if (earlier === email) throw new Refusal('email-taken')
  const none = `released-${crypto.randomUUID()}${noHost}`
  await tx`
    update users set email = case
      when ${earlier}::text is null or exists (select 1 from users where email = ${earlier}) or ${isReserved(tx, earlier ?? '', id)}
      then ${none} else ${earlier} end
    where id = ${id}`
  await voidResetLinks(tx, id)
  say({ kind: 'account-changed', userId: id })
}
