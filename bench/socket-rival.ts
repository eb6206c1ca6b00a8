// A minimal server on `ws` or socket.io, in a separate process, that sends a message to all its sockets on demand.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fork } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { systemClock } from '#platform/clock.ts'
import { nextMessageOf } from './child-message.ts'
import { machineNow } from './figure.ts'
import { memoryInUse } from './memory.ts'

/** How long the event loop is monitored before and after the messages are sent, in ms. */
const monitorMargin = 20

type Name = 'ws' | 'socket.io'
type Command = { text: string; times: number } | 'memory'
type Sent = { at: number; loopDelay: number }

export type SocketRival = {
  port: number
  /** Sends a text to all sockets `times` times; returns the start (`machineNow`), and the longest delay of the event loop, ms. */
  send(text: string, times: number): Promise<Sent>
  /** Bytes in use. */
  memory(): Promise<number>
  close(): Promise<void>
}

/** Starts the server in a child process; resolves when it accepts sockets. */
export async function startSocketRival(name: Name): Promise<SocketRival> {
  const child = fork(import.meta.filename, [name])
  const call = async <Answer>(command?: Command): Promise<Answer> => {
    if (command !== undefined) child.send(command)
    return nextMessageOf<Answer>(child, `the server on ${name}`)
  }
  return {
    port: await call<number>(),
    send: (text, times) => call<Sent>({ text, times }),
    memory: () => call<number>('memory'),
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
  process.on('message', (command: Command) => {
    if (command === 'memory') process.send?.(memoryInUse())
    else void send(command).then((sent) => process.send?.(sent))
  })

  async function send({ text, times }: Exclude<Command, 'memory'>): Promise<Sent> {
    delay.reset()
    delay.enable()
    // The monitor notices a delay only if the event loop runs before and after it.
    await systemClock.sleep(monitorMargin)
    const at = machineNow()
    for (let count = 0; count < times; count++) sendAll(text)
    await systemClock.sleep(monitorMargin)
    delay.disable()
    return { at, loopDelay: delay.max / 1e6 }
  }

  /** The simplest loop that works. */
  function bareLoop(): (text: string) => void {
    const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false })
    return (text) => {
      for (const socket of sockets.clients) socket.send(text)
    }
  }

  /** Uses socket.io as its documentation recommends; the message is an object, encoded once for the room. */
  function room(): (text: string) => void {
    const io = new Server(server, { serveClient: false })
    io.on('connection', (socket) => void socket.join('tournament'))
    return (text) => void io.to('tournament').emit('news', JSON.parse(text))
  }
}
