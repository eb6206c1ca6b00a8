// Mails that are to go out, as jobs of the queue (jobs.ts), and the demo's mailbox.
import type { Sql, Transaction } from '../database.ts'
import { createQueue, enqueue, type Job, type JobQueue } from './jobs.ts'

/**
 * What is to be told to whom, and in which language (a tag such as 'pt-BR'). Links are not part of it: their secrets are made
 * when the mail is sent.
 */
export type MailToSend = { language: string } &
  /** Asked for with this address, whether or not it has an account. */
  /** `onlyIfVerified`: the address got enough mails today that it may not have asked for. */
  (
    | { kind: 'reset-link'; to: string; onlyIfVerified?: boolean }
    /** A link that verifies the address, for the account that took it or (`isClaim`) for whoever wants to take it. */
    | { kind: 'email-link'; to: string; linkId: number; isClaim: boolean }
    /** The others go to verified addresses only. */
    | { kind: 'failed-logins'; to: string }
    | { kind: 'password-changed'; to: string; username: string }
    /** To the old address, under the old name. */
    | { kind: 'email-changed'; to: string; username: string; newEmail: string; restoreId: number }
  )

export type ClaimedMail = Job & { queuedAt: string; mail: MailToSend }

/** A mail of the demo, as its mailbox shows it. */
export type MailboxMail = { id: number; sentAt: string } & NewMailboxMail
/** `language`: a tag, as above. */
type NewMailboxMail = { to: string; language: string; subject: string; text: string }

/**
 * How the store's own writers queue: in their transaction, and a wake after its commit. A second wish for a link replaces
 * the first while that waits: only one of the links would work.
 */
export type MailQueue = {
  add(tx: Transaction, mail: MailToSend): Promise<void>
  wake(): void
}

const hour = 3_600_000
/**
 * In ms. Whoever asked for a link an hour ago has asked again or given up; one that verifies an address is worth a day, and
 * what happened is still news after three.
 */
const usefulFor: Record<MailToSend['kind'], number> = {
  'reset-link': hour,
  'email-link': 24 * hour,
  'failed-logins': 72 * hour,
  'password-changed': 72 * hour,
  'email-changed': 72 * hour,
}
const mailboxSize = 200

export function createMails(sql: Sql) {
  const { claim, wake, ...jobs } = createQueue<MailToSend>(sql, 'mail')
  const queue: MailQueue = {
    async add(tx, mail) {
      const key = mail.kind === 'reset-link' ? `${mail.kind} ${mail.to}` : null
      await enqueue(tx, 'mail', [{ key, payload: mail, usefulFor: usefulFor[mail.kind] }])
    },
    wake,
  }
  const worker: JobQueue<ClaimedMail> = {
    ...jobs,
    async claim(count) {
      const rows = await claim(count)
      // One that was queued before mails had languages has none.
      return rows.map(({ payload, ...job }) => ({ ...job, mail: { ...payload, language: payload.language ?? 'en' } }))
    },
  }
  const mails = {
    ...worker,
    async queue(mail: MailToSend): Promise<void> {
      await sql.begin((tx) => queue.add(tx, mail))
      wake()
    },

    /** Puts a mail into the demo's mailbox instead of sending it. */
    async putInMailbox({ to, language, subject, text }: NewMailboxMail): Promise<void> {
      await sql`insert into mailbox (recipient, language, subject, text) values (${to}, ${language}, ${subject}, ${text})`
      await sql`delete from mailbox where id <= (select max(id) from mailbox) - ${mailboxSize}`
    },

    /** The mailbox, newest first. */
    mailbox: (): Promise<MailboxMail[]> => sql<MailboxMail[]>`
      select id, recipient as "to", language, subject, text, sent_at as "sentAt" from mailbox order by id desc limit ${mailboxSize}`,
  }
  return { mails, queue }
}
