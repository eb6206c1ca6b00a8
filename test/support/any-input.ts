// Requests with random input. No call may answer one with an internal error (G-03).
import fc from 'fast-check'
import { expect } from 'vitest'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { Visitor } from './visitor.ts'

const names = Object.keys(endpoints) as EndpointName[]
/** The calls that have a body. */
export const callsWithBody = names.filter((name) => 'body' in endpoints[name])

const anyValue = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.anything(),
)

/** Sends random bodies to a call, most of them objects with some of the call's fields. */
export async function sendAnyBodies(visitor: Visitor, name: EndpointName, count: number): Promise<void> {
  const { method, path, body } = endpoints[name] as { method: string; path: string; body?: unknown }
  const fields = Object.keys((body as { shape: Record<string, unknown> }).shape)
  const shaped = fc.record(Object.fromEntries(fields.map((field) => [field, anyValue])), { requiredKeys: [] })
  const anyBody = fc.oneof({ weight: 4, arbitrary: shaped }, { weight: 1, arbitrary: fc.anything() })
  const send = async (value: unknown): Promise<void> => {
    const text = JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? ''
    const init = { method, body: text, headers: { 'content-type': 'application/json' } }
    expect((await visitor.fetch(path.replace(/:(?:id|linkId)/g, '1'), init)).status).toBeLessThan(500)
  }
  await fc.assert(fc.asyncProperty(anyBody, send), { numRuns: count })
}

/** Sends requests to random calls, with a random text as their id, link id and search. */
export async function sendAnyAddresses(visitor: Visitor, count: number): Promise<void> {
  const send = async (text: string, name: EndpointName): Promise<void> => {
    const { method, path } = endpoints[name]
    const piece = encodeURIComponent(text.toWellFormed())
    const address = `${path.replace(/:(?:id|linkId)/g, () => piece || '0')}?search=${piece}&search[]=1`
    expect((await visitor.fetch(address, { method })).status).toBeLessThan(500)
    if (name === 'logout') await visitor.signIn()
  }
  const anyAddress = fc.asyncProperty(fc.string({ unit: 'binary' }), fc.constantFrom(...names), send)
  await fc.assert(anyAddress, { numRuns: count })
}
