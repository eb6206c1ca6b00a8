// Mails that are to go out: rows, written in the transaction of what they tell of and taken by whichever process sends.
// A mail is taken for a while; should its process die, another takes it after that (docs/decisions/010).
import type { Sql, Transaction } from '../database.ts'

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

export type TakenMail = { id: number; attempts: number; queuedAt: string; mail: MailToSend }

/** A mail of the demo, as its mailbox shows it. */
export type KeptMail = { id: number; sentAt: string } & MailToKeep
/** `language`: a tag, as above. */
type MailToKeep = { to: string; language: string; subject: string; text: string }

export type Mails = {
  queue(mail: MailToSend): Promise<void>
  /** Takes up to `count` that are due, oldest first, for two minutes; nobody else gets them meanwhile. */
  take(count: number): Promise<TakenMail[]>
  /** It has left, or nobody wants it. */
  done(id: number): Promise<void>
  /** Puts it back for `ms`; false when nobody would want it by then, and it is dropped. */
  retry(id: number, ms: number): Promise<boolean>
  /** Something was queued: at once, and in this process only. */
  onQueued(listener: () => void): () => void
  /** Puts a mail into the demo's mailbox instead of sending it. */
  keep(mail: MailToKeep): Promise<void>
  /** The mailbox, newest first. */
  kept(): Promise<KeptMail[]>
}

/**
 * How the store's own writers queue: in their transaction, and a ring after its commit. A second wish for a link replaces
 * the first while that waits: only one of the links would work.
 */
export type MailQueue = {
  add(tx: Transaction, mail: MailToSend): Promise<void>
  ring(): void
}

/**
 * Whoever asked for a link an hour ago has asked again or given up; one that verifies an address is worth a day, and what
 * happened is still news after three.
 */
const usefulFor = (kind: MailToSend['kind']): string =>
  kind === 'reset-link' ? '1 hour' : kind === 'email-link' ? '1 day' : '3 days'
const takenFor = '2 minutes'
const mailboxSize = 200

type Row = {
  id: number
  kind: MailToSend['kind']
  recipient: string
  data: object
  attempts: number
  queued_at: string
}

export function createMails(sql: Sql): { mails: Mails; queue: MailQueue } {
  const listeners = new Set<() => void>()
  const queue: MailQueue = {
    async add(tx, { kind, to, ...data }) {
      await tx`
        delete from mails where expires_at <= now()
          or (kind = ${kind} and kind = 'reset-link' and recipient = ${to} and attempts = 0)`
      await tx`
        insert into mails (kind, recipient, data, expires_at)
        values (${kind}, ${to}, ${JSON.stringify(data)}::jsonb, now() + ${usefulFor(kind)}::interval)`
    },
    ring() {
      for (const listener of listeners) listener()
    },
  }
  const mails: Mails = {
    async queue(mail) {
      await queue.add(sql, mail)
      queue.ring()
    },

    async take(count) {
      const rows = await sql<Row[]>`
        update mails set attempts = attempts + 1, due_at = now() + ${takenFor}::interval
        where id in (
          select id from mails where due_at <= now() and expires_at > now() order by id limit ${count} for update skip locked)
        returning id, kind, recipient, data, attempts, queued_at`
      return rows.map(({ id, kind, recipient, data, attempts, queued_at }) => ({
        id,
        attempts,
        queuedAt: queued_at,
        mail: { kind, to: recipient, language: 'en', ...data } as MailToSend,
      }))
    },

    async done(id) {
      await sql`delete from mails where id = ${id}`
    },

    async retry(id, ms) {
      const delay = sql`${ms} * interval '1 millisecond'`
      const put = await sql`
        update mails set due_at = now() + ${delay} where id = ${id} and expires_at > now() + ${delay} returning 1`
      if (put.length === 0) await mails.done(id)
      return put.length > 0
    },

    onQueued(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async keep({ to, language, subject, text }) {
      await sql`insert into mailbox (recipient, language, subject, text) values (${to}, ${language}, ${subject}, ${text})`
      await sql`delete from mailbox where id <= (select max(id) from mailbox) - ${mailboxSize}`
    },

    async kept() {
      const rows = await sql<(MailToKeep & { id: number; sent_at: string })[]>`
        select id, recipient as "to", language, subject, text, sent_at from mailbox order by id desc limit ${mailboxSize}`
      return rows.map(({ sent_at, ...mail }) => ({ ...mail, sentAt: sent_at }))
    },
  }
  return { mails, queue }
}
