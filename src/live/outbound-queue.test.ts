import { expect, it } from 'vitest'
import { pingFrame } from './frame.ts'
import { maxWaiting, FlushScheduler, OutboundQueue, type SocketWriter } from './outbound-queue.ts'

/** A socket that sends `capacity` bytes, buffers all further ones, and records what is written to it. */
function openSocket(capacity = Infinity) {
  const written = { writes: 0, bytes: 0 }
  const frames: Uint8Array[] = []
  const socket: SocketWriter = {
    writable: true,
    get writableLength() {
      return Math.max(0, written.bytes - capacity)
    },
    get bytesWritten() {
      return written.bytes
    },
    get writableNeedDrain() {
      return written.bytes > capacity
    },
    write(frame) {
      written.writes++
      frames.push(frame)
      written.bytes += frame.length
      return written.bytes <= capacity
    },
  }
  return { socket, written, frames }
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const frame = (size: number): Buffer => Buffer.alloc(size)

it('an outbound queue writes all frames of one tick at once', async () => {
  const { socket, written } = openSocket()
  const queue = new OutboundQueue(socket, new FlushScheduler())
  for (let count = 0; count < 10; count++) queue.enqueue(frame(100))
  expect(written.writes).toBe(0)
  await nextTick()
  expect(written).toEqual({ writes: 1, bytes: 1_000 })
})

it('a flush scheduler concatenates equal frames once for all sockets of a batch', async () => {
  const scheduler = new FlushScheduler()
  const sockets = Array.from({ length: 4 }, () => openSocket())
  const queues = sockets.map(({ socket }) => new OutboundQueue(socket, scheduler))
  const [one, two, three] = [Buffer.from('one,'), Buffer.from('two,'), Buffer.from('three')]
  for (const [index, queue] of queues.entries())
    for (const each of index === 2 ? [one, three] : [one, two]) queue.enqueue(each)
  await nextTick()
  expect(sockets.map(({ frames }) => Buffer.concat(frames).toString())).toEqual([
    'one,two,',
    'one,two,',
    'one,three',
    'one,two,',
  ])
  expect(sockets[1]?.frames[0]).toBe(sockets[0]?.frames[0])
})

it('a flush scheduler flushes many sockets in batches, those that were scheduled first before the others', async () => {
  const scheduler = new FlushScheduler()
  const sockets = Array.from({ length: 600 }, () => openSocket())
  const queues = sockets.map(({ socket }) => new OutboundQueue(socket, scheduler))
  for (const queue of queues) queue.enqueue(frame(10))
  const unserved = (): number[] => sockets.flatMap(({ written }, index) => (written.writes === 0 ? [index] : []))
  const after: number[][] = []
  for (let turn = 0; turn < 3; turn++) {
    await nextTick()
    after.push(unserved())
  }
  expect(after).toEqual([250, 500, 600].map((count) => [...sockets.keys()].slice(count)))
  expect(sockets[0]?.written.writes).toBe(1)
})

it('an outbound queue is congested while its socket does not drain or many bytes are pending', async () => {
  const { socket } = openSocket(1_000)
  const queue = new OutboundQueue(socket, new FlushScheduler())
  expect(queue.isCongested).toBe(false)
  queue.enqueue(frame(2_000))
  await nextTick()
  expect(queue.isCongested).toBe(true)
  expect(queue.progress).toBe(1_000)
  const another = new OutboundQueue(openSocket().socket, new FlushScheduler())
  another.enqueue(frame(100_000))
  expect(another.isCongested).toBe(true)
})

it('an outbound queue emits drain once, and only after it has reported backpressure', async () => {
  const queue = new OutboundQueue(openSocket().socket, new FlushScheduler())
  let drains = 0
  queue.onDrain = () => void drains++
  for (const expected of [1, 2]) {
    queue.enqueue(frame(100_000))
    await nextTick()
    expect([queue.waitsForDrain(), drains]).toEqual([true, expected - 1])
    queue.acknowledge()
    expect([queue.waitsForDrain(), drains]).toEqual([false, expected])
    queue.emitDrain()
    queue.enqueue(frame(100))
    await nextTick()
    expect(drains).toBe(expected)
  }
  queue.enqueue(frame(100_000))
  await nextTick()
  expect(queue.isCongested).toBe(true)
  queue.acknowledge()
  expect(drains).toBe(2)
})

it('an outbound queue emits drain when the network has accepted its bytes', async () => {
  const { socket, written } = openSocket(1_000)
  const queue = new OutboundQueue(socket, new FlushScheduler())
  let drains = 0
  queue.onDrain = () => void drains++
  queue.enqueue(frame(2_000))
  await nextTick()
  expect(queue.waitsForDrain()).toBe(true)
  queue.emitDrain()
  expect(drains).toBe(0)
  written.bytes = 0
  queue.emitDrain()
  expect(drains).toBe(1)
})

it('an outbound queue counts as delivered what the peer has acknowledged, and awaits one pong at a time [R-07]', async () => {
  const { socket, frames } = openSocket()
  const queue = new OutboundQueue(socket, new FlushScheduler())
  const pings = (): number => frames.filter((bytes) => Buffer.from(bytes).subarray(-2).equals(pingFrame)).length
  const send = async (size: number): Promise<void> => {
    queue.enqueue(frame(size))
    await nextTick()
  }
  await send(31_000)
  expect(pings()).toBe(0)
  await send(10_000)
  expect([queue.isCongested, pings()]).toEqual([false, 1])
  await send(40_000)
  expect([queue.isCongested, pings()]).toEqual([true, 1])
  const before = queue.progress
  queue.acknowledge()
  expect(queue.isCongested).toBe(false)
  expect(queue.progress).toBeGreaterThan(before)
  await nextTick()
  expect(pings()).toBe(2)
  queue.acknowledge()
  await nextTick()
  queue.acknowledge()
  expect(pings()).toBe(2)
})

it('an outbound queue closes and drops its frames when it would exceed its limit', async () => {
  const { socket, written } = openSocket(0)
  const queue = new OutboundQueue(socket, new FlushScheduler())
  let overflows = 0
  queue.onOverflow = () => void overflows++
  queue.enqueue(frame(maxWaiting - 1_000))
  await nextTick()
  queue.enqueue(frame(1_000 - pingFrame.length))
  expect(overflows).toBe(0)
  queue.enqueue(frame(1))
  expect(overflows).toBe(1)
  await nextTick()
  expect(written.bytes).toBe(maxWaiting - 1_000 + pingFrame.length)
})
