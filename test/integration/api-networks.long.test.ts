// Limits per address apply to networks, because an IPv6 user has a whole /64 of addresses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { CallOptions } from '#support/visitor.ts'

let api: ApiUnderTest
beforeAll(async () => {
  // Behind a proxy, so that calls can come from any address; with a real source, so that passwords are checked.
  api = await startApi({ trustedProxies: ['127.0.0.1'], sourceUrl: 'https://source.example' })
})
afterAll(() => api.close())

let networks = 0
/** Returns a function that gives 200 addresses of a new /64 in turn. */
function addressesOfOneNetwork(): () => string {
  const prefix = `2001:db8:7:${(++networks).toString(16)}`
  let calls = 0
  return () => `${prefix}:${(calls++ % 200).toString(16)}:0:beef:1`
}

const callFrom = <Name extends EndpointName>(address: string, name: Name, options: CallOptions<Name>) =>
  api.visitor().request(name, { ...options, headers: { 'x-forwarded-for': address } })

describe('A /64 of IPv6', () => {
  /** Calls from the addresses in turn until one is refused with 429; returns the number of calls before it. */
  async function countCallsBeforeLimit<Name extends EndpointName>(
    name: Name,
    optionsOf: (call: number) => CallOptions<Name>,
    next = addressesOfOneNetwork(),
  ): Promise<number> {
    for (let call = 0; call < 1_100; call++) {
      const address = next()
      const answer = await callFrom(address, name, optionsOf(call))
      if (answer.status !== 429) continue
      expect(answer.error.code).toBe('too-many')
      expect((await callFrom(addressesOfOneNetwork()(), name, optionsOf(call))).status).not.toBe(429)
      return call
    }
    return Infinity
  }

  it('[N-02] can try to register 1,000 times an hour, from all its addresses together', async () => {
    const bodyOf = (call: number) => ({
      username: `New ${call}`,
      email: `new-${call}@example.org`,
      password: 'password1',
    })
    expect(await countCallsBeforeLimit('register', (call) => ({ body: bodyOf(call) }))).toBe(1_000)
  })

  it('[N-02] [N-16] can fail to log in 300 times in a quarter of an hour, from all its addresses together, and then in turn', async () => {
    const next = addressesOfOneNetwork()
    const fail = async (call: number) =>
      (
        await callFrom(next(), 'login', {
          body: { username: `guess-${call}@example.org`, password: 'a guess at a password' },
        })
      ).status
    for (let call = 0; call < 300; call++) expect(await fail(call)).toBe(401)
    // Ten a second for at most 5 s; the others are refused.
    const statuses = await Promise.all(Array.from({ length: 90 }, (_, call) => fail(300 + call)))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(50)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
  })

  it('[N-02] can request 60 password links an hour, from all its addresses together', async () => {
    expect(
      await countCallsBeforeLimit('forgotPassword', (call) => ({ body: { email: `lost-${call}@example.org` } })),
    ).toBe(60)
  })

  it('[N-02] can try 60 tokens in a quarter of an hour, from all its addresses together', async () => {
    const tokenOf = (call: number) => String(call).padStart(8, '0').padEnd(43, 'x')
    const newPassword = 'a bell at closing time'
    expect(
      await countCallsBeforeLimit('resetPassword', (call) => ({ body: { token: tokenOf(call), newPassword } })),
    ).toBe(60)
    expect(await countCallsBeforeLimit('restoreAccount', (call) => ({ body: { token: tokenOf(call + 500) } }))).toBe(60)
  })

  it('[N-16] uses a right link for a new password, and requests one on a device that has signed in, after all its tries', async () => {
    const next = addressesOfOneNetwork()
    const member = api.visitor()
    await member.request('register', {
      body: { username: member.name, email: member.email, password: member.password },
      headers: { 'x-forwarded-for': next() },
    })
    const [{ id } = { id: 0 }] = await api.sql<{ id: number }[]>`select id from users where email = ${member.email}`
    const token = (await api.store.recovery.issueReset(id, member.email)) ?? ''
    const tokenOf = (call: number) => String(call).padStart(8, '0').padEnd(43, 'w')
    await countCallsBeforeLimit('checkReset', (call) => ({ body: { token: tokenOf(call) } }), next)
    await countCallsBeforeLimit(
      'resetPassword',
      (call) => ({ body: { token: tokenOf(call), newPassword: 'a bell at closing time' } }),
      next,
    )
    await countCallsBeforeLimit('forgotPassword', (call) => ({ body: { email: `lost-${call}@example.org` } }), next)
    const headers = { 'x-forwarded-for': next() }
    expect((await member.request('forgotPassword', { body: { email: member.email }, headers })).status).toBe(200)
    const renewed = (await api.store.recovery.issueReset(id, member.email)) ?? token
    expect((await member.request('checkReset', { body: { token: renewed }, headers })).status).toBe(200)
    const body = { token: renewed, newPassword: 'a bell at closing time' }
    expect((await api.visitor().request('resetPassword', { body, headers })).status).toBe(200)
  })

  it('[N-02] can try 30 unknown share links a minute, from all its addresses together', async () => {
    const linkOf = (call: number) => String(call).padStart(22, 'y')
    expect(await countCallsBeforeLimit('sharedRollCall', (call) => ({ linkId: linkOf(call) }))).toBe(30)
  })

  it('[N-02] [A-05] is refused as one network, and the audit log names the exact address', async () => {
    const next = addressesOfOneNetwork()
    const body = { email: 'lost@example.org' }
    let refused = ''
    await countCallsBeforeLimit(
      'forgotPassword',
      () => ({ body }),
      () => (refused = next()),
    )
    const audited = () => api.sql<{ ip: string }[]>`select ip from audit where action = 'too-many' and ip = ${refused}`
    await expect.poll(audited).toHaveLength(1)
  })
})

it('[N-02] An IPv4 address has one limit for all spellings that a proxy may use', async () => {
  const spellings = ['198.51.100.9', '::ffff:198.51.100.9', '::FFFF:C633:6409', '0:0:0:0:0:ffff:c633:6409']
  const statuses = []
  for (let call = 0; call < 62; call++)
    statuses.push(
      (await callFrom(spellings[call % 4] ?? '', 'forgotPassword', { body: { email: `kept-${call}@example.org` } }))
        .status,
    )
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429])
})
