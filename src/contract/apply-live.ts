// Applies socket messages to a client's lists. Pure. Used by the browser's cache, and by tests that compare the result with a
// fresh load.
import { statisticsOf } from './athlete-figures.ts'
import type { AthleteProfile, FightRow, FollowedAthlete } from './athletes.ts'
import { bySchedule } from './by-schedule.ts'
import type { ServerMessageOf } from './live.ts'
import type { MatchItem, WireMatchItem } from './match-item.ts'

type Placed = 'type' | 'tournamentId' | 'seq' | 'epoch' | 'athleteId'
/** The fields of a match_update that a client uses. */
export type MatchUpdate = Pick<ServerMessageOf<'match_update'>, Placed | 'matches' | 'removed'>
/** The fields of an athlete_update that a client uses. */
export type CardUpdate = Pick<ServerMessageOf<'athlete_update'>, Placed | 'athlete'>

/** Returns what the client has of one of the athlete's matches. */
type Known = (matchId: number) => MatchItem | undefined

/**
 * Expands a match_change into a match_update; the display fields stay as they were. Leaves out a match that the client does not
 * have if the change has only a part of it.
 */
export const completeMatches = (change: ServerMessageOf<'match_change'>, known: Known): MatchUpdate => ({
  ...change,
  type: 'match_update',
  matches: change.matches.flatMap((part) => {
    const before = known(part.id)
    return before || part.athleteId ? [{ ...before, ...part } as WireMatchItem] : []
  }),
})

/** Expands an athlete_change into an athlete_update; null if the client does not have what the change leaves out. */
export function completeCard(
  change: ServerMessageOf<'athlete_change'>,
  card: FollowedAthlete | undefined,
  known: Known,
): CardUpdate | null {
  const { next: sent, ...part } = change.athlete
  const next = sent === undefined ? card?.next : typeof sent === 'number' ? known(sent) : sent
  if (next === undefined || !(card || part.id)) return null
  return { ...change, type: 'athlete_update', athlete: { ...card, ...part, next } as CardUpdate['athlete'] }
}

/** The list after a match_update: adds or replaces its matches, by athlete and id, and drops the removed ones. */
export function applyMatchUpdate(list: readonly WireMatchItem[], update: MatchUpdate): WireMatchItem[] {
  const gone = new Set(update.removed)
  const kept = list.filter((item) => item.athleteId !== update.athleteId || !gone.has(item.id))
  return applyMatchItems(kept, update.matches)
}

/**
 * The followed athletes after a message about one of them. An athlete_update replaces the card except `followedAt` and `via`; a
 * match_update replaces the card's next match if that has changed. Athletes who are not in the list are not added.
 */
export function applyToFollowed(
  list: readonly FollowedAthlete[],
  message: MatchUpdate | CardUpdate,
): FollowedAthlete[] {
  return list.map((athlete) => {
    if (athlete.id !== message.athleteId) return athlete
    if (message.type === 'athlete_update')
      return { ...message.athlete, followedAt: athlete.followedAt, via: athlete.via }
    const next = message.matches.find(({ id }) => id === athlete.next?.id)
    return next ? { ...athlete, next } : athlete
  })
}

/**
 * An athlete's profile after a message; `now` is the server's time (epoch ms). A match_update changes the rows and the
 * statistics, an athlete_update the steps and the data about the athlete and the tournament. The rows get their items only, not the
 * fields for other programs.
 */
export function applyToProfile(
  profile: AthleteProfile,
  message: MatchUpdate | CardUpdate,
  now: number,
): AthleteProfile {
  if (message.athleteId !== profile.athlete.id) return profile
  if (message.type === 'athlete_update') {
    const { name, team, belt, listed, steps, tournament } = message.athlete
    const { status, name: tournamentName, startsOn, endsOn, dateRange, timezone } = tournament
    return {
      ...profile,
      athlete: { ...profile.athlete, name, team, belt, listed },
      steps,
      tournament: { ...profile.tournament, name: tournamentName, startsOn, endsOn, dateRange, timezone },
      status,
    }
  }
  const items = applyMatchUpdate(
    profile.matches.map(({ item }) => item),
    message,
  )
  return {
    ...profile,
    matches: items.toSorted(bySchedule).map((item) => ({ id: item.id, item }) as FightRow),
    statistics: statisticsOf(items, profile.statistics.bracketPosition, now),
  }
}

/**
 * Adds items to a list; an item replaces one of the same athlete and match. Idempotent; the result is not sorted.
 */
export function applyMatchItems(list: readonly WireMatchItem[], items: readonly WireMatchItem[]): WireMatchItem[] {
  const key = (item: WireMatchItem): string => `${item.athleteId}/${item.id}`
  const next = new Map(list.map((item) => [key(item), item]))
  for (const item of items) next.set(key(item), item)
  return [...next.values()]
}
