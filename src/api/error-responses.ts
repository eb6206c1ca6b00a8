// Error responses: a code, one sentence and, for failures of the server, the request's id; never a stack trace.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { CodedError, type ErrorBody, type ErrorCode, requestTexts } from '#contract/errors.ts'
import { type Log, loggablePath } from '#platform/log.ts'

/** How long a connection stays open after a request that came too slowly, in ms, so that the client can read the response. */
const lingerTime = 1_000
/** The largest request body, in bytes (G-03). */
export const bodyLimit = 100 * 1024

/** Our error codes for those of Fastify. */
const codeForFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-input',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
  FST_ERR_ROUTE_MAX_PARAM_LENGTH: 'not-found',
}

/** PostgreSQL's foreign_key_violation: another transaction has just removed a row that the statement refers to. */
const justRemoved = '23503'

/**
 * Error codes of PostgreSQL and the network that mean "try again": the database is unreachable, starting, too slow, too busy or
 * read-only (a replica), or the transaction timed out or conflicted with another.
 */
const databaseUnavailable =
  /^(?:ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E\w+UNREACH|57014|57P0\d|53\d{3}|08\w{3}|25006|25P03|26000|40001|40P01|42P05|55P03)$/

/**
 * Answers requests without a route: 404 for an unknown path below /api/, else 405 with the methods of the path. Call it before
 * routes are registered.
 */
export function handleUnknownRoutes(app: FastifyInstance): void {
  const routes: { methods: string[]; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.includes('*'))
      routes.push({ methods: [method].flat(), pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}/?$`) })
  })
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
    if (allowed.size === 0 && path.startsWith('/api/')) throw new CodedError('not-found')
    // Every other path is the client's and can only be read.
    reply.header('allow', [...(allowed.size > 0 ? allowed : ['GET', 'HEAD'])].join(', '))
    throw new CodedError('wrong-method')
  }
  app.all('/api/*', async (request, reply) => refuse(request, reply))
  app.setNotFoundHandler(async (request, reply) => refuse(request, reply))
}

/** Answers every error with an `ErrorBody`. */
export function handleErrors(app: FastifyInstance, { log, metrics }: { log: Log; metrics: Registry }): void {
  const bugs = new Counter({
    name: 'rollcall_http_bugs_total',
    help: 'Requests that failed because of an error in RollCall',
    registers: [metrics],
  })

  // JSON is the only accepted body. An empty one counts as absent.
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })

  app.setErrorHandler((error: FastifyError | CodedError, request, reply) => {
    const coded = toCodedError(error)
    if (coded.code === 'bug') {
      bugs.inc()
      log.error(
        { err: error, requestId: request.id, method: request.method, path: loggablePath(request.url) },
        'request failed',
      )
    }
    return sendError(reply, request, coded)
  })
}

/** The `CodedError` that is sent for an error; its code is 'bug' for an unexpected error. */
export function toCodedError(error: FastifyError | CodedError): CodedError {
  if (error instanceof CodedError) return error
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || (error instanceof SyntaxError && error.statusCode === 400))
    return new CodedError('invalid-input', requestTexts.noJson)
  const { code = '' } = error as { code?: string }
  const known = codeForFastify[code]
  if (known) return new CodedError(known)
  if (code === justRemoved) return new CodedError('not-found')
  if (databaseUnavailable.test(code)) return new CodedError('busy', undefined, 5)
  const status = error.statusCode ?? 500
  return new CodedError(status >= 400 && status < 500 ? 'invalid-input' : 'bug')
}

/** Sends the error's status, its `ErrorBody` and, if the error has it, Retry-After. */
export function sendError(reply: FastifyReply, request: FastifyRequest, error: CodedError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  const body: ErrorBody = { success: false, error: error.message, code: error.code }
  // Only errors that users may report have the id, because refusals of one kind must be byte-identical (L-02).
  if (error.status >= 500) body.requestId = request.id
  return reply.code(error.status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

/** Answers a request that Node cannot parse, or that came too slowly; a handler of the server's 'clientError' event. */
export function handleClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const isTooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const coded = new CodedError(isTooLarge ? 'too-large' : 'invalid-input', isTooSlow ? requestTexts.tooSlow : undefined)
  const status = isTooLarge ? 431 : isTooSlow ? 408 : coded.status
  const body: ErrorBody = { success: false, error: coded.message, code: coded.code }
  const text = JSON.stringify(body)
  const headers = [
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `Content-Length: ${text.length}`,
  ]
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${text}`
  if (isTooSlow && socket.writable) {
    socket.end(answer)
    setTimeout(() => socket.destroy(), lingerTime).unref()
    return
  }
  if (socket.writable) socket.write(answer)
  socket.destroy(error)
}
