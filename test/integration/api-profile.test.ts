// Changes that users make to their own accounts: name and address, password, sessions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveUnderTest, LiveClient, startLive } from '#support/live.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let live: LiveUnderTest
beforeAll(async () => {
  api = await startApi()
  live = await startLive(api.store)
})
afterAll(async () => {
  await live.close()
  await api.close()
})

/** Signs the same user in with another browser. */
async function signInElsewhere(visitor: Visitor, userAgent: string): Promise<Visitor> {
  const there = api.visitor()
  const body = { username: visitor.email, password: visitor.password, rememberMe: true }
  expect((await there.request('login', { body, headers: { 'user-agent': userAgent } })).status).toBe(200)
  return there
}
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'

describe('A profile change', () => {
  const save = (visitor: Visitor, username: string, email: string) =>
    visitor.request('updateProfile', { body: { username, email } })

  it('takes effect at once, trimmed, for the next call and the next login', async () => {
    const visitor = await api.visitor().signUp()
    const before = await visitor.call('user')
    const saved = await save(visitor, `  New ${visitor.name} `, ` New.${visitor.email} `)
    const after = { ...before, username: `New ${visitor.name}`, email: `new.${visitor.email}` }
    expect(saved.body).toEqual(after)
    expect(await visitor.call('user')).toEqual(after)
    expect((await visitor.signIn()).status).toBe(401)
    const body = { username: `NEW.${visitor.email}`, password: visitor.password }
    expect((await visitor.request('login', { body })).body).toEqual(after)
  })

  it('takes effect in other processes within five seconds', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl })
    const visitor = await api.visitor().signUp()
    const there = other.visitor()
    there.cookie = visitor.cookie
    await there.call('user')
    await save(visitor, `Renamed ${visitor.name}`, visitor.email)
    await expect
      .poll(async () => (await there.call('user')).username, { timeout: 5_000 })
      .toBe(`Renamed ${visitor.name}`)
  })

  it.each([
    ['', 'a@example.org', 'Username is required.'],
    ['   ', 'a@example.org', 'Username is required.'],
    ['Ana', '', 'Email is required.'],
    ['Ana', '   ', 'Email is required.'],
    ['Ana', 'mat seven', 'Please enter a valid email'],
    ['a@b', 'a@example.org', 'Use 1 to 40 letters, digits, blanks, dots, dashes or underscores.'],
    ['x'.repeat(41), 'a@example.org', 'Use 1 to 40 letters, digits, blanks, dots, dashes or underscores.'],
  ])('is refused for the name %j with the address %j in one sentence', async (username, email, sentence) => {
    const visitor = await api.visitor().signUp()
    const { status, error } = await save(visitor, username, email)
    expect([status, error.error]).toEqual([400, sentence])
  })

  it('[X-05] is refused with line breaks in a name or address, and logged in one line', async () => {
    const visitor = await api.visitor().signUp()
    const injected = 'a\r\nBcc: x@y.example'
    expect((await save(visitor, injected, visitor.email)).status).toBe(400)
    expect((await save(visitor, visitor.name, `a@example.org\r\nBcc: x@y.example`)).status).toBe(400)
    const body = { username: injected, email: 'other@example.org', password: visitor.password }
    expect((await api.visitor().request('register', { body })).status).toBe(400)
    await visitor.fetch(`/api/${encodeURIComponent(injected)}`)
    for (const line of api.logged().trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow()
    expect(api.logged()).not.toContain('Bcc')
  })

  it('is refused for a name that is taken in any letter case, and never confirms that an address is taken [E-03]', async () => {
    const [visitor, other] = [await api.visitor().signUp(), await api.visitor().signUp()]
    const namesake = await save(visitor, other.name.toUpperCase(), visitor.email)
    expect([namesake.status, namesake.error.error]).toEqual([409, 'This username is taken.'])
    const sameAddress = await save(visitor, visitor.name, other.email.toUpperCase())
    expect([sameAddress.status, sameAddress.error.error]).toEqual([409, 'This name or email cannot be used.'])
    expect((await save(visitor, visitor.name.toUpperCase(), visitor.email)).status).toBe(200)
  })

  it('[I-02] changes only name and address', async () => {
    const visitor = await api.visitor().signUp()
    const before = await visitor.call('user')
    const sent = {
      username: before.username,
      email: before.email,
      id: 1,
      role: 'superadmin',
      password: 'x',
      createdAt: '',
    }
    expect(await visitor.call('updateProfile', { body: sent })).toEqual(before)
    expect((await visitor.signIn()).status).toBe(200)
  })
})

describe('A password change', () => {
  const change = (visitor: Visitor, currentPassword: string, newPassword: string) =>
    visitor.request('changePassword', { body: { currentPassword, newPassword } })

  it.each([
    ['', 'a gong', 'Current password is required.'],
    ['mat seven at noon', '', 'New password is required.'],
    ['mat seven at noon', 'gongs', 'New password must be at least 6 characters long.'],
    ['mat seven at noon', 'x'.repeat(10_000), 'Password must be at most 256 characters long.'],
  ])(
    '[P-02] [P-03] is refused with the current password %j if it or the new one has a wrong length',
    async (current, next, sentence) => {
      const visitor = await api.visitor().signUp()
      const { status, error } = await change(visitor, current, next)
      expect([status, error.error]).toEqual([400, sentence])
    },
  )

  it('[P-02] accepts six characters', async () => {
    const visitor = await api.visitor().signUp()
    expect((await change(visitor, visitor.password, 'a gong')).status).toBe(200)
    expect((await visitor.signIn({ password: 'a gong' })).status).toBe(200)
    expect((await visitor.signIn()).status).toBe(401)
  })

  it('[P-02] needs the current password: a wrong one is reported, and the session continues', async () => {
    const visitor = await api.visitor().signUp()
    const { cookie } = visitor
    const { status, error } = await change(visitor, 'something else', 'one gong for the final')
    expect([status, error.code, error.error]).toEqual([400, 'wrong-password', 'Current password is incorrect.'])
    expect(visitor.cookie).toBe(cookie)
    expect((await visitor.request('user')).status).toBe(200)
    expect((await visitor.signIn()).status).toBe(200)
  })

  it('[B-01] must wait after five wrong guesses of the current password', async () => {
    const visitor = await api.visitor().signUp()
    for (let guess = 1; guess <= 5; guess++)
      expect((await change(visitor, `guess ${guess}`, 'one gong for the final')).status).toBe(400)
    const { status, headers } = await change(visitor, visitor.password, 'one gong for the final')
    expect([status, headers.get('retry-after')]).toEqual([429, '1'])
    expect((await visitor.request('user')).status).toBe(200)
  })

  it('[P-04] refuses a password that is easy to guess, even with six or seven characters, with a real source', async () => {
    await using real = await startApi({ sourceUrl: 'https://source.example', databaseUrl: api.databaseUrl })
    const visitor = await real.visitor().signUp()
    for (const common of ['qwerty', '1234567', 'rollcall123', visitor.name, visitor.email]) {
      const { status, error } = await change(visitor, visitor.password, common)
      expect([status, error.error]).toEqual([400, 'This password is too easy to guess. Please choose another.'])
    }
    expect((await change(visitor, visitor.password, 'one gong for the final')).status).toBe(200)
  })

  it('[S-07] ends the other sessions with their sockets, and renews the cookie of its own session', async () => {
    const visitor = await api.visitor().signUp()
    const there = await signInElsewhere(visitor, phone)
    const here = await LiveClient.open(live.url, { cookie: visitor.cookie ?? '' })
    const away = await LiveClient.open(live.url, { cookie: there.cookie ?? '' })
    const { cookie: old = '' } = visitor
    const { status, text } = await change(visitor, visitor.password, 'one gong for the final')
    expect(status).toBe(200)
    expect((await away.closed).code).toBe(4401)
    expect((await there.request('user')).status).toBe(401)
    expect(visitor.cookie).not.toBe(old)
    expect(text).not.toContain(visitor.cookie?.slice('sid='.length))
    expect((await visitor.request('user')).status).toBe(200)
    expect((await api.visitor().request('user', { headers: { cookie: old } })).status).toBe(401)
    // The socket of this browser remains open, even after its session is checked.
    await live.pass(300_000, here)
    await here.roundTrip()
    here.terminate()
  })

  it('[S-07] is performed once for two browsers at the same moment, and ends every login with the old password', async () => {
    const visitor = await api.visitor().signUp()
    const there = await signInElsewhere(visitor, phone)
    const logins = Array.from({ length: 3 }, () => api.visitor())
    const body = { username: visitor.email, password: visitor.password }
    const [one, other] = await Promise.all([
      change(visitor, visitor.password, 'one gong for the final'),
      change(there, visitor.password, 'two gongs for the final'),
      ...logins.map((login) => login.request('login', { body })),
    ])
    expect([one.status, other.status].filter((status) => status === 200)).toHaveLength(1)
    for (const login of logins) expect((await login.request('user')).status).toBe(401)
    const winner = one.status === 200 ? visitor : there
    expect((await winner.call('sessions')).sessions).toHaveLength(1)
  })

  it('[S-07] keeps a remembered session remembered', async () => {
    const visitor = await api.visitor().signUp()
    const there = await signInElsewhere(visitor, phone)
    const { headers } = await change(there, visitor.password, 'one gong for the final')
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
    ])
    expect((await visitor.request('user')).status).toBe(401)
  })
})

describe('[S-08] The list of sessions', () => {
  it('shows device and last use, and ends sessions one by one', async () => {
    const visitor = await api.visitor().signUp()
    const there = await signInElsewhere(visitor, phone)
    const { sessions } = await visitor.call('sessions')
    expect(sessions).toHaveLength(2)
    const other = sessions.find(({ current }) => !current)
    expect(other?.device).toBe('Chrome on Android')
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    for (const { createdAt, lastUsedAt } of sessions)
      for (const instant of [createdAt, lastUsedAt]) expect(Date.now() - Date.parse(instant)).toBeLessThan(60_000)
    const socket = await LiveClient.open(live.url, { cookie: there.cookie ?? '' })
    await visitor.call('endSession', { id: other?.id ?? 0 })
    expect((await socket.closed).code).toBe(4401)
    expect((await there.request('user')).status).toBe(401)
    expect((await visitor.call('sessions')).sessions.map(({ current }) => current)).toEqual([true])
    expect((await visitor.request('endSession', { id: other?.id ?? 0 })).status).toBe(404)
  })

  it('is hidden from other users, who cannot end its sessions [I-01]', async () => {
    const [visitor, other] = [await api.visitor().signUp(), await api.visitor().signUp()]
    const [own] = (await visitor.call('sessions')).sessions
    const foreign = await other.request('endSession', { id: own?.id ?? 0 })
    const missing = await other.request('endSession', { id: 2_000_000_000 })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.error, requestId: '' }).toEqual({ ...missing.error, requestId: '' })
    expect((await visitor.request('user')).status).toBe(200)
    expect((await other.call('sessions')).sessions.map(({ id }) => id)).not.toContain(own?.id)
  })

  it('ends the caller’s own session like a logout, and hides sessions past their limits', async () => {
    const visitor = await api.visitor().signUp()
    const there = await signInElsewhere(visitor, phone)
    const current = (await there.call('sessions')).sessions.find((session) => session.current)
    const { headers } = await there.request('endSession', { id: current?.id ?? 0 })
    expect(headers.getSetCookie()[0]).toContain('Max-Age=0')
    expect((await visitor.call('sessions')).sessions).toHaveLength(1)
    await signInElsewhere(visitor, phone)
    await api.sql`
      update sessions set created_at = created_at - interval '91 days' where remember
        and user_id = (select id from users where email = ${visitor.email})`
    expect((await visitor.call('sessions')).sessions).toHaveLength(1)
  })
})
