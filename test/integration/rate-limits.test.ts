// Rate limits, some of them on two processes with one database (docs/decisions/007).
import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLimits } from '#api'
import { type ClientAddress, clientAddress } from '#platform/client-address.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { startApi } from '#support/server.ts'
import { connect, type Sql } from '#support/sql.ts'
import type { Visitor } from '#support/visitor.ts'

let database: TestDatabase
let sql: Sql
let stores: Store[]
/** The limits of one process; `elsewhere` are those of another one on the same database. */
let limits: ReturnType<typeof createLimits>
/** The waits of logins, ms; no time passes. */
let waits: number[]
const clock = { ...systemClock, sleep: async (ms: number) => void waits.push(ms) }
let elsewhere: ReturnType<typeof createLimits>
beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect(database.url)
  const open = () => openStore({ databaseUrl: database.url, clock: systemClock })
  stores = [await open(), await open()]
})
beforeEach(async () => {
  await sql`delete from rate_limits`
  waits = []
  const [own, other] = stores.map(({ rateLimits }) => createLimits(rateLimits, clock))
  if (!own || !other) throw new Error('two stores are open')
  limits = own
  elsewhere = other
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await sql.end()
  await database.close()
})

/** Moves all counters this far into the past. */
const pass = async (ms: number): Promise<void> =>
  void (await sql`
    update rate_limits set ends_at = ends_at - ${ms} * interval '1 millisecond',
      blocked_until = blocked_until - ${ms} * interval '1 millisecond'`)

it('[B-01] One address can try thirty unknown share links a minute at all processes together', async () => {
  await using one = await startApi({ databaseUrl: database.url })
  await using other = await startApi({ databaseUrl: database.url })
  const tryUnknownLink = async (api: typeof one) =>
    (await api.visitor().request('sharedRollCall', { linkId: 'A'.repeat(22) })).status
  const statuses: number[] = []
  for (let tries = 0; tries < 30; tries++) statuses.push(await tryUnknownLink(tries % 2 === 0 ? one : other))
  expect(statuses).toEqual(Array<number>(30).fill(404))
  expect([await tryUnknownLink(one), await tryUnknownLink(other), await tryUnknownLink(other)]).toEqual([429, 429, 429])
  await pass(60_000)
  // For a second, a process repeats its refusal from memory.
  await expect.poll(() => tryUnknownLink(other)).toBe(404)
})

it('[B-01] The fifth failed login of an account from one network causes a delay of a second, and each further one doubles it', async () => {
  let attempts = 0
  const fail = (email = 'a@example.org', ip = '192.0.2.7') =>
    (attempts++ % 2 === 0 ? limits : elsewhere).tryLogin(email, clientAddress(ip))
  for (let attempt = 1; attempt <= 5; attempt++) await fail()
  await expect(fail()).rejects.toMatchObject({ code: 'too-many', retryAfter: 1 })
  await pass(1_000)
  await fail()
  await expect(fail('A@example.org', '192.0.2.200')).rejects.toMatchObject({ retryAfter: 2 })
  await fail('b@example.org')
  await fail('a@example.org', '198.51.100.7')
  await fail('a@example.org', '2001:db8::7')
  await pass(2_000)
  const attempt = await fail()
  await attempt.succeeded()
  for (let failed = 1; failed <= 5; failed++) await fail()
})

it('[B-01] Concurrent guesses of a password are all counted', async () => {
  const guesses = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? limits : elsewhere).tryLogin('a@example.org', clientAddress('192.0.2.7')),
    ),
  )
  expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

it('[B-01] Failed logins expire after 15 minutes', async () => {
  const fail = () => limits.tryLogin('a@example.org', clientAddress('192.0.2.7'))
  for (let attempt = 1; attempt <= 4; attempt++) await fail()
  await pass(15 * 60_000)
  for (let attempt = 1; attempt <= 4; attempt++) await fail()
  await expect(fail()).resolves.toBeDefined()
  await expect(fail()).rejects.toMatchObject({ code: 'too-many' })
})

it('[B-01] Addresses of one IPv6 /64 count as one network', async () => {
  const addresses = [
    '2001:db8:0:1::1',
    '2001:db8::1:0:0:0:2',
    '2001:db8:0:1:5:6:7:8',
    '2001:db8:0:1::9',
    '2001:db8:0:1::a',
  ]
  for (const ip of addresses) await limits.tryLogin('a@example.org', clientAddress(ip))
  await expect(limits.tryLogin('a@example.org', clientAddress('2001:db8:0:1:ffff::'))).rejects.toMatchObject({
    code: 'too-many',
  })
  await limits.tryLogin('a@example.org', clientAddress('2001:db8:0:2::1'))
})

it('[B-01] Searches are limited per user, not for all users of an address together', async () => {
  for (let search = 1; search <= 60; search++)
    await limits.take('search', { userId: 7, ip: clientAddress('192.0.2.7') })
  const refusal = limits.take('search', { userId: 7, ip: clientAddress('192.0.2.7') })
  await expect(refusal).rejects.toMatchObject({ code: 'too-many', retryAfter: expect.any(Number) })
  await limits.take('search', { userId: 8, ip: clientAddress('192.0.2.7') })
})

describe('[N-16] After 300 failed logins from one address in 15 minutes', () => {
  // Another address for each test, because a process repeats refusals from memory for a second.
  let ip: ClientAddress
  let addresses = 0
  beforeEach(() => {
    ip = clientAddress(`203.0.113.${++addresses}`)
  })
  const fail300Times = async (): Promise<void> => {
    for (let failed = 1; failed <= 300; failed++) await limits.tryLogin(`guess-${failed}@example.org`, ip)
  }

  it('the logins on other devices at all processes together wait in turn for at most 5 s, and 51 at once are too many', async () => {
    for (let login = 1; login <= 300; login++) await (await limits.tryLogin('regular@example.org', ip)).succeeded()
    await fail300Times()
    expect(waits).toEqual([])
    const logins = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? limits : elsewhere).tryLogin(`new-${at}@example.org`, ip)),
    )
    expect(waits.length).toBeGreaterThanOrEqual(50)
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000)
    const refused = logins.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(60 - waits.length)
    expect(refused[0]).toMatchObject({ reason: { code: 'too-many', retryAfter: 5 } })
  })

  it('a login that is refused because too many wait does not count as a failure of its account', async () => {
    await fail300Times()
    await limits.tryLogin('new@example.org', ip)
    const slow = hash('sha256', `login/slow ${ip.network}`, 'buffer')
    await sql`update rate_limits set blocked_until = now() + interval '1 hour' where key = ${slow}`
    for (let tries = 1; tries <= 10; tries++)
      await expect(limits.tryLogin('me@example.org', ip)).rejects.toMatchObject({ code: 'too-many', retryAfter: 5 })
    const elsewhereInSubnet = clientAddress('203.0.113.200')
    for (let failed = 1; failed <= 5; failed++) await limits.tryLogin('me@example.org', elsewhereInSubnet)
  })

  it('a login on a device that has signed in to the account before does not wait', async () => {
    await fail300Times()
    for (let login = 1; login <= 25; login++)
      await limits.tryLogin(`member-${login}@example.org`, ip, `device-${login}`)
    expect(waits).toEqual([])
  })

  it('a login from another address does not wait', async () => {
    await fail300Times()
    await limits.tryLogin('regular@example.org', clientAddress('203.0.113.200'))
    expect(waits).toEqual([])
  })
})

it('[N-16] Failed logins on a device that has signed in before are limited for the account and the device only', async () => {
  const ip = clientAddress('192.0.2.7')
  for (let failed = 1; failed <= 5; failed++) await limits.tryLogin('a@example.org', ip)
  await expect(limits.tryLogin('a@example.org', ip)).rejects.toMatchObject({ code: 'too-many' })
  for (let failed = 1; failed <= 5; failed++) await limits.tryLogin('a@example.org', ip, 'known')
  await expect(limits.tryLogin('a@example.org', ip, 'known')).rejects.toMatchObject({ code: 'too-many', retryAfter: 1 })
  await limits.tryLogin('a@example.org', ip, 'another')
})

describe('[N-16] With 300 failed logins from the address of a venue', () => {
  const logIn = (visitor: Visitor, device: string | undefined) => {
    visitor.cookie = undefined
    visitor.device = device
    return visitor.signIn()
  }

  it('all 25 users sign in at once on their own devices, and all 25 on new ones after a wait of at most 5 s', async () => {
    await using api = await startApi({ databaseUrl: database.url, clock })
    const users = await Promise.all(Array.from({ length: 25 }, () => api.visitor().signUp()))
    const devices = users.map(({ device }) => device)
    for (let failed = 1; failed <= 300; failed++)
      await limits.tryLogin(`guess-${failed}@example.org`, clientAddress('127.0.0.1'))
    waits = []
    const known = await Promise.all(users.map((user, at) => logIn(user, devices[at])))
    expect(known.map(({ status }) => status)).toEqual(Array(25).fill(200))
    expect(waits).toEqual([])
    const unknown = await Promise.all(users.map((user) => logIn(user, undefined)))
    expect(unknown.map(({ status }) => status)).toEqual(Array(25).fill(200))
    const forged = devices[0]?.replace(/\.[^.]*$/, `.${'A'.repeat(22)}`)
    expect((await logIn(users[0] as Visitor, forged)).status).toBe(200)
    const someoneElses = devices[1]
    expect((await logIn(users[0] as Visitor, someoneElses)).status).toBe(200)
    expect(waits).toHaveLength(27)
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000)
  })
})

it('[B-01] Only the thirtieth failed login of an account in a day, from any network, is reported to its owner', async () => {
  const reported = []
  for (let failed = 1; failed <= 40; failed++) {
    const email = failed % 2 === 0 ? 'a@example.org' : 'A@example.org'
    const attempt = await (failed % 3 === 0 ? limits : elsewhere).tryLogin(email, clientAddress(`198.51.${failed}.7`))
    if (await attempt.failed()) reported.push(failed)
  }
  expect(reported).toEqual([30])
})

it('[B-01] At most three links an hour are sent to an address, however its letters are capitalised', async () => {
  const answers = []
  for (const email of ['a@example.org', 'A@example.org', 'a@example.org', 'a@EXAMPLE.org', 'b@example.org'])
    answers.push(await (answers.length % 2 === 0 ? limits : elsewhere).mayRequestLink(email))
  expect(answers).toEqual([true, true, true, false, true])
})

it.each([
  ['testAlert', 1_000],
  ['share', 3_000],
  ['alerts', 12_000],
] as const)('[N-02] The limit %s allows %i calls from one IPv6 /64, by any number of users', async (kind, points) => {
  const take = (userId: number) => limits.take(kind, { userId, ip: clientAddress(`2001:db8::${userId.toString(16)}`) })
  for (let call = 0; call < points; call++) await take(call % 5_000)
  await expect(take(9_999)).rejects.toMatchObject({ code: 'too-many' })
  await limits.take(kind, { userId: 9_999, ip: clientAddress('2001:db8:0:1::1') })
})

it('[N-02] A request that was refused as busy is refunded, and only once', async () => {
  const take = (ip: ClientAddress) => limits.take('forgot', { ip })
  for (let request = 1; request <= 59; request++) await take(clientAddress('2001:db8::1'))
  const refused = clientAddress('2001:db8::2')
  await take(refused)
  await expect(take(clientAddress('2001:db8::3'))).rejects.toMatchObject({ code: 'too-many' })
  await limits.refund(refused)
  await limits.refund(refused)
  await limits.refund(clientAddress('2001:db8::2'))
  await take(clientAddress('2001:db8::4'))
  await expect(take(clientAddress('2001:db8::5'))).rejects.toMatchObject({ code: 'too-many' })
})

it('[N-02] A login that was refused as busy is refunded with its delay, but not one with a checked password', async () => {
  const tryLogin = async () => {
    const ip = clientAddress('2001:db8::1')
    return { ip, attempt: await limits.tryLogin('a@example.org', ip) }
  }
  for (let busy = 1; busy <= 400; busy++) await limits.refund((await tryLogin()).ip)
  for (let failed = 1; failed <= 5; failed++) {
    const { ip, attempt } = await tryLogin()
    await attempt.failed()
    await limits.refund(ip)
  }
  await expect(tryLogin()).rejects.toMatchObject({ code: 'too-many' })
})

it('[N-04] One network can cause 200 emails an hour to unverified addresses, without affecting other networks', async () => {
  const mayEmail = (ip: string) => limits.mayEmailUnverified(clientAddress(ip))
  const answers = await Promise.all(Array.from({ length: 210 }, () => mayEmail('192.0.2.7')))
  expect(answers.filter(Boolean)).toHaveLength(200)
  expect(await mayEmail('192.0.2.8')).toBe(true)
})
