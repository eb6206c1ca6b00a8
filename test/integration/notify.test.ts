// The email worker: each queued email is sent once, whatever happens to mail servers and processes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type MailServer, startMailServer, startEmailWorker } from '#support/mail.ts'
import { startApi } from '#support/server.ts'
import { connect, type Sql } from '#support/sql.ts'

let database: TestDatabase
let store: Store
let sql: Sql
let mailServer: MailServer
beforeEach(async () => {
  database = await openTestDatabase()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  sql = connect(database.url)
  mailServer = await startMailServer()
})
afterEach(async () => {
  await mailServer.close()
  await sql.end()
  await store.close()
  await database.close()
})

/** For `expect.poll`: long enough for a busy machine. */
const soon = { timeout: 20_000 }

const queue = (to: string, username = 'Ana') =>
  store.emails.queue({ kind: 'password-changed', to, username, language: 'en' })
const jobCount = async (): Promise<number> => (await sql`select 1 from jobs`).length
/** Seconds until the only queued email is due; while it is being sent, until its lease of a minute ends. */
const dueIn = async (): Promise<number> => {
  const [row] = await sql<{ s: number }[]>`select extract(epoch from due_at - now())::float8 as s from jobs`
  return row?.s ?? NaN
}
/** Whether the email is queued for a retry in this many seconds. */
const isDueIn = async (atLeast: number, atMost: number): Promise<boolean> => {
  const seconds = await dueIn()
  return seconds > atLeast && seconds < atMost
}

it('the email worker sends a queued email as text and HTML from the configured address', async () => {
  await queue('ana@example.org')
  await using _sender = startEmailWorker(store, {
    smtpUrl: mailServer.url,
    mailFrom: 'Roll & Call <mail@rollcall.example>',
  })
  const mail = await mailServer.mailTo('ana@example.org')
  expect(mail.from).toMatchObject({ name: 'Roll & Call', address: 'mail@rollcall.example' })
  expect(mail.text).toContain('Hello Ana,')
  expect(mail.html).toContain('<p>Hello Ana,</p>')
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  await expect.poll(jobCount, soon).toBe(0)
})

it('[X-01] [X-05] the email worker escapes names in HTML and puts none into a header or the envelope', async () => {
  await using _sender = startEmailWorker(store, { smtpUrl: mailServer.url })
  await queue('ana@example.org', '<img src=x onerror=alert(1)>\r\nBcc: thief@example.org')
  const mail = await mailServer.mailTo('ana@example.org')
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail.html).not.toContain('<img')
  expect(mail.recipients).toEqual(['ana@example.org'])
  const head = mail.headers.map(({ key, value }) => `${key}: ${value}`).join('\n')
  expect(head).not.toMatch(/thief|^bcc/im)
})

it('the email worker retries a temporarily rejected email with a growing back-off', async () => {
  const clock = fakeClock()
  mailServer.refuse(451, 2)
  await using sender = startEmailWorker(store, { smtpUrl: mailServer.url, clock })
  await queue('ana@example.org')
  await expect.poll(() => isDueIn(0, 4), soon).toBe(true)
  await sql`update jobs set due_at = now()`
  await clock.advance(5_000)
  await expect.poll(mailServer.offered, soon).toBe(2)
  await expect.poll(() => isDueIn(6, 16), soon).toBe(true)
  await sql`update jobs set due_at = now()`
  await clock.advance(5_000)
  await mailServer.mailTo('ana@example.org')
  await expect.poll(jobCount, soon).toBe(0)
  expect(mailServer.offered()).toBe(3)
  expect(sender.logged()).not.toContain('ana@example.org')
})

it('the email worker drops a permanently rejected email and logs no address', async () => {
  mailServer.refuse(550, 1)
  await using sender = startEmailWorker(store, { smtpUrl: mailServer.url })
  await queue('ana@example.org')
  await expect.poll(mailServer.offered, soon).toBe(1)
  await expect.poll(jobCount, soon).toBe(0)
  expect(JSON.parse(sender.logged())).toMatchObject({ kind: 'password-changed', again: false, responseCode: 550 })
  expect(sender.logged()).not.toContain('ana@example.org')
})

it('the email worker retries when no mail server answers', async () => {
  await using _sender = startEmailWorker(store, { smtpUrl: 'smtp://127.0.0.1:9' })
  await queue('ana@example.org')
  await expect.poll(() => isDueIn(0, 11), soon).toBe(true)
})

it('an email that expires before the mail server accepts it is dropped', async () => {
  mailServer.refuse(451, 100)
  await using _sender = startEmailWorker(store, { smtpUrl: mailServer.url })
  await store.accounts.register({ username: 'Ana', email: 'ana@example.org', passwordHash: 'none' })
  await store.recovery.requestReset('ana@example.org', 'en')
  await expect.poll(dueIn, soon).toBeLessThan(11)
  await sql`update jobs set expires_at = now() + interval '5 seconds', due_at = now()`
  await store.emails.queue({ kind: 'failed-logins', to: 'nobody@example.org', language: 'en' })
  // The worker deletes an email that expires during an attempt, the sweep one that expires between two.
  const jobCountAfterSweep = async (): Promise<number> => {
    await store.jobs.sweep()
    return jobCount()
  }
  await expect.poll(jobCountAfterSweep, soon).toBe(0)
  expect(mailServer.inbox).toEqual([])
})

it('concurrent email workers send each email once', async () => {
  const other = await openStore({ databaseUrl: database.url, clock: systemClock })
  const people = Array.from({ length: 40 }, (_, index) => `person-${index}@example.org`)
  for (const person of people) await queue(person)
  const senders = [store, other, store, other].map((each) => startEmailWorker(each, { smtpUrl: mailServer.url }))
  await expect.poll(jobCount, soon).toBe(0)
  expect(mailServer.inbox.flatMap(({ recipients }) => recipients).toSorted()).toEqual(people.toSorted())
  for (const sender of senders) await sender.stop()
  await other.close()
})

it('an email worker takes over a job a minute after the process that claimed it was killed', async () => {
  await queue('ana@example.org')
  expect(await store.emails.claim(5)).toHaveLength(1)
  expect(await dueIn()).toBeGreaterThan(50)
  const clock = fakeClock()
  await using _sender = startEmailWorker(store, { smtpUrl: mailServer.url, clock })
  // The worker sends what is queued now, and still not the claimed email.
  await queue('bea@example.org')
  await clock.advance(5_000)
  await mailServer.mailTo('bea@example.org')
  expect(mailServer.offered()).toBe(1)
  await sql`update jobs set due_at = due_at - interval '1 minute'`
  await clock.advance(5_000)
  await mailServer.mailTo('ana@example.org')
})

it('the email worker sends nothing when the account or the reason no longer exists', async () => {
  await store.recovery.requestReset('nobody@example.org', 'en')
  await store.emails.queue({ kind: 'failed-logins', to: 'nobody@example.org', language: 'en' })
  const nothing = { username: 'A', newEmail: 'b', restoreId: 7, language: 'en' }
  await store.emails.queue({ kind: 'email-changed', to: 'a@example.org', ...nothing })
  await using _sender = startEmailWorker(store, { smtpUrl: mailServer.url })
  await expect.poll(jobCount, soon).toBe(0)
  expect(mailServer.offered()).toBe(0)
})

describe('the demo’s mailbox', () => {
  it('shows emails newest first, as text, with links to the requested server, and is hidden from search engines', async () => {
    await using demo = await startApi({ databaseUrl: database.url })
    await using _sender = startEmailWorker(demo.store)
    const visitor = await demo.visitor().signUp()
    await visitor.call('forgotPassword', { body: { email: visitor.email } })
    await expect.poll(jobCount, soon).toBe(0)
    const username = '<script>alert(1)</script>'
    await demo.store.emails.queue({ kind: 'password-changed', to: 'b@example.org', username, language: 'en' })
    await expect.poll(jobCount, soon).toBe(0)
    await demo.store.emails.queue({ kind: 'password-changed', to: 'c@example.org', username: 'C', language: 'ja' })
    await expect.poll(jobCount, soon).toBe(0)
    const response = await visitor.fetch('/mailbox')
    const page = await response.text()
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page).not.toContain('<script')
    expect(page).toContain('Hello &lt;script&gt;')
    const languages = [...page.matchAll(/<h2 lang="([\w-]+)">.*?<div lang="([\w-]+)">/gs)].map(([, ...both]) => both)
    expect(languages.slice(0, 2)).toEqual([
      ['ja', 'ja'],
      ['en', 'en'],
    ])
    expect(page.indexOf('Set a new password')).toBeGreaterThan(page.indexOf('was changed'))
    const [, path = ''] = /href="(\/reset-password\?token=[\w-]{43})"/.exec(page) ?? []
    const token = path.slice(path.indexOf('=') + 1)
    await demo.visitor().call('resetPassword', { body: { token, newPassword: 'a bell at closing time' } })
    expect((await visitor.signIn({ password: 'a bell at closing time' })).status).toBe(200)
    expect((await visitor.fetch('/mailbox/style.css')).headers.get('content-type')).toContain('text/css')
  })

  it('does not exist on a real installation', async () => {
    await store.emails.putInMailbox({ to: 'a@example.org', language: 'en', subject: 'Secret subject', text: 'Secret' })
    await using real = await startApi({ sourceUrl: 'https://source.example', databaseUrl: database.url })
    const response = await real.visitor().fetch('/mailbox')
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('Secret')
  })
})
