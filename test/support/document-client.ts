// A client that knows only what is written in the specification: paths, payloads, field names, messages. It imports
// nothing of RollCall, so that it breaks when something written there no longer holds.
import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Parsed JSON, to be looked into without a schema. */
// oxlint-disable-next-line typescript/no-explicit-any -- a client of the document has no types of ours
export type Json = any

/** 'string?' may also be null, while the source does not tell it. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'string?' | 'number?'
export type Shape = Readonly<Record<string, Kind>>

/** What a value lacks of the shape that the document gives it, a line each; whatever more it has is no fault. */
export function missingIn(value: Json, shape: Shape, path = ''): string[] {
  return Object.entries(shape).flatMap(([field, kind]) => {
    const found: unknown = value?.[field]
    const is = found === null ? 'null' : Array.isArray(found) ? 'array' : typeof found
    const wanted = kind.replace('?', '')
    return is === wanted || (kind.endsWith('?') && is === 'null') ? [] : [`${path}${field}: ${is}, not ${kind}`]
  })
}

export class DocumentClient {
  private cookie = ''
  private readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  /** Core.md section 7: any method, JSON only when there is a payload, credentials included. */
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

  /** The JSON that is answered. @throws 'status: body' for any answer that is not OK (core.md section 8). */
  async call(method: string, path: string, payload?: object): Promise<Json> {
    const response = await this.send(method, path, payload)
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status}: ${text || response.statusText}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  /** The channel at /ws, open. */
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

  /** The first message of a type since the channel is open, or the first that fits. */
  async first(type: string, fits: (message: Json) => boolean = () => true): Promise<Json> {
    for (;;) {
      const found = this.received.find((message) => message.type === type && fits(message))
      if (found) return found
      await this.arrived.promise
    }
  }

  close(): void {
    this.socket.close()
  }
}
