import { describe, expect, it } from 'vitest'
import { defaultPreferences } from '#domain/alert.ts'
import { defaultSteps } from '#domain/steps.ts'
import type { Category } from '#domain/tournament.ts'
import type { AlertFollower } from '#store'
import { exampleAthlete, exampleCategory, exampleMatch, exampleTournament } from '#support/examples.ts'
import { presentAlert } from './push-text.ts'
import { newsOfStep, stepAlerts, stepFacts } from './step-alerts.ts'

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00Z`)
const start = { date: '2026-11-21', time: '10:40', at: '2026-11-21T15:40:00.000Z', basis: 'matches' } as const
const [rafael, nilo] = [
  exampleAthlete(),
  exampleAthlete({ id: 8, bjjCompSystemId: '700138', name: 'Nilo Farol', categoryIds: [1] }),
]

const heldWith = (category: Partial<Category>) => ({
  state: {
    tournament: exampleTournament(),
    categories: new Map([[1, exampleCategory({ start, ...category })]]),
    athletes: new Map([rafael, nilo].map((athlete) => [athlete.id, athlete])),
    matches: new Map([[31, exampleMatch()]]),
  },
  matchesOfAthlete: () => [],
})
const medal: Partial<Category> = {
  state: 'finished',
  podiumAt: '2026-11-21T18:00:00.000Z',
  placements: [
    { place: 1, name: rafael.name, team: '', athleteBjjCompSystemId: rafael.bjjCompSystemId },
    { place: 2, name: 'Caio do Estrela', team: '', athleteBjjCompSystemId: '700200' },
  ],
}
const follower = (over: Partial<AlertFollower> = {}): AlertFollower => ({
  userId: 1,
  since: new Map([
    [7, 0],
    [8, 0],
  ]),
  preferences: defaultPreferences,
  steps: defaultSteps,
  deviceIds: [5],
  ...over,
})
const alertsAt = (time: string, category: Partial<Category> = {}, over: Partial<AlertFollower> = {}) => {
  const user = follower(over)
  const followers = new Map([...user.since.keys()].map((id) => [id, [user.userId]]))
  const steps = new Map([[user.userId, user.steps]])
  return stepAlerts(stepFacts({ held: heldWith(category), followers, steps }, at(time)), 5, user, at(time))
}
const textsAt = (...given: Parameters<typeof alertsAt>) =>
  alertsAt(...given).map(({ alert, tag }) => {
    const { title, body } = presentAlert(alert, {
      language: 'en',
      tag,
      origin: 'https://rollcall.example',
    }).notification
    return `${title} | ${body}`
  })

describe('An alert about a step', () => {
  it('is sent half an hour before the time to report, once for all who report then', () => {
    expect(textsAt('14:09')).toEqual([])
    expect(textsAt('14:10')).toEqual(['Report by 9:40 AM | Rafael Horizonte, Nilo Farol'])
    expect(textsAt('14:39', {}, { since: new Map([[8, 0]]) })).toEqual([
      'Nilo Farol | Report by 9:40 AM · Adult / Male / BLUE / Light',
    ])
    expect(textsAt('14:40')).toEqual([])
  })

  it('is sent after a medal, while the athlete can register for the open class', () => {
    expect(textsAt('18:00', medal)).toEqual([
      'Rafael Horizonte | Open class: register by 1:15 PM · Adult / Male / BLUE / Light',
    ])
    expect(alertsAt('18:10', medal)).toMatchObject([{ urgent: true, usefulFor: 5 * 60_000, deviceId: 5 }])
    expect(textsAt('18:15', medal)).toEqual([])
  })

  it('is sent only for steps that the user wants, and not in the quiet hours', () => {
    expect(textsAt('14:10', {}, { steps: { ...defaultSteps, report: false } })).toEqual([])
    expect(textsAt('18:00', medal, { steps: { ...defaultSteps, openClass: false } })).toEqual([])
    const quiet = { from: '09:00', to: '10:00', timezone: 'America/New_York' }
    expect(textsAt('14:10', {}, { preferences: { ...defaultPreferences, quiet } })).toEqual([])
  })

  it('is sent even to a user who wants no alerts about near matches', () => {
    expect(textsAt('14:10', {}, { preferences: { ...defaultPreferences, near: false } })).toHaveLength(1)
  })

  it('is not sent by default about the open class of an athlete under 18', () => {
    const juvenile = { ...medal, age: 'Juvenile 1' }
    expect(textsAt('18:00', juvenile)).toEqual([])
    expect(textsAt('18:00', juvenile, { steps: { ...defaultSteps, openClassYouth: true } })).toHaveLength(1)
  })

  it('is news to each user once, however often the step is checked', () => {
    const first = newsOfStep(undefined, new Set([1]), at('14:10'))
    expect([...first.users]).toEqual([1])
    const again = newsOfStep(first.delivered, new Set([1]), at('14:20'))
    expect([again.delivered, again.users.size]).toEqual([first.delivered, 0])
    const later = newsOfStep(first.delivered, new Set([1, 2]), at('14:20'))
    expect([...later.users]).toEqual([2])
    expect(newsOfStep(later.delivered, new Set([2, 1]), at('14:25')).delivered).toEqual(later.delivered)
  })

  it('is no news if an earlier version of RollCall sent it, because that version did not record the users', () => {
    const delivered = { at: '2026-11-21T14:10:00.000Z' }
    expect(newsOfStep(delivered, new Set([1]), at('14:20'))).toEqual({ delivered, users: new Set() })
  })

  it('is for the followers of the athlete who want the step', () => {
    const followers = new Map([
      [7, [1, 2, 3]],
      [8, [3, 4]],
    ])
    const steps = new Map([[3, { ...defaultSteps, report: false }]])
    const facts = stepFacts({ held: heldWith({}), followers, steps }, at('14:10'))
    expect(facts.map(({ athlete, users }) => [athlete.id, [...users]])).toEqual([
      [7, [1, 2]],
      [8, [4]],
    ])
    expect(stepAlerts(facts, 5, follower({ userId: 3 }), at('14:10'))).toEqual([])
  })

  it('has a tag that push services accept as a topic', () => {
    for (const { tag } of [...alertsAt('14:10'), ...alertsAt('18:00', medal)]) expect(tag).toMatch(/^[\w-]{1,32}$/)
  })
})
