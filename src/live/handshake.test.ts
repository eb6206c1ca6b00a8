import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddressReader } from '#platform/client-address.ts'
import { clockOn } from '#platform/clock.ts'
import { Door, openLimits } from './handshake.ts'

/** A door in front of a server that knows nobody, and a clock that only the test turns. */
function openDoor() {
  let now = 0
  const clock = clockOn({ now: () => now, monotonic: () => now, after: () => () => {} })
  const door = new Door({
    sessions: { verify: () => Promise.resolve(null) },
    clock,
    publicUrl: undefined,
    addressOf: clientAddressReader(['10.0.0.1']),
  })
  const knock = (address: string) =>
    door.admit({
      url: '/ws',
      socket: { remoteAddress: '10.0.0.1' },
      headers: { host: 'localhost', 'x-forwarded-for': address },
    } as unknown as IncomingMessage)
  return { door, knock, turn: (ms: number) => void (now += ms) }
}

it('takes a thousand handshakes a second and tells the others to come back [L7]', async () => {
  const { knock, turn } = openDoor()
  for (let count = 0; count < openLimits.perSecond; count++)
    expect(await knock(`192.0.2.${count % 250}`)).toHaveProperty('owner')
  expect(await knock('192.0.2.1')).toEqual({ status: 503, retryAfter: expect.any(Number) as number })
  turn(1_000)
  expect(await knock('192.0.2.1')).toHaveProperty('owner')
})

it('lets an address open three thousand sockets a minute, and another go on [L6]', async () => {
  const { door, knock, turn } = openDoor()
  for (let count = 0; count < openLimits.address.perMinute; count++) {
    if (count % openLimits.perSecond === 0) turn(1_000)
    const admission = await knock('192.0.2.1')
    if ('status' in admission) throw new Error(`refused after ${count}`)
    door.left(admission)
  }
  turn(1_000)
  expect(await knock('192.0.2.1')).toEqual({ status: 429, retryAfter: 56 })
  expect(await knock('192.0.2.2')).toHaveProperty('owner')
})

it('lets an address keep five thousand sockets open [L6]', async () => {
  const { door, knock, turn } = openDoor()
  const first = await knock('192.0.2.1')
  for (let count = 1; count < openLimits.address.open; count++) {
    if (count % openLimits.perSecond === 0) turn(30_000)
    expect(await knock('192.0.2.1')).toHaveProperty('owner')
  }
  turn(30_000)
  expect(await knock('192.0.2.1')).toMatchObject({ status: 429 })
  if ('owner' in first) door.left(first)
  expect(await knock('192.0.2.1')).toHaveProperty('owner')
})

it('[N-02] lets the addresses of one /64 together open and keep as many sockets as one address [L6]', async () => {
  const { door, knock, turn } = openDoor()
  const addressOf = (count: number): string => `2001:db8:0:1:${(count % 200).toString(16)}::7`
  for (let count = 0; count < openLimits.address.perMinute; count++) {
    if (count % openLimits.perSecond === 0) turn(1_000)
    const admission = await knock(addressOf(count))
    if ('status' in admission) throw new Error(`refused after ${count}`)
    door.left(admission)
  }
  turn(1_000)
  expect(await knock('2001:db8:0:1::9')).toMatchObject({ status: 429 })
  expect(await knock('2001:db8:0:2::9')).toHaveProperty('owner')
  for (let count = 0; count < openLimits.address.open; count++) {
    if (count % openLimits.perSecond === 0) turn(60_000)
    expect(await knock(`2001:db8:0:3:${(count % 200).toString(16)}::7`)).toHaveProperty('owner')
  }
  turn(60_000)
  expect(await knock('2001:db8:0:3::9')).toMatchObject({ status: 429 })
})
