// A user of the HTTP API: a cookie jar, the calls of the contract, and a strict check of every answer.
import { expect } from 'vitest'
import { type BodyOf, type EndpointName, endpoints, type ResponseOf } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'

export type Answer<Body> = { status: number; headers: Headers; text: string; body: Body; error: ErrorBody }

export type CallOptions<Name extends EndpointName> = {
  id?: number | string
  linkId?: string
  body?: BodyOf<Name>
  query?: Record<string, string>
  headers?: Record<string, string>
}

let visitors = 0

export class Visitor {
  /** The cookie of the next request, 'sid=…'; undefined while signed out. */
  cookie: string | undefined
  /** The cookie by which this device is recognised, 'device=…'; kept when the visitor signs out. */
  device: string | undefined
  readonly name = `Visitor ${++visitors} ${process.pid}`
  readonly email = `visitor-${visitors}-${process.pid}@example.org`
  readonly password = 'mat seven at noon'
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Sends any request with the cookie, and keeps the cookie of the answer. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookies = [this.cookie, this.device].filter((each) => each !== undefined)
    if (cookies.length > 0 && !headers.has('cookie')) headers.set('cookie', cookies.join('; '))
    const response = await fetch(this.#url + path, { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const value = cookie.includes('Max-Age=0') ? undefined : cookie.split(';', 1)[0]
      if (/^(?:__Host-)?device=/.test(cookie)) this.device = value
      else this.cookie = value
    }
    return response
  }

  /**
   * Sends a request of the contract. Its answer must match the contract exactly: a schema drops unknown fields, so a
   * difference is a leaked field [I-03].
   */
  async request<Name extends EndpointName>(
    name: Name,
    options: CallOptions<Name> = {},
  ): Promise<Answer<ResponseOf<Name>>> {
    const { method, path, response: schema } = endpoints[name]
    const query = options.query ? `?${new URLSearchParams(options.query).toString()}` : ''
    const address = path.replace(/:(id|linkId)/g, (_, key: 'id' | 'linkId') => encodeURIComponent(options[key] ?? ''))
    const response = await this.fetch(address + query, {
      method,
      headers: { ...(options.body === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const text = await response.text()
    const answer = { status: response.status, headers: response.headers, text }
    if (response.status === 304) return answer as Answer<ResponseOf<Name>>
    const body: unknown = JSON.parse(text)
    expect((response.ok ? schema : ErrorBody).parse(body)).toEqual(body)
    return { ...answer, body: body as ResponseOf<Name>, error: body as ErrorBody }
  }

  /** Like `request`, but fails the test unless the answer is a success. */
  async call<Name extends EndpointName>(name: Name, options: CallOptions<Name> = {}): Promise<ResponseOf<Name>> {
    const { status, text, body } = await this.request(name, options)
    expect(`${status} ${status < 300 ? '' : text}`).toMatch(/^2\d\d /)
    return body
  }

  /** Signs up with this visitor's own name, email and password. */
  async signUp(): Promise<this> {
    await this.call('register', { body: { username: this.name, email: this.email, password: this.password } })
    return this
  }

  /** Signs in, by default with this visitor's own password. */
  signIn(options: { password?: string; rememberMe?: boolean; headers?: Record<string, string> } = {}) {
    const { password = this.password, rememberMe = false, headers = {} } = options
    return this.request('login', { body: { username: this.email, password, rememberMe }, headers })
  }
}
