// Outgoing emails, as jobs (jobs.ts), and the demo's mailbox.
import type { Sql, Transaction } from '../database.ts'
import { createQueue, enqueue, type Job, type JobQueue } from './jobs.ts'

/**
 * The content of an email; `language` is a tag such as 'pt-BR'. It does not contain links: their tokens are created when the
 * email is sent.
 */
export type EmailToSend = { language: string } &
  /**
   * Requested for this address, which may have no account. `onlyIfVerified`: the limit for an unverified address is reached, so the
   * email is sent to a verified one only.
   */
  (
    | { kind: 'reset-link'; to: string; onlyIfVerified?: boolean }
    /** Verifies the address, for the account that has it or (`isClaim`) for one that wants to take it. */
    | { kind: 'email-link'; to: string; linkId: number; isClaim: boolean }
    /** The kinds below go to verified addresses only. */
    | { kind: 'failed-logins'; to: string }
    | { kind: 'alerts-stopped'; to: string }
    | { kind: 'password-changed'; to: string; username: string }
    /** Sent to the old address, with the old user name. */
    | { kind: 'email-changed'; to: string; username: string; newEmail: string; restoreId: number }
  )

export type ClaimedEmail = Job & { queuedAt: string; mail: EmailToSend }

/** An email of the demo, as shown in its mailbox. */
export type MailboxEmail = { id: number; sentAt: string } & NewMailboxEmail
type NewMailboxEmail = { to: string; language: string; subject: string; text: string }

/**
 * For writers inside the store: they add an email in their transaction, and call `wake` after its commit. A reset link replaces a
 * waiting one to the same address, because only the newest link works; so does a notice about alerts.
 */
export type EmailQueue = {
  add(tx: Transaction, mail: EmailToSend): Promise<void>
  wake(): void
}

const hour = 3_600_000
/**
 * In ms. After an hour a user has requested another reset link or given up. A link that verifies an address is useful for a day,
 * a notice for three days.
 */
const usefulFor: Record<EmailToSend['kind'], number> = {
  'reset-link': hour,
  'email-link': 24 * hour,
  'failed-logins': 72 * hour,
  'alerts-stopped': 24 * hour,
  'password-changed': 72 * hour,
  'email-changed': 72 * hour,
}
export const emailKinds = Object.keys(usefulFor) as EmailToSend['kind'][]
const mailboxSize = 200

export function createEmails(sql: Sql) {
  const { claimOf, claimEach, wake, ...jobs } = createQueue<EmailToSend>(sql, 'mail')
  const queue: EmailQueue = {
    async add(tx, mail) {
      const isReplaced = mail.kind === 'reset-link' || mail.kind === 'alerts-stopped'
      const key = isReplaced ? `${mail.kind} ${mail.to}` : null
      await enqueue(tx, 'mail', [{ key, payload: mail, usefulFor: usefulFor[mail.kind] }])
    },
    wake,
  }
  const worker: JobQueue<ClaimedEmail> = {
    ...jobs,
    async claim(count, free) {
      const rows = await claimEach(claimOf, count, free)
      // An email queued by an earlier version may have no language.
      return rows.map(({ payload, ...job }) => ({ ...job, mail: { ...payload, language: payload.language ?? 'en' } }))
    },
  }
  const emails = {
    ...worker,
    async queue(mail: EmailToSend): Promise<void> {
      await sql.begin((tx) => queue.add(tx, mail))
      wake()
    },

    /** Stores an email in the demo's mailbox instead of sending it. */
    async putInMailbox({ to, language, subject, text }: NewMailboxEmail): Promise<void> {
      await sql`insert into mailbox (recipient, language, subject, text) values (${to}, ${language}, ${subject}, ${text})`
      await sql`delete from mailbox where id <= (select max(id) from mailbox) - ${mailboxSize}`
    },

    /** The mailbox, newest first. */
    mailbox: (): Promise<MailboxEmail[]> => sql<MailboxEmail[]>`
      select id, recipient as "to", language, subject, text, sent_at as "sentAt" from mailbox order by id desc limit ${mailboxSize}`,
  }
  return { emails, queue }
}
