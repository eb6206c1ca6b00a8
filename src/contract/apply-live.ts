// How a client's lists follow the socket. Pure: the same functions keep the browser's cache and judge the tests that
// compare a client's lists with a fresh load.
import { fightRow, statisticsOf } from './athlete-figures.ts'
import type { AthleteProfile, FollowedAthlete } from './athletes.ts'
import { bySchedule } from './by-schedule.ts'
import type { ServerMessageOf } from './live.ts'
import type { WireMatchItem } from './match-item.ts'

/** The list after a match_update: its matches replace those of the same athlete and id or join, its removed ones go. */
export function applyMatchUpdate(
  list: readonly WireMatchItem[],
  update: ServerMessageOf<'match_update'>,
): WireMatchItem[] {
  const gone = new Set(update.removed)
  const kept = list.filter((item) => item.athleteId !== update.athleteId || !gone.has(item.id))
  return applyMatchItems(kept, update.matches)
}

/**
 * The followed athletes after a message about one of them. An athlete_update replaces the card and keeps `followedAt`; a
 * match_update renews the card's next match where it is one of those that changed. Athletes not in the list stay out.
 */
export function applyToFollowed(
  list: readonly FollowedAthlete[],
  message: ServerMessageOf<'match_update'> | ServerMessageOf<'athlete_update'>,
): FollowedAthlete[] {
  return list.map((athlete) => {
    if (athlete.id !== message.athleteId) return athlete
    if (message.type === 'athlete_update') return { ...message.athlete, followedAt: athlete.followedAt }
    const next = message.matches.find(({ id }) => id === athlete.next?.id)
    return next ? { ...athlete, next } : athlete
  })
}

/**
 * An athlete's profile after a message about that athlete, `now` being the server's clock (epoch ms). A match_update brings
 * the rows and what is counted from them, an athlete_update who the athlete is and what the tournament is called.
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
 * Puts items from the socket into a list: an item replaces the one of the same athlete and match, or joins.
 * Idempotent; the order of the list is the reader's business.
 */
export function applyMatchItems(list: readonly WireMatchItem[], items: readonly WireMatchItem[]): WireMatchItem[] {
  const key = (item: WireMatchItem): string => `${item.athleteId}/${item.id}`
  const next = new Map(list.map((item) => [key(item), item]))
  for (const item of items) next.set(key(item), item)
  return [...next.values()]
}
