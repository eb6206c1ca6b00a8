// Where letters go: to a mail server, or, in the demo, into its mailbox.
import { createTransport } from 'nodemailer'
import type { Store } from '#store'
import type { Letter } from './letters.ts'

export type Post = {
  /** Resolves when the letter is somebody else's to deliver. @throws what went wrong; see `isFinal`. */
  send(to: string, letter: Letter, signal: AbortSignal): Promise<void>
}

/** In ms. A mail server that takes longer is asked again later. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** `url`: smtp:// or smtps://, with user, password and nodemailer's options in its query. */
export function smtpPost(url: string, from: string): Post {
  const transport = createTransport({ ...patience, url, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send(to, { language, ...letter }, signal) {
      await transport.sendMail({
        ...letter,
        from,
        // As an object: an address is never read as a list of addresses.
        to: { name: '', address: to },
        headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
        signal,
      })
    },
  }
}

export const mailboxPost = (mails: Pick<Store['mails'], 'keep'>): Post => ({
  send: (to, { language, subject, text }) => mails.keep({ to, language, subject, text }),
})

/** What may be logged of a failure: the mail server's words may repeat the address. */
export const describeFailure = (error: unknown): { code: unknown; responseCode: unknown; command: unknown } => {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown }
  return { code, responseCode, command }
}

/** Whether the mail server said that it will never take this mail: a 5xx about the envelope or the message. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode } = describeFailure(error)
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500
}
