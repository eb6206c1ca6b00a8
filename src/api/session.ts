// The session of a request, and the cookies that start, renew and end one (quality/security.md S-02 to S-05).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endedSessionCookie, readSessionCookie, sessionCookie } from '#platform/cookies.ts'
import type { Session, Store } from '#store'

/** How long a browser keeps the cookie of a remembered session, in seconds; each visit renews it. */
const rememberedFor = 30 * 24 * 60 * 60

export type Sessions = {
  of(request: FastifyRequest): Promise<Session | null>
  /** Signs the account in under a new token; the session that the browser held until now ends. */
  start(
    caller: { request: FastifyRequest; reply: FastifyReply; ip: string },
    userId: number,
    remember: boolean,
  ): Promise<void>
  /** Lets a remembered session's cookie live on. */
  renew(request: FastifyRequest, reply: FastifyReply, session: Session): void
  /** Hands the browser a new token of its session. */
  give(reply: FastifyReply, token: string, remember: boolean): void
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** `https`: whether people reach this server over https; the cookie differs. */
export function createSessions(store: Store, https: boolean): Sessions {
  const tokenOf = (request: FastifyRequest): string | undefined => readSessionCookie(request.headers.cookie, https)
  const give = (reply: FastifyReply, token: string, remember: boolean): void => {
    reply.header('set-cookie', sessionCookie(token, remember ? rememberedFor : null, https))
  }
  return {
    async of(request) {
      const token = tokenOf(request)
      return token === undefined ? null : store.sessions.verify(token)
    },
    async start({ request, reply, ip }, userId, remember) {
      const token = await store.sessions.start({
        userId,
        remember,
        userAgent: request.headers['user-agent'] ?? null,
        ip,
        replaces: tokenOf(request),
      })
      give(reply, token, remember)
    },
    renew(request, reply, session) {
      const token = tokenOf(request)
      if (session.remember && token !== undefined) give(reply, token, true)
    },
    give,
    async end(request, reply) {
      const token = tokenOf(request)
      if (token !== undefined) await store.sessions.end(token)
      reply.header('set-cookie', endedSessionCookie(https))
    },
  }
}
