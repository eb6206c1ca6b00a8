// A thousand random bodies for each call, and a thousand random addresses (G-03); api-edge.test.ts sends fewer of both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsWithBody, sendAnyAddresses, sendAnyBodies } from '#support/any-input.ts'
import { answerReadRequests } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let visitor: Visitor
beforeAll(async () => {
  api = await startApi()
  await answerReadRequests(api.store)
  visitor = await api.visitor().signUp()
})
afterAll(() => api?.close())

describe('Random input, a thousand times,', () => {
  it.each(callsWithBody)('[G-03] in the body of %s causes no internal error', async (name) => {
    await expect(sendAnyBodies(visitor, name, 1_000)).resolves.toBeUndefined()
  })

  it('[G-03] in the addresses of calls causes no internal error', async () => {
    await expect(sendAnyAddresses(visitor, 1_000)).resolves.toBeUndefined()
  })
})
