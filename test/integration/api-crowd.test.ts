// What many who come at once do to one another: signing up must not keep anybody from signing in.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
beforeAll(async () => {
  // Behind a proxy, so that everybody can come from an address of their own; with real people, so that passwords are judged.
  api = await startApi({ trustedProxies: ['127.0.0.1'], sourceUrl: 'https://source.example' })
})
afterAll(() => api.close())

const signUpFrom = (address: string, visitor: Visitor) =>
  visitor.call('register', {
    body: { username: visitor.name, email: visitor.email, password: visitor.password },
    headers: { 'x-forwarded-for': address },
  })
const members = (count: number): Promise<Visitor[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const visitor = api.visitor()
      expect((await signUpFrom(`192.0.2.${at}`, visitor)).status).toBe(200)
      return visitor
    }),
  )

it('[N-03] 25 of 25 log in while 240 others register from as many addresses, most of whom still wait', async () => {
  const coming = await members(25)
  const answered: number[] = []
  const hasBegun = Promise.withResolvers<void>()
  const crowd = Array.from({ length: 240 }, async (_, at) => {
    const { status } = await signUpFrom(`198.51.100.${at}`, api.visitor())
    answered.push(status)
    hasBegun.resolve()
  })
  await hasBegun.promise
  const logins = await Promise.all(
    coming.map((visitor, at) => visitor.signIn({ headers: { 'x-forwarded-for': `192.0.2.${at}` } })),
  )
  const registered = answered.filter((status) => status === 200).length
  expect(logins.map(({ status }) => status)).toEqual(Array(25).fill(200))
  expect(registered).toBeLessThan(100)
  await Promise.all(crowd)
})

it('[N-03] a network fills a part of the places only, and pays nothing for being turned away', async () => {
  const [member] = await members(1)
  const hall = '203.0.113.7'
  const statuses = await Promise.all(
    Array.from({ length: 240 }, async () => (await signUpFrom(hall, api.visitor())).status),
  )
  const turnedAway = statuses.filter((status) => status === 503).length
  // More than the 36 for whom there is no place at all.
  expect(turnedAway).toBeGreaterThan(36)
  expect((await member?.signIn({ headers: { 'x-forwarded-for': hall } }))?.status).toBe(200)
  // The rest of its 1,000 sign-ups an hour is still the hall's.
  const visitor = api.visitor()
  const body = { username: visitor.name, email: visitor.email, password: 'password1' }
  let left = 0
  while ((await visitor.call('register', { body, headers: { 'x-forwarded-for': hall } })).status === 400) left++
  expect(left).toBe(1_000 - (240 - turnedAway))
})
