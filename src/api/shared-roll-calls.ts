// The content behind a shared link, for the call and for the rendered page. Each request looks the link up; under load, the result
// may be up to 20 ms old. The call that ends a link returns only after this time, so an ended link stops working at once. The rest
// comes from this process's projection of the tournaments.
import type { IncomingHttpHeaders } from 'node:http'
import { CodedError } from '#contract/errors.ts'
import {
  presentShared,
  presentSharedHeading,
  presentSharedPart,
  sharedClaims,
  sharedFingerprints,
  sharedVersion,
} from '#views/shared.ts'
import { isShareLinkId, type SharedRollCall, shareTexts } from '#contract/sharing.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import { digest } from '#platform/digest.ts'
import type { Held, SharedLink, Store, Watched } from '#store'
import { type EncodedList, ListCache } from './list-cache.ts'
import type { Limits } from './limits.ts'
import { hallsOf, heldTournaments, stateOfTournaments } from './watched.ts'

export type OpenedRollCall = {
  /** The cache key: the same for all links of an owner. */
  key: string
  /** Changes whenever the content changes, including the ages of its data. */
  state: string
  /** The content at `now` (epoch ms). */
  at(now: number): SharedRollCall
}

export type SharedRollCalls = {
  /**
   * Opens a link, which shows the owner's current follows (decision D12). `ip` is the visitor's, for the limit on failed
   * attempts.
   * @throws CodedError 'not-found' for a link that is unknown, expired or inactive, or whose owner was deleted; the error is
   * the same in all cases. 'too-many' after 30 such failures in a minute.
   */
  open(linkId: string, ip: ClientAddress): Promise<OpenedRollCall>
  /** Looks up a link for a call that changes something. Throws as `open` does. */
  find(linkId: string, ip: ClientAddress): Promise<SharedLink>
  /** The response of the call to a request with these headers. */
  list(opened: OpenedRollCall, headers: IncomingHttpHeaders): EncodedList
}

/** The size of a process's cache, in bytes before compression. */
const cacheBytes = 64 * 1024 * 1024

type Needs = { store: Store; limits: Limits; clock: Clock }

/** The shared RollCalls, with one cache for all visitors of this process. */
export function createSharedRollCalls({ store, limits, clock }: Needs): SharedRollCalls {
  const cache = new ListCache(cacheBytes)

  const refuse = async (ip: ClientAddress): Promise<never> => {
    await limits.take('sharedMiss', { ip })
    throw new CodedError('not-found', shareTexts.unavailable)
  }

  const openLink = async (link: SharedLink): Promise<OpenedRollCall> => {
    const watched = await store.follows.watchedBy(link.userId, link.followVersion)
    return openRollCall(link, watched, await heldTournaments(store, tournamentsOf(watched), watched.follows))
  }

  const list = (opened: OpenedRollCall, headers: IncomingHttpHeaders): EncodedList =>
    cache.get(opened.key, opened.state, headers['if-none-match'], clock.now(), (moment) =>
      opened.at(Date.parse(moment)),
    )

  const find = async (linkId: string, ip: ClientAddress): Promise<SharedLink> =>
    (isShareLinkId(linkId) && (await store.shareLinks.find(linkId))) || refuse(ip)

  return {
    find,
    open: (linkId, ip) => find(linkId, ip).then(openLink),
    list,
  }
}

/** `tournaments`: all in which the link's owner follows an athlete (`tournamentsOf`). */
export const openRollCall = (
  link: SharedLink,
  watched: Watched,
  tournaments: ReadonlyMap<number, Held>,
): OpenedRollCall => ({
  key: `shared/${link.userId}`,
  // Titles and names are single lines, so the line breaks separate them unambiguously.
  state: `${watched.version} ${stateOfTournaments(tournaments)}\n${link.username}\n${link.title ?? '\n'}\n${link.mayClaim}`,
  at: (now) => rollCallOf(link, watched, tournaments, now),
})

const tournamentIds = new WeakMap<Watched, readonly number[]>()

/** The ids of the tournaments in which the user follows an athlete. */
export function tournamentsOf(watched: Watched): readonly number[] {
  let ids = tournamentIds.get(watched)
  if (!ids) tournamentIds.set(watched, (ids = [...new Set(watched.follows.map(({ tournamentId }) => tournamentId))]))
  return ids
}

function rollCallOf(
  link: SharedLink,
  watched: Watched,
  tournaments: ReadonlyMap<number, Held>,
  now: number,
): SharedRollCall {
  const parts = watched.follows.flatMap(({ athleteId, tournamentId }) => {
    const held = tournaments.get(tournamentId)
    const athlete = held?.state.athletes.get(athleteId)
    return held && athlete ? presentSharedPart(held, athlete, now) : []
  })
  const held = [...tournaments.values()]
  const sharedBy = { link, watched }
  const heading = presentSharedHeading(
    sharedBy,
    held.map(({ state }) => state.tournament),
  )
  const fingerprints = new Map(parts.map((part) => [part.athlete.id, sharedFingerprints(part, digest)]))
  const sources = Object.fromEntries(held.map(({ state, source }) => [state.tournament.id, source]))
  const claims = sharedClaims(sharedBy, fingerprints)
  const version = sharedVersion(heading, fingerprints, digest)
  return presentShared({ heading, parts, claims, sources, version, now, halls: hallsOf(tournaments) })
}
