// A proxy between a browser and RollCall that a test can disconnect, so that neither the pages nor the service worker reach the
// server.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'

export type NetworkProxy = {
  /** 'http://127.0.0.1:41234', even while it is disconnected. */
  url: string
  disconnect(): Promise<void>
  reconnect(): Promise<void>
  /** Answers requests such as 'GET /api/user' with this answer; null forwards them again. */
  answer(name: string, answer: { status: number; body: object } | null): void
  /** Appends a text to every later answer for `path`, as if the file there had changed. */
  append(path: string, text: string): void
  /** All requests so far, such as 'GET /api/user', oldest first. */
  requests(): readonly string[]
  close(): Promise<void>
}

/** Starts the proxy; `target` is the address of RollCall. */
export async function openNetworkProxy(target: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(target)
  const answers = new Map<string, { status: number; body: object } | null>()
  const additions = new Map<string, string>()
  const seen: string[] = []
  const sockets = new Set<Duplex>()

  const forward = (incoming: IncomingMessage, reply: ServerResponse): void => {
    const path = incoming.url?.split('?', 1)[0] ?? ''
    const name = `${incoming.method} ${path}`
    seen.push(name)
    const replacement = answers.get(name)
    if (replacement) {
      reply.writeHead(replacement.status, { 'content-type': 'application/json' }).end(JSON.stringify(replacement.body))
      return
    }
    const addition = additions.get(path)
    const headers = { ...incoming.headers }
    if (addition !== undefined) for (const header of ['accept-encoding', 'if-none-match']) delete headers[header]
    const upstream = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const { 'content-length': _, ...rest } = answer.headers
      reply.writeHead(answer.statusCode ?? 502, addition === undefined ? answer.headers : rest)
      if (addition === undefined) return answer.pipe(reply)
      answer.pipe(reply, { end: false })
      return answer.on('end', () => reply.end(addition))
    })
    upstream.on('error', () => reply.destroy())
    incoming.pipe(upstream)
  }

  const server = createServer(forward)
  server.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
      )
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    for (const end of [socket, upstream]) {
      sockets.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        upstream.destroy()
      })
    }
  })
  const listen = async (ownPort: number): Promise<void> => {
    server.listen(ownPort, '127.0.0.1')
    await once(server, 'listening')
  }
  const disconnect = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen(0)
  const listeningPort = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${listeningPort}`,
    disconnect,
    reconnect: async () => {
      if (!server.listening) await listen(listeningPort)
    },
    answer: (name, answer) => answers.set(name, answer),
    append: (path, text) => additions.set(path, text),
    requests: () => seen,
    close: disconnect,
  }
}
