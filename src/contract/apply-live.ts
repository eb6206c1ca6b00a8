// Applies socket messages to a client's lists. Pure; the browser's cache uses it, and tests that compare the result with a
// fresh load.
import { fightRow, statisticsOf } from './athlete-figures.ts'
import type { AthleteProfile, FollowedAthlete } from './athletes.ts'
import { bySchedule } from './by-schedule.ts'
import type { ServerMessageOf } from './live.ts'
import type { WireMatchItem } from './match-item.ts'

/** The list after a match_update: adds or replaces its matches, by athlete and id, and drops the removed ones. */
export function applyMatchUpdate(
  list: readonly WireMatchItem[],
  update: ServerMessageOf<'match_update'>,
): WireMatchItem[] {
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
  message: ServerMessageOf<'match_update'> | ServerMessageOf<'athlete_update'>,
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
 * statistics, an athlete_update the facts about the athlete and the tournament.
 */
export function applyToProfile(
  profile: AthleteProfile,
  message: ServerMessageOf<'match_update'> | ServerMessageOf<'athlete_update'>,
  now: number,
): AthleteProfile {
  if (message.athleteId !== profile.athlete.id) return profile
  if (message.type === 'athlete_update') {
    const { name, team, belt, listed, tournament } = message.athlete
    const { status, name: tournamentName, startsOn, endsOn, dateRange, timezone } = tournament
    return {
      ...profile,
      athlete: { ...profile.athlete, name, team, belt, listed },
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
    matches: items.toSorted(bySchedule).map(fightRow),
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
