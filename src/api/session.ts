// The session of a request, and the cookies that start, renew and end one (quality/security.md S-02 to S-05).
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientAddress } from '#platform/client-address.ts'
import {
  deviceCookie,
  endedSessionCookie,
  readDeviceCookies,
  readSessionCookies,
  sessionCookie,
} from '#platform/cookies.ts'
import type { Session, Store } from '#store'

/** The lifetime of a remembered session's cookie, in seconds; each visit renews it. */
const rememberedFor = 30 * 24 * 60 * 60

type WithHeaders = { headers: IncomingHttpHeaders }
type Caller = { request: FastifyRequest; reply: FastifyReply; ip: ClientAddress }

export type Sessions = {
  /** The session tokens in the request's cookies, in their order. */
  tokensOf(request: WithHeaders): readonly string[]
  /** The live session of a request; null if it has none. */
  of(request: WithHeaders): Promise<Session | null>
  /** Starts a session with a new token, remembers the device, and ends the browser's previous one. */
  start(caller: Caller, userId: number, remember: boolean): Promise<void>
  /** Like `start`, after a password check; returns false and starts no session if the password has changed since. */
  startByPassword(
    caller: Caller,
    checked: { userId: number; passwordHash: string },
    remember: boolean,
  ): Promise<boolean>
  /** Extends the lifetime of a remembered session's cookie, and remembers the device. */
  renew(request: FastifyRequest, reply: FastifyReply, session: Session): void
  /** Sets the session cookie of the answer to a new token. */
  setCookie(reply: FastifyReply, token: string, remember: boolean): void
  /** The id of the request's device if it has signed in to the account before, else null. */
  deviceOf(request: WithHeaders, userId: number): string | null
  /** Ends the request's sessions, and deletes the browser's cookie. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** `https`: whether the public origin uses https, which changes the cookie. */
export function createSessions(store: Store, https: boolean): Sessions {
  const tokensOf = (request: WithHeaders): readonly string[] => readSessionCookies(request.headers.cookie, https)
  const setCookie = (reply: FastifyReply, token: string, remember: boolean): void => {
    reply.header('set-cookie', sessionCookie(token, remember ? rememberedFor : null, https))
  }
  const devicesOf = (request: WithHeaders): readonly string[] => readDeviceCookies(request.headers.cookie, https)
  // Always after the session's cookie: simple clients keep the first one.
  const rememberDevice = ({ request, reply }: Pick<Caller, 'request' | 'reply'>, userId: number): void => {
    reply.header('set-cookie', deviceCookie(store.knownDevices.remember(devicesOf(request), userId), https))
  }
  const browserOf = ({ request, ip }: Caller) => ({
    userAgent: request.headers['user-agent'] ?? null,
    ip: ip.address,
    replaces: tokensOf(request),
  })
  return {
    tokensOf,
    of: (request) => store.sessions.verify(...tokensOf(request)),
    async start(caller, userId, remember) {
      setCookie(caller.reply, await store.sessions.start({ userId, remember, ...browserOf(caller) }), remember)
      rememberDevice(caller, userId)
    },
    async startByPassword(caller, { userId, passwordHash }, remember) {
      const token = await store.sessions.startByPassword(passwordHash, { userId, remember, ...browserOf(caller) })
      if (token === null) return false
      setCookie(caller.reply, token, remember)
      rememberDevice(caller, userId)
      return true
    },
    renew(request, reply, session) {
      if (!session.remember) return
      const token = tokensOf(request).find((each) => store.sessions.cached(each)?.sessionId === session.sessionId)
      if (token === undefined) return
      setCookie(reply, token, true)
      rememberDevice({ request, reply }, session.userId)
    },
    setCookie,
    deviceOf: (request, userId) => store.knownDevices.find(devicesOf(request), userId),
    async end(request, reply) {
      await store.sessions.end(...tokensOf(request))
      reply.header('set-cookie', endedSessionCookie(https))
    },
  }
}
