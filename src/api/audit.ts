// Records sign-ins and refused requests in the audit log (quality/security.md A-05), after the response, so that no request
// waits for it. Actions of administrators are recorded by their own calls.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addresses } from '#contract/addresses.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Sessions } from './session.ts'

type Needs = { store: Store; sessions: Sessions; addressOf: (request: IncomingMessage) => ClientAddress; log: Log }

/** Records every login, failed login, 403 and 429. Call it before routes are registered. */
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
        log.warn({ err: error, requestId: request.id }, 'a request could not be added to the audit log'),
      )
    done()
  })
}

type Action = 'forbidden' | 'too-many' | 'login-failed' | 'login'

/** The action to record for a response; null for none. */
function actionOf(status: number, isLogin: boolean): Action | null {
  if (status === 403) return 'forbidden'
  if (status === 429) return 'too-many'
  if (!isLogin) return null
  return status === 401 ? 'login-failed' : status === 200 ? 'login' : null
}

/** The email address of a login attempt. */
function emailIn(body: unknown): string | null {
  const username = typeof body === 'object' && body !== null && 'username' in body ? body.username : null
  return typeof username === 'string' ? username.trim().toLowerCase() : null
}

/** The route with its numeric id. Other parts of the address are left out, because they can be secrets. */
function addressIn({ routeOptions: { url = 'an unknown address' }, params }: FastifyRequest): string {
  const { id } = (params ?? {}) as { id?: unknown }
  return typeof id === 'string' && /^\d{1,10}$/.test(id) ? url.replace(':id', id) : url
}
