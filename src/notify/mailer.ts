// Sends emails to a mail server or, in the demo, to its mailbox.
import { createTransport } from 'nodemailer'
import type { Store } from '#store'
import type { Email } from './emails.ts'

export type Mailer = {
  /** Resolves when the mail server has accepted the email. @throws the failure, which `isFinal` classifies. */
  send(to: string, email: Email, signal: AbortSignal): Promise<void>
}

/** In ms. After a timeout the email is retried later. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** `url`: smtp:// or smtps://, with user, password and nodemailer's options in its query. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ ...timeouts, url, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send(to, { language, ...email }, signal) {
      await transport.sendMail({
        ...email,
        from,
        // An object, so that an address is never parsed as a list of addresses.
        to: { name: '', address: to },
        headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
        signal,
      })
    },
  }
}

/** Stores the emails for the page /mailbox instead of sending them. */
export const mailboxMailer = (emails: Pick<Store['emails'], 'putInMailbox'>): Mailer => ({
  send: (to, { language, subject, text }) => emails.putInMailbox({ to, language, subject, text }),
})

/** The part of a failure that may be logged; the mail server's text may contain the address. */
export const describeFailure = (error: unknown): { code: unknown; responseCode: unknown; command: unknown } => {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  return { code, responseCode, command }
}

/** Whether the mail server rejected this email permanently: a 5xx about the envelope or the message. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode } = describeFailure(error)
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500
}
