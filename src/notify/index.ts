// Notifies people whose app is closed: by alerts on phones (push.ts) and by email. Email jobs wait in the store's queue, written
// in the transaction of the change that they report. A worker composes and sends them. It also creates the secrets of links, so
// that none waits in the queue.
import { Counter, type Registry } from 'prom-client'
import { emailedPaths } from '#contract/accounts.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { type ClaimedEmail, emailKinds, type EmailToSend, type Store } from '#store'
import { type Email, composeEmail } from './emails.ts'
import { describeFailure, isFinal, mailboxMailer, smtpMailer } from './mailer.ts'
import { type Attempt, startWorker, type Worker } from './worker.ts'

export { createPush, findOrCreatePushKeys } from './push.ts'

export type NotifyOptions = {
  store: Pick<Store, 'emails' | 'accounts' | 'recovery' | 'emailLinks'>
  /** Without an SMTP_URL, emails go to the demo's mailbox. */
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  /** The origin of links in emails: the configured one, else this server's, never a request's (quality/security.md T-05). */
  origin: string
  clock: Clock
  log: Log
  metrics: Registry
}

const concurrency = 4

/** Starts the worker that sends the queued emails. */
export function createNotify({ store, config, origin, clock, log, metrics }: NotifyOptions): Worker {
  const from = config.mailFrom ?? `RollCall <no-reply@${new URL(origin).hostname}>`
  const mailer = config.smtpUrl === undefined ? mailboxMailer(store.emails) : smtpMailer(config.smtpUrl, from)
  const outcomes = new Counter({
    name: 'rollcall_mails_total',
    help: 'Emails by outcome; unwanted: the recipient or the reason is gone, or the address is not verified',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })
  // An alert rule reads the increase, and Prometheus sees none in the first value of a series.
  for (const kind of emailKinds) outcomes.inc({ kind, outcome: 'given_up' }, 0)

  const linkTo = (path: string, token: string): string => `${origin}${path}?token=${token}`
  const authPage = `${origin}/auth`

  /** Composes an email; undefined if the account or the reason is gone, or the address is not verified although it must be. */
  async function compose(mail: EmailToSend, at: string): Promise<Email | undefined> {
    const { language } = mail
    if (mail.kind === 'password-changed')
      return composeEmail({ about: mail.kind, at }, { language, username: mail.username, link: authPage })
    if (mail.kind === 'email-changed') {
      const { username, newEmail, restoreId } = mail
      const token = await store.recovery.issueRestore(restoreId)
      if (token === undefined) return undefined
      const link = linkTo(emailedPaths.restore, token)
      return composeEmail({ about: mail.kind, at, newEmail }, { language, username, link })
    }
    if (mail.kind === 'email-link') {
      const token = await store.emailLinks.issue(mail.linkId)
      if (token === undefined) return undefined
      const link = linkTo(emailedPaths.verify, token)
      return composeEmail({ about: mail.isClaim ? 'email-claim' : 'email-link' }, { language, link })
    }
    const account = (await store.accounts.findByEmail(mail.to))?.account
    if (!account || account.emailStatus === 'missing') return undefined
    const { id, username } = account
    const isVerified = account.emailStatus === 'verified'
    if (mail.kind === 'failed-logins' || mail.kind === 'alerts-stopped') {
      const link = mail.kind === 'alerts-stopped' ? `${origin}/profile` : authPage
      return isVerified ? composeEmail({ about: mail.kind, at }, { language, username, link }) : undefined
    }
    if (mail.onlyIfVerified && !isVerified) return undefined
    const token = await store.recovery.issueReset(id, mail.to)
    if (token === undefined) return undefined
    const link = linkTo(emailedPaths.reset, token)
    // The owner of an unverified address must not get a name that a stranger may have chosen (decision D40).
    return composeEmail({ about: 'reset' }, { language, link, ...(isVerified && { username }) })
  }

  async function attempt({ mail, queuedAt }: ClaimedEmail, signal: AbortSignal): Promise<Attempt> {
    try {
      const email = await compose(mail, queuedAt)
      if (!email) return { kind: 'done', outcome: 'unwanted' }
      await mailer.send(mail.to, email, signal)
      return { kind: 'done', outcome: 'sent' }
    } catch (error) {
      const details = describeFailure(error)
      return isFinal(error) ? { kind: 'failed', outcome: 'given_up', details } : { kind: 'retry', details }
    }
  }

  return startWorker({
    name: 'emails',
    queue: store.emails,
    concurrency,
    attempt,
    onOutcome({ id, attempts, mail: { kind } }, outcome, details) {
      outcomes.inc({ kind, outcome })
      if (outcome === 'sent' || outcome === 'unwanted') return
      log.warn({ mail: id, kind, attempts, again: outcome === 'retried', ...details }, 'an email could not be sent')
    },
    clock,
    log,
  })
}
