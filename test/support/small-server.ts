// A minimal server for tests of the client, over a real network connection. The test sets its HTTP answers and socket messages.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callerHeader } from '#contract/caller.ts'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'

/** The answer to a call, in JSON or as `text`; with 'nothing' the connection is closed instead. */
export type Answer =
  | { status?: number; body: unknown }
  | { status?: number; text: string; headers: Record<string, string> }
  | 'nothing'
export type SmallServer = Awaited<ReturnType<typeof startSmallServer>>

type ClientMessage = { type: string; since?: object }

/**
 * Starts the server; calls without a set answer get 404. Until it is closed, `globalThis.location` is its address, because the
 * client resolves paths against it and Node has none.
 */
export async function startSmallServer() {
  const answers = new Map<string, () => Answer | Promise<Answer>>()
  const requests: string[] = []
  const users = new Map<string, string | string[] | undefined>()
  const sockets = new Set<ServerSocket>()
  const messages: ClientMessage[] = []
  let arrived: (message: ClientMessage) => void = () => undefined
  let latest: ServerSocket | undefined

  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = `${request.method} ${new URL(request.url ?? '', 'http://small').pathname}`
    requests.push(call)
    users.set(call, request.headers[callerHeader])
    const answer = (await answers.get(call)?.()) ?? { status: 404, body: { success: false, error: 'Not found.' } }
    if (answer === 'nothing') return void request.socket.destroy()
    const { status = 200 } = answer
    if ('text' in answer) response.writeHead(status, answer.headers).end(answer.text)
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }
  const http = createServer((request, response) => void answerTo(request, response))
  let isStopping = false
  let refused = 0
  const live = new WebSocketServer({
    server: http,
    path: '/ws',
    verifyClient: (_, answer) => {
      if (isStopping) refused++
      answer(!isStopping, 503, 'Service Unavailable', { 'Retry-After': '2' })
    },
  })
  live.on('connection', (socket) => {
    latest = socket
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as ClientMessage
      messages.push(message)
      arrived(message)
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  Reflect.set(globalThis, 'location', new URL(`http://127.0.0.1:${port}`))

  return {
    socketUrl: `ws://127.0.0.1:${port}/ws`,
    /** By method and path without the query, such as 'GET /api/user'; other calls get 404. */
    answers,
    /** Every call so far, named as in `answers`. */
    requests,
    /** By call: the user for whom it was made the last time. */
    users,
    /** The messages that clients have sent on their sockets. */
    messages,

    /** Resolves with the next message of a client. */
    nextMessage: (): Promise<ClientMessage> => new Promise((resolve) => (arrived = resolve)),

    /** Sends a message on the socket that was opened last. */
    send(message: object): void {
      latest?.send(JSON.stringify(message))
    },

    /** Terminates the socket that was opened last, as a network failure does. */
    cut(): void {
      latest?.terminate()
    },

    /** Closes the socket that was opened last with 1012, as a server does when it stops or has too many sockets. */
    requestReconnect(retryAfterMs: number): void {
      latest?.close(1012, JSON.stringify({ retryAfterMs }))
    },

    /** While it is stopping, the server refuses handshakes with 503 and Retry-After. */
    setStopping: (stops: boolean): void => void (isStopping = stops),

    /** The number of handshakes that it refused. */
    refused: (): number => refused,

    async close(): Promise<void> {
      Reflect.deleteProperty(globalThis, 'location')
      for (const socket of sockets) socket.terminate()
      live.close()
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
}
