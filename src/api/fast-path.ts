// Answers frequent reads (the lists of open screens, shared pages) from memory, without the framework, whose overhead would
// double their cost. A request that must wait, or that is refused, takes the normal path, which gives the same answer
// (docs/decisions/029).
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { addresses } from '#contract/addresses.ts'
import { callerHeader, isForAnother } from '#contract/caller.ts'
import type { Held, Store, Watched } from '#store'
import type { ReadyAnswer } from './list-cache.ts'
import type { Security } from './security.ts'
import type { MatchLists } from './matches.ts'
import { type ReadyPage, sharedPageRoute } from './shared-page.ts'
import { type OpenedRollCall, openRollCall, type SharedRollCalls, tournamentsOf } from './shared-roll-calls.ts'
import { haveAthletes, parseSeen } from './watched.ts'

/** Called after every response. `id` is that of the request; `ms` is the time that answering it took. */
export type Observe = (answer: { id: string; method: string; route: string; status: number; ms: number }) => void

type Needs = {
  store: Store
  /** The session tokens in a request's cookies. */
  tokensOf: (request: { headers: IncomingHttpHeaders }) => readonly string[]
  /** A user's lists, by endpoint. */
  lists: MatchLists
  shared: SharedRollCalls
  /** Returns the rendered page of a shared link; undefined if such pages are not served. */
  page: ReadyPage | undefined
  security: Security
  observe: Observe
}

/** Answers the request and returns true if it can do so at once; otherwise does nothing and returns false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** The answer to a request; undefined if it is not ready. */
type Found = { route: string; answer: ReadyAnswer | undefined; isPage?: true }

const callRoute = addresses.sharedRollCall.path
const callPrefix = callRoute.replace(':linkId', '')
const pagePrefix = sharedPageRoute.replace(':linkId', '')

/** Creates the function that runs before Fastify for each request. */
export function createFastPath({ store, tokensOf, lists, shared, page, security, observe }: Needs): FastPath {
  const byPath = new Map<string, MatchLists[keyof MatchLists]>(
    Object.entries(lists).map(([name, list]) => [addresses[name as keyof MatchLists].path, list]),
  )

  const userList = (list: MatchLists[keyof MatchLists], headers: IncomingHttpHeaders): ReadyAnswer | undefined => {
    const session = store.sessions.cached(...tokensOf({ headers }))
    if (!session || isForAnother(headers[callerHeader], session.userId)) return undefined
    const { version, positions } = parseSeen(headers['x-rollcall-seen'])
    const watched = store.follows.cached(session.userId, Math.max(session.followVersion, version))
    const tournaments = watched && heldOf(store, watched, watched.tournamentIds)
    if (!tournaments) return undefined
    for (const [id, { position }] of tournaments) {
      const seen = positions.get(id)
      if (seen && (seen.epoch !== position.epoch || seen.seq > position.seq)) return undefined
    }
    return list(session.userId, { watched, tournaments }, headers).ready(headers)
  }

  /** The RollCall behind a link that was looked up recently; undefined for other links, which the normal path looks up. */
  const openCached = (linkId: string): OpenedRollCall | undefined => {
    const link = store.shareLinks.cached(linkId)
    const watched = link && store.follows.cached(link.userId, link.followVersion)
    const tournaments = watched && heldOf(store, watched, tournamentsOf(watched))
    return tournaments && openRollCall(link, watched, tournaments)
  }

  const sharedList = (linkId: string, headers: IncomingHttpHeaders): ReadyAnswer | undefined => {
    const rollCall = openCached(linkId)
    return rollCall && shared.list(rollCall, headers).ready(headers)
  }

  const sharedPage = (linkId: string, headers: IncomingHttpHeaders): ReadyAnswer | undefined => {
    const rollCall = page && openCached(linkId)
    return rollCall && page(linkId, rollCall, headers)
  }

  /**
   * The response headers of each answer, names and values alternating. They are the same for all requests that get the answer,
   * because all its addresses have the same headers, and a page is rendered for one host.
   */
  const heads = new WeakMap<ReadyAnswer, readonly string[]>()
  const headOf = ({ headers }: ReadyAnswer, route: string, policy: string | undefined): string[] =>
    Object.entries({
      ...security.headersOf(route),
      ...headers,
      ...(policy === undefined ? {} : { 'content-security-policy': policy }),
    }).flat()

  /** A URL with a query matches no path and no valid link id, so it takes the normal path. */
  const find = (url: string, headers: IncomingHttpHeaders): Found | undefined => {
    const list = byPath.get(url)
    if (list) return { route: url, answer: userList(list, headers) }
    if (url.startsWith(callPrefix))
      return { route: callRoute, answer: sharedList(url.slice(callPrefix.length), headers) }
    if (url.startsWith(pagePrefix))
      return { route: sharedPageRoute, answer: sharedPage(url.slice(pagePrefix.length), headers), isPage: true }
    return undefined
  }

  /** Ignores errors: the normal path fails, too, and reports them. */
  const tryToFind = (url: string, headers: IncomingHttpHeaders): Found | undefined => {
    try {
      return find(url, headers)
    } catch {
      return undefined
    }
  }

  return (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !security.hasOwnHost({ url, headers })) return false
    const began = performance.now()
    const { route, answer, isPage } = tryToFind(url, headers) ?? {}
    if (route === undefined || !answer) return false
    const id = randomUUID()
    let head = heads.get(answer)
    if (!head) heads.set(answer, (head = headOf(answer, route, isPage ? security.policyFor(headers) : undefined)))
    response.writeHead(answer.status, ['x-request-id', id, ...head]).end(answer.bytes)
    observe({ id, method, route, status: answer.status, ms: performance.now() - began })
    return true
  }
}

/** The tournaments by id, in the order of `ids`; undefined unless all are in memory, with the athletes whom the user follows. */
function heldOf({ projection }: Store, { follows }: Watched, ids: readonly number[]): Map<number, Held> | undefined {
  const tournaments = new Map<number, Held>()
  for (const id of ids) {
    const held = projection.get(id)
    if (!held) return undefined
    tournaments.set(id, held)
  }
  return haveAthletes(tournaments, follows) ? tournaments : undefined
}
