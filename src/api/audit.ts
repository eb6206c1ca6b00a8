// What of the requests goes into the audit list: sign-ins and refusals (quality/security.md A-05). It is noted when the
// answer is gone, so that nobody waits for it. What administrators do is written where it is done.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addresses } from '#contract/addresses.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Sessions } from './session.ts'

type Needs = { store: Store; sessions: Sessions; addressOf: (request: IncomingMessage) => ClientAddress; log: Log }

/** Notes every login, failed login, 403 and 429. Call it before routes are registered. */
export function auditRequests(app: FastifyInstance, { store, sessions, addressOf, log }: Needs): void {
  const note = async (request: FastifyRequest, action: Action, isLogin: boolean): Promise<void> => {
    const email = isLogin ? emailIn(request.body) : null
    const userId =
      action === 'login' && email !== null
        ? ((await store.accounts.findByEmail(email))?.account.id ?? null)
        : ((await sessions.of(request))?.userId ?? null)
    const target = email ?? `${request.method} ${addressIn(request)}`
    store.audit.note({ userId, ip: addressOf(request.raw).address, requestId: request.id }, { action, target })
  }
  app.addHook('onResponse', (request, reply, done) => {
    const isLogin = request.method === addresses.login.method && request.routeOptions.url === addresses.login.path
    const action = actionOf(reply.statusCode, isLogin)
    if (action)
      note(request, action, isLogin).catch((error: unknown) =>
        log.warn({ err: error, requestId: request.id }, 'a request is missing in the audit list'),
      )
    done()
  })
}

type Action = 'forbidden' | 'too-many' | 'login-failed' | 'login'

/** What of an answer is to be noted; null for nothing. */
function actionOf(status: number, isLogin: boolean): Action | null {
  if (status === 403) return 'forbidden'
  if (status === 429) return 'too-many'
  if (!isLogin) return null
  return status === 401 ? 'login-failed' : status === 200 ? 'login' : null
}

/** Whom somebody tried to sign in as. */
function emailIn(body: unknown): string | null {
  const username = typeof body === 'object' && body !== null && 'username' in body ? body.username : null
  return typeof username === 'string' ? username.trim().toLowerCase() : null
}

/** The route with numbers in place; what else may stand in an address can be a secret. */
function addressIn({ routeOptions: { url = 'an unknown address' }, params }: FastifyRequest): string {
  const { id } = (params ?? {}) as { id?: unknown }
  return typeof id === 'string' && /^\d{1,10}$/.test(id) ? url.replace(':id', id) : url
}
