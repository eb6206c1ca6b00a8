// The lists that open screens ask for all day, and shared pages, are answered before the framework looks at the request,
// where all that they are made of is at hand: the framework's own part of such an answer costs as much as the rest of it.
// Whatever has to be waited for, is refused, or is another request, goes the usual way, which answers the same
// (docs/decisions/019).
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { addresses } from '#contract/addresses.ts'
import { type AtHand, whenAtHand } from '#platform/at-hand.ts'
import type { KeptList } from './calls.ts'
import type { ReadyAnswer } from './kept-lists.ts'
import type { Security } from './security.ts'
import type { Sessions } from './session.ts'
import { type SharedPageForCrowd, sharedPageRoute } from './shared-page.ts'
import type { SharedRollCalls } from './shared-roll-calls.ts'

/** Hears of every answer: `id` and `route` name it, `ms` is how long it took. */
export type Observe = (answer: { id: string; method: string; route: string; status: number; ms: number }) => void

type Needs = {
  sessions: Sessions
  /** A user's lists, by the names of their calls. */
  lists: Readonly<Record<'upcomingMatches' | 'completedMatches' | 'liveMatches' | 'followedAthletes', KeptList>>
  shared: SharedRollCalls
  /** The drawn page of a shared link, where there is one. */
  page: SharedPageForCrowd | undefined
  security: Security
  observe: Observe
}

/** Answers the request if it can do so at once; else it has done nothing to it, and returns false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** What a request is answered with: undefined, or a promise, where it cannot be at once. */
type Found = { route: string; answer: AtHand<ReadyAnswer> | undefined; isPage?: true }

const callRoute = addresses.sharedRollCall.path
const callPrefix = callRoute.replace(':linkId', '')
const pagePrefix = sharedPageRoute.replace(':linkId', '')

export function createFastPath({ sessions, lists, shared, page, security, observe }: Needs): FastPath {
  const byPath = new Map<string, KeptList>(
    Object.entries(lists).map(([name, list]) => [addresses[name as keyof typeof lists].path, list]),
  )

  const userList = (list: KeptList, headers: IncomingHttpHeaders): Found['answer'] => {
    const session = sessions.fresh({ headers })
    if (!session) return undefined
    return whenAtHand(list({ session, request: { headers } }), (made) => made.answerTo(headers))
  }

  const sharedList = (linkId: string, headers: IncomingHttpHeaders): Found['answer'] => {
    const opened = shared.believed(linkId)
    return opened && whenAtHand(opened, (rollCall) => shared.list(rollCall, headers).answerTo(headers))
  }

  /** Of each answer, which is that of one address and, a page, of one host: names and values in turn. */
  const heads = new WeakMap<ReadyAnswer, readonly string[]>()
  const headOf = ({ headers }: ReadyAnswer, url: string, policy: string | undefined): string[] =>
    Object.entries({
      ...security.headersOf(url),
      ...headers,
      ...(policy === undefined ? {} : { 'content-security-policy': policy }),
    }).flat()

  /** What comes with a query is no address here, and behind a link's address it is no link. */
  const find = (url: string, headers: IncomingHttpHeaders): Found | undefined => {
    const list = byPath.get(url)
    if (list) return { route: url, answer: userList(list, headers) }
    if (url.startsWith(callPrefix))
      return { route: callRoute, answer: sharedList(url.slice(callPrefix.length), headers) }
    if (url.startsWith(pagePrefix))
      return { route: sharedPageRoute, answer: page?.(url.slice(pagePrefix.length), headers), isPage: true }
    return undefined
  }

  /** What fails here fails the usual way, too, which answers that and reports it. */
  const tryToFind = (url: string, headers: IncomingHttpHeaders): Found | undefined => {
    try {
      return find(url, headers)
    } catch {
      return undefined
    }
  }

  return (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !security.isForUs({ url, headers })) return false
    const began = performance.now()
    const { route, answer, isPage } = tryToFind(url, headers) ?? {}
    if (route === undefined || !answer) return false
    if (answer instanceof Promise) return leave(answer)
    const id = randomUUID()
    let head = heads.get(answer)
    if (!head) heads.set(answer, (head = headOf(answer, url, isPage ? security.policyFor(headers) : undefined)))
    response.writeHead(answer.status, ['x-request-id', id, ...head]).end(answer.bytes)
    observe({ id, method, route, status: answer.status, ms: performance.now() - began })
    return true
  }
}

/** Leaves what has to be waited for to the usual way, which shares this work, and tells if it fails. */
function leave(work: Promise<unknown>): false {
  work.catch(() => {})
  return false
}
