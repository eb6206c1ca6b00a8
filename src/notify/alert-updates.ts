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
import { clockAt } from '#domain/instant.ts'
import type { Match } from '#domain/match.ts'
import { estimateOfMatch } from '#views/estimate.ts'
import { aheadOnMat, sameValue } from '#domain/tournament-state.ts'
import type { AlertedAthletes, AlertFollower, Delivered, DeliveredState, Held, NewAlert } from '#store'
import { conflictAlerts, type ConflictFact, conflictFacts, newsOfConflict } from './conflict-alerts.ts'
import { newsOfStep, stepAlerts, type StepFact, stepFacts } from './step-alerts.ts'

type HeldFacts = Pick<Held, 'state' | 'matchesOfAthlete' | 'listedOnMat' | 'beforeOnMat' | 'hall' | 'source'>

type Fact =
  | { kind: 'match'; key: string; match: Match; ahead: number | null; estimate: Estimate; athleteIds: number[] }
  | ConflictFact
  | StepFact
  | { kind: 'place'; key: string; athleteId: number; categoryId: number; division: string; place: number | null }

/** The facts about these athletes at `now` (epoch ms) that can cause an alert. */
export function currentFacts(held: HeldFacts, alerted: AlertedAthletes, now: number): Fact[] {
  const matches = new Map<number, Extract<Fact, { kind: 'match' }>>()
  const places: Fact[] = []
  for (const athleteId of alerted.all) {
    const athlete = held.state.athletes.get(athleteId)
    if (!athlete) continue
    for (const match of held.matchesOfAthlete(athleteId)) {
      const known = matches.get(match.id)
      if (known) {
        known.athleteIds.push(athleteId)
        continue
      }
      const ahead = match.mat === null ? null : aheadOnMat(match, held.listedOnMat(match.date, match.mat))
      const estimate = estimateOfMatch(held, match, ahead, now)
      matches.set(match.id, {
        kind: 'match',
        key: `match ${match.id}`,
        match,
        ahead,
        estimate,
        athleteIds: [athleteId],
      })
    }
    for (const categoryId of athlete.categoryIds) {
      const category = held.state.categories.get(categoryId)
      const own = category?.placements.find((row) => row.athleteBjjCompSystemId === athlete.bjjCompSystemId)
      if (category)
        places.push({
          kind: 'place',
          key: `place ${categoryId} ${athleteId}`,
          athleteId,
          categoryId,
          division: category.division,
          place: own?.place ?? null,
        })
    }
  }
  const together = alerted.followers.map(({ athleteIds }) => athleteIds).filter(({ length }) => length > 1)
  return [...matches.values(), ...conflictFacts(held, together, now), ...stepFacts(held, alerted, now), ...places]
}

/** The facts that differ from the delivered state. `now` is in epoch ms. */
export const undelivered = (facts: readonly Fact[], delivered: Delivered, now: number): Fact[] =>
  facts.filter((each) => {
    const known = delivered.get(each.key)
    const { delivered: next } =
      each.kind === 'match'
        ? newsOfMatch(known as DeliveredMatch | undefined, each.match, each.ahead, each.estimate, now)
        : each.kind === 'conflict'
          ? newsOfConflict(known as DeliveredConflict | undefined, now)
          : each.kind === 'step'
            ? newsOfStep(known as DeliveredStep | undefined, each.users, now)
            : newsOfPlace(known as DeliveredPlace | undefined, each.place)
    return !sameValue(known, next)
  })

type MatchUpdate = { match: Match; ahead: number | null; estimate: Estimate; athleteIds: number[]; news: MatchNews }
type PlaceUpdate = { athleteId: number; categoryId: number; division: string; place: number; corrected: boolean }

/** What to record as delivered for these facts, and the alerts to each follower. */
export function planDelivery(
  held: HeldFacts,
  facts: readonly Fact[],
  delivered: Delivered,
  now: number,
): {
  delivered: Map<string, DeliveredState>
  athleteIds: number[]
  alertsFor: (followers: readonly AlertFollower[]) => NewAlert[]
} {
  const next = new Map<string, DeliveredState>()
  const conflicts: ConflictFact[] = []
  const steps: StepFact[] = []
  const matches: MatchUpdate[] = []
  const places: PlaceUpdate[] = []
  for (const each of facts) {
    const known = delivered.get(each.key)
    if (each.kind === 'match') {
      const found = newsOfMatch(known as DeliveredMatch | undefined, each.match, each.ahead, each.estimate, now)
      if (!sameValue(known, found.delivered)) next.set(each.key, found.delivered)
      if (found.news) matches.push({ ...each, news: found.news })
    } else if (each.kind === 'conflict') {
      const found = newsOfConflict(known as DeliveredConflict | undefined, now)
      if (!found.isNew) continue
      next.set(each.key, found.delivered)
      conflicts.push(each)
    } else if (each.kind === 'step') {
      const { delivered: state, users } = newsOfStep(known as DeliveredStep | undefined, each.users, now)
      if (users.size === 0) continue
      next.set(each.key, state)
      steps.push({ ...each, users })
    } else {
      const found = newsOfPlace(known as DeliveredPlace | undefined, each.place)
      if (!sameValue(known, found.delivered)) next.set(each.key, found.delivered)
      if (found.news) places.push({ ...each, ...found.news })
    }
  }
  const athleteIds = [
    ...new Set([
      ...matches.flatMap((one) => one.athleteIds),
      ...conflicts.flatMap(({ matches: pair }) => pair.flatMap((one) => one.athletes.map(({ id }) => id))),
      ...steps.map(({ athlete }) => athlete.id),
      ...places.map((one) => one.athleteId),
    ]),
  ]
  return {
    delivered: next,
    athleteIds,
    alertsFor: (followers) =>
      followers.flatMap((follower) => [
        ...alertsOf(held, matches, places, follower, now),
        ...conflictAlerts(conflicts, follower, now),
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
  const followed = new Set(follower.athleteIds)
  const { timezone } = held.state.tournament
  const alerts: NewAlert[] = []
  const add = (kinds: readonly AlertKind[], tag: string, alert: Alert, lasts: number): void => {
    if (!isWanted(follower.preferences, kinds, now)) return
    const urgent = kinds.includes('near')
    for (const deviceId of follower.deviceIds) alerts.push({ deviceId, tag, alert, urgent, usefulFor: lasts })
  }
  const reported = new Set<PlaceUpdate>()
  for (const { match, ahead, estimate, news, ...one } of matches) {
    const athletes = one.athleteIds.filter((id) => followed.has(id)).flatMap((id) => held.state.athletes.get(id) ?? [])
    // The alert about the deciding match already includes the medal.
    const [only, other] = athletes
    const decided =
      news.kinds.includes('result') && only && !other
        ? places.filter((place) => place.categoryId === match.categoryId && place.athleteId === only.id)
        : []
    const alert = matchAlert(match, ahead, news, athletes, decided, clocksOf(estimate, timezone))
    if (!alert) continue
    for (const place of decided) reported.add(place)
    add(news.kinds, `match-${match.id}`, alert, usefulFor(news, estimate.at, now))
  }
  for (const place of places) {
    const athlete = held.state.athletes.get(place.athleteId)
    if (!athlete || !followed.has(place.athleteId) || reported.has(place)) continue
    const { division, corrected } = place
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

/** The estimate as venue-local times; null without one. */
function clocksOf(estimate: Estimate, timezone: string | null): Extract<Alert, { about: 'match' }>['estimate'] {
  if (estimate.basis === 'schedule' || timezone === null) return null
  const { at, early, late } = estimate
  return { time: clockAt(at, timezone), from: clockAt(early, timezone), to: clockAt(late, timezone) }
}

/** In ms. */
const medalUsefulFor = 30 * 60_000
