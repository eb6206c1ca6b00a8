// A mail server on a free port that collects the emails it gets, and an email worker over a store.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { createNotify } from '#notify'
import { type Clock, systemClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import type { Store } from '#store'
import type { Visitor } from './visitor.ts'

export type ReceivedEmail = Email & {
  /** The recipients of the envelope. */
  recipients: string[]
  /** The raw message. */
  raw: string
  /** The token of its link, or ''. */
  token: string
}

export type MailServer = AsyncDisposable & {
  /** 'smtp://127.0.0.1:41234' */
  url: string
  /** The emails that no `mailTo` has taken yet, oldest first. */
  inbox: ReceivedEmail[]
  /** The number of emails that were offered to the server, accepted or refused. */
  offered(): number
  /** Takes the next email to this address, with this subject if given, out of the inbox. */
  mailTo(address: string, subject?: string): Promise<ReceivedEmail>
  /** Refuses the next `times` emails with this SMTP code. */
  refuse(code: number, times: number): void
  close(): Promise<void>
}

/** The subjects of the emails with a link to confirm an address, and with one to claim it. */
export const confirmSubject = 'Confirm your email address for RollCall'
export const claimSubject = 'Use your email address at RollCall'

/** Opens the link of the visitor's sign-up email, which verifies the address. */
export async function confirmAddress<Someone extends Visitor>(
  visitor: Someone,
  mailServer: MailServer,
): Promise<Someone> {
  const { token } = await mailServer.mailTo(visitor.email, confirmSubject)
  await visitor.call('verifyEmail', { body: { token } })
  return visitor
}

/** Starts a mail server that accepts every email until `refuse` is called. */
export async function startMailServer(): Promise<MailServer> {
  const inbox: ReceivedEmail[] = []
  let offered = 0
  let refusals = { code: 0, times: 0 }
  let arrived = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(_address, _session, done) {
      offered++
      if (refusals.times-- <= 0) done()
      else done(Object.assign(new Error('Not now'), { responseCode: refusals.code }))
    },
    onData: (stream, session, done) => void receive(stream, session, done),
  })
  async function receive(stream: Readable, { envelope }: SMTPServerSession, done: () => void): Promise<void> {
    const raw = Buffer.concat((await stream.toArray()) as Buffer[])
    const mail = await PostalMime.parse(raw)
    const recipients = envelope.rcptTo.map(({ address }) => address)
    const token = /[?&]token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
    inbox.push({ ...mail, recipients, raw: raw.toString(), token })
    arrived.resolve()
    arrived = Promise.withResolvers()
    done()
  }
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    inbox,
    offered: () => offered,
    async mailTo(address, wanted) {
      for (;;) {
        const index = inbox.findIndex(
          ({ recipients, subject }) => recipients.includes(address) && (wanted === undefined || subject === wanted),
        )
        const [mail] = index < 0 ? [] : inbox.splice(index, 1)
        if (mail) return mail
        await arrived.promise
      }
    },
    refuse(code, times) {
      refusals = { code, times }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

export type EmailWorker = AsyncDisposable & {
  /** The log, one JSON object per line. */
  logged(): string
  stop(): Promise<void>
}

/** Sends the store's queued emails to the mail server, or without one to the demo's mailbox. */
export function startEmailWorker(
  store: Store,
  { smtpUrl, mailFrom, clock = systemClock }: { smtpUrl?: string; mailFrom?: string; clock?: Clock } = {},
): EmailWorker {
  let logged = ''
  const notify = createNotify({
    store,
    config: { smtpUrl, mailFrom },
    origin: 'https://rollcall.example',
    clock,
    log: createLog('debug', { write: (line) => void (logged += line) }),
    metrics: createMetrics(),
  })
  const stop = () => notify.stop()
  return { logged: () => logged, stop, [Symbol.asyncDispose]: stop }
}
