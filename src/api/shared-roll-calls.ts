// What is behind a shared link, for whoever shows it: the call, and the page that the server draws. The link is looked up,
// so that a dead one is dead at once; everything else comes from this process's own copy of the tournaments.
import type { IncomingHttpHeaders } from 'node:http'
import { CodedError } from '#contract/errors.ts'
import { presentShared, presentSharedHeading, presentSharedPart, sharedFingerprints, sharedVersion } from '#views/shared.ts'
import { isShareLinkId, type SharedRollCall, shareTexts } from '#contract/sharing.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import { digest } from '#platform/digest.ts'
import type { Held, SharedLink, Store, Watched } from '#store'
import { type EncodedList, ListCache } from './list-cache.ts'
import type { Limits } from './limits.ts'
import { heldTournaments, stateOfTournaments } from './watched.ts'

export type OpenedRollCall = {
  /** The same for all who look at what the same owner shares. */
  key: string
  /** Changes whenever the page would say anything else, the ages of its data included. */
  state: string
  /** The page as it is said at `now` (epoch ms). */
  at(now: number): SharedRollCall
}

export type SharedRollCalls = {
  /**
   * What a link shows now: the owner's follows as they are (decision D12). `ip` is whose look it is, for the limit on
   * links that cannot be opened.
   * @throws CodedError 'not-found' for one that is unknown, expired or inactive, or whose owner is gone: always the same;
   * 'too-many' after 30 of those in a minute.
   */
  open(linkId: string, ip: ClientAddress): Promise<OpenedRollCall>
  /** What is opened, as the call says it to a request with these headers. */
  list(opened: OpenedRollCall, headers: IncomingHttpHeaders): EncodedList
}

/** What the kept pages of a process may take together. */
const keptBytes = 64 * 1024 * 1024

type Needs = { store: Store; limits: Limits; clock: Clock }

export function createSharedRollCalls({ store, limits, clock }: Needs): SharedRollCalls {
  const kept = new ListCache(keptBytes)

  const refuse = async (ip: ClientAddress): Promise<never> => {
    await limits.take('sharedMiss', { ip })
    throw new CodedError('not-found', shareTexts.unavailable)
  }

  const openedBy = async (link: SharedLink): Promise<OpenedRollCall> => {
    const watched = await store.follows.watchedBy(link.userId, link.followVersion)
    return openRollCall(link, watched, await heldTournaments(store, tournamentsOf(watched)))
  }

  const list = (opened: OpenedRollCall, headers: IncomingHttpHeaders): EncodedList =>
    kept.get(opened.key, opened.state, headers['if-none-match'], clock.now(), (moment) => opened.at(Date.parse(moment)))

  return {
    async open(linkId, ip) {
      if (!isShareLinkId(linkId)) return refuse(ip)
      const link = await store.shareLinks.find(linkId)
      return link ? openedBy(link) : refuse(ip)
    },
    list,
  }
}

/** What a link shows of these tournaments: of all those in which its owner follows somebody. */
export const openRollCall = (
  link: SharedLink,
  watched: Watched,
  tournaments: ReadonlyMap<number, Held>,
): OpenedRollCall => ({
  key: `shared/${link.userId}`,
  // Neither a title nor a name has two lines.
  state: `${watched.version} ${stateOfTournaments(tournaments)}\n${link.username}\n${link.title ?? '\n'}`,
  at: (now) => rollCallOf(link, watched.follows, tournaments, now),
})

const known = new WeakMap<Watched, readonly number[]>()

/** The tournaments in which somebody is followed. */
export function tournamentsOf(watched: Watched): readonly number[] {
  let ids = known.get(watched)
  if (!ids) known.set(watched, (ids = [...new Set(watched.follows.map(({ tournamentId }) => tournamentId))]))
  return ids
}

function rollCallOf(
  link: SharedLink,
  follows: readonly { athleteId: number; tournamentId: number }[],
  tournaments: ReadonlyMap<number, Held>,
  now: number,
): SharedRollCall {
  const parts = follows.flatMap(({ athleteId, tournamentId }) => {
    const held = tournaments.get(tournamentId)
    const athlete = held?.state.athletes.get(athleteId)
    return held && athlete ? presentSharedPart(held, athlete, now) : []
  })
  const held = [...tournaments.values()]
  const heading = presentSharedHeading(
    link,
    held.map(({ state }) => state.tournament),
  )
  const fingerprints = new Map(parts.map((part) => [part.athlete.id, sharedFingerprints(part, digest)]))
  const sources = Object.fromEntries(held.map(({ state, source }) => [state.tournament.id, source]))
  return presentShared({ heading, parts, sources, version: sharedVersion(heading, fingerprints, digest), now })
}
