// Account recovery: the forgotten password, the emailed link, and what it changes.
import { request } from 'node:http'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveUnderTest, LiveClient, startLive } from '#support/live.ts'
import { confirmAddress, type MailServer, type EmailWorker, startMailServer, startEmailWorker } from '#support/mail.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let live: LiveUnderTest
let mailServer: MailServer
let sender: EmailWorker
beforeAll(async () => {
  // Behind a proxy, so that each call can have a separate client address.
  api = await startApi({ publicUrl: 'https://rollcall.example', trustedProxies: ['127.0.0.1'] })
  live = await startLive(api.store, { publicUrl: 'https://rollcall.example' })
  mailServer = await startMailServer()
  sender = startEmailWorker(api.store, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await sender.stop()
  await mailServer.close()
  await live.close()
  await api.close()
})

let hosts = 0
/** Headers with a new client address. */
const newAddressHeaders = (): Record<string, string> => {
  hosts++
  return { 'x-forwarded-for': `198.51.${Math.floor(hosts / 250)}.${hosts % 250}` }
}
const forget = (email: string, headers = newAddressHeaders()) =>
  api.visitor().request('forgotPassword', { body: { email }, headers })
const reset = (token: string, newPassword = 'a bell at closing time', headers = newAddressHeaders()) =>
  api.visitor().request('resetPassword', { body: { token, newPassword }, headers })
const restore = (token: string) =>
  api.visitor().request('restoreAccount', { body: { token }, headers: newAddressHeaders() })
/** Signs up a user with a verified address. */
const signUp = async (): Promise<Visitor> => confirmAddress(await api.visitor().signUp(), mailServer)
/** The token of a new password link. */
const newTokenFor = async ({ email }: Visitor): Promise<string> => {
  await forget(email)
  return (await mailServer.mailTo(email)).token
}
/** The number of queued emails. */
const countQueued = async (): Promise<number> => (await api.sql`select 1 from jobs`).length
const refusal = ({ status, error }: Answer<unknown>) => [status, error.code, error.error]
const invalid = [400, 'invalid-token', 'This reset link is invalid or has expired.']

describe('A request for a forgotten password', () => {
  it('[T-01] [E-01] is answered alike for a known and an unknown address, and never with the link', async () => {
    const visitor = await signUp()
    const [known, unknown] = [await forget(visitor.email), await forget('nobody@example.org')]
    const shape = ({ status, text, headers }: typeof known) => {
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers)
      return { status, text, rest }
    }
    expect(shape(known)).toEqual(shape(unknown))
    expect(known.body).toEqual({
      success: true,
      message: 'If an account has this email, a reset link is on its way.',
    })
    const { token } = await mailServer.mailTo(visitor.email)
    const answer = known.text + JSON.stringify([...known.headers])
    for (const secret of [token, 'token', '://']) expect(answer).not.toContain(secret)
    await expect.poll(countQueued, { timeout: 20_000 }).toBe(0)
    expect(mailServer.inbox).toEqual([])
  })

  it('[T-05] emails a link to the configured host, whatever the Host header contains', async () => {
    // A demo refuses such a host entirely.
    const publicUrl = 'https://rollcall.example'
    await using real = await startApi({ databaseUrl: api.databaseUrl, publicUrl, sourceUrl: 'https://source.example' })
    const visitor = await signUp()
    const body = JSON.stringify({ email: visitor.email })
    const sent = request(`${real.url}/api/forgot-password`, {
      method: 'POST',
      headers: {
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
        forwarded: 'host=evil.test',
        'content-type': 'application/json',
      },
    })
    sent.end(body)
    await once(sent, 'response')
    const mail = await mailServer.mailTo(visitor.email)
    expect(mail.raw).not.toContain('evil.test')
    expect(mail.text).toContain(`https://rollcall.example/reset-password?token=${mail.token}`)
    expect(mail.html).toContain(`href="https://rollcall.example/reset-password?token=${mail.token}"`)
    expect(mail.token).toMatch(/^[\w-]{43}$/)
    expect(mail.from).toMatchObject({ name: 'RollCall', address: 'no-reply@rollcall.example' })
  })

  it.each([[{ email: 'nobody' }], [{ email: '' }], [{}], [{ email: 'a@example.org\r\nBcc: x@y.example' }]])(
    'is refused without a valid address: %o',
    async (body) => {
      const answer = await api.visitor().request('forgotPassword', { body: body as { email: string } })
      expect(answer.status).toBe(400)
    },
  )

  it('[B-01] emails at most three links an hour, and is answered alike after that', async () => {
    const visitor = await signUp()
    const links = []
    for (let count = 1; count <= 3; count++) links.push(await newTokenFor(visitor))
    await expect.poll(countQueued, { timeout: 20_000 }).toBe(0)
    await sender.stop()
    const first = await forget('nobody-else@example.org')
    const fourth = await forget(visitor.email.toUpperCase())
    expect([fourth.status, fourth.text]).toEqual([200, first.text])
    expect(await countQueued()).toBe(1)
    sender = startEmailWorker(api.store, { smtpUrl: mailServer.url })
    expect((await reset(links[2] ?? '')).status).toBe(200)
  })

  it('[B-01] is accepted 60 times an hour from one address', async () => {
    const headers = newAddressHeaders()
    for (let count = 1; count <= 60; count++)
      expect((await forget(`nobody-${count}@example.org`, headers)).status).toBe(200)
    const refused = await forget('nobody-61@example.org', headers)
    expect([refused.status, refused.error.code]).toEqual([429, 'too-many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('A password link', () => {
  it('[T-02] works once, and is stored only as a hash', async () => {
    const visitor = await signUp()
    const token = await newTokenFor(visitor)
    const rows = await api.sql<{ token: string }[]>`
      select link.token from password_reset_tokens link join users on users.id = link.user_id where email = ${visitor.email}`
    expect(rows.map((row) => row.token)).toEqual([createHash('sha256').update(token).digest('hex')])
    const done = await reset(token)
    expect([done.status, done.body.success]).toEqual([200, true])
    expect(refusal(await reset(token))).toEqual(invalid)
    expect((await visitor.signIn()).status).toBe(401)
    expect((await visitor.signIn({ password: 'a bell at closing time' })).status).toBe(200)
  })

  it('[T-02] works once when it is used twenty times at once', async () => {
    const visitor = await signUp()
    const token = await newTokenFor(visitor)
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => (await reset(token, `password number ${at}`)).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  it.each([
    [29, 200],
    [31, 400],
  ])('[T-03] that is %i minutes old answers %i', async (minutes, status) => {
    const visitor = await signUp()
    const token = await newTokenFor(visitor)
    await api.sql`
      update password_reset_tokens set expires_at = expires_at - make_interval(mins => ${minutes}),
        created_at = created_at - make_interval(mins => ${minutes})
      where user_id = (select id from users where email = ${visitor.email})`
    expect((await reset(token)).status).toBe(status)
  })

  it('[T-04] is void as soon as another is requested, even before that is sent', async () => {
    const visitor = await signUp()
    const [first, second] = [await newTokenFor(visitor), await newTokenFor(visitor)]
    expect(refusal(await reset(first))).toEqual(invalid)
    await sender.stop()
    await forget(visitor.email)
    expect(refusal(await reset(second))).toEqual(invalid)
    sender = startEmailWorker(api.store, { smtpUrl: mailServer.url })
    expect((await reset((await mailServer.mailTo(visitor.email)).token)).status).toBe(200)
  })

  it('[T-04] is void after a change of the password or the address', async () => {
    const changed = await signUp()
    const token = await newTokenFor(changed)
    const newPassword = 'one gong for the final'
    await changed.call('changePassword', { body: { currentPassword: changed.password, newPassword } })
    expect(refusal(await reset(token))).toEqual(invalid)
    const moved = await signUp()
    const other = await newTokenFor(moved)
    await moved.call('updateProfile', { body: { username: moved.name, email: `new-${moved.email}` } })
    expect(refusal(await reset(other))).toEqual(invalid)
  })

  it('is sent once when it is requested several times before it is sent', async () => {
    const visitor = await signUp()
    await sender.stop()
    await Promise.all([forget(visitor.email), forget(visitor.email)])
    await forget(visitor.email)
    expect(await countQueued()).toBe(1)
    sender = startEmailWorker(api.store, { smtpUrl: mailServer.url })
    expect((await reset((await mailServer.mailTo(visitor.email)).token)).status).toBe(200)
  })

  it('[T-07] ends all sessions and their sockets, signs nobody in, and notifies the owner', async () => {
    const visitor = await signUp()
    const { cookie = '' } = visitor
    const socket = await LiveClient.open(live.url, { cookie })
    const token = await newTokenFor(visitor)
    const done = await reset(token)
    expect(done.headers.getSetCookie()).toEqual([])
    expect((await socket.closed).code).toBe(4401)
    expect((await visitor.request('user')).status).toBe(401)
    const notice = await mailServer.mailTo(visitor.email)
    expect(notice.subject).toBe('Your RollCall password was changed')
    expect(notice.text).toContain(visitor.name)
    expect(notice.token).toBe('')
  })

  it.each([
    ['seven 7', 'Password must be at least 8 characters long'],
    ['x'.repeat(10_000), 'Password must be at most 256 characters long.'],
  ])('[P-02] [P-03] refuses a password of a wrong length and stays valid', async (newPassword, sentence) => {
    const visitor = await signUp()
    const token = await newTokenFor(visitor)
    const { status, error } = await reset(token, newPassword)
    expect([status, error.error]).toEqual([400, sentence])
    expect((await reset(token)).status).toBe(200)
  })

  it('[P-04] refuses a password that is easy to guess and stays valid, with a real source', async () => {
    await using real = await startApi({ sourceUrl: 'https://source.example', databaseUrl: api.databaseUrl })
    const visitor = await confirmAddress(await real.visitor().signUp(), mailServer)
    const token = await newTokenFor(visitor)
    for (const newPassword of ['password1', 'rollcall123', visitor.name, visitor.email]) {
      const { status, error } = await real.visitor().request('resetPassword', { body: { token, newPassword } })
      expect([status, error.error]).toEqual([400, 'This password is too easy to guess. Please choose another.'])
    }
    expect((await reset(token)).status).toBe(200)
  })

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(200), '../../etc', "' or 1=1 --"])(
    'is refused with the forged token %j',
    async (token) => expect(refusal(await reset(token))).toEqual(invalid),
  )

  it('[B-01] can be tried ten times an hour, and from one address sixty times in a quarter of an hour', async () => {
    const token = 'y'.repeat(43)
    const tries = []
    for (let tried = 1; tried <= 11; tried++) tries.push((await reset(token)).status)
    expect(tries).toEqual([...Array<number>(10).fill(400), 429])
    const headers = newAddressHeaders()
    const guesses = []
    for (let tried = 1; tried <= 61; tried++)
      guesses.push((await reset(`guess-${String(tried).padStart(2, '0')}`.padEnd(43, 'z'), undefined, headers)).status)
    expect(guesses).toEqual([...Array<number>(60).fill(400), 429])
    const visitor = await signUp()
    expect((await reset(await newTokenFor(visitor))).status).toBe(200)
  })
})

describe('[W4] A change of address', () => {
  const move = async (visitor: Visitor, email: string) =>
    visitor.call('updateProfile', { body: { username: visitor.name, email } })
  const confirmMoved = async (visitor: Visitor, email: string) =>
    visitor.call('verifyEmail', { body: { token: (await mailServer.mailTo(email)).token } })

  it('is reported to the old address with a link that restores it once and ends all sessions', async () => {
    const visitor = await signUp()
    await move(visitor, `thief-${visitor.email}`)
    const notice = await mailServer.mailTo(visitor.email)
    expect(notice.subject).toBe('The email address of your RollCall account was changed')
    expect(notice.text).toContain(`thief-${visitor.email}`)
    expect(notice.text).toContain(`https://rollcall.example/restore-account?token=${notice.token}`)
    const socket = await LiveClient.open(live.url, { cookie: visitor.cookie ?? '' })
    expect((await restore(notice.token)).body.success).toBe(true)
    expect((await socket.closed).code).toBe(4401)
    expect((await visitor.request('user')).status).toBe(401)
    expect((await visitor.signIn()).body.email).toBe(visitor.email)
    expect(refusal(await restore(notice.token))).toEqual([400, 'invalid-token', 'This link is invalid or has expired.'])
  })

  /** The thief has the session and the password, and moves the account to an address of their own. */
  const steal = async (visitor: Visitor): Promise<string> => {
    await move(visitor, `thief-${visitor.email}`)
    await confirmMoved(visitor, `thief-${visitor.email}`)
    return (await mailServer.mailTo(visitor.email, 'The email address of your RollCall account was changed')).token
  }
  const thiefPassword = 'a door in the wind'
  const changeTo = (visitor: Visitor, newPassword: string) =>
    visitor.request('changePassword', { body: { currentPassword: visitor.password, newPassword } })
  const signInAsThief = (visitor: Visitor) =>
    api.visitor().request('login', {
      body: { username: visitor.email, password: thiefPassword },
      headers: newAddressHeaders(),
    })

  it.each([
    [
      'after the change, by an emailed link',
      async (visitor: Visitor) => {
        const token = await steal(visitor)
        await forget(`thief-${visitor.email}`)
        const link = await mailServer.mailTo(`thief-${visitor.email}`, 'Set a new password for RollCall')
        expect((await reset(link.token, thiefPassword)).status).toBe(200)
        return token
      },
    ],
    [
      'after the change, in the settings',
      async (visitor: Visitor) => {
        const token = await steal(visitor)
        expect((await changeTo(visitor, thiefPassword)).status).toBe(200)
        return token
      },
    ],
    [
      'just before the change',
      async (visitor: Visitor) => {
        expect((await changeTo(visitor, thiefPassword)).status).toBe(200)
        return steal(visitor)
      },
    ],
  ])('[N-13] is undone together with a password that was set %s, and leads to a new one', async (_, theft) => {
    const visitor = await signUp()
    const token = await theft(visitor)
    const { status, body } = await restore(token)
    expect(status).toBe(200)
    const wrong = [401, 'wrong-login', 'Wrong email or password.']
    expect(refusal(await signInAsThief(visitor))).toEqual(wrong)
    expect((await reset(body.resetToken)).status).toBe(200)
    expect(refusal(await signInAsThief(visitor))).toEqual(wrong)
    expect((await visitor.signIn({ password: 'a bell at closing time' })).status).toBe(200)
  })

  it('[N-13] is undone without ending a password that is older than the seven days before it', async () => {
    const visitor = await signUp()
    expect((await changeTo(visitor, thiefPassword)).status).toBe(200)
    await api.sql`update users set password_set_at = now() - interval '8 days' where email = ${visitor.email}`
    expect((await restore(await steal(visitor))).status).toBe(200)
    expect((await signInAsThief(visitor)).status).toBe(200)
  })

  it('[N-13] is undone even if the stranger changes the password at the same moment', async () => {
    const visitor = await signUp()
    const token = await steal(visitor)
    const [restored] = await Promise.all([restore(token), ...[1, 2, 3].map(() => changeTo(visitor, thiefPassword))])
    expect(restored.status).toBe(200)
    expect((await signInAsThief(visitor)).status).toBe(401)
  })

  it.each([
    [6 * 24 + 23, 200],
    [7 * 24 + 1, 400],
  ])('can be undone for seven days: after %i hours the link answers %i', async (hours, status) => {
    const visitor = await signUp()
    await move(visitor, `new-${visitor.email}`)
    const { token } = await mailServer.mailTo(visitor.email)
    await api.sql`update account_restores set expires_at = expires_at - make_interval(hours => ${hours})`
    expect((await restore(token)).status).toBe(status)
  })

  it('can be undone even after a second change, whose own link then fails', async () => {
    const visitor = await signUp()
    await move(visitor, `one-${visitor.email}`)
    await confirmMoved(visitor, `one-${visitor.email}`)
    await move(visitor, `two-${visitor.email}`)
    const first = await mailServer.mailTo(visitor.email)
    const second = await mailServer.mailTo(`one-${visitor.email}`)
    expect((await restore(first.token)).status).toBe(200)
    expect((await restore(second.token)).status).toBe(400)
    expect((await visitor.signIn()).status).toBe(200)
  })

  it('reserves the old address, which is refused to others in the same words as any taken one [E-03]', async () => {
    const visitor = await signUp()
    await move(visitor, `away-${visitor.email}`)
    const other = api.visitor()
    const body = { username: other.name, email: visitor.email, password: other.password }
    const refused = await other.request('register', { body, headers: newAddressHeaders() })
    expect(refusal(refused)).toEqual([409, 'taken', 'This name or email cannot be used.'])
    await other.signUp()
    await mailServer.mailTo(other.email)
    const taken = await other.request('updateProfile', { body: { username: other.name, email: visitor.email } })
    expect(refusal(taken)).toEqual([409, 'taken', 'This name or email cannot be used.'])
    expect((await move(visitor, visitor.email)).email).toBe(visitor.email)
  })
})

describe('The owner of an account', () => {
  it('[B-01] gets one email about thirty failed logins in a day from any address', async () => {
    const visitor = await signUp()
    visitor.device = undefined
    const fail = () => visitor.signIn({ password: 'wrong', headers: newNetworkHeaders() })
    for (let failed = 1; failed <= 35; failed++) expect((await fail()).status).toBe(401)
    const notice = await mailServer.mailTo(visitor.email)
    expect(notice.subject).toBe('Many failed logins to your RollCall account')
    expect((await visitor.signIn({ headers: newNetworkHeaders() })).status).toBe(200)
    await forget(visitor.email)
    expect((await mailServer.mailTo(visitor.email)).subject).toBe('Set a new password for RollCall')
  })
  let networks = 0
  const newNetworkHeaders = () => ({ 'x-forwarded-for': `203.0.${networks++}.9` })
})
