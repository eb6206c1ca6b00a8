import { expect, it } from 'vitest'
import { defaultPreferences } from '#domain/alert.ts'
import { defaultSteps } from '#domain/steps.ts'
import { exampleAthlete, exampleMatch, exampleTournament } from '#support/examples.ts'
import { planDelivery } from './alert-updates.ts'

/** The instant (epoch ms) of a venue time on the day of the example match. */
const venueTime = (time: string): number => Date.parse(`2026-11-21T${time}-05:00`)
const now = venueTime('14:10:00')
const athlete = exampleAthlete()
const match = exampleMatch()
const held = {
  state: {
    tournament: exampleTournament(),
    categories: new Map(),
    athletes: new Map([[athlete.id, athlete]]),
    matches: new Map([[match.id, match]]),
  },
  matchesOfAthlete: () => [match],
  listedOnMat: () => [match],
  beforeOnMat: () => null,
  hall: null,
  source: { state: 'ok' as const, fetchedAt: new Date(now).toISOString(), changedAt: null },
}

it('An alert has the estimated start rounded to the minute, and its window rounded outwards', () => {
  const estimate = {
    basis: 'estimate' as const,
    at: venueTime('14:27:40'),
    early: venueTime('14:18:50'),
    late: venueTime('14:41:10'),
    fightsAhead: 2,
    isOld: false,
  }
  const fact = { kind: 'match' as const, key: 'match 31', match, ahead: 2, estimate, athleteIds: [athlete.id] }
  const { alertsFor } = planDelivery(held, { changed: [fact], current: [fact] }, new Map(), now)
  const follower = {
    userId: 1,
    since: new Map([[athlete.id, 0]]),
    preferences: defaultPreferences,
    steps: defaultSteps,
    deviceIds: [5],
  }
  expect(alertsFor([follower])).toMatchObject([
    { alert: { news: { kinds: ['near'] }, estimate: { time: '14:28', from: '14:18', to: '14:42' } } },
  ])
})
