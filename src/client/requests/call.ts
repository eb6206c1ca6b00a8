// Room `requests`: how the browser asks the server: one call, its queue, errors, retries, the network, the server's clock. This
// file: the one way the browser calls the server, through the contract's table of endpoints.
import { addresses } from '#contract/addresses.ts'
import type { BodyOf, EndpointName, ResponseOf } from '#contract/endpoints.ts'
import { shownLanguage } from '#client/texts/t.ts'
import { takePrefetched } from './prefetched.ts'
import { CallError } from './call-error.ts'
import { isSlow, networkFacts } from './network.ts'
import { createRequestQueue } from './request-queue.ts'

/** Core specification section 9: how many requests run at once, and which of those that wait goes first. */
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
  /** Asks past every cache (no-cache headers). */
  fresh?: boolean
  /** What the socket has told already: the answer is not to be older (reliability P1). */
  seen?: string
  signal?: AbortSignal
} & (BodyOf<Name> extends undefined ? { body?: never } : { body: BodyOf<Name> })

type Arguments<Name extends EndpointName> =
  BodyOf<Name> extends undefined ? [details?: Details<Name>] : [details: Details<Name>]

const inTurn = createRequestQueue(() => (isSlow(networkFacts()) ? concurrentRequests.slow : concurrentRequests.normal))

/** The address of an endpoint, with its parameters in place. */
export function addressOf(name: EndpointName, details: Pick<Details<EndpointName>, 'params' | 'query'> = {}): string {
  const params = Object.entries(details.params ?? {})
  const path = params.reduce<string>(
    (path, [key, value]) => path.replace(`:${key}`, encodeURIComponent(value)),
    addresses[name].path,
  )
  const query = Object.entries(details.query ?? {}).map(([key, value]) => [key, String(value)])
  return query.length > 0 ? `${path}?${new URLSearchParams(query).toString()}` : path
}

const matching = (name: 'orderOfFights' | 'tournament'): RegExp =>
  new RegExp(`^${addresses[name].path.replace(':id', '\\d+')}$`)
const profileAddress = matching('orderOfFights')
const tournamentAddress = matching('tournament')

/** Whether a query's key, which begins with its address, is that of an athlete's profile. */
export const isProfileKey = ([address]: readonly unknown[]): boolean => profileAddress.test(String(address))

/** Whether it is that of one tournament. */
export const isTournamentKey = ([address]: readonly unknown[]): boolean => tournamentAddress.test(String(address))

/**
 * Calls an endpoint with the session's cookie and gives its answer, which the contract types.
 * Throws a `CallError` for any other answer than 2xx, and with status 0 when the server was not reached.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[details]: Arguments<Name>
): Promise<ResponseOf<Name>> {
  const { body, priority = 'tournament-info', fresh, seen, signal } = details ?? ({} as Details<Name>)
  const init: RequestInit = {
    method: addresses[name].method,
    credentials: 'include',
    ...(signal && { signal }),
    ...(fresh && { cache: 'no-store' }),
    ...(seen && { headers: { 'x-rollcall-seen': seen } }),
    ...(body !== undefined && {
      // Letters that the call causes speak the language that is shown, which is not always the browser's own.
      headers: { 'content-type': 'application/json', 'accept-language': shownLanguage() },
      body: JSON.stringify(body),
    }),
  }
  return inTurn(requestPriority[priority], async () => {
    const lost = (error: unknown): never => {
      throw signal?.aborted ? error : new CallError(0, '')
    }
    const address = addressOf(name, details)
    const prefetched = init.method === 'GET' && !fresh && !seen ? takePrefetched(address) : undefined
    const response = await (prefetched ?? fetch(new URL(address, location.href), init)).catch(lost)
    const text = await response.text().catch(lost)
    if (!response.ok) throw new CallError(response.status, text, response.statusText)
    try {
      return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<Name>
    } catch (error) {
      // A page of the network that one is in, which wants a login of its own: the server was not reached.
      return lost(error)
    }
  })
}
