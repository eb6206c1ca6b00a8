// Account recovery by emailed links: a password reset, and undoing a change of address. Tokens are created when the email is
// sent, stored as hashes, and used up by one UPDATE (quality/security.md T-01 to T-07, W4).
import type { Sql, Transaction } from '../database.ts'
import { type Account, accountColumns } from './account.ts'
import {
  countEmail,
  emailKey,
  lockHolder,
  noteVerified,
  refusalOf,
  releaseAddress,
  voidResetLinks,
} from './email-addresses.ts'
import type { EmailQueue } from '../jobs/emails.ts'
import { endSessions } from './sessions.ts'
import { isToken, newToken, tokenHash } from './tokens.ts'
import type { UserEvents } from './user-events.ts'

const resetLife = '30 minutes'
/**
 * A password that was set this long before a change of address, or later, ends with the change, because a stranger may have set
 * it. Null marks the password of the sign-up.
 */
const suspectFor = '7 days'
/** Stored in place of a hash; no password matches it. */
const noPassword = '-'

export function createRecovery(sql: Sql, events: UserEvents, emailQueue: EmailQueue) {
  return {
    /**
     * Queues an email with a reset link, and voids the account's earlier ones. `language` is a tag. Behaves the same for an address
     * without an account (E-01).
     */
    async requestReset(email: string, language: string): Promise<void> {
      const key = emailKey(email)
      await sql.begin(async (tx) => {
        const onlyIfVerified = !(await countEmail(tx, key, 'reset-link'))
        await tx`
          update password_reset_tokens set used = true
          where not used and user_id = (
            select id from users where email = ${key} and (verified_email = email or not ${onlyIfVerified}))`
        await emailQueue.add(tx, { kind: 'reset-link', to: key, onlyIfVerified, language })
      })
      emailQueue.wake()
    },

    /**
     * Creates the reset link's token, valid for 30 minutes and one use, and voids the account's earlier ones. Undefined if the
     * account no longer has the address.
     */
    async issueReset(userId: number, email: string): Promise<string | undefined> {
      return sql.begin(async (tx) => {
        // The row lock waits for a concurrent change of address, and a later change voids this link. So the link verifies only
        // the address to which it is emailed.
        const [holder] = await tx`select 1 from users where id = ${userId} and email = ${emailKey(email)} for update`
        if (!holder) return undefined
        return newResetToken(tx, userId)
      })
    },

    /** The account whose password the token would change; undefined for an invalid token. */
    async findByReset(token: string): Promise<Account | undefined> {
      if (!isToken(token)) return undefined
      const [account] = await sql<Account[]>`
        select ${accountColumns(sql)} from password_reset_tokens link join users account on account.id = link.user_id
        where link.token = ${tokenHash(token)} and not link.used and link.expires_at > now()`
      return account
    },

    /** Sets the password, ends all sessions, marks the address as verified and emails the owner; false for an invalid token. */
    async reset(token: string, passwordHash: string, language: string): Promise<boolean> {
      if (!isToken(token)) return false
      const isReset = await events.write(async (tx, publish) => {
        // Lock order: an account's row before its links and sessions.
        await tx`
          select 1 from users where id = (select user_id from password_reset_tokens where token = ${tokenHash(token)}) for update`
        const [link] = await tx<{ user_id: number }[]>`
          update password_reset_tokens set used = true
          where token = ${tokenHash(token)} and used = false and expires_at > now() returning user_id`
        if (!link) return false
        const [owner] = await tx<{ username: string; email: string }[]>`
          update users set password = ${passwordHash}, password_set_at = clock_timestamp()
          where id = ${link.user_id} returning username, email`
        if (!owner) return false
        await voidResetLinks(tx, link.user_id)
        await endSessions(tx, publish, tx`session.user_id = ${link.user_id}`)
        await noteVerified(tx, publish, link.user_id, owner.email)
        await emailQueue.add(tx, { kind: 'password-changed', to: owner.email, username: owner.username, language })
        return true
      })
      if (isReset) emailQueue.wake()
      return isReset
    },

    /** Creates the token that undoes a change of address; undefined if the change can no longer be undone. */
    async issueRestore(restoreId: number): Promise<string | undefined> {
      const token = newToken()
      const open = await sql`
        update account_restores set token = ${tokenHash(token)}
        where id = ${restoreId} and not used and expires_at > now() returning 1`
      return open.length > 0 ? token : undefined
    },

    /**
     * Restores the account's old address, ends all sessions, and ends the password if it may be a stranger's. Returns the token of
     * a link for a new password. Later changes of address can no longer be undone, because a stranger may have made them. 'taken':
     * another account has verified the address.
     */
    async restore(token: string): Promise<{ resetToken: string } | 'invalid' | 'taken'> {
      if (!isToken(token)) return 'invalid'
      try {
        return await events.write(async (tx, publish) => {
          // Lock order: an account's row before its links and sessions.
          const [wanted] = await tx<{ user_id: number; email: string }[]>`
            select restore.user_id, restore.email from account_restores restore
            join users account on account.id = restore.user_id
            where restore.token = ${tokenHash(token)} for update of account`
          const holder = wanted && (await lockHolder(tx, wanted.email, wanted.user_id))
          const [change] = await tx<{ id: number; user_id: number; email: string; changedAt: string }[]>`
            update account_restores set used = true
            where token = ${tokenHash(token)} and used = false and expires_at > now()
            returning id, user_id, email, created_at::text as "changedAt"`
          if (!change) return 'invalid'
          const userId = change.user_id
          // The link verifies the address; another account may use it unverified.
          if (holder) await releaseAddress(tx, publish, holder)
          await tx`
            update users set email = ${change.email}, password = case
              when password_set_at > ${change.changedAt}::timestamptz - ${suspectFor}::interval then ${noPassword} else password end
            where id = ${userId}`
          await noteVerified(tx, publish, userId, change.email)
          await tx`update account_restores set used = true where user_id = ${userId} and id > ${change.id}`
          await endSessions(tx, publish, tx`session.user_id = ${userId}`)
          return { resetToken: await newResetToken(tx, userId) }
        })
      } catch (error) {
        // Another account has verified the address, or has taken it since `lockHolder`.
        if (refusalOf(error) === 'email-taken') return 'taken'
        throw error
      }
    },
  }
}

/** Creates the token of a reset link, and voids the account's earlier ones. The account's row must be locked. */
async function newResetToken(tx: Transaction, userId: number): Promise<string> {
  const token = newToken()
  await voidResetLinks(tx, userId)
  await tx`delete from password_reset_tokens where user_id = ${userId} and expires_at < now() - interval '1 day'`
  await tx`
    insert into password_reset_tokens (user_id, token, expires_at)
    values (${userId}, ${tokenHash(token)}, now() + ${resetLife}::interval)`
  return token
}
