// Alerts about sure conflicts: two matches of one user's athletes that probably overlap on different mats (`conflictsOf`). Each
// user is alerted once to each pair, early enough for a substitute to arrive. The matches may belong to two tournaments in one
// hall. Pure.
import { type DayEntry, entryOf } from '#contract/day-list.ts'
import { conflictsOf, type Fight, groupsAtOnce } from '#contract/conflicts.ts'
import { type Alert, isWanted } from '#domain/alert.ts'
import type { Estimate } from '#domain/estimate.ts'
import { clockAt, wholeMinutes } from '#domain/instant.ts'
import type { Match } from '#domain/match.ts'
import type { DeliveredConflict } from '#domain/match-news.ts'
import type { AlertFollower, Followers, Held, NewAlert } from '#store'
import { presentMatch } from '#views/match.ts'

type ConflictMatch = Extract<Alert, { about: 'conflict' }>['matches'][number] & { id: number; at: number }

/** A sure conflict of two matches, the earlier one first. */
export type ConflictFact = {
  kind: 'conflict'
  key: string
  tournamentId: number
  /** The ids of the two matches, the smaller one first. */
  pair: [number, number]
  matches: [ConflictMatch, ConflictMatch]
  /** The users who follow athletes in both. */
  userIds: ReadonlySet<number>
}

/** A match with the followed athletes in it. */
export type FollowedMatch = { match: Match; ahead: number | null; estimate: Estimate; athleteIds: number[] }

/** A tournament with the matches of its followed athletes. */
type FollowedTournament = {
  held: Pick<Held, 'state' | 'beforeOnMat'>
  followers: Followers
  matches: Iterable<FollowedMatch>
}

const minute = 60_000
/** A conflict that is found less than this before the earlier start causes no alert, because nobody could arrive in time. */
const leastNotice = 15 * minute
/** The windows of later matches are too wide for a sure conflict. */
const horizon = 120 * minute

/**
 * The sure conflicts at `now` (epoch ms) between two matches that a user follows. One match or both are of the tournament `own`;
 * the other can be of a neighbour, which uses the same hall. Each pair is compared once, and not once per user.
 */
export function conflictFacts(
  own: FollowedTournament,
  neighbours: readonly FollowedTournament[],
  now: number,
): ConflictFact[] {
  const tournamentId = own.held.state.tournament.id
  const tournaments = [own, ...neighbours]
  const followers = new Map(tournaments.flatMap((each) => [...each.followers]))
  const usersOf = ({ entries }: Fight): Set<number> =>
    new Set(entries.flatMap(({ item }) => [...(followers.get(item.athleteId) ?? [])]))
  const entries = tournaments.flatMap((each) => dayEntries(each, now))
  return conflictsOf(entries, now, () => tournamentId).flatMap(({ grade, fights }) => {
    const [first, second] = fights
    if (grade !== 'sure' || first.at - now < leastNotice) return []
    if (fights.every((fight) => fight.tournamentId !== tournamentId)) return []
    const usersOfSecond = usersOf(second)
    const userIds = new Set([...usersOf(first)].filter((id) => usersOfSecond.has(id)))
    if (userIds.size === 0) return []
    const pair: ConflictFact['pair'] = [Math.min(first.id, second.id), Math.max(first.id, second.id)]
    const matches: ConflictFact['matches'] = [matchOf(first), matchOf(second)]
    return { kind: 'conflict', key: `conflict ${pair.join(' ')}`, tournamentId, pair, matches, userIds } as const
  })
}

/** By match id: the users for whom somebody else has claimed the match. */
export type Claimed = ReadonlyMap<number, ReadonlySet<number>>

/** The facts with only those users of a conflict for whom nobody else has claimed one of its matches. */
export const withoutClaimed = <Fact extends { kind: string }>(
  facts: readonly (Fact | ConflictFact)[],
  claimed: Claimed,
): (Fact | ConflictFact)[] =>
  facts.flatMap((fact) => {
    if (!isConflict(fact)) return fact
    const userIds = [...fact.userIds].filter((id) => !fact.pair.some((match) => claimed.get(match)?.has(id)))
    return userIds.length > 0 ? { ...fact, userIds: new Set(userIds) } : []
  })

/** The ids of the matches in conflict. */
export const matchesInConflict = (facts: readonly { kind: string }[]): number[] => [
  ...new Set(facts.filter(isConflict).flatMap(({ pair }) => pair)),
]

const isConflict = (fact: { kind: string }): fact is ConflictFact => fact.kind === 'conflict'

/** A conflict causes one alert for each user, however often it ends and returns. Returns the users who have had no alert yet. */
export function newsOfConflict(
  delivered: DeliveredConflict | undefined,
  userIds: ReadonlySet<number>,
  now: number,
): { delivered: DeliveredConflict; userIds: ReadonlySet<number> } {
  const known = new Set(delivered?.userIds)
  // A process of an earlier version alerts all users at once, and does not record them.
  const isForAll = delivered && !delivered.userIds
  const newUserIds = isForAll ? [] : [...userIds].filter((id) => !known.has(id))
  if (delivered && newUserIds.length === 0) return { delivered, userIds: new Set() }
  const at = delivered?.at ?? new Date(now).toISOString()
  return { delivered: { at, userIds: [...known, ...newUserIds] }, userIds: new Set(newUserIds) }
}

/**
 * The alerts for a user. One alert names matches that all overlap with each other, and each pair that is news is in one alert.
 * `news`: the conflicts with the users who have had no alert yet. `current`: all conflicts, because an alert also names the
 * matches that an earlier alert has named, if they overlap with all of its matches.
 */
export function conflictAlerts(
  news: readonly ConflictFact[],
  current: readonly ConflictFact[],
  follower: AlertFollower,
  now: number,
): NewAlert[] {
  const isOwn = ({ userIds }: ConflictFact): boolean => userIds.has(follower.userId)
  const newKeys = new Set(news.filter(isOwn).map(({ key }) => key))
  if (newKeys.size === 0 || !isWanted(follower.preferences, ['conflict'], now)) return []
  const ownConflicts = current.filter(isOwn)
  const matchesById = new Map(
    ownConflicts.flatMap(({ matches }) => matches.map((match) => [match.id, ofUser(match, follower)])),
  )
  const pairs = ownConflicts.flatMap(({ key, tournamentId, pair, matches: [first, second] }) => {
    const [one, other] = [matchesById.get(first.id), matchesById.get(second.id)]
    return one && other ? { grade: 'sure' as const, key, tournamentId, pair, fights: [one, other] as const } : []
  })
  /** The new conflicts that are in no alert yet. */
  let unsent = pairs.filter(({ key }) => newKeys.has(key))
  return groupsAtOnce(pairs).flatMap(({ fights }) => {
    const isInGroup = ({ fights: pair }: (typeof unsent)[number]): boolean =>
      pair.every((each) => fights.includes(each))
    const inGroup = unsent.filter(isInGroup)
    unsent = unsent.filter((each) => !isInGroup(each))
    const [first] = inGroup
    if (!first) return []
    const alert: Alert = {
      about: 'conflict',
      tournamentId: first.tournamentId,
      pairs: inGroup.map(({ pair }) => pair),
      matches: fights.map(({ id: _id, at: _at, ...match }) => match),
    }
    // Each pair is alerted once, so the first pair names the alert; all ids would exceed the 32 characters of a push topic.
    const tag = `conflict-${first.pair.join('-')}`
    const usefulFor = Math.max(5 * minute, (fights[0]?.at ?? now) - now)
    return follower.deviceIds.map((deviceId) => ({ deviceId, tag, alert, urgent: true, usefulFor }))
  })
}

/** The match with those of its athletes that the user follows; null if there is none. */
function ofUser(match: ConflictMatch, { since }: AlertFollower): ConflictMatch | null {
  const athletes = match.athletes.filter(({ id }) => since.has(id))
  return athletes.length > 0 ? { ...match, athletes } : null
}

/** The matches that may cause an alert, as the day list has them. */
function dayEntries({ held, matches }: FollowedTournament, now: number): DayEntry[] {
  const { tournament, athletes } = held.state
  return [...matches].flatMap(({ match, ahead, estimate, athleteIds }) => {
    if (estimate.at === null || estimate.at < now + leastNotice || estimate.at > now + horizon) return []
    const before = held.beforeOnMat(match)
    return athleteIds.flatMap((id) => {
      const athlete = athletes.get(id)
      const item = athlete && presentMatch({ tournament, athlete, match, ahead, before, now })
      return item ? entryOf(item, estimate, now) : []
    })
  })
}

function matchOf(fight: Fight): ConflictMatch {
  const { id, mat, basis, entries } = fight
  const { at } = wholeMinutes(fight)
  const time = clockAt(at, entries[0]?.item.tournamentTimezone ?? 'UTC')
  const athletes = entries.map(({ item }) => ({ id: item.athleteId, name: item.athleteName }))
  return { id, at, mat, time, isEstimate: basis === 'estimate', athletes }
}
