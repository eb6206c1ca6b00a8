// A server of one of the two rivals, in a process of its own: it sends a message to all its sockets when it is told to.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fork } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { systemClock } from '#platform/clock.ts'
import { machineNow } from './figure.ts'
import { memoryInUse } from './memory.ts'

/** In ms. */
const beat = 20

type Name = 'ws' | 'socket.io'
type Order = { text: string; times: number } | 'memory'
type Sent = { at: number; heldUp: number }

export type SocketRival = {
  port: number
  /** Sends a text so many times to all: when it began (`machineNow`), and how long its loop was held up, in ms. */
  send(text: string, times: number): Promise<Sent>
  /** Bytes in use. */
  memory(): Promise<number>
  close(): Promise<void>
}

export async function startSocketRival(name: Name): Promise<SocketRival> {
  const child = fork(import.meta.filename, [name])
  const ask = async <Answer>(order?: Order): Promise<Answer> => {
    const answer = once(child, 'message')
    if (order !== undefined) child.send(order)
    return ((await answer) as [Answer])[0]
  }
  return {
    port: await ask<number>(),
    send: (text, times) => ask<Sent>({ text, times }),
    memory: () => ask<number>('memory'),
    async close() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

if (process.argv[1] === import.meta.filename) await serve(process.argv[2] as Name)

async function serve(name: Name): Promise<void> {
  const server = createServer()
  const sendAll = name === 'ws' ? bareLoop() : room()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  process.on('disconnect', () => process.exit())
  process.on('message', (order: Order) => {
    if (order === 'memory') process.send?.(memoryInUse())
    else void tell(order).then((sent) => process.send?.(sent))
  })

  async function tell({ text, times }: Exclude<Order, 'memory'>): Promise<Sent> {
    delay.reset()
    delay.enable()
    // What holds up the loop is seen only if the loop turned before and after.
    await systemClock.sleep(beat)
    const at = machineNow()
    for (let count = 0; count < times; count++) sendAll(text)
    await systemClock.sleep(beat)
    delay.disable()
    return { at, heldUp: delay.max / 1e6 }
  }

  /** What one writes without a second thought. */
  function bareLoop(): (text: string) => void {
    const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false })
    return (text) => {
      for (const socket of sockets.clients) socket.send(text)
    }
  }

  /** socket.io as its documentation shows it; the message is an object, encoded once for the room. */
  function room(): (text: string) => void {
    const io = new Server(server, { serveClient: false })
    io.on('connection', (socket) => void socket.join('tournament'))
    return (text) => void io.to('tournament').emit('news', JSON.parse(text))
  }
}
