// Derives the alerts from the changes of a tournament. Pure: the store keeps the delivered state, and passes it in under its own
// lock.
import { type Alert, type AlertKind, isWanted, matchAlert } from '#domain/alert.ts'
import {
  type DeliveredConflict,
  type DeliveredMatch,
  type DeliveredPlace,
  type DeliveredStep,
  type MatchNews,
  newsOfMatch,
  newsOfPlace,
  usefulFor,
} from '#domain/match-news.ts'
import type { Estimate } from '#domain/estimate.ts'
import { clockAt, wholeMinutes } from '#domain/instant.ts'
import type { Athlete } from '#domain/athlete.ts'
import type { Match } from '#domain/match.ts'
import { estimateOfMatch } from '#views/estimate.ts'
import { ownPlaces } from '#views/own-places.ts'
import { aheadOnMat, sameValue } from '#domain/tournament-state.ts'
import type { AlertFollower, Delivered, DeliveredState, Followers, Held, NewAlert, StepChoices } from '#store'
import {
  conflictAlerts,
  type ConflictFact,
  conflictFacts,
  type FollowedMatch,
  newsOfConflict,
} from './conflict-alerts.ts'
import { newsOfStep, stepAlerts, type StepFact, stepFacts, type StepNews } from './step-alerts.ts'

type HeldFacts = Pick<Held, 'state' | 'matchesOfAthlete' | 'listedOnMat' | 'beforeOnMat' | 'hall' | 'source'>

/** A tournament with the followers of its athletes, and the steps that the followers have chosen. */
export type AlertedTournament<Facts extends HeldFacts = HeldFacts> = {
  held: Facts
  followers: Followers
  steps: StepChoices
}

type Fact =
  | ({ kind: 'match'; key: string } & FollowedMatch)
  | ConflictFact
  | StepFact
  | { kind: 'place'; key: string; athleteId: number; categoryId: number; division: string; place: number | null }

/**
 * The facts at `now` (epoch ms) that can cause an alert about the followed athletes of a tournament. `neighbours`:
 * tournaments in the same hall, whose matches can conflict with those of this one.
 */
export function currentFacts(own: AlertedTournament, neighbours: readonly AlertedTournament[], now: number): Fact[] {
  const { held, followers } = own
  const withMatches = (each: AlertedTournament) => ({ ...each, matches: followedMatches(each, now) })
  const followed = withMatches(own)
  const matches = followed.matches.map((each) => ({ kind: 'match' as const, key: `match ${each.match.id}`, ...each }))
  return [
    ...matches,
    ...conflictFacts(followed, neighbours.map(withMatches), now),
    ...stepFacts(own, now),
    ...placeFacts(held, [...followers.keys()]),
  ]
}

function followedMatches({ held, followers }: AlertedTournament, now: number): FollowedMatch[] {
  const matches = new Map<number, FollowedMatch>()
  for (const athleteId of followers.keys())
    for (const match of held.state.athletes.has(athleteId) ? held.matchesOfAthlete(athleteId) : []) {
      const known = matches.get(match.id)
      if (known) {
        known.athleteIds.push(athleteId)
        continue
      }
      const ahead = match.mat === null ? null : aheadOnMat(match, held.listedOnMat(match.date, match.mat))
      matches.set(match.id, {
        match,
        ahead,
        estimate: estimateOfMatch(held, match, ahead, now),
        athleteIds: [athleteId],
      })
    }
  return [...matches.values()]
}

function placeFacts({ state }: HeldFacts, athleteIds: readonly number[]): Fact[] {
  return athleteIds.flatMap((athleteId) => {
    const athlete = state.athletes.get(athleteId)
    if (!athlete) return []
    return athlete.categoryIds.flatMap((categoryId): Fact[] => {
      const category = state.categories.get(categoryId)
      if (!category) return []
      const [own] = ownPlaces(state, category, athlete)
      const { division } = category
      return [
        {
          kind: 'place',
          key: `place ${categoryId} ${athleteId}`,
          athleteId,
          categoryId,
          division,
          place: own?.place ?? null,
        },
      ]
    })
  })
}

/** The facts that differ from the delivered state. `now` is in epoch ms. */
export const undeliveredFacts = (facts: readonly Fact[], delivered: Delivered, now: number): Fact[] =>
  facts.filter((each) => {
    const known = delivered.get(each.key)
    const { delivered: next } =
      each.kind === 'match'
        ? newsOfMatch(known as DeliveredMatch | undefined, each.match, each.ahead, each.estimate, now)
        : each.kind === 'conflict'
          ? newsOfConflict(known as DeliveredConflict | undefined, each.userIds, now)
          : each.kind === 'step'
            ? newsOfStep(known as DeliveredStep | undefined, each, now)
            : newsOfPlace(known as DeliveredPlace | undefined, each.place)
    return !sameValue(known, next)
  })

type MatchUpdate = FollowedMatch & { news: MatchNews }
type PlaceUpdate = { athleteId: number; categoryId: number; division: string; place: number; corrected: boolean }

/**
 * What to record as delivered for the facts in `changed`, the athletes whom the alerts are about, and the alerts to each follower.
 * `current`: all facts, among them the changed ones.
 */
export function planDelivery(
  held: HeldFacts,
  { changed, current }: { changed: readonly Fact[]; current: readonly Fact[] },
  delivered: Delivered,
  now: number,
): {
  delivered: Map<string, DeliveredState>
  athleteIds: number[]
  alertsFor: (followers: readonly AlertFollower[]) => NewAlert[]
} {
  const newStates = new Map<string, DeliveredState>()
  const conflicts: ConflictFact[] = []
  const steps: StepNews[] = []
  const matches: MatchUpdate[] = []
  const places: PlaceUpdate[] = []
  for (const each of changed) {
    const known = delivered.get(each.key)
    if (each.kind === 'match') {
      const update = newsOfMatch(known as DeliveredMatch | undefined, each.match, each.ahead, each.estimate, now)
      if (!sameValue(known, update.delivered)) newStates.set(each.key, update.delivered)
      if (update.news) matches.push({ ...each, news: update.news })
    } else if (each.kind === 'conflict') {
      const { delivered: state, userIds } = newsOfConflict(known as DeliveredConflict | undefined, each.userIds, now)
      if (userIds.size === 0) continue
      newStates.set(each.key, state)
      conflicts.push({ ...each, userIds })
    } else if (each.kind === 'step') {
      const { delivered: state, users, earlier } = newsOfStep(known as DeliveredStep | undefined, each, now)
      if (!state || users.size === 0) continue
      newStates.set(each.key, state)
      steps.push({ ...each, users, earlier })
    } else {
      const update = newsOfPlace(known as DeliveredPlace | undefined, each.place)
      if (!sameValue(known, update.delivered)) newStates.set(each.key, update.delivered)
      if (update.news) places.push({ ...each, ...update.news })
    }
  }
  const allConflicts = conflicts.length > 0 ? current.filter((each) => each.kind === 'conflict') : []
  const athleteIds = [
    ...new Set([
      ...matches.flatMap((match) => match.athleteIds),
      ...allConflicts.flatMap(({ matches: pair }) => pair.flatMap((match) => match.athletes.map(({ id }) => id))),
      ...steps.map(({ athlete }) => athlete.id),
      ...places.map(({ athleteId }) => athleteId),
    ]),
  ]
  return {
    delivered: newStates,
    athleteIds,
    alertsFor: (followers) =>
      followers.flatMap((follower) => [
        ...alertsOf(held, matches, places, follower, now),
        ...conflictAlerts(conflicts, allConflicts, follower, now),
        ...stepAlerts(steps, held.state.tournament.id, follower, now),
      ]),
  }
}

function alertsOf(
  held: HeldFacts,
  matches: readonly MatchUpdate[],
  places: readonly PlaceUpdate[],
  follower: AlertFollower,
  now: number,
): NewAlert[] {
  const { since } = follower
  /**
   * False if the user does not follow the athlete, or began to follow the athlete or turned alerts on long after the fact was
   * known.
   */
  const isNewTo = (athleteId: number, knownAt: string | null): boolean => {
    const began = since.get(athleteId)
    return began !== undefined && (knownAt === null || began <= Date.parse(knownAt) + lateFollow)
  }
  const { timezone } = held.state.tournament
  const alerts: NewAlert[] = []
  const add = (kinds: readonly AlertKind[], tag: string, alert: Alert, usefulTime: number): void => {
    if (!isWanted(follower.preferences, kinds, now)) return
    const urgent = kinds.includes('near')
    for (const deviceId of follower.deviceIds) alerts.push({ deviceId, tag, alert, urgent, usefulFor: usefulTime })
  }
  const reported = new Set<PlaceUpdate>()
  for (const { match, ahead, estimate, news, athleteIds } of matches) {
    const isResult = news.kinds.includes('result')
    const athletes = athleteIds
      .filter((id) => isNewTo(id, isResult && !news.corrected ? match.scheduledAt : null))
      .flatMap((id) => held.state.athletes.get(id) ?? [])
    // The alert about the deciding match already includes the medal.
    const [only, other] = athletes
    const decided =
      isResult && only && !other && isDeciding(held, match, only)
        ? places.filter((place) => place.categoryId === match.categoryId && place.athleteId === only.id)
        : []
    const alert = matchAlert(match, ahead, news, athletes, decided, clocksOf(estimate, timezone))
    if (!alert) continue
    for (const place of decided) reported.add(place)
    add(news.kinds, `match-${match.id}`, alert, usefulFor(news, estimate.at, now))
  }
  for (const place of places) {
    const athlete = held.state.athletes.get(place.athleteId)
    if (!athlete || reported.has(place)) continue
    const { division, corrected } = place
    if (!isNewTo(athlete.id, corrected ? null : medalKnownAt(held, place.categoryId, athlete))) continue
    const alert = {
      about: 'medal',
      tournamentId: athlete.tournamentId,
      athletes: [{ id: athlete.id, name: athlete.name }],
      division,
      place: place.place,
      corrected,
    } satisfies Alert
    add(['result'], `medal-${place.categoryId}-${athlete.id}`, alert, medalUsefulFor)
  }
  return alerts
}

/** The athlete's last match in a category: the one with the highest number in the bracket, or else the latest. */
const lastMatch = (held: HeldFacts, categoryId: number | null, athlete: Athlete): Match | undefined =>
  [...held.matchesOfAthlete(athlete.id)]
    .filter((match) => match.categoryId === categoryId)
    .toSorted(
      (a, b) => (a.matchNumber ?? 0) - (b.matchNumber ?? 0) || (a.scheduledAt ?? '').localeCompare(b.scheduledAt ?? ''),
    )
    .at(-1)

const isDeciding = (held: HeldFacts, match: Match, athlete: Athlete): boolean =>
  lastMatch(held, match.categoryId, athlete)?.id === match.id

/**
 * When the podium became known; if it was first read long after, the scheduled time of the athlete's last match instead, null if
 * that is unknown.
 */
const medalKnownAt = (held: HeldFacts, categoryId: number, athlete: Athlete): string | null =>
  held.state.categories.get(categoryId)?.podiumAt ?? lastMatch(held, categoryId, athlete)?.scheduledAt ?? null

/** The estimate as venue-local times; null without one. */
function clocksOf(estimate: Estimate, timezone: string | null): Extract<Alert, { about: 'match' }>['estimate'] {
  if (estimate.basis === 'schedule' || timezone === null) return null
  const { at, early, late } = wholeMinutes(estimate)
  return { time: clockAt(at, timezone), from: clockAt(early, timezone), to: clockAt(late, timezone) }
}

/** How long an alert about a medal is useful, in ms. */
const medalUsefulFor = 30 * 60_000
/** A result or a medal is no news to a user who began to follow this long, in ms, after the start or after the podium was known. */
const lateFollow = 60 * 60_000
