// Notifies people whose app is closed: by alerts on phones (push.ts) and by email. Email jobs wait in the store's queue,
// written in the transaction of what they report. A worker composes and sends them; secrets of links are made only then, so
// that none waits in the queue.
import { Counter, type Registry } from 'prom-client'
import { mailedPaths } from '#contract/accounts.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { MailToSend, Store, ClaimedMail } from '#store'
import { type Email, composeEmail } from './emails.ts'
import { describeFailure, isFinal, mailboxMailer, smtpMailer } from './mailer.ts'
import { type Attempt, startWorker, type Worker } from './worker.ts'

export { createPush, findPushKeys } from './push.ts'

export type NotifyOptions = {
  store: Pick<Store, 'mails' | 'accounts' | 'recovery' | 'emailLinks'>
  /** Without an SMTP_URL mails go to the demo's mailbox. */
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  /** Where links in mails lead: the configured origin, never a request's (quality/security.md T-05). */
  origin: string
  clock: Clock
  log: Log
  metrics: Registry
}

const concurrency = 4

/** Starts the worker that sends the queued emails. */
export function createNotify({ store, config, origin, clock, log, metrics }: NotifyOptions): Worker {
  const from = config.mailFrom ?? `RollCall <no-reply@${new URL(origin).hostname}>`
  const mailer = config.smtpUrl === undefined ? mailboxMailer(store.mails) : smtpMailer(config.smtpUrl, from)
  const outcomes = new Counter({
    name: 'rollcall_mails_total',
    help: 'Mails by what became of them; unwanted: there was nobody or nothing to write to any more',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })

  const linkTo = (path: string, token: string): string => `${origin}${path}?token=${token}`
  const forgot = `${origin}/auth`

  /** Undefined when the account or the reason for the email is gone. */
  async function write(mail: MailToSend, at: string): Promise<Email | undefined> {
    const { language } = mail
    if (mail.kind === 'password-changed')
      return composeEmail({ about: mail.kind, at }, { language, username: mail.username, link: forgot })
    if (mail.kind === 'email-changed') {
      const { username, newEmail, restoreId } = mail
      const token = await store.recovery.issueRestore(restoreId)
      if (token === undefined) return undefined
      const link = linkTo(mailedPaths.restore, token)
      return composeEmail({ about: mail.kind, at, newEmail }, { language, username, link })
    }
    if (mail.kind === 'email-link') {
      const token = await store.emailLinks.issue(mail.linkId)
      if (token === undefined) return undefined
      const link = linkTo(mailedPaths.verify, token)
      return composeEmail({ about: mail.isClaim ? 'email-claim' : 'email-link' }, { language, link })
    }
    const account = (await store.accounts.findByEmail(mail.to))?.account
    if (!account || account.emailStatus === 'missing') return undefined
    const { id, username } = account
    const isVerified = account.emailStatus === 'verified'
    if (mail.kind === 'failed-logins')
      return isVerified ? composeEmail({ about: mail.kind, at }, { language, username, link: forgot }) : undefined
    if (mail.onlyIfVerified && !isVerified) return undefined
    const token = await store.recovery.issueReset(id, mail.to)
    if (token === undefined) return undefined
    const link = linkTo(mailedPaths.reset, token)
    // An unverified address must not get a name that a stranger may have chosen (decision D40).
    return composeEmail({ about: 'reset' }, { language, link, ...(isVerified && { username }) })
  }

  async function attempt({ mail, queuedAt }: ClaimedMail, signal: AbortSignal): Promise<Attempt> {
    try {
      const email = await write(mail, queuedAt)
      if (!email) return { is: 'done', outcome: 'unwanted' }
      await mailer.send(mail.to, email, signal)
      return { is: 'done', outcome: 'sent' }
    } catch (error) {
      const details = describeFailure(error)
      return isFinal(error) ? { is: 'failed', outcome: 'given_up', details } : { is: 'retry', details }
    }
  }

  return startWorker({
    name: 'mails',
    queue: store.mails,
    concurrency,
    attempt,
    onOutcome({ id, attempts, mail: { kind } }, outcome, details) {
      outcomes.inc({ kind, outcome })
      if (outcome === 'sent' || outcome === 'unwanted') return
      log.warn({ mail: id, kind, attempts, again: outcome === 'retried', ...details }, 'a mail could not be sent')
    },
    clock,
    log,
  })
}
