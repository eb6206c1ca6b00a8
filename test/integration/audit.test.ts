import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedAdministrator } from '#api'
import type { AuditEntry } from '#contract/administration.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'
import { LiveClient, type Refused, startLive } from '#support/live.ts'
import { answerReadRequests, recordTournament, venue } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

const administrator = { email: 'chief@example.org', password: 'the chief of all mats' }
let api: ApiUnderTest
let chief: Visitor
let addresses = 0

beforeAll(async () => {
  api = await startApi({ trustedProxies: ['127.0.0.1'] })
  await answerReadRequests(api.store)
  await seedAdministrator(api.store, administrator)
  chief = api.visitor()
  await chief.call('login', { body: { username: administrator.email, password: administrator.password } })
})
afterAll(() => api.close())

/** Headers with a new client address, by which a test finds its entries. */
const newAddressHeaders = () => {
  const ip = `10.7.0.${++addresses}`
  return { ip, headers: { 'x-forwarded-for': ip } }
}

/** The entries of a client address, oldest first, once there are as many as expected. */
async function rowsFrom(ip: string, count: number): Promise<AuditEntry[]> {
  const read = async (): Promise<AuditEntry[]> =>
    (await chief.call('adminAudit', { query: { limit: '1000' } })).entries.filter((entry) => entry.ip === ip).reverse()
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count)
  return read()
}

describe('[A-05] The audit log', () => {
  it('has one row for a login, a failed login, a 403 and a 429, each with actor, target, time, address and request', async () => {
    const { ip, headers } = newAddressHeaders()
    const visitor = await api.visitor().signUp()
    const { id } = await visitor.call('user')
    const startedAt = Date.now()
    const bad = await visitor.signIn({ password: 'not the password', headers })
    const good = await visitor.signIn({ headers })
    const forbidden = await visitor.request('adminRemoveUser', { id: 1, headers })
    const statuses = [bad, good, forbidden].map(({ status }) => status)
    expect(statuses).toEqual([401, 200, 403])
    let limited = await visitor.request('searchAthletes', { id: 1, query: { search: 'abc' }, headers })
    while (limited.status !== 429)
      limited = await visitor.request('searchAthletes', { id: 1, query: { search: 'abc' }, headers })
    const rows = await rowsFrom(ip, 4)
    expect(rows).toHaveLength(4)
    const rowOf = (answer: { headers: Headers }) =>
      rows.find(({ requestId }) => requestId === answer.headers.get('x-request-id'))
    const who = { actorUserId: id, actorName: visitor.name, ip }
    expect(rowOf(bad)).toMatchObject({ ...who, action: 'login-failed', target: visitor.email })
    expect(rowOf(good)).toMatchObject({ ...who, action: 'login', target: visitor.email })
    expect(rowOf(forbidden)).toMatchObject({ ...who, action: 'forbidden', target: 'DELETE /api/admin/users/1' })
    expect(rowOf(limited)).toMatchObject({ ...who, action: 'too-many', target: 'GET /api/tournaments/1/athletes' })
    for (const { at } of rows) {
      expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Date.parse(at)).toBeGreaterThanOrEqual(startedAt)
      expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
    }
  })

  it('names no actor for an unknown caller, and has a row for a request from another site', async () => {
    const { ip, headers } = newAddressHeaders()
    await api.visitor().request('logout', { headers: { ...headers, 'sec-fetch-site': 'cross-site' } })
    await api.visitor().signIn({ headers })
    const rows = (await rowsFrom(ip, 2)).toSorted((a, b) => a.action.localeCompare(b.action))
    expect(rows.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([
      ['forbidden', null],
      ['login-failed', null],
    ])
    expect(rows[0]?.target).toBe('POST /api/logout')
  })

  it('has a row for each change by an administrator, and for a refused one', async () => {
    const { ip, headers } = newAddressHeaders()
    const recorded = await recordTournament(api.store, '6201')
    const visitor = await api.visitor().signUp()
    const { id } = await visitor.call('user')
    await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
    const athlete = recorded.athlete('700137').id
    await visitor.call('follow', { id: athlete })
    await visitor.call('share', { body: { title: 'Camp' } })
    const [link] = await chief.call('adminLinks', { query: { search: visitor.name } })
    await chief.call('adminSetTimezone', { id: recorded.id, body: { timezone: 'America/Chicago' }, headers })
    await chief.call('repairAthlete', { id: athlete, headers })
    await chief.call('adminSwitchSource', { body: { off: true }, headers })
    await chief.call('adminSwitchSource', { body: { off: false }, headers })
    await chief.call('adminRemoveLink', { id: link?.id ?? 0, headers })
    await chief.call('adminRemoveTournament', { id: recorded.id, headers })
    await chief.call('adminRemoveUser', { id, headers })
    await chief.request('adminRemoveUser', { id: 1, headers })
    const rows = await rowsFrom(ip, 8)
    expect(rows.map(({ action, target, actorUserId }) => [action, target, actorUserId])).toEqual([
      ['set-timezone', `tournament ${recorded.id}`, 1],
      ['repair-athlete', `athlete ${athlete}`, 1],
      ['switch-source', 'source', 1],
      ['switch-source', 'source', 1],
      ['remove-link', `link ${link?.id}`, 1],
      ['remove-tournament', `tournament ${recorded.id}`, 1],
      ['remove-user', `user ${id}`, 1],
      ['remove-user', 'user 1', 1],
    ])
    expect(rows.map(({ detail }) => detail)).toEqual([
      `Porto Alvo Open 6201: ${venue.timezone} to America/Chicago`,
      expect.stringContaining('Marina Pedra Azul') as string,
      'Reading switched off.',
      'Reading switched on.',
      `of ${visitor.name}`,
      'Porto Alvo Open 6201, from the lists of 1 users',
      visitor.name,
      'Refused: The account with id 1 cannot be removed.',
    ])
    const name = 'Porto Alvo Open 6201'
    const refusal = { sentence: 'The account with id 1 cannot be removed.', error: 'not-removable' }
    expect(rows.map(({ note }) => note)).toEqual([
      { code: 'zone', name, from: venue.timezone, to: 'America/Chicago' },
      expect.objectContaining({ code: 'repaired', name: 'Marina Pedra Azul' }) as object,
      { code: 'readingOff' },
      { code: 'readingOn' },
      { code: 'linkOf', name: visitor.name },
      { code: 'fromLists', name, count: 1 },
      null,
      { code: 'refused', ...refusal },
    ])
    expect(rows.every(({ requestId }) => requestId !== null)).toBe(true)
  })

  it('contains no password, cookie, token or link [G-02]', async () => {
    const { ip, headers } = newAddressHeaders()
    const visitor = await api.visitor().signUp()
    const { shareUrl } = await visitor.call('share', { body: {} })
    const linkId = shareUrl.split('/').at(-1) ?? ''
    await visitor.signIn({ headers, password: 'a secret that nobody knows' })
    await visitor.signIn({ headers })
    await visitor.request('deleteShare', { linkId, headers: { ...headers, 'sec-fetch-site': 'cross-site' } })
    await rowsFrom(ip, 3)
    const everything = JSON.stringify(await api.sql`select * from audit`)
    for (const secret of [visitor.password, 'a secret that nobody knows', visitor.cookie?.split('=')[1] ?? '', linkId])
      expect(everything).not.toContain(secret)
  })

  it('is shown page by page, and filtered by action', async () => {
    const first = await chief.call('adminAudit', { query: { limit: '2' } })
    const next = await chief.call('adminAudit', { query: { limit: '2', before: String(first.entries.at(-1)?.id) } })
    const ids = [...first.entries, ...next.entries].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(4)
    const logins = await chief.call('adminAudit', { query: { action: 'login' } })
    expect(logins.entries.every(({ action }) => action === 'login')).toBe(true)
    expect(logins.total).toBe(logins.entries.length)
    expect(first.total).toBeGreaterThan(logins.total)
  })

  it('has a row for a socket from another site', async () => {
    const live = await startLive(api.store)
    const refused = await LiveClient.open(live.url, { origin: 'https://evil.example' }).catch((error: unknown) => error)
    expect((refused as Refused).status).toBe(403)
    await expect
      .poll(async () =>
        (await chief.call('adminAudit', { query: { action: 'forbidden' } })).entries.map(({ target }) => target),
      )
      .toContain('GET /ws')
    await live.close()
  })
})

describe('The audit writer', () => {
  it('keeps rows for 90 days', async () => {
    await api.sql`
      insert into audit (at, action, target) values (now() - interval '91 days', 'login', 'too old'), (now() - interval '89 days', 'login', 'old')`
    const store = await openStore({ databaseUrl: api.databaseUrl, clock: systemClock })
    const targets = async () =>
      (await api.sql`select target from audit where target in ('too old', 'old')`).map((row) => row['target'])
    await expect.poll(targets).toEqual(['old'])
    await store.close()
  })

  it('lists a thousand of a flood of refusals, counts the rest, and drops no login', async () => {
    const store = await openStore({ databaseUrl: api.databaseUrl, clock: systemClock })
    const actor = { userId: null, ip: '10.9.9.9', requestId: null }
    for (let index = 0; index < 3_000; index++) store.audit.note(actor, { action: 'too-many', target: 'GET /flood' })
    store.audit.note(actor, { action: 'login', target: 'somebody@example.org' })
    await store.close()
    const [row] = await api.sql<{ listed: number; logins: number }[]>`
      select (count(*) filter (where action = 'too-many'))::integer as listed, (count(*) filter (where action = 'login'))::integer as logins
      from audit where ip = '10.9.9.9'`
    expect(row).toEqual({ listed: 1_000, logins: 1 })
    const [entry] = (await chief.call('adminAudit', { query: { action: 'not-recorded' } })).entries
    expect(entry?.detail).toBe('2000 more refusals or sign-ins came too fast to be listed.')
    expect(entry?.note).toEqual({ code: 'tooFast', count: 2_000 })
  })
})
