// The lists that open screens show: the matches and cards of the athletes whom a user follows.
import type { IncomingHttpHeaders } from 'node:http'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { bySchedule } from '#contract/by-schedule.ts'
import { isCompleted } from '#contract/item-status.ts'
import { type MatchesResponse, promisedInterval } from '#contract/matches.ts'
import { isClaimingAt, presentClaims } from '#views/claims.ts'
import { withEstimate } from '#views/display-fields.ts'
import { type PresentedMatch, presentFollowed, presentMatchesOf } from '#views/followed.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store } from '#store'
import type { Handlers, Call } from './calls.ts'
import { type EncodedList, ListCache } from './list-cache.ts'
import { hallsOf, positionsOf, stateOfTournaments, type Watching, loadWatching } from './watched.ts'

type Names = 'upcomingMatches' | 'completedMatches' | 'liveMatches' | 'followedAthletes'

/**
 * Which matches a list includes, and its maximum age in ms. The age is limited because the status and the estimate of a match also
 * depend on the time: while nothing is read, the windows become wider.
 */
const lists = {
  upcoming: { includes: ({ item }: PresentedMatch) => !isCompleted(item), maxAge: 60_000 },
  completed: { includes: ({ item }: PresentedMatch) => isCompleted(item), maxAge: Infinity },
  live: { includes: ({ status }: PresentedMatch) => status.kind === 'live', maxAge: 10_000 },
} as const
/** In ms. A card shows the next match, which also depends on the time. */
const cardsMaxAge = 60_000

/** The size of a process's cache, in bytes before compression. */
const cacheBytes = 64 * 1024 * 1024

const byName = new Intl.Collator('en')

/** Returns a user's list, from the cache if it is unchanged. */
type ListMaker = (userId: number, current: Watching, headers: IncomingHttpHeaders) => EncodedList
export type MatchLists = Readonly<Record<Names, ListMaker>>

/** The four lists, with one cache for all users of this process. */
export function createMatchLists(clock: Clock): MatchLists {
  const cache = new ListCache(cacheBytes)

  const listOf =
    (name: string, maxAge: number, make: (current: Watching, now: number) => object): ListMaker =>
    (userId, current, headers) => {
      const now = clock.now()
      const version = `${current.watched.version} ${stateOfTournaments(current.tournaments)} ${maxAge === Infinity ? '' : Math.floor(now / maxAge)}`
      return cache.get(`${userId}/${name}`, version, headers['if-none-match'], now, (serverTime) => ({
        success: true,
        ...make(current, now),
        positions: positionsOf(current.tournaments),
        watching: current.watched.version,
        serverTime,
      }))
    }

  const matchesOf = (name: keyof typeof lists) =>
    listOf(name, lists[name].maxAge, (current, now) => matchList(current, lists[name].includes, now))

  return {
    upcomingMatches: matchesOf('upcoming'),
    completedMatches: matchesOf('completed'),
    liveMatches: matchesOf('live'),
    followedAthletes: listOf('followed', cardsMaxAge, (current, now) => ({ athletes: cards(current, now) })),
  }
}

export function matchHandlers(store: Store, matchLists: MatchLists): Handlers<Names> {
  const answer = async (make: ListMaker, { session, request: { headers } }: Call<Names>): Promise<EncodedList> =>
    make(session.userId, await loadWatching(store, session, headers), headers)
  return {
    upcomingMatches: (call) => answer(matchLists.upcomingMatches, call),
    completedMatches: (call) => answer(matchLists.completedMatches, call),
    liveMatches: (call) => answer(matchLists.liveMatches, call),
    followedAthletes: (call) => answer(matchLists.followedAthletes, call),
  }
}

function matchList(
  { watched, tournaments }: Watching,
  includes: (presented: PresentedMatch) => boolean,
  now: number,
): Omit<MatchesResponse, 'success' | 'positions' | 'serverTime'> {
  const matches = watched.follows.flatMap(({ athleteId, tournamentId }) => {
    const held = tournaments.get(tournamentId)
    const athlete = held?.state.athletes.get(athleteId)
    return held && athlete
      ? presentMatchesOf(held, athlete, now)
          .filter(includes)
          .map(({ item }) => item)
      : []
  })
  const openIds = new Set(matches.flatMap((item) => (isCompleted(item) ? [] : item.id)))
  const all = [...tournaments.values()]
  const halls = hallsOf(tournaments)
  const sources = Object.fromEntries([...tournaments].map(([id, { source }]) => [id, source]))
  const mode = all.some(({ state }) => state.tournament.status === 'live') ? 'live' : 'upcoming'
  const newest = all.map(({ source }) => source.fetchedAt ?? '').reduce((a, b) => (a > b ? a : b), '')
  return {
    matches: matches.toSorted(bySchedule).map((item) => withEstimate(item, { halls, sources }, now)),
    lastProgressiveUpdate: newest || null,
    mode,
    updateIntervalMinutes: promisedInterval[mode],
    halls,
    sources,
    claims: presentClaims(watched.claims, openIds),
    claimOrder: watched.claimOrder,
    isClaiming: isClaimingAt(watched.claimableUntil, now),
    via: Object.fromEntries(watched.follows.flatMap(({ athleteId, via }) => (via === null ? [] : [[athleteId, via]]))),
  }
}

const cards = ({ watched, tournaments }: Watching, now: number): FollowedAthlete[] =>
  watched.follows
    .flatMap(({ athleteId, tournamentId, ...own }) => {
      const held = tournaments.get(tournamentId)
      const athlete = held?.state.athletes.get(athleteId)
      return held && athlete ? presentFollowed(held, athlete, own, now) : []
    })
    .toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id)
