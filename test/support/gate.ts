// The way between a browser and RollCall, which a test can close: then nothing is reached, by the pages and by the service
// worker alike, as in a hall without a network.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'

export type Gate = {
  /** 'http://127.0.0.1:41234', also while it is closed. */
  url: string
  shut(): Promise<void>
  open(): Promise<void>
  /** Answers 'GET /api/user' and its like itself instead of passing it on; null passes it on again. */
  answer(order: string, answer: { status: number; body: object } | null): void
  /** What is added to the end of a file. */
  append(path: string, text: string): void
  /** The requests that came, as 'GET /api/user', oldest first. */
  requests(): readonly string[]
  close(): Promise<void>
}

/** `target` is where RollCall listens. */
export async function openGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target)
  const answers = new Map<string, { status: number; body: object } | null>()
  const additions = new Map<string, string>()
  const seen: string[] = []
  const sockets = new Set<Duplex>()

  const pass = (asked: IncomingMessage, reply: ServerResponse): void => {
    const path = asked.url?.split('?', 1)[0] ?? ''
    const order = `${asked.method} ${path}`
    seen.push(order)
    const own = answers.get(order)
    if (own) {
      reply.writeHead(own.status, { 'content-type': 'application/json' }).end(JSON.stringify(own.body))
      return
    }
    const addition = additions.get(path)
    const headers = { ...asked.headers }
    if (addition !== undefined) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name]
    const onward = request({ hostname, port, path: asked.url, method: asked.method, headers }, (answer) => {
      const { 'content-length': _, ...rest } = answer.headers
      reply.writeHead(answer.statusCode ?? 502, addition === undefined ? answer.headers : rest)
      if (addition === undefined) return answer.pipe(reply)
      answer.pipe(reply, { end: false })
      return answer.on('end', () => reply.end(addition))
    })
    onward.on('error', () => reply.destroy())
    asked.pipe(onward)
  }

  const server = createServer(pass)
  server.on('upgrade', (asked, socket, head) => {
    const onward = connect(Number(port), hostname, () => {
      const lines = asked.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
      onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
  })
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  const shut = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen(0)
  const own = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${own}`,
    shut,
    open: async () => {
      if (!server.listening) await listen(own)
    },
    answer: (order, answer) => answers.set(order, answer),
    append: (path, text) => additions.set(path, text),
    requests: () => seen,
    close: shut,
  }
}
