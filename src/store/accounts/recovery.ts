// The two ways back into an account by a link in a mail: a new password, and the old address. Tokens are stored as
// hashes, opened once by one UPDATE, and made only when their mail is sent (quality/security.md T-01 to T-07, W4).
import type { Sql } from '../database.ts'
import { type Account, accountColumns } from './account.ts'
import {
  countMail,
  emailKey,
  lockHolder,
  noteVerified,
  refusalOf,
  releaseAddress,
  voidResetLinks,
} from './email-addresses.ts'
import type { MailQueue } from '../jobs/mails.ts'
import { endSessions } from './sessions.ts'
import { isToken, newToken, tokenHash } from './tokens.ts'
import type { UserEvents } from './user-events.ts'

const resetLife = '30 minutes'

export function createRecovery(sql: Sql, events: UserEvents, mailQueue: MailQueue) {
  return {
    /** Queues the mail with a link for a new password, in that language (a tag); does the same for an address without an account (E-01). */
    async askForReset(email: string, language: string): Promise<void> {
      const key = emailKey(email)
      await sql.begin(async (tx) => {
        const onlyIfVerified = !(await countMail(tx, key, 'reset-link'))
        await tx`
          update password_reset_tokens set used = true
          where not used and user_id = (
            select id from users where email = ${key} and (verified_email = email or not ${onlyIfVerified}))`
        await mailQueue.add(tx, { kind: 'reset-link', to: key, onlyIfVerified, language })
      })
      mailQueue.wake()
    },

    /**
     * Makes the token of that link, which works for 30 minutes and once; older ones of the account stop working. Undefined
     * when the account does not have the address any more.
     */
    async issueReset(userId: number, email: string): Promise<string | undefined> {
      const token = newToken()
      return sql.begin(async (tx) => {
        // A change of the address that is under way ends first, and a later one voids this link: the link never verifies
        // another address than the one that it is mailed to.
        const [holder] = await tx`select 1 from users where id = ${userId} and email = ${emailKey(email)} for update`
        if (!holder) return undefined
        await voidResetLinks(tx, userId)
        await tx`delete from password_reset_tokens where user_id = ${userId} and expires_at < now() - interval '1 day'`
        await tx`
          insert into password_reset_tokens (user_id, token, expires_at)
          values (${userId}, ${tokenHash(token)}, now() + ${resetLife}::interval)`
        return token
      })
    },

    /** Whose password the token would change; undefined for one that opens nothing. */
    async findByReset(token: string): Promise<Account | undefined> {
      if (!isToken(token)) return undefined
      const [account] = await sql<Account[]>`
        select ${accountColumns(sql)} from password_reset_tokens link join users account on account.id = link.user_id
        where link.token = ${tokenHash(token)} and not link.used and link.expires_at > now()`
      return account
    },

    /**
     * Sets the password, ends all sessions and tells the owner, whose address is verified by that; false for a token that
     * opens nothing (any more).
     */
    async reset(token: string, passwordHash: string, language: string): Promise<boolean> {
      if (!isToken(token)) return false
      const isReset = await events.write(async (tx, say) => {
        // The account first: whoever changes one takes its row before its links and sessions.
        await tx`
          select 1 from users where id = (select user_id from password_reset_tokens where token = ${tokenHash(token)}) for update`
        const [link] = await tx<{ user_id: number }[]>`
          update password_reset_tokens set used = true
          where token = ${tokenHash(token)} and used = false and expires_at > now() returning user_id`
        if (!link) return false
        const [owner] = await tx<{ username: string; email: string }[]>`
          update users set password = ${passwordHash} where id = ${link.user_id} returning username, email`
        if (!owner) return false
        await voidResetLinks(tx, link.user_id)
        await endSessions(tx, say, tx`session.user_id = ${link.user_id}`)
        await noteVerified(tx, say, link.user_id, owner.email)
        await mailQueue.add(tx, { kind: 'password-changed', to: owner.email, username: owner.username, language })
        return true
      })
      if (isReset) mailQueue.wake()
      return isReset
    },

    /** Makes the token that takes a change of address back; undefined when there is nothing to take back any more. */
    async issueRestore(restoreId: number): Promise<string | undefined> {
      const token = newToken()
      const open = await sql`
        update account_restores set token = ${tokenHash(token)}
        where id = ${restoreId} and not used and expires_at > now() returning 1`
      return open.length > 0 ? token : undefined
    },

    /**
     * Gives the account its old address back and ends all sessions. Changes made after the one taken back cannot be taken
     * back themselves: whoever made them may have been somebody else. 'taken': another account has verified the address.
     */
    async restore(token: string): Promise<'restored' | 'invalid' | 'taken'> {
      if (!isToken(token)) return 'invalid'
      try {
        return await events.write(async (tx, say) => {
          // The accounts first: whoever changes one takes its row before its links and sessions.
          const [wanted] = await tx<{ user_id: number; email: string }[]>`
            select restore.user_id, restore.email from account_restores restore
            join users account on account.id = restore.user_id
            where restore.token = ${tokenHash(token)} for update of account`
          const holder = wanted && (await lockHolder(tx, wanted.email, wanted.user_id))
          const [change] = await tx<{ id: number; user_id: number; email: string }[]>`
            update account_restores set used = true
            where token = ${tokenHash(token)} and used = false and expires_at > now() returning id, user_id, email`
          if (!change) return 'invalid'
          const userId = change.user_id
          // The link proves the address, which somebody may hold who does not have it.
          if (holder) await releaseAddress(tx, say, holder)
          await tx`update users set email = ${change.email} where id = ${userId}`
          await noteVerified(tx, say, userId, change.email)
          await tx`update account_restores set used = true where user_id = ${userId} and id > ${change.id}`
          await voidResetLinks(tx, userId)
          await endSessions(tx, say, tx`session.user_id = ${userId}`)
          return 'restored'
        })
      } catch (error) {
        // An account may have got it between the look and the change.
        if (refusalOf(error) === 'email-taken') return 'taken'
        throw error
      }
    },
  }
}
