// A client written from the specification alone: paths, payloads, field names, messages. It imports nothing of RollCall, so
// that it fails when the server departs from the specification.
import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Parsed JSON without a schema. */
// oxlint-disable-next-line typescript/no-explicit-any -- a client of the document has no types of ours
export type Json = any

/** A value of a kind with '?' may also be null. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'string?' | 'number?'
export type Shape = Readonly<Record<string, Kind>>

/** The fields of a shape that a value lacks or has with another type, one line each; additional fields are allowed. */
export function missingIn(value: Json, shape: Shape, path = ''): string[] {
  return Object.entries(shape).flatMap(([field, kind]) => {
    const found: unknown = value?.[field]
    const actual = found === null ? 'null' : Array.isArray(found) ? 'array' : typeof found
    const wanted = kind.replace('?', '')
    return actual === wanted || (kind.endsWith('?') && actual === 'null')
      ? []
      : [`${path}${field}: ${actual}, not ${kind}`]
  })
}

export class DocumentClient {
  private cookie = ''
  private readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  /** Sends any method, with JSON only for a payload, and with credentials (core.md section 7). */
  async send(method: string, path: string, payload?: object): Promise<Response> {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(payload ? { 'content-type': 'application/json' } : {}),
      },
      ...(payload ? { body: JSON.stringify(payload) } : {}),
    })
    const [cookie] = response.headers.getSetCookie()
    if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? ''
    return response
  }

  /** Sends a request and parses the JSON of its answer. @throws 'status: body' unless the answer is OK (core.md section 8). */
  async call(method: string, path: string, payload?: object): Promise<Json> {
    const response = await this.send(method, path, payload)
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status}: ${text || response.statusText}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  /** Opens a connection to /ws. */
  async open(query = ''): Promise<DocumentChannel> {
    const socket = new WebSocket(`${this.origin.replace('http', 'ws')}/ws${query}`, {
      headers: { cookie: this.cookie },
    })
    const channel = new DocumentChannel(socket)
    await once(socket, 'open')
    return channel
  }
}

export class DocumentChannel {
  private readonly socket: WebSocket
  private readonly received: Json[] = []
  private arrived = Promise.withResolvers<void>()

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => {
      this.received.push(JSON.parse((data as Buffer).toString()))
      this.arrived.resolve()
      this.arrived = Promise.withResolvers()
    })
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The first matching message since the channel was opened. */
  async first(type: string, matches: (message: Json) => boolean = () => true): Promise<Json> {
    for (;;) {
      const found = this.received.find((message) => message.type === type && matches(message))
      if (found) return found
      await this.arrived.promise
    }
  }

  close(): void {
    this.socket.close()
  }
}
