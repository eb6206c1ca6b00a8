// The matches and the cards of the athletes a user follows: the lists of every open screen.
import type { FollowedAthlete } from '#contract/athletes.ts'
import { bySchedule } from '#contract/by-schedule.ts'
import { isCompleted } from '#contract/item-status.ts'
import { type MatchesResponse, promisedInterval } from '#contract/matches.ts'
import { type Presented, presentFollowed, presentMatchesOf } from '#views/followed.ts'
import { type AtHand, whenAtHand } from '#platform/at-hand.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store } from '#store'
import type { KeptList } from './calls.ts'
import { type EncodedList, KeptLists } from './kept-lists.ts'
import { positionsOf, stateOfAll, type Watching, watching } from './watched.ts'

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

export function matchAnswers({ store, clock }: { store: Store; clock: Clock }): Record<Names, KeptList> {
  const kept = new KeptLists(keptBytes)

  /** The list of that name for the caller, made anew only when something in it may have changed. */
  const listFor = (
    { session, request }: Parameters<KeptList>[0],
    name: string,
    stands: number,
    make: (watching: Watching, now: number) => object,
  ): AtHand<EncodedList> =>
    whenAtHand(watching(store, session, request.headers), (seen) => {
      const now = clock.now()
      const version = `${seen.watched.version} ${stateOfAll(seen.tournaments)} ${stands === Infinity ? '' : Math.floor(now / stands)}`
      const etag = request.headers['if-none-match']
      return kept.get(`${session.userId}/${name}`, version, etag, now, (serverTime) => ({
        success: true,
        ...make(seen, now),
        positions: positionsOf(seen.tournaments),
        watching: seen.watched.version,
        serverTime,
      }))
    })

  const matchesFor = (call: Parameters<KeptList>[0], name: keyof typeof lists) =>
    listFor(call, name, lists[name].stands, (seen, now) => matchList(seen, lists[name].holds, now))

  return {
    upcomingMatches: (call) => matchesFor(call, 'upcoming'),
    completedMatches: (call) => matchesFor(call, 'completed'),
    liveMatches: (call) => matchesFor(call, 'live'),
    followedAthletes: (call) => listFor(call, 'followed', cardsStand, (seen, now) => ({ athletes: cards(seen, now) })),
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
