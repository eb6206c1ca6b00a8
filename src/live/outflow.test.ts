import { expect, it } from 'vitest'
import { pingFrame } from './frame.ts'
import { mostOwed, Outflow, Outlet, type Wire } from './outflow.ts'

/** A wire that takes `room` bytes and then no more, and remembers what was written to it. */
function openWire(room = Infinity) {
  const seen = { writes: 0, bytes: 0 }
  const frames: Uint8Array[] = []
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
      frames.push(frame)
      seen.bytes += frame.length
      return seen.bytes <= room
    },
  }
  return { wire, seen, frames }
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const frame = (size: number): Buffer => Buffer.alloc(size)

it('writes what a socket is owed in a tick in one go', async () => {
  const { wire, seen } = openWire()
  const outlet = new Outlet(wire, new Outflow())
  for (let owed = 0; owed < 10; owed++) outlet.owe(frame(100))
  expect(seen.writes).toBe(0)
  await nextTick()
  expect(seen).toEqual({ writes: 1, bytes: 1_000 })
})

it('joins what a crowd is owed once for all of them, and what others are owed for themselves', async () => {
  const outflow = new Outflow()
  const wires = Array.from({ length: 4 }, () => openWire())
  const outlets = wires.map(({ wire }) => new Outlet(wire, outflow))
  const [one, two, three] = [Buffer.from('one,'), Buffer.from('two,'), Buffer.from('three')]
  for (const [index, outlet] of outlets.entries())
    for (const each of index === 2 ? [one, three] : [one, two]) outlet.owe(each)
  await nextTick()
  expect(wires.map(({ frames }) => Buffer.concat(frames).toString())).toEqual([
    'one,two,',
    'one,two,',
    'one,three',
    'one,two,',
  ])
  expect(wires[1]?.frames[0]).toBe(wires[0]?.frames[0])
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
  expect(outlet.progress).toBe(1_000)
  const another = new Outlet(openWire().wire, new Outflow())
  another.owe(frame(100_000))
  expect(another.busy).toBe(true)
})

it('says when there is room again, once, and only to who was turned away', async () => {
  const outlet = new Outlet(openWire().wire, new Outflow())
  let told = 0
  outlet.onRoom = () => void told++
  for (const expected of [1, 2]) {
    outlet.owe(frame(100_000))
    await nextTick()
    expect([outlet.turnsAway(), told]).toEqual([true, expected - 1])
    outlet.answer()
    expect([outlet.turnsAway(), told]).toEqual([false, expected])
    outlet.tellRoom()
    outlet.owe(frame(100))
    await nextTick()
    expect(told).toBe(expected)
  }
  outlet.owe(frame(100_000))
  await nextTick()
  expect(outlet.busy).toBe(true)
  outlet.answer()
  expect(told).toBe(2)
})

it('says so, too, when the network has taken what it had', async () => {
  const { wire, seen } = openWire(1_000)
  const outlet = new Outlet(wire, new Outflow())
  let told = 0
  outlet.onRoom = () => void told++
  outlet.owe(frame(2_000))
  await nextTick()
  expect(outlet.turnsAway()).toBe(true)
  outlet.tellRoom()
  expect(told).toBe(0)
  seen.bytes = 0
  outlet.tellRoom()
  expect(told).toBe(1)
})

it('takes nothing for come that the peer has not answered, and asks once for what came together [R-07]', async () => {
  const { wire, frames } = openWire()
  const outlet = new Outlet(wire, new Outflow())
  const questions = (): number => frames.filter((one) => Buffer.from(one).subarray(-2).equals(pingFrame)).length
  const send = async (size: number): Promise<void> => {
    outlet.owe(frame(size))
    await nextTick()
  }
  await send(31_000)
  expect(questions()).toBe(0)
  await send(10_000)
  expect([outlet.busy, questions()]).toEqual([false, 1])
  await send(40_000)
  expect([outlet.busy, questions()]).toEqual([true, 1])
  const before = outlet.progress
  outlet.answer()
  expect(outlet.busy).toBe(false)
  expect(outlet.progress).toBeGreaterThan(before)
  await nextTick()
  expect(questions()).toBe(2)
  outlet.answer()
  await nextTick()
  outlet.answer()
  expect(questions()).toBe(2)
})

it('gives up on a socket that would be owed more than is kept, and keeps nothing for it', async () => {
  const { wire, seen } = openWire(0)
  const outlet = new Outlet(wire, new Outflow())
  let given = 0
  outlet.onOverflow = () => void given++
  outlet.owe(frame(mostOwed - 1_000))
  await nextTick()
  outlet.owe(frame(1_000 - pingFrame.length))
  expect(given).toBe(0)
  outlet.owe(frame(1))
  expect(given).toBe(1)
  await nextTick()
  expect(seen.bytes).toBe(mostOwed - 1_000 + pingFrame.length)
})
