// Several cookies with the session's name: a neighbouring host, or another program on the same host, can set one that the browser
// sends first.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveClient, type LiveUnderTest, startLive } from '#support/live.ts'
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

const junk = ['sid=', 'sid=junk', `sid=${'x'.repeat(44)}`, 'sid=""']
/** Cookies whose values have the form of a token and belong to no session. */
const unknownSessions = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `sid=${String(index).padStart(43, 'x')}`)
const withCookiesBefore = (before: readonly string[], { cookie = '' }: Visitor) => ({
  cookie: [...before, cookie].join('; '),
})

describe('A session cookie after others of the same name', () => {
  it.each([
    ['malformed ones', junk],
    ['300 malformed ones', Array<string>(300).fill('sid=junk')],
    ['three of unknown sessions', unknownSessions(3)],
  ])('is accepted after %s', async (_, before) => {
    const visitor = await api.visitor().signUp()
    const headers = withCookiesBefore(before, visitor)
    expect((await visitor.request('user', { headers })).body.email).toBe(visitor.email)
    expect((await visitor.request('authCheck', { headers })).body.isAuthenticated).toBe(true)
    // The second answer comes from memory (src/api/fast-path.ts).
    for (let requests = 0; requests < 2; requests++)
      expect((await visitor.request('upcomingMatches', { headers })).status).toBe(200)
  })

  it('is ignored after too many invalid tokens', async () => {
    const visitor = await api.visitor().signUp()
    expect((await visitor.request('user', { headers: withCookiesBefore(unknownSessions(4), visitor) })).status).toBe(
      401,
    )
  })

  it('is accepted while the database is unavailable, for a user whose session is cached', async () => {
    const visitor = await api.visitor().signUp()
    await visitor.call('upcomingMatches')
    const answer = await api.sql.begin(async (tx) => {
      await tx`lock table sessions in access exclusive mode`
      return visitor.request('upcomingMatches', { headers: withCookiesBefore(unknownSessions(3), visitor) })
    })
    expect(answer.status).toBe(200)
  })

  it('opens a socket of its user', async () => {
    const visitor = await api.visitor().signUp()
    const { id } = await visitor.call('user')
    for (const before of [junk, unknownSessions(3)]) {
      const client = await LiveClient.open(live.url, withCookiesBefore(before, visitor))
      expect((await client.subscribe()).userId).toBe(id)
      client.terminate()
    }
  })

  it('is the one that a visit renews', async () => {
    const visitor = await api.visitor().signUp()
    await visitor.signIn({ rememberMe: true })
    const { cookie } = visitor
    const { headers } = await visitor.request('user', { headers: withCookiesBefore(unknownSessions(2), visitor) })
    expect(headers.getSetCookie()[0]?.split(';', 1)[0]).toBe(cookie)
  })

  it('ends with a logout and with another login', async () => {
    for (const call of ['logout', 'login'] as const) {
      const visitor = await api.visitor().signUp()
      const headers = withCookiesBefore([...junk, ...unknownSessions(2)], visitor)
      const { cookie = '' } = visitor
      const { status } =
        call === 'logout' ? await visitor.request('logout', { headers }) : await visitor.signIn({ headers })
      expect(status).toBe(200)
      expect((await visitor.request('user', { headers: { cookie } })).status).toBe(401)
    }
  })
})
