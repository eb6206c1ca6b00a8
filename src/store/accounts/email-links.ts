// Links that verify an email address: emailed to it, and valid for one use. Tokens are created when the email is sent, and stored
// as hashes (docs/decisions/024).
import type { Sql } from '../database.ts'
import { isDeliverable, isReserved, noteVerified, queueEmailLink, uncountEmail } from './email-addresses.ts'
import type { EmailQueue } from '../jobs/emails.ts'
import { isToken, newToken, tokenHash } from './tokens.ts'
import type { UserEvents } from './user-events.ts'

/**
 * 'verify': for the account that has the address. 'move': the address moves to the account that requested the link. 'take': a new
 * account takes it. 'verified': the address is verified already.
 */
export type EmailLink = { email: string; leadsTo: 'verify' | 'move' | 'take' | 'verified' }

export function createEmailLinks(sql: Sql, events: UserEvents, emailQueue: EmailQueue) {
  return {
    /**
     * Queues another link for the account's address. 'limit': the day's limit is reached. 'missing': the account has no
     * address.
     */
    async send(userId: number, language: string): Promise<'queued' | 'verified' | 'limit' | 'missing'> {
      const outcome = await sql.begin(async (tx) => {
        const [account] = await tx<{ email: string; verified: boolean }[]>`
          select email, verified_email is not distinct from email as verified from users where id = ${userId}`
        if (!account || !isDeliverable(account.email)) return 'missing'
        if (account.verified) return 'verified'
        return (await queueEmailLink(tx, emailQueue, { email: account.email, userId, language })) ? 'queued' : 'limit'
      })
      if (outcome === 'queued') emailQueue.wake()
      return outcome
    },

    /**
     * Creates the link's token, valid for one use, until three days after the link was queued. Undefined if the address can no
     * longer be verified.
     */
    async issue(linkId: number): Promise<string | undefined> {
      const [link] = await sql<{ email: string; userId: number | null }[]>`
        select email, user_id as "userId" from email_links where id = ${linkId}`
      if (!link) return undefined
      const { email, userId } = link
      const token = newToken()
      const made = await sql`
        update email_links set token = ${tokenHash(token)}
        where id = ${linkId} and not used and expires_at > now()
          and not exists (select 1 from users where email = ${email} and verified_email = ${email})
          and not ${isReserved(sql, email, userId ?? 0)}
          and (user_id is null or exists (select 1 from users where id = ${userId} and email = ${email}))
        returning 1`
      if (made.length > 0) return token
      // An email that is not sent does not count: a stranger who takes and abandons an address must not use up its limit.
      await uncountEmail(sql, email, 'email-link')
      return undefined
    },

    /** What the link would do for this user; undefined when it is invalid. Changes nothing. */
    async find(token: string, userId: number | null): Promise<EmailLink | undefined> {
      if (!isToken(token)) return undefined
      const [link] = await sql<EmailLink[]>`
        select * from (
          select link.email, case
            when holder.verified_email = holder.email then case when holder.id in (link.user_id, ${userId}) then 'verified' end
            when link.used or link.expires_at <= now() then null
            when holder.id = coalesce(${userId}, link.user_id) then 'verify'
            when link.requested_by = ${userId} then 'move'
            else 'take' end as "leadsTo"
          from email_links link left join users holder on holder.email = link.email
          where link.token = ${tokenHash(token)}
        ) known where "leadsTo" is not null`
      return link
    },

    /**
     * Verifies the address for this user or, if nobody is signed in, for the account that the link was created for. False if that
     * account does not have the address, and for an invalid token. A user cannot verify another user's address.
     */
    async verify(token: string, userId: number | null): Promise<boolean> {
      if (!isToken(token)) return false
      return events.write(async (tx, publish) => {
        // Lock order: an account's row before its links and sessions.
        const [account] = await tx<{ id: number; email: string }[]>`
          select holder.id, holder.email from email_links link join users holder on holder.email = link.email
          where link.token = ${tokenHash(token)} and holder.id = coalesce(${userId}, link.user_id)
          for update of holder`
        if (!account) return false
        const used = await tx`
          update email_links set used = true
          where token = ${tokenHash(token)} and email = ${account.email} and not used and expires_at > now() returning 1`
        if (used.length === 0) return false
        await noteVerified(tx, publish, account.id, account.email)
        return true
      })
    },
  }
}
