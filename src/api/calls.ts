// Registers the contract's endpoints: checks access, validates the parameters, then runs the handler. The compiler requires a
// handler for every endpoint.
import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { callerHeader, isForAnother } from '#contract/caller.ts'
import { type EndpointName, endpoints, type ResponseOf } from '#contract/endpoints.ts'
import { largestId } from '#contract/id.ts'
import { CodedError, invalidField, invalidExternalId, requestTexts } from '#contract/errors.ts'
import { isExternalId } from '#domain/page.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import type { Session } from '#store'
import { toCodedError } from './error-responses.ts'
import { EncodedList, type ReadyAnswer } from './list-cache.ts'
import type { Limits } from './limits.ts'
import type { Sessions } from './session.ts'
import { withTimeLimit } from './time-limit.ts'

type Spec<Name extends EndpointName> = (typeof endpoints)[Name]
type Parsed<Name extends EndpointName, Part extends 'body' | 'query'> =
  Spec<Name> extends Record<Part, infer Schema extends z.ZodMiniType> ? z.output<Schema> : undefined

export type Call<Name extends EndpointName> = {
  readonly session: Spec<Name>['access'] extends 'anyone' ? Session | null : Session
  readonly body: Parsed<Name, 'body'>
  readonly query: Parsed<Name, 'query'>
  /** RollCall's id in the path; 0 if the path has none. */
  readonly id: number
  /** The identifier of a shared link in the path, not validated; empty if the path has none. */
  readonly linkId: string
  /** The client's address, for rate limits and the audit log. */
  readonly ip: ClientAddress
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
export type Handlers<Name extends EndpointName> = {
  [Each in Name]: (call: Call<Each>) => Promise<ResponseOf<Each> | EncodedList>
}

/** In ms: `long` for calls that wait for a password hash or for the source, or read or change much data. */
const timeLimits = { usual: 2_500, long: 15_000 } as const
const longCalls: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'login',
  'register',
  'resetPassword',
  'changePassword',
  'availableTournaments',
  'addTournaments',
  'follow',
  'refreshOrderOfFights',
  'scrapeOrderOfFights',
  'followDiagnostics',
  'repairAthlete',
  'adminRemoveTournament',
])

type Needs = {
  sessions: Sessions
  addressOf: (request: IncomingMessage) => ClientAddress
  limits: Limits
  clock: Clock
}

/** Registers a route for every endpoint of the contract. Access is checked before the parameters are validated. */
export function registerCalls(app: FastifyInstance, handlers: Handlers<EndpointName>, needs: Needs): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) registerCall(app, name, handlers, needs)
}

function registerCall<Name extends EndpointName>(
  app: FastifyInstance,
  name: Name,
  handlers: Handlers<Name>,
  { sessions, addressOf, limits, clock }: Needs,
): void {
  const { method, path, access, ...parts }: (typeof endpoints)[EndpointName] = endpoints[name]
  // Every endpoint below this prefix is for administrators only (quality/security.md W6).
  if (path.startsWith('/api/admin/') && access !== 'superadmin')
    throw new Error(`endpoint ${name} below /api/admin/ must be for administrators only`)
  const body = 'body' in parts ? parts.body : undefined
  const query = 'query' in parts ? parts.query : undefined
  const hasId = path.includes(':id')
  const limit = longCalls.has(name) ? timeLimits.long : timeLimits.usual
  const answerTo = async (request: FastifyRequest, reply: FastifyReply, ip: ClientAddress) => {
    const session = await sessions.of(request)
    if (access !== 'anyone' && !session) throw new CodedError('unauthorized')
    if (access !== 'anyone' && access !== 'user' && session?.account.role !== 'superadmin')
      throw new CodedError('forbidden')
    if (session && isForAnother(request.headers[callerHeader], session.userId)) throw new CodedError('other-user')
    const call = {
      session,
      body: body && requireValid(body, request.body),
      query: query && requireValid(query, request.query),
      id: hasId ? requireId(path, request.params) : 0,
      linkId: (request.params as { linkId?: string }).linkId ?? '',
      ip,
      request,
      reply,
    }
    return handlers[name](call as Call<Name>)
  }
  /** Refunds the rate limits of a call that was refused as busy, but not of one that exceeded its time limit and continues. */
  const answerOrRefund = (request: FastifyRequest, reply: FastifyReply, ip: ClientAddress) =>
    answerTo(request, reply, ip).catch(async (error: FastifyError) => {
      if (toCodedError(error).code === 'busy') await limits.refund(ip)
      throw error
    })
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const answer = await withTimeLimit(clock, limit, answerOrRefund(request, reply, addressOf(request.raw)))
      return answer instanceof EncodedList ? sendReady(reply, await answer.answerTo(request.headers)) : answer
    },
  })
}

const sendReady = (reply: FastifyReply, { status, headers, bytes }: ReadyAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(bytes)

/**
 * The parsed value.
 * @throws CodedError 'invalid-input' with the schema's sentence about the first problem that has one, else a sentence that names
 * the field or, if the value is not an object, says so.
 */
export function requireValid<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // The library's own message for a wrong type, 'Invalid input', is not shown.
  const { issues } = parsed.error
  const sentence = issues.find(({ message }) => !message.startsWith('Invalid input'))?.message
  const path = issues[0]?.path ?? []
  throw new CodedError('invalid-input', sentence ?? (path.length > 0 ? invalidField(path) : requestTexts.noObject))
}

function requireId(path: string, params: unknown): number {
  const id = String((params as { id?: unknown }).id)
  const entity = /(tournament|session|user|link|page|match)(?:e?s)\//.exec(path)?.[1] ?? 'athlete'
  if (!isExternalId(id)) throw new CodedError('invalid-input', invalidExternalId(entity, id))
  if (Number(id) > largestId) throw new CodedError('not-found')
  return Number(id)
}
