// How news reaches people who are not looking: alerts on phones (push.ts), and mail. What a mail is to tell waits in the
// store, written with what it tells of; here it becomes a letter and leaves. Secrets of links are made at that moment, so that none waits anywhere. A mail
// that cannot leave is tried again, less and less often, until nobody would want it (docs/decisions/010).
import { Counter, type Registry } from 'prom-client'
import { mailedPaths } from '#contract/accounts.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { MailToSend, Store, TakenMail } from '#store'
import { type Letter, writeLetter } from './letters.ts'
import { describeFailure, isFinal, mailboxPost, smtpPost } from './post.ts'

export { createPush, findPushKeys } from './push.ts'

export type Notify = {
  /** Takes no more mails; those on their way get a few seconds, and are tried again later otherwise. */
  stop(): Promise<void>
}

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

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Waits before the second try, the third and so on, in ms; the last holds for all later ones. */
const waits = [10 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour]
/** How often mails that another process queued, or that waited, are looked for. */
const lookEvery = 5 * second
const atOnce = 4
/** What those on their way get when the process stops. */
const grace = 5 * second
/** A mail that has left is told to the database until it listens; after about so long it would be sent again. */
const tellFor = 90

export function createNotify({ store, config, origin, clock, log, metrics }: NotifyOptions): Notify {
  const from = config.mailFrom ?? `RollCall <no-reply@${new URL(origin).hostname}>`
  const post = config.smtpUrl === undefined ? mailboxPost(store.mails) : smtpPost(config.smtpUrl, from)
  const stopping = new AbortController()
  const outcomes = new Counter({
    name: 'rollcall_mails_total',
    help: 'Mails by what became of them; unwanted: there was nobody or nothing to write to any more',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  })

  const linkTo = (path: string, token: string): string => `${origin}${path}?token=${token}`
  const forgot = `${origin}/auth`

  /** Undefined when there is nobody to write to, or nothing to say any more. */
  async function write(mail: MailToSend, at: string): Promise<Letter | undefined> {
    const { language } = mail
    if (mail.kind === 'password-changed')
      return writeLetter({ about: mail.kind, at }, { language, username: mail.username, link: forgot })
    if (mail.kind === 'email-changed') {
      const { username, newEmail, restoreId } = mail
      const token = await store.recovery.issueRestore(restoreId)
      if (token === undefined) return undefined
      const link = linkTo(mailedPaths.restore, token)
      return writeLetter({ about: mail.kind, at, newEmail }, { language, username, link })
    }
    if (mail.kind === 'email-link') {
      const token = await store.emailLinks.issue(mail.linkId)
      if (token === undefined) return undefined
      const link = linkTo(mailedPaths.verify, token)
      return writeLetter({ about: mail.isClaim ? 'email-claim' : 'email-link' }, { language, link })
    }
    const account = (await store.accounts.findByEmail(mail.to))?.account
    if (!account || account.emailStatus === 'missing') return undefined
    const { id, username } = account
    const isVerified = account.emailStatus === 'verified'
    if (mail.kind === 'failed-logins')
      return isVerified ? writeLetter({ about: mail.kind, at }, { language, username, link: forgot }) : undefined
    if (mail.onlyIfVerified && !isVerified) return undefined
    const token = await store.recovery.issueReset(id, mail.to)
    if (token === undefined) return undefined
    const link = linkTo(mailedPaths.reset, token)
    // What a stranger has chosen for a name is no word for an address that nobody verified (decision D40).
    return writeLetter({ about: 'reset' }, { language, link, ...(isVerified && { username }) })
  }

  async function deliver({ id, attempts, queuedAt, mail }: TakenMail): Promise<void> {
    const { kind, to } = mail
    try {
      const letter = await write(mail, queuedAt)
      if (letter) await post.send(to, letter, stopping.signal)
      outcomes.inc({ kind, outcome: letter ? 'sent' : 'unwanted' })
    } catch (error) {
      const wait = stopping.signal.aborted ? 0 : (waits[attempts - 1] ?? waits.at(-1) ?? hour)
      const again = !isFinal(error) && (await store.mails.retry(id, wait))
      outcomes.inc({ kind, outcome: again ? 'retried' : 'given_up' })
      log.warn({ mail: id, kind, attempts, again, ...describeFailure(error) }, 'a mail could not be sent')
      if (again) return
    }
    await tell(id)
  }

  /** It must not be sent again because the database was away for a moment. */
  async function tell(id: number): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await store.mails.done(id)
      } catch (error) {
        if (tries >= tellFor || stopping.signal.aborted) throw error
        await clock.sleep(second, stopping.signal)
      }
    }
  }

  let working: Promise<void> | undefined
  let isMore = false
  let isStopped = false
  async function work(): Promise<void> {
    do {
      isMore = false
      for (let taken = await take(); taken.length > 0; taken = await take()) await Promise.all(taken.map(deliver))
    } while (isMore)
  }
  const take = async (): Promise<TakenMail[]> => (isStopped ? [] : store.mails.take(atOnce))

  /** Resolves when nothing that is due is left. */
  function wake(): Promise<void> {
    isMore = true
    working ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'mails to send could not be read or put away'))
      .finally(() => {
        working = undefined
      })
    return working
  }

  const stopHearing = store.mails.onQueued(() => void wake())
  const looking = clock.every(lookEvery, wake)
  void wake()

  return {
    async stop() {
      isStopped = true
      stopHearing()
      const cancel = clock.after(grace, () => stopping.abort())
      await looking.stop()
      await working
      cancel()
    },
  }
}
