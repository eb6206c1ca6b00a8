import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedAdministrator, seedUser } from '#api'
import { type ApiUnderTest, startApi } from '#support/server.ts'

let api: ApiUnderTest
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const cookieOf = (headers: Headers): string => headers.getSetCookie()[0] ?? ''
const tokenOf = (headers: Headers): string => /^[^=]+=([^;]*)/.exec(cookieOf(headers))?.[1] ?? ''

/** Makes all existing sessions this many hours older. Those that were used within the last second stay cached. */
const ageSessions = (hours: number) =>
  api.sql`update sessions set created_at = created_at - make_interval(hours => ${hours}), last_used_at = last_used_at - make_interval(hours => ${hours})`

describe('The account API', () => {
  it('signs a new user up, in, out and in again', async () => {
    const visitor = await api.visitor().signUp()
    const user = await visitor.call('user')
    expect(user).toMatchObject({ username: visitor.name, email: visitor.email, role: 'user' })
    expect(await visitor.call('authCheck')).toEqual({ isAuthenticated: true, user })
    await visitor.call('logout')
    expect(await visitor.call('authCheck')).toEqual({ isAuthenticated: false, user: null })
    expect((await visitor.request('user')).status).toBe(401)
    expect((await visitor.signIn()).body).toEqual(user)
  })

  it('accepts the email in any letter case, and only the exact password', async () => {
    const visitor = await api.visitor().signUp()
    const body = { username: visitor.email.toUpperCase(), password: visitor.password }
    expect((await visitor.request('login', { body })).status).toBe(200)
    const other = { ...body, password: visitor.password.toUpperCase() }
    expect((await visitor.request('login', { body: other })).error).toMatchObject({ code: 'wrong-login' })
  })

  it.each([
    [{ username: 'nobody', password: 'x' }, 'Please enter a valid email'],
    [{ username: 'a@example.org', password: '' }, 'Password is required'],
  ])('answers a login of %o with the sentence of the specification', async (body, sentence) => {
    const { status, error } = await api.visitor().request('login', { body })
    expect([status, error.error]).toEqual([400, sentence])
  })

  it('[P-02] refuses a new password of 7 characters and accepts one of 8', async () => {
    const visitor = api.visitor()
    const body = { username: visitor.name, email: visitor.email, password: 'seven 7' }
    const { status, error } = await visitor.request('register', { body })
    expect([status, error.error]).toEqual([400, 'Password must be at least 8 characters long'])
    expect((await visitor.request('register', { body: { ...body, password: 'eight 88' } })).status).toBe(200)
  })

  it('[P-03] accepts a passphrase of 128 characters in any script and refuses one of 10,000', async () => {
    const visitor = api.visitor()
    const body = { username: visitor.name, email: visitor.email, password: 'ção 柔術 '.repeat(15).padEnd(128, 'ß') }
    expect((await visitor.request('register', { body })).status).toBe(200)
    expect((await visitor.signIn({ password: body.password })).status).toBe(200)
    expect((await visitor.signIn({ password: body.password.trimEnd().slice(0, -1) })).status).toBe(401)
    const long = await visitor.request('register', { body: { ...body, password: 'x'.repeat(10_000) } })
    expect(long.status).toBe(400)
  })

  it('[P-04] refuses common, repeated and blank passwords and those made of the user’s own names, with a real source', async () => {
    await using real = await startApi({ sourceUrl: 'https://source.example', databaseUrl: api.databaseUrl })
    const visitor = real.visitor()
    const body = { username: 'Marina Serra', email: 'pedra.azul@example.org', password: '' }
    for (const password of ['password1', 'rollcall123', 'MARINA SERRA', 'pedra.azul1', 'aaaaaaaa', '        ']) {
      const { status, error } = await visitor.request('register', { body: { ...body, password } })
      expect([status, error.error]).toEqual([400, 'This password is too easy to guess. Please choose another.'])
    }
    expect((await visitor.request('register', { body: { ...body, password: visitor.password } })).status).toBe(200)
  })

  it('[P-04] accepts any password of the right length in the demo', async () => {
    for (const password of ['aaaaaaaa', '        ', 'password1']) {
      const visitor = api.visitor()
      const body = { username: visitor.name, email: visitor.email, password }
      expect((await visitor.request('register', { body })).status).toBe(200)
    }
  })

  it('[P-04] refuses blank and repeated passwords at a change of password, with a real source', async () => {
    await using real = await startApi({ sourceUrl: 'https://source.example', databaseUrl: api.databaseUrl })
    const visitor = await real.visitor().signUp()
    for (const newPassword of ['      ', 'aaaaaa']) {
      const { status, error } = await visitor.request('changePassword', {
        body: { currentPassword: visitor.password, newPassword },
      })
      expect([status, error.error]).toEqual([400, 'This password is too easy to guess. Please choose another.'])
    }
  })

  it('[P-01] stores argon2id hashes', async () => {
    const visitor = await api.visitor().signUp()
    const [row] = await api.sql<{ password: string }[]>`select password from users where email = ${visitor.email}`
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('says that a username is taken in any letter case, but never that an address is [E-03]', async () => {
    const first = await api.visitor().signUp()
    const second = api.visitor()
    const body = { username: first.name.toUpperCase(), email: second.email, password: second.password }
    const namesake = await second.request('register', { body })
    expect([namesake.status, namesake.error.error]).toEqual([409, 'This username is taken.'])
    const sameAddress = await second.request('register', {
      body: { ...body, username: second.name, email: first.email },
    })
    expect([sameAddress.status, sameAddress.error.error]).toEqual([409, 'This name or email cannot be used.'])
  })

  it('[E-02] answers an unknown address and a wrong password alike', async () => {
    const known = await api.visitor().signUp()
    const wrong = await known.signIn({ password: 'something else' })
    const unknown = await api.visitor().signIn()
    const shape = (answer: typeof wrong) => [
      answer.status,
      { ...answer.error, requestId: '' },
      [...answer.headers.keys()].filter((name) => !['date', 'connection', 'keep-alive'].includes(name)),
    ]
    expect(shape(unknown)).toEqual(shape(wrong))
  })

  it('[I-02] [A-02] ignores a role in the body of a sign-up', async () => {
    const visitor = api.visitor()
    const body = {
      username: visitor.name,
      email: visitor.email,
      password: visitor.password,
      id: 1,
      role: 'superadmin',
      isAdmin: true,
      createdAt: '2000-01-01T00:00:00Z',
    }
    const { body: user } = await visitor.request('register', { body })
    expect(user.role).toBe('user')
    expect(user.id).toBeGreaterThan(1)
    expect(Date.parse(user.createdAt)).toBeGreaterThan(Date.parse('2026-01-01'))
  })
})

describe('A session', () => {
  it('[S-01] has a long random token that is different each time, and is stored only as a hash', async () => {
    const visitor = await api.visitor().signUp()
    const { id } = await visitor.call('user')
    const token = () => api.store.sessions.start({ userId: id, remember: false, userAgent: null, ip: null })
    const tokens = new Set(await Promise.all(Array.from({ length: 1_000 }, token)))
    expect(tokens.size).toBe(1_000)
    for (const each of tokens) expect(each).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const stored = await api.sql<{ token_hash: Buffer }[]>`select token_hash from sessions where user_id = ${id}`
    expect(stored).toHaveLength(1_001)
    for (const row of stored)
      for (const form of ['utf8', 'base64url'] as const) expect(tokens.has(row.token_hash.toString(form))).toBe(false)
  })

  it('[S-02] sets an HttpOnly cookie for this host over http, whose token is in no response body', async () => {
    const visitor = await api.visitor().signUp()
    const { headers, text } = await visitor.signIn()
    expect(cookieOf(headers)).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(text).not.toContain(tokenOf(headers))
    const remembered = await visitor.signIn({ rememberMe: true })
    expect(cookieOf(remembered.headers)).toMatch(/^sid=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  })

  it('[S-02] sets a secure cookie if the public address is https', async () => {
    await using secure = await startApi({ publicUrl: 'https://rollcall.example', databaseUrl: api.databaseUrl })
    const visitor = await secure.visitor().signUp()
    const { headers } = await visitor.signIn()
    expect(cookieOf(headers)).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect((await visitor.request('user')).status).toBe(200)
    visitor.cookie = `sid=${tokenOf(headers)}`
    expect((await visitor.request('user')).status).toBe(401)
  })

  it('[S-03] gets a new token at login, which ends the session that the browser had', async () => {
    const visitor = await api.visitor().signUp()
    const planted = 'x'.repeat(43)
    const { headers } = await visitor.signIn({ headers: { cookie: `sid=${planted}` } })
    expect(tokenOf(headers)).not.toBe(planted)
    const first = visitor.cookie
    await visitor.signIn()
    expect(visitor.cookie).not.toBe(first)
    expect((await visitor.request('user', { headers: { cookie: first ?? '' } })).status).toBe(401)
    expect((await visitor.request('user')).status).toBe(200)
  })

  it('[S-04] ends on the server at logout', async () => {
    const visitor = await api.visitor().signUp()
    const { cookie = '' } = visitor
    await visitor.call('user')
    const { headers } = await visitor.request('logout')
    expect(cookieOf(headers)).toBe('sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
    expect((await visitor.request('user', { headers: { cookie } })).status).toBe(401)
  })

  it('[S-04] notifies the listeners of a logout in this process and in others', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl })
    const visitor = await api.visitor().signUp()
    const { id } = await visitor.call('user')
    const ended = [api, other].map(
      ({ store }) =>
        new Promise<number>((resolve) => {
          store.sessions.onSessionEnd(({ userId }) => userId === id && resolve(userId))
        }),
    )
    expect((await other.visitor().request('user', { headers: { cookie: visitor.cookie ?? '' } })).status).toBe(200)
    const { cookie = '' } = visitor
    await visitor.call('logout')
    expect(await Promise.all(ended)).toEqual([id, id])
    expect((await other.visitor().request('user', { headers: { cookie } })).status).toBe(401)
  })

  it.each([
    [false, 11, 200],
    [false, 13, 401],
    [true, 13, 200],
    [true, 13 * 24, 200],
    [true, 15 * 24, 401],
  ])('[S-05] with Remember me %s that is unused for %i hours answers %i', async (rememberMe, hours, status) => {
    const visitor = await api.visitor().signUp()
    await visitor.signIn({ rememberMe })
    await ageSessions(hours)
    expect((await visitor.request('user')).status).toBe(status)
  })

  it.each([
    [false, 23, 200],
    [false, 25, 401],
    [true, 89 * 24, 200],
    [true, 91 * 24, 401],
  ])('[S-05] with Remember me %s that is %i hours old answers %i', async (rememberMe, hours, status) => {
    const visitor = await api.visitor().signUp()
    await visitor.signIn({ rememberMe })
    await api.sql`update sessions set created_at = created_at - make_interval(hours => ${hours})`
    expect((await visitor.request('user')).status).toBe(status)
  })

  it('[S-05] renews its cookie and its last use at a visit while it is remembered', async () => {
    const visitor = await api.visitor().signUp()
    await visitor.signIn({ rememberMe: true })
    await ageSessions(2)
    const { headers } = await visitor.request('user')
    expect(cookieOf(headers)).toContain('Max-Age=2592000')
    expect(`sid=${tokenOf(headers)}`).toBe(visitor.cookie)
    const sessions = await api.sql<{ isRecent: boolean }[]>`
      select last_used_at > now() - interval '1 minute' as "isRecent" from sessions
      where user_id = (select id from users where email = ${visitor.email})`
    expect(sessions).toEqual([{ isRecent: true }])
  })

  it('[S-05] ends in a sweep when it is past its limits, and the listeners are notified', async () => {
    const visitor = await api.visitor().signUp()
    const { id } = await visitor.call('user')
    await ageSessions(13)
    const ended: number[] = []
    const stop = api.store.sessions.onSessionEnd(({ userId }) => ended.push(userId))
    await api.store.sessions.sweep()
    stop()
    expect(ended).toContain(id)
  })

  it('[S-06] ends with the removal of its account', async () => {
    const visitor = await api.visitor().signUp()
    await api.sql`delete from users where email = ${visitor.email}`
    expect((await visitor.request('user')).status).toBe(401)
  })
})

describe('The login limit', () => {
  it('[B-01] refuses the next login for a second after five wrong ones to one account from one network, but no sign-up', async () => {
    const visitor = await api.visitor().signUp()
    for (let attempt = 1; attempt <= 5; attempt++)
      expect((await visitor.signIn({ password: 'wrong' })).status).toBe(401)
    const refused = await visitor.signIn()
    expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([429, 'too-many', '1'])
    expect((await api.visitor().signUp()).cookie).toBeDefined()
  })

  it('[B-01] uses the address that a trusted proxy names, and ignores one that a client names', async () => {
    await using behindProxy = await startApi({ trustedProxies: ['127.0.0.1'], databaseUrl: api.databaseUrl })
    const { email: username } = await api.visitor().signUp()
    const failLogin = (server: ApiUnderTest, address: string) =>
      server.visitor().request('login', {
        body: { username, password: 'wrong' },
        headers: { 'x-forwarded-for': address },
      })
    for (let attempt = 1; attempt <= 5; attempt++) await failLogin(behindProxy, '192.0.2.7')
    // The limit counts the failures of a whole /24.
    expect((await failLogin(behindProxy, '192.0.2.8')).status).toBe(429)
    expect((await failLogin(behindProxy, '198.51.100.1')).status).toBe(401)
    for (let attempt = 1; attempt <= 5; attempt++) await failLogin(api, `192.0.${attempt}.1`)
    expect((await failLogin(api, '198.51.100.1')).status).toBe(429)
  })
})

describe('The configured administrator', () => {
  it('is account 1, created once, and keeps the password of the first start', async () => {
    await seedAdministrator(api.store, { email: 'Chief@example.org', password: 'the first password' })
    await seedAdministrator(api.store, { email: 'other@example.org', password: 'the second password' })
    const visitor = api.visitor()
    const { body } = await visitor.request('login', {
      body: { username: 'chief@example.org', password: 'the first password' },
    })
    expect(body).toMatchObject({ id: 1, role: 'superadmin' })
    const other = await visitor.request('login', {
      body: { username: 'other@example.org', password: 'the second password' },
    })
    expect(other.status).toBe(401)
  })
})

it('The demo’s user is created once, and not at all if another user has the name', async () => {
  const coach = { username: 'Coach', email: 'Coach@example.org', password: 'a whistle at dawn' }
  const id = await seedUser(api.store, coach)
  expect(await seedUser(api.store, { ...coach, email: coach.email.toLowerCase() })).toBe(id)
  expect(await seedUser(api.store, { ...coach, email: 'another@example.org' })).toBeUndefined()
  const { body } = await api.visitor().request('login', { body: { username: coach.email, password: coach.password } })
  expect(body).toMatchObject({ id, role: 'user' })
})
