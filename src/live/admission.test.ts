import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddressReader } from '#platform/client-address.ts'
import { clockOn } from '#platform/clock.ts'
import { AdmissionControl, openLimits } from './admission.ts'

/** Admission control for a server without sessions, and a clock that only the test advances. */
function openAdmission() {
  let now = 0
  const clock = clockOn({ now: () => now, monotonic: () => now, after: () => () => {} })
  const admission = new AdmissionControl({
    sessions: { verify: () => Promise.resolve(null) },
    clock,
    publicUrl: undefined,
    addressOf: clientAddressReader(['10.0.0.1']),
  })
  const connect = (address: string) =>
    admission.admit({
      url: '/ws',
      socket: { remoteAddress: '10.0.0.1' },
      headers: { host: 'localhost', 'x-forwarded-for': address },
      rawHeaders: ['Host', 'localhost', 'X-Forwarded-For', address],
    } as unknown as IncomingMessage)
  return { admission, connect, advance: (ms: number) => void (now += ms) }
}

it('admission control takes a thousand handshakes a second and answers the others 503 with Retry-After [L7]', async () => {
  const { connect, advance } = openAdmission()
  for (let count = 0; count < openLimits.perSecond; count++)
    expect(await connect(`192.0.2.${count % 250}`)).toHaveProperty('owner')
  expect(await connect('192.0.2.1')).toEqual({ status: 503, retryAfter: expect.any(Number) as number })
  advance(1_000)
  expect(await connect('192.0.2.1')).toHaveProperty('owner')
})

it('admission control lets an address open three thousand sockets a minute without limiting another address [L6]', async () => {
  const { admission, connect, advance } = openAdmission()
  for (let count = 0; count < openLimits.address.perMinute; count++) {
    if (count % openLimits.perSecond === 0) advance(1_000)
    const admitted = await connect('192.0.2.1')
    if ('status' in admitted) throw new Error(`refused after ${count}`)
    admission.release(admitted)
  }
  advance(1_000)
  expect(await connect('192.0.2.1')).toEqual({ status: 429, retryAfter: 56 })
  expect(await connect('192.0.2.2')).toHaveProperty('owner')
})

it('admission control lets an address keep five thousand sockets open [L6]', async () => {
  const { admission, connect, advance } = openAdmission()
  const first = await connect('192.0.2.1')
  for (let count = 1; count < openLimits.address.open; count++) {
    if (count % openLimits.perSecond === 0) advance(30_000)
    expect(await connect('192.0.2.1')).toHaveProperty('owner')
  }
  advance(30_000)
  expect(await connect('192.0.2.1')).toMatchObject({ status: 429 })
  if ('owner' in first) admission.release(first)
  expect(await connect('192.0.2.1')).toHaveProperty('owner')
})

it('[N-02] admission control counts all addresses of one /64 as one address [L6]', async () => {
  const { admission, connect, advance } = openAdmission()
  const addressOf = (count: number): string => `2001:db8:0:1:${(count % 200).toString(16)}::7`
  for (let count = 0; count < openLimits.address.perMinute; count++) {
    if (count % openLimits.perSecond === 0) advance(1_000)
    const admitted = await connect(addressOf(count))
    if ('status' in admitted) throw new Error(`refused after ${count}`)
    admission.release(admitted)
  }
  advance(1_000)
  expect(await connect('2001:db8:0:1::9')).toMatchObject({ status: 429 })
  expect(await connect('2001:db8:0:2::9')).toHaveProperty('owner')
  for (let count = 0; count < openLimits.address.open; count++) {
    if (count % openLimits.perSecond === 0) advance(60_000)
    expect(await connect(`2001:db8:0:3:${(count % 200).toString(16)}::7`)).toHaveProperty('owner')
  }
  advance(60_000)
  expect(await connect('2001:db8:0:3::9')).toMatchObject({ status: 429 })
})
