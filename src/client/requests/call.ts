// Module `requests`: HTTP calls to the server: the request queue, errors, retries, the network state, the server's clock. This
// file: `call`, the only way to the API, typed by the contract's table of endpoints.
import { addresses } from '#contract/addresses.ts'
import type { BodyOf, EndpointName, ResponseOf } from '#contract/endpoints.ts'
import { shownLanguage } from '#client/texts/t.ts'
import { takePrefetched } from './prefetched.ts'
import { CallError } from './call-error.ts'
import { isSlow, networkFacts } from './network.ts'
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
  const init: RequestInit = {
    method: endpoint(name).method,
    credentials: 'include',
    ...(signal && { signal }),
    ...(fresh && { cache: 'no-store' }),
    headers: {
      ...(seen && { 'x-rollcall-seen': seen }),
      // Emails that the call causes use the app's language, which may differ from the browser's.
      ...(body !== undefined && { 'content-type': 'application/json', 'accept-language': shownLanguage() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return enqueue(requestPriority[priority], async () => {
    const fail = (error: unknown): never => {
      throw signal?.aborted ? error : new CallError(0, '')
    }
    const address = addressOf(name, details)
    const prefetched = init.method === 'GET' && !fresh && !seen ? takePrefetched(address) : undefined
    const response = await (prefetched ?? fetch(new URL(address, location.href), init)).catch(fail)
    const text = await response.text().catch(fail)
    if (!response.ok) throw new CallError(response.status, text, response.statusText)
    try {
      return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<Name>
    } catch (error) {
      // The login page of a captive portal, so the server was not reached.
      return fail(error)
    }
  })
}
