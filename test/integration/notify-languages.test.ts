// Emails in the language of the request, as a mail server receives them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Language, languages } from '#contract/language.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import {
  confirmAddress,
  type MailServer,
  type ReceivedEmail,
  type EmailWorker,
  startMailServer,
  startEmailWorker,
} from '#support/mail.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import { connect, type Sql } from '#support/sql.ts'

let database: TestDatabase
let api: ApiUnderTest
let mailServer: MailServer
let sender: EmailWorker
let sql: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  ;[api, mailServer] = await Promise.all([startApi({ databaseUrl: database.url }), startMailServer()])
  sender = startEmailWorker(api.store, { smtpUrl: mailServer.url })
  sql = connect(database.url)
})
afterAll(async () => {
  await sql?.end()
  await sender?.stop()
  await mailServer?.close()
  await api?.close()
  await database?.close()
})

const header = ({ headers }: ReceivedEmail, name: string) => headers.find(({ key }) => key === name)?.value

/** The subjects in each language: password link, changed password, changed address, failed logins, stopped alerts. */
const subjects: Record<Language, [string, string, string, string, string]> = {
  en: [
    'Set a new password for RollCall',
    'Your RollCall password was changed',
    'The email address of your RollCall account was changed',
    'Many failed logins to your RollCall account',
    'Alerts stopped on one of your devices',
  ],
  'pt-BR': [
    'Defina uma nova senha para o RollCall',
    'Sua senha do RollCall foi alterada',
    'O e-mail da sua conta do RollCall foi alterado',
    'Muitas tentativas sem sucesso de entrar na sua conta do RollCall',
    'Os alertas pararam em um dos seus aparelhos',
  ],
  es: [
    'Crea una contraseña nueva para RollCall',
    'Se cambió tu contraseña de RollCall',
    'Se cambió el correo electrónico de tu cuenta de RollCall',
    'Muchos intentos fallidos de entrar en tu cuenta de RollCall',
    'Las notificaciones se detuvieron en uno de tus dispositivos',
  ],
  ja: [
    'RollCallのパスワード再設定',
    'RollCallのパスワードが変更されました',
    'RollCallアカウントのメールアドレスが変更されました',
    'RollCallアカウントへのログインが何度も失敗しました',
    'お使いの端末の1台で通知が停止しました',
  ],
}
/** The subjects of the emails to an unverified address: with the link that verifies it, and with the link that claims it. */
const neutralSubjects: Record<Language, [string, string]> = {
  en: ['Confirm your email address for RollCall', 'Use your email address at RollCall'],
  'pt-BR': ['Confirme seu e-mail no RollCall', 'Use seu e-mail no RollCall'],
  es: ['Confirma tu correo electrónico en RollCall', 'Usa tu correo electrónico en RollCall'],
  ja: ['RollCallのメールアドレスの確認', 'RollCallでこのメールアドレスを使うには'],
}
const greetings: Record<Language, RegExp> = {
  en: /^Hello .*,$/m,
  'pt-BR': /^Olá, .*!$/m,
  es: /^Hola, .*:$/m,
  ja: /^.* 様$/m,
}

/** Expects that the email is complete and in its language, as text and as HTML, in a form that every mail server accepts. */
function expectWhole(mail: ReceivedEmail, language: Language): void {
  expect(header(mail, 'content-language')).toBe(language)
  expect(mail.html).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`))
  expect(mail.html).toContain(`<title>${mail.subject}</title>`)
  expect(mail.text).toContain('https://rollcall.example/')
  // Each paragraph of the text is in the HTML.
  for (const paragraph of (mail.text ?? '').trim().split('\n\n'))
    expect(mail.html).toContain(`>${paragraph.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</`)
  // RFC 5322, 2047: 7 bits, lines of at most 998 characters, encoded words of at most 75.
  expect(mail.raw).toMatch(/^[\x20-\x7e\r\n\t]*$/)
  expect(Math.max(...mail.raw.split('\r\n').map(({ length }) => length))).toBeLessThan(998)
  for (const [word] of mail.raw.matchAll(/=\?[^?\s]+\?[bq]\?\S*\?=/gi)) expect(word.length).toBeLessThan(76)
}

describe.each(languages)('in %s', (language) => {
  it('every email has a subject, text and HTML in characters that every mail server accepts', async () => {
    const caller = api.visitor()
    const headers = { 'accept-language': language }
    const { email } = await confirmAddress(await caller.signUp(), mailServer)
    await caller.call('forgotPassword', { body: { email }, headers })
    const reset = await mailServer.mailTo(email)
    const newPassword = 'a bell at closing time'
    await caller.call('resetPassword', { body: { token: reset.token, newPassword }, headers })
    const changed = await mailServer.mailTo(email)
    await caller.signIn({ password: newPassword })
    const other = `other-${email}`
    await caller.call('updateProfile', { body: { username: caller.name, email: other }, headers })
    const moved = await mailServer.mailTo(email)
    const { token } = await mailServer.mailTo(other)
    await caller.call('verifyEmail', { body: { token } })
    await api.store.emails.queue({ kind: 'failed-logins', to: other, language })
    const failed = await mailServer.mailTo(other)
    await api.store.emails.queue({ kind: 'alerts-stopped', to: other, language })
    const stopped = await mailServer.mailTo(other)
    expect(stopped.text).toMatch(/\/profile$/m)
    const all = [reset, changed, moved, failed, stopped]
    expect(all.map(({ subject }) => subject)).toEqual(subjects[language])
    for (const mail of all) {
      expectWhole(mail, language)
      expect(mail.text).toMatch(greetings[language])
      expect(mail.text).toContain(caller.name)
    }
    expect(moved.text).toContain(other)
    expect(reset.token).toMatch(/^[\w-]{43}$/)
  })

  it('[N-04] emails to an unverified address are complete and contain no name', async () => {
    const headers = { 'accept-language': language }
    const caller = api.visitor()
    const { name: username, email, password } = caller
    await caller.call('register', { body: { username, email, password }, headers })
    const confirm = await mailServer.mailTo(email)
    const other = api.visitor()
    await other.request('register', { body: { username: other.name, email, password }, headers })
    const claim = await mailServer.mailTo(email)
    await caller.call('forgotPassword', { body: { email }, headers })
    const reset = await mailServer.mailTo(email)
    expect([confirm, claim, reset].map(({ subject }) => subject)).toEqual([
      ...neutralSubjects[language],
      subjects[language][0],
    ])
    for (const mail of [confirm, claim, reset]) {
      expectWhole(mail, language)
      for (const { name } of [caller, other]) expect(mail.raw + mail.text + mail.html).not.toContain(name)
      expect(mail.token).toMatch(/^[\w-]{43}$/)
    }
  })

  it('[X-01] [X-05] a name is escaped in HTML, appears in no header and adds no recipient', async () => {
    const username = '山本 <img src=x>\r\nBcc: thief@example.org\r\n\r\n'
    const to = `name-${language}@example.org`
    await api.store.emails.queue({ kind: 'password-changed', to, username, language })
    const mail = await mailServer.mailTo(to)
    expect(mail.recipients).toEqual([to])
    expect(mail.subject).toBe(subjects[language][1])
    expect(mail.html).toContain('山本 &lt;img src=x&gt;')
    expect(mail.headers.map(({ key, value }) => `${key}: ${value}`).join('\n')).not.toMatch(/thief|^bcc/im)
  })
})

it('the email about a changed password is in the language of the request', async () => {
  const caller = await confirmAddress(await api.visitor().signUp(), mailServer)
  const body = { currentPassword: caller.password, newPassword: 'a bell at closing time' }
  await caller.call('changePassword', { body, headers: { 'accept-language': 'ja' } })
  expect((await mailServer.mailTo(caller.email)).subject).toBe(subjects.ja[1])
})

it.each([
  ['two supported languages', 'de-CH, pt-PT;q=0.9, en;q=0.8', 'pt-BR'],
  ['no supported language', 'tlh, de', 'en'],
  ['no language at all', '"><script>; Bcc=thief@example.org', 'en'],
] as const)(
  'An email is in the first supported language of the request’s Accept-Language header, or else in English: %s',
  async (_, accepted, language) => {
    const caller = await confirmAddress(await api.visitor().signUp(), mailServer)
    await caller.call('forgotPassword', { body: { email: caller.email }, headers: { 'accept-language': accepted } })
    const mail = await mailServer.mailTo(caller.email)
    expect(mail.subject).toBe(subjects[language][0])
    expect(header(mail, 'content-language')).toBe(language)
  },
)

it('a queued email without a language, or with an unsupported one, is sent in English', async () => {
  const old = { username: 'Ana' }
  const strange = { username: 'Bia', language: 'x"><b>\r\nBcc: thief@example.org' }
  for (const [to, data] of Object.entries({ 'old@example.org': old, 'strange@example.org': strange })) {
    await sql`
      insert into jobs (kind, payload, expires_at)
      values ('mail', ${JSON.stringify({ kind: 'password-changed', to, ...data })}::text::jsonb, now() + interval '1 hour')`
    const mail = await mailServer.mailTo(to)
    expect(mail.subject).toBe(subjects.en[1])
    expect(mail.raw).not.toContain('thief')
  }
})
