// Many users at once: neither sign-ups nor repeated logins of others may keep a user from signing in.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
beforeAll(async () => {
  // Behind a proxy, so that every user has a separate address; with a real source, so that passwords are checked.
  api = await startApi({ trustedProxies: ['127.0.0.1'], sourceUrl: 'https://source.example' })
})
afterAll(() => api.close())

const signUpFrom = (address: string, visitor: Visitor) =>
  visitor.request('register', {
    body: { username: visitor.name, email: visitor.email, password: visitor.password },
    headers: { 'x-forwarded-for': address },
  })
const signUpUsers = (count: number): Promise<Visitor[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const visitor = api.visitor()
      expect((await signUpFrom(`192.0.2.${at}`, visitor)).status).toBe(200)
      return visitor
    }),
  )

it('[N-03] All 25 users log in while 240 others register from as many addresses', async () => {
  const users = await signUpUsers(25)
  const started = Promise.withResolvers<void>()
  const signUps = Array.from({ length: 240 }, async (_, at) => {
    await signUpFrom(`198.51.100.${at}`, api.visitor())
    started.resolve()
  })
  await started.promise
  const logins = await Promise.all(
    users.map((visitor, at) => visitor.signIn({ headers: { 'x-forwarded-for': `192.0.2.${at}` } })),
  )
  // The order is tested in fair-queue.test.ts, without a race between requests.
  expect(logins.map(({ status }) => status)).toEqual(Array(25).fill(200))
  await Promise.all(signUps)
})

it('[N-03] All 25 users log in while two networks log in repeatedly and fill the queue', async () => {
  const users = await signUpUsers(25)
  const logIn = ({ email, password }: Visitor, address: string) =>
    api.visitor().request('login', { body: { username: email, password }, headers: { 'x-forwarded-for': address } })
  const queueFull = Promise.withResolvers<void>()
  const refused: (() => void)[] = []
  let isOver = false
  /** Logs in repeatedly until `isOver`; after a refusal it waits until another login succeeds. */
  const logInRepeatedly = async (visitor: Visitor, address: string): Promise<void> => {
    while (!isOver) {
      const { status } = await logIn(visitor, address)
      if (status === 200) refused.shift()?.()
      else if (!isOver) {
        queueFull.resolve()
        await new Promise<void>((retry) => refused.push(retry))
      }
    }
  }
  // Each network sends fewer logins than it may queue; together they send more than the queue holds.
  const loops = ['203.0.113.8', '2001:db8:8::1'].flatMap((address) =>
    Array.from({ length: 95 }, (_, at) => logInRepeatedly(users[at % 25] as Visitor, address)),
  )
  await queueFull.promise
  const logins = await Promise.all(users.map((visitor, at) => logIn(visitor, `192.0.2.${100 + at}`)))
  isOver = true
  for (const retry of refused) retry()
  await Promise.all(loops)
  expect(logins.map(({ status }) => status)).toEqual(Array(25).fill(200))
})

it('[N-03] A network fills only a part of the queue, and a refusal does not count against its limit', async () => {
  const [member] = await signUpUsers(1)
  const network = '203.0.113.7'
  const statuses = await Promise.all(
    Array.from({ length: 240 }, async () => (await signUpFrom(network, api.visitor())).status),
  )
  const refused = statuses.filter((status) => status === 503).length
  // More than the 36 that exceed the queue's capacity.
  expect(refused).toBeGreaterThan(36)
  expect((await member?.signIn({ headers: { 'x-forwarded-for': network } }))?.status).toBe(200)
  // The network still has the rest of its 1,000 sign-ups an hour.
  const visitor = api.visitor()
  const body = { username: visitor.name, email: visitor.email, password: 'password1' }
  let left = 0
  while ((await visitor.request('register', { body, headers: { 'x-forwarded-for': network } })).status === 400) left++
  expect(left).toBe(1_000 - (240 - refused))
})

it('[N-03] A call that exceeds the time limit counts towards its daily limit when it succeeds after its 503', async () => {
  const [member] = (await signUpUsers(1)) as [Visitor]
  const moveTo = async (email: string) =>
    (await member.request('updateProfile', { body: { username: member.name, email } })).status
  const { accounts } = api.store
  const { updateProfile } = accounts
  const answered = Promise.withResolvers<void>()
  accounts.updateProfile = async (...change) => {
    await answered.promise
    return updateProfile(...change)
  }
  expect(await moveTo(`0.${member.email}`)).toBe(503)
  accounts.updateProfile = updateProfile
  answered.resolve()
  await expect.poll(() => accounts.findByEmail(`0.${member.email}`)).toBeDefined()
  // Three changes a day are allowed.
  expect(await moveTo(`1.${member.email}`)).toBe(200)
  expect(await moveTo(`2.${member.email}`)).toBe(200)
  expect(await moveTo(`3.${member.email}`)).toBe(429)
})
