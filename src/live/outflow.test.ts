import { expect, it } from 'vitest'
import { mostOwed, Outflow, Outlet, type Wire } from './outflow.ts'

/** A wire that takes `room` bytes and then no more, and remembers in how many goes it was written to. */
function openWire(room = Infinity) {
  let corked = 0
  const seen = { writes: 0, goes: 0, bytes: 0 }
  const wire: Wire = {
    writable: true,
    get writableLength() {
      return Math.max(0, seen.bytes - room)
    },
    get bytesWritten() {
      return seen.bytes
    },
    get writableNeedDrain() {
      return seen.bytes > room
    },
    write(frame) {
      seen.writes++
      if (corked === 0) seen.goes++
      seen.bytes += frame.length
      return seen.bytes <= room
    },
    cork: () => void corked++,
    uncork() {
      corked--
      seen.goes++
    },
  }
  return { wire, seen }
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const frame = (size: number): Buffer => Buffer.alloc(size)

it('writes what a socket is owed in a tick in one go', async () => {
  const { wire, seen } = openWire()
  const outlet = new Outlet(wire, new Outflow())
  for (let owed = 0; owed < 10; owed++) outlet.owe(frame(100))
  expect(seen.writes).toBe(0)
  await nextTick()
  expect(seen).toEqual({ writes: 10, goes: 1, bytes: 1_000 })
})

it('serves many sockets in portions, in the order in which they came to be owed', async () => {
  const outflow = new Outflow()
  const wires = Array.from({ length: 600 }, () => openWire())
  const outlets = wires.map(({ wire }) => new Outlet(wire, outflow))
  for (const outlet of outlets) outlet.owe(frame(10))
  const served = (): number => wires.filter(({ seen }) => seen.writes > 0).length
  const after: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    await nextTick()
    after.push(served())
  }
  expect(after).toEqual([250, 500, 600])
  expect(wires[0]?.seen.writes).toBe(1)
})

it('is busy while its socket does not drain, or is owed much', async () => {
  const { wire } = openWire(1_000)
  const outlet = new Outlet(wire, new Outflow())
  expect(outlet.busy).toBe(false)
  outlet.owe(frame(2_000))
  await nextTick()
  expect(outlet.busy).toBe(true)
  expect(outlet.taken).toBe(1_000)
  const another = new Outlet(openWire().wire, new Outflow())
  another.owe(frame(100_000))
  expect(another.busy).toBe(true)
})

it('says when there is room again', async () => {
  const outlet = new Outlet(openWire().wire, new Outflow())
  let told = 0
  outlet.onRoom = () => void told++
  outlet.owe(frame(100_000))
  await nextTick()
  expect(told).toBe(1)
})

it('gives up on a socket that would be owed more than is kept, and keeps nothing for it', async () => {
  const { wire, seen } = openWire(0)
  const outlet = new Outlet(wire, new Outflow())
  let given = 0
  outlet.onOverflow = () => void given++
  outlet.owe(frame(mostOwed - 1_000))
  await nextTick()
  outlet.owe(frame(1_000))
  expect(given).toBe(0)
  outlet.owe(frame(1))
  expect(given).toBe(1)
  await nextTick()
  expect(seen.bytes).toBe(mostOwed - 1_000)
})
