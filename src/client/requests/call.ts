// Module `requests`: HTTP calls to the server: the request queue, errors, retries, the network state, the server's clock. This
// file: `call`, the only way to the API, typed by the contract's table of endpoints.
import { addresses } from '#contract/addresses.ts'
import { callerHeader } from '#contract/caller.ts'
import type { BodyOf, EndpointName, ResponseOf } from '#contract/endpoints.ts'
import { shownLanguage } from '#client/texts/t.ts'
import { takePrefetched } from './prefetched.ts'
import { CallError } from './call-error.ts'
import { isSlow, networkFacts, noteAnswer, noteNoAnswer } from './network.ts'
import { createRequestQueue } from './request-queue.ts'

/** Core specification section 9: the number of concurrent requests, and the priorities of queued ones, the smallest first. */
const concurrentRequests = { normal: 6, slow: 2 } as const
const requestPriority = {
  'upcoming-matches': 1,
  'athlete-data': 2,
  'tournament-info': 3,
  'historical-data': 4,
  images: 5,
} as const

type Details<Name extends EndpointName> = {
  params?: { id: number | string } | { linkId: string }
  query?: Record<string, string | number>
  priority?: keyof typeof requestPriority
  /** Bypasses every HTTP cache. */
  fresh?: boolean
  /** The positions reached on the socket; the answer must not be older (reliability P1). */
  seen?: string
  signal?: AbortSignal
} & (BodyOf<Name> extends undefined ? { body?: never } : { body: BodyOf<Name> })

type Arguments<Name extends EndpointName> =
  BodyOf<Name> extends undefined ? [details?: Details<Name>] : [details: Details<Name>]

const enqueue = createRequestQueue(() => (isSlow(networkFacts()) ? concurrentRequests.slow : concurrentRequests.normal))

/** The calls that ask or change who is signed in: they are made for nobody, and never held. */
const identityCalls: readonly EndpointName[] = ['user', 'authCheck', 'login', 'register']
/** The user for whom this page makes its calls; null before it is known and when nobody is signed in. */
let caller: number | null = null
/** Settled unless it is being asked who is signed in. */
let identified: Promise<unknown> = Promise.resolve()
let onOtherUser: () => void = () => undefined

/**
 * Sets the user for whom all calls are made from now on. The server refuses them if another user is signed in, and `whenOther` is
 * called.
 */
export function callFor(userId: number | null, whenOther?: () => void): void {
  caller = userId
  onOtherUser = whenOther ?? onOtherUser
}

/** Holds all calls until the promise, the answer to the question who is signed in, is settled. */
export function holdCalls(until: Promise<unknown>): void {
  identified = until.catch(() => undefined)
}

type Address = { method: string; path: string }

/** The addresses of all endpoints except the administrators', which their screens add. */
const addressByName: Partial<Record<EndpointName, Address>> = { ...addresses }

/** Makes further endpoints available to `call` and `addressOf`. */
export function addAddresses(more: Partial<Record<EndpointName, Address>>): void {
  Object.assign(addressByName, more)
}

const endpoint = (name: EndpointName): Address => addressByName[name] as Address

/** The address of an endpoint, with its parameters in place. */
export function addressOf(name: EndpointName, details: Pick<Details<EndpointName>, 'params' | 'query'> = {}): string {
  const params = Object.entries(details.params ?? {})
  const path = params.reduce<string>(
    (path, [key, value]) => path.replace(`:${key}`, encodeURIComponent(value)),
    endpoint(name).path,
  )
  const query = Object.entries(details.query ?? {}).map(([key, value]) => [key, String(value)])
  return query.length > 0 ? `${path}?${new URLSearchParams(query).toString()}` : path
}

const patternOf = (name: 'orderOfFights' | 'tournament'): RegExp =>
  new RegExp(`^${addresses[name].path.replace(':id', '\\d+')}$`)
const profileAddress = patternOf('orderOfFights')
const tournamentAddress = patternOf('tournament')

/** Whether a query key, whose first element is its address, is that of an athlete's profile. */
export const isProfileKey = ([address]: readonly unknown[]): boolean => profileAddress.test(String(address))

/** Whether a query key is that of one tournament. */
export const isTournamentKey = ([address]: readonly unknown[]): boolean => tournamentAddress.test(String(address))

/** A response of RollCall: parsed, or the text of an error. */
type Answer = { response: Response; text: string; body: unknown }

/**
 * Sends a request, and notes whether the server was reached.
 * @throws CallError with status 0 if it was not: without an answer, or if something else answered in its place; the reason of
 * `init.signal` once it is aborted.
 */
export async function request(path: string, init: RequestInit, prefetched?: Promise<Response>): Promise<Answer> {
  try {
    // The API redirects nowhere, so that a redirect leads to a login page of the network.
    const response = await (prefetched ?? fetch(new URL(path, location.href), { ...init, redirect: 'manual' }))
    const text = await response.text()
    const body = parsed(text)
    const isOther = isIntercepted(response, text, body)
    noteAnswer(isOther)
    if (isOther) throw new CallError(0, '')
    return { response, text, body }
  } catch (error) {
    if (init.signal?.aborted || error instanceof CallError) throw error
    noteNoAnswer()
    throw new CallError(0, '')
  }
}

/** Undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether something else answered in place of RollCall: a redirect, a page, or a demand to sign in without RollCall's code. A page with
 * an error of the server, from the proxy before it, is no interception.
 */
function isIntercepted({ ok, status }: Response, text: string, body: unknown): boolean {
  if (ok) return body === undefined && status !== 204
  // A redirect has the status 0 in browsers.
  if (status < 400) return true
  if ([401, 511].includes(status)) return !(body as { code?: unknown } | undefined)?.code
  return status < 500 && /^\s*</.test(text)
}

/**
 * Calls an endpoint with the session's cookie and returns its typed answer.
 * @throws CallError for any other answer than 2xx, and with status 0 when the server was not reached; the reason of `signal` once
 * it is aborted.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[details]: Arguments<Name>
): Promise<ResponseOf<Name>> {
  const { body, priority = 'tournament-info', fresh, seen, signal } = details ?? ({} as Details<Name>)
  const isIdentityCall = identityCalls.includes(name)
  const forUser = isIdentityCall ? null : caller
  const init: RequestInit = {
    method: endpoint(name).method,
    credentials: 'include',
    ...(signal && { signal }),
    ...(fresh && { cache: 'no-store' }),
    headers: {
      ...(seen && { 'x-rollcall-seen': seen }),
      ...(forUser !== null && { [callerHeader]: String(forUser) }),
      // Emails that the call causes use the app's language, which may differ from the browser's.
      ...(body !== undefined && { 'content-type': 'application/json', 'accept-language': shownLanguage() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  if (!isIdentityCall && name !== 'logout') await identified
  return enqueue(requestPriority[priority], async () => {
    const address = addressOf(name, details)
    const prefetched = init.method === 'GET' && !fresh && !seen ? takePrefetched(address) : undefined
    const { response, text, body } = await request(address, init, prefetched)
    if (response.ok) return body as ResponseOf<Name>
    const error = new CallError(response.status, text, response.statusText)
    if (error.code === 'other-user') onOtherUser()
    throw error
  })
}
