// Email addresses of accounts: which account has one, whether it is verified, and how it moves to another account. An address is
// verified when somebody opens a link that was emailed to it (docs/decisions/024).
import type { Sql, Transaction } from '../database.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import type { EmailQueue } from '../jobs/emails.ts'
import { tokenHash } from './tokens.ts'
import type { Publish } from './user-events.ts'

/** Addresses are compared in lower case; the database accepts only lower case. */
export const emailKey = (email: string): string => email.toLowerCase()

/**
 * The host of placeholder addresses, which replace an account's address after another account has verified it. They receive no
 * emails (RFC 2606).
 */
export const placeholderHost = '@rollcall.invalid'
/** False for a placeholder address. */
export const isDeliverable = (email: string): boolean => !email.endsWith(placeholderHost)

/**
 * The condition that the address is reserved for another account than `userId`: a verified address stays reserved for its former
 * owner as long as the change of address can be undone.
 */
export const isReserved = (sql: Transaction, email: string, userId = 0) => sql`
  exists (select 1 from account_restores
    where email = ${email} and user_id <> ${userId} and not used and expires_at > now())`

/** Invalidates the account's password reset links (T-04). */
export const voidResetLinks = (sql: Transaction, userId: number) =>
  sql`update password_reset_tokens set used = true where user_id = ${userId} and not used`

/** Thrown to roll a transaction back. */
export class Refusal extends Error {
  readonly reason: Refused
  constructor(reason: Refused) {
    super(reason)
    this.reason = reason
  }
}
/**
 * 'username-similar': the username looks like another account's. 'invalid-link': the link does not, or no longer, verify the
 * address.
 */
export type Refused = 'username-taken' | 'username-similar' | 'email-taken' | 'invalid-link'

/** The reason of a failed write: a `Refusal`, or the database's constraint on names and addresses; undefined for others. */
export function refusalOf(error: unknown): Refused | undefined {
  if (error instanceof Refusal) return error.reason
  const { constraint } = error as { constraint?: unknown }
  if (constraint === 'users_username') return 'username-taken'
  if (constraint === 'users_username_skeleton') return 'username-similar'
  return constraint === 'users_email_key' ? 'email-taken' : undefined
}

const linkLife = '3 days'
type CountedKind = 'email-link' | 'reset-link'
/**
 * The number of emails per day to an unverified address, from all accounts together. The limit of reset links is higher, because
 * anybody may request three an hour for an address, and a stranger's few requests must not lock the owner out until the next day.
 */
const dailyEmails: Record<CountedKind, number> = { 'email-link': 3, 'reset-link': 12 }

/** Counts an email to the address, by mailbox; false if the day's limit for unverified addresses is reached. */
export async function countEmail(tx: Transaction, address: string, kind: CountedKind): Promise<boolean> {
  const email = mailboxOf(address)
  // Serialised, so that concurrent emails are all counted.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`mails to ${email}`}, 0))`
  const counted = await tx`
    insert into mails_to_unverified (email, kind) select ${email}, ${kind}
    where (
      select count(*) from mails_to_unverified
      where email = ${email} and kind = ${kind} and at > now() - interval '1 day'
    ) < ${dailyEmails[kind]} returning 1`
  return counted.length > 0
}

/** Uncounts an email that was never sent. */
export const uncountEmail = (sql: Sql, email: string, kind: CountedKind) => sql`
  delete from mails_to_unverified where ctid = (
    select ctid from mails_to_unverified where email = ${mailboxOf(email)} and kind = ${kind} order by at desc limit 1)`

/**
 * Queues an email with a link that verifies the address; false if the day's limit is reached. `userId`: the account that has the
 * address; null if the link is to take the address from another account, which works only while that account has not verified it.
 * Then `requestedBy` is the account that wants the address, null for a new one. The caller wakes the queue after the commit.
 */
export async function queueEmailLink(
  tx: Transaction,
  emailQueue: EmailQueue,
  { email, userId, requestedBy = null, language }: LinkToQueue,
): Promise<boolean> {
  if (!(await countEmail(tx, email, 'email-link'))) return false
  const [link] = await tx<{ id: number }[]>`
    insert into email_links (email, user_id, requested_by, expires_at)
    values (${email}, ${userId}, ${requestedBy}, now() + ${linkLife}::interval) returning id`
  await emailQueue.add(tx, { kind: 'email-link', to: email, linkId: link?.id ?? 0, isClaim: userId === null, language })
  return true
}

type LinkToQueue = { email: string; userId: number | null; requestedBy?: number | null; language: string }

/** Marks the account's address as verified, and as unverified for all other accounts. */
export async function noteVerified(tx: Transaction, publish: Publish, userId: number, email: string): Promise<void> {
  await tx`update users set verified_email = null where verified_email = ${email} and id <> ${userId}`
  await tx`update users set verified_email = ${email} where id = ${userId}`
  publish({ kind: 'account-changed', userId })
}

/**
 * Marks the link as used. Takes its address from an account that has it unverified. `userId`: the account that gets the address;
 * null for a new one. An account gets an address only by a link that it requested itself, so that a stranger's link cannot give
 * it a stranger's address.
 * @throws Refusal if the link does not verify the address, or another account has verified it.
 */
export async function takeProvedAddress(
  tx: Transaction,
  publish: Publish,
  { email, token, userId }: { email: string; token: string; userId: number | null },
): Promise<void> {
  // Lock order: an account's row before its links and sessions.
  const holder = await lockHolder(tx, email, userId)
  const used = await tx`
    update email_links set used = true
    where token = ${tokenHash(token)} and email = ${email} and not used and expires_at > now()
      and (${userId}::integer is null or requested_by = ${userId}) returning 1`
  if (used.length === 0) throw new Refusal('invalid-link')
  if (holder) await releaseAddress(tx, publish, holder)
}

type Holder = { id: number; email: string; verified_email: string | null }

/** Locks and returns the account that has the address, unless that is `userId`. */
export async function lockHolder(tx: Transaction, email: string, userId: number | null): Promise<Holder | undefined> {
  const [holder] = await tx<Holder[]>`
    select id, email, verified_email from users where email = ${email} and id is distinct from ${userId} for update`
  return holder
}

/**
 * Takes the address from an account. The account gets its last verified address back if that is free, otherwise a placeholder.
 * @throws Refusal if the account has verified the address.
 */
export async function releaseAddress(tx: Transaction, publish: Publish, holder: Holder): Promise<void> {
  const { id, email, verified_email: earlier } = holder
  if (earlier === email) throw new Refusal('email-taken')
  const placeholder = `released-${crypto.randomUUID()}${placeholderHost}`
  await tx`
    update users set email = case
      when ${earlier}::text is null or exists (select 1 from users where email = ${earlier}) or ${isReserved(tx, earlier ?? '', id)}
      then ${placeholder} else ${earlier} end
    where id = ${id}`
  await voidResetLinks(tx, id)
  publish({ kind: 'account-changed', userId: id })
}
