// The lists that open screens ask for all day are answered before the framework looks at the request, where all that they
// are made of is at hand: its own part of such an answer costs as much as the rest of it. Whatever has to be waited for,
// is refused, or is another request, goes the usual way, which answers the same (docs/decisions/019).
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { addresses } from '#contract/addresses.ts'
import type { KeptList } from './calls.ts'
import type { EncodedList } from './kept-lists.ts'
import type { Observe } from './request-times.ts'
import type { Sessions } from './session.ts'
import type { SharedRollCalls } from './shared-roll-calls.ts'

type Needs = {
  sessions: Sessions
  /** A user's lists, by the names of their calls. */
  lists: Readonly<Record<'upcomingMatches' | 'completedMatches' | 'liveMatches' | 'followedAthletes', KeptList>>
  shared: SharedRollCalls
  /** What every answer to this address tells the browser. */
  headersOf: (url: string) => Readonly<Record<string, string>>
  observe: Observe
}

/** Answers the request if it can do so at once; else it has done nothing to it, and returns false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

const sharedRoute = addresses.sharedRollCall.path
const sharedPrefix = sharedRoute.replace(':linkId', '')

export function createFastPath({ sessions, lists, shared, headersOf, observe }: Needs): FastPath {
  const byPath = new Map<string, KeptList>(
    Object.entries(lists).map(([name, list]) => [addresses[name as keyof typeof lists].path, list]),
  )

  const listFor = (request: IncomingMessage, url: string): EncodedList | undefined => {
    if (url.startsWith(sharedPrefix)) return shared.atHand(url.slice(sharedPrefix.length), request.headers)
    const list = byPath.get(url)
    const session = list && sessions.fresh(request)
    if (!session) return undefined
    const made = list({ session, request })
    if (!(made instanceof Promise)) return made
    // The usual way asks again, shares this work, and tells if it fails.
    made.catch(() => {})
    return undefined
  }

  return (request, response) => {
    const { method, url = '' } = request
    if (method !== 'GET') return false
    const began = performance.now()
    const answer = listFor(request, url)?.answerTo(request.headers)
    if (!answer || answer instanceof Promise) return false
    const id = randomUUID()
    response.writeHead(answer.status, { 'x-request-id': id, ...headersOf(url), ...answer.headers }).end(answer.bytes)
    const route = url.startsWith(sharedPrefix) ? sharedRoute : url
    observe({ id, method, route, status: answer.status, ms: performance.now() - began })
    return true
  }
}
