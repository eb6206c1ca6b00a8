// The matches and the cards of the athletes a user follows: the lists of every open screen.
import type { IncomingHttpHeaders } from 'node:http'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { bySchedule } from '#contract/by-schedule.ts'
import { isCompleted } from '#contract/item-status.ts'
import { type MatchesResponse, promisedInterval } from '#contract/matches.ts'
import { type Presented, presentFollowed, presentMatchesOf } from '#views/followed.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store } from '#store'
import type { Handlers, Call } from './calls.ts'
import { type EncodedList, ListCache } from './list-cache.ts'
import { positionsOf, stateOfTournaments, type Watching, watching } from './watched.ts'

type Names = 'upcomingMatches' | 'completedMatches' | 'liveMatches' | 'followedAthletes'

/** Which matches a list holds, and for how long (ms) it stands although nothing but time changed. */
const lists = {
  upcoming: { holds: ({ item }: Presented) => !isCompleted(item), stands: Infinity },
  completed: { holds: ({ item }: Presented) => isCompleted(item), stands: Infinity },
  live: { holds: ({ status }: Presented) => status.kind === 'live', stands: 10_000 },
} as const
/** A card names the next match, and time alone may end its being next. */
const cardsStand = 60_000

/** What all kept lists of a process may take together. */
const keptBytes = 64 * 1024 * 1024

const byName = new Intl.Collator('en')

/** Makes a user's list from what the user watches, or has it from when nothing in it has changed since. */
type ListMaker = (userId: number, seen: Watching, headers: IncomingHttpHeaders) => EncodedList
export type MatchLists = Readonly<Record<Names, ListMaker>>

export function createMatchLists(clock: Clock): MatchLists {
  const kept = new ListCache(keptBytes)

  const listOf =
    (name: string, stands: number, make: (watching: Watching, now: number) => object): ListMaker =>
    (userId, seen, headers) => {
      const now = clock.now()
      const version = `${seen.watched.version} ${stateOfTournaments(seen.tournaments)} ${stands === Infinity ? '' : Math.floor(now / stands)}`
      return kept.get(`${userId}/${name}`, version, headers['if-none-match'], now, (serverTime) => ({
        success: true,
        ...make(seen, now),
        positions: positionsOf(seen.tournaments),
        watching: seen.watched.version,
        serverTime,
      }))
    }

  const matchesOf = (name: keyof typeof lists) =>
    listOf(name, lists[name].stands, (seen, now) => matchList(seen, lists[name].holds, now))

  return {
    upcomingMatches: matchesOf('upcoming'),
    completedMatches: matchesOf('completed'),
    liveMatches: matchesOf('live'),
    followedAthletes: listOf('followed', cardsStand, (seen, now) => ({ athletes: cards(seen, now) })),
  }
}

export function matchHandlers(store: Store, made: MatchLists): Handlers<Names> {
  const answer = async (make: ListMaker, { session, request: { headers } }: Call<Names>): Promise<EncodedList> =>
    make(session.userId, await watching(store, session, headers), headers)
  return {
    upcomingMatches: (call) => answer(made.upcomingMatches, call),
    completedMatches: (call) => answer(made.completedMatches, call),
    liveMatches: (call) => answer(made.liveMatches, call),
    followedAthletes: (call) => answer(made.followedAthletes, call),
  }
}

function matchList(
  { watched, tournaments }: Watching,
  holds: (presented: Presented) => boolean,
  now: number,
): Omit<MatchesResponse, 'success' | 'positions' | 'serverTime'> {
  const matches = watched.follows.flatMap(({ athleteId, tournamentId }) => {
    const held = tournaments.get(tournamentId)
    const athlete = held?.state.athletes.get(athleteId)
    return held && athlete
      ? presentMatchesOf(held, athlete, now)
          .filter(holds)
          .map(({ item }) => item)
      : []
  })
  const all = [...tournaments.values()]
  const mode = all.some(({ state }) => state.tournament.status === 'live') ? 'live' : 'upcoming'
  const newest = all.map(({ source }) => source.fetchedAt ?? '').reduce((a, b) => (a > b ? a : b), '')
  return {
    matches: matches.toSorted(bySchedule),
    lastProgressiveUpdate: newest || null,
    mode,
    updateIntervalMinutes: promisedInterval[mode],
    sources: Object.fromEntries([...tournaments].map(([id, { source }]) => [id, source])),
  }
}

const cards = ({ watched, tournaments }: Watching, now: number): FollowedAthlete[] =>
  watched.follows
    .flatMap(({ athleteId, tournamentId, followedAt }) => {
      const held = tournaments.get(tournamentId)
      const athlete = held?.state.athletes.get(athleteId)
      return held && athlete ? presentFollowed(held, athlete, followedAt, now) : []
    })
    .toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id)
