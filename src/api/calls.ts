// How a call of the contract is answered: access first, then its parts are checked, then the area's own function runs.
// The functions of all areas together must answer every endpoint of the table; the compiler refuses a missing one.
import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { type EndpointName, endpoints, type ResponseOf } from '#contract/endpoints.ts'
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
  /** The id in the path, ours; 0 where the path has none. */
  readonly id: number
  /** The identifier of a shared link in the path, as it came; empty where the path has none. */
  readonly linkId: string
  /** Where this one call comes from, for limits and for the audit list. */
  readonly ip: ClientAddress
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
export type Handlers<Name extends EndpointName> = {
  [Each in Name]: (call: Call<Each>) => Promise<ResponseOf<Each> | EncodedList>
}

/** A call that waits for passwords or for the source may take long; every other one answers or says that it cannot. */
const allowed = { usual: 2_500, long: 15_000 } as const
const long: ReadonlySet<EndpointName> = new Set<EndpointName>([
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

/** Registers a route for every endpoint of the contract. Deny is the default: no access, no look at the rest. */
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
  // The prefix is the guard (quality/security.md W6): what stands below it is an administrator's, whoever adds it.
  if (path.startsWith('/api/admin/') && access !== 'superadmin') throw new Error(`${name} is for administrators`)
  const body = 'body' in parts ? parts.body : undefined
  const query = 'query' in parts ? parts.query : undefined
  const hasId = path.includes(':id')
  const limit = long.has(name) ? allowed.long : allowed.usual
  const answerTo = async (request: FastifyRequest, reply: FastifyReply, ip: ClientAddress) => {
    const session = await sessions.of(request)
    if (access !== 'anyone' && !session) throw new CodedError('unauthorized')
    if (access !== 'anyone' && access !== 'user' && session?.account.role !== 'superadmin')
      throw new CodedError('forbidden')
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
  /** Nobody pays for what could not be done. What only takes too long goes on behind the refusal, and is paid for. */
  const answerOrGiveBack = (request: FastifyRequest, reply: FastifyReply, ip: ClientAddress) =>
    answerTo(request, reply, ip).catch(async (error: FastifyError) => {
      if (toCodedError(error).code === 'busy') await limits.refund(ip)
      throw error
    })
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const answer = await withTimeLimit(clock, limit, answerOrGiveBack(request, reply, addressOf(request.raw)))
      return answer instanceof EncodedList ? sendReady(reply, await answer.answerTo(request.headers)) : answer
    },
  })
}

const sendReady = (reply: FastifyReply, { status, headers, bytes }: ReadyAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(bytes)

/** The parsed value. @throws CodedError 'invalid-input' with the sentence of the first problem that has one, else its field. */
export function requireValid<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // 'Invalid input' is the library's word for a wrong type: no sentence for people.
  const { issues } = parsed.error
  const sentence = issues.find(({ message }) => !message.startsWith('Invalid input'))?.message
  const path = issues[0]?.path ?? []
  throw new CodedError('invalid-input', sentence ?? (path.length > 0 ? invalidField(path) : requestTexts.noObject))
}

/** Ids count up to PostgreSQL's integer; a number beyond that is nobody's. */
const largestId = 2_147_483_647

function requireId(path: string, params: unknown): number {
  const id = String((params as { id?: unknown }).id)
  const what = /(tournament|session|user|link|page)s\//.exec(path)?.[1] ?? 'athlete'
  if (!isExternalId(id)) throw new CodedError('invalid-input', invalidExternalId(what, id))
  if (Number(id) > largestId) throw new CodedError('not-found')
  return Number(id)
}
