import { describe, expect, it } from 'vitest'
import { defaultPreferences } from '#domain/alert.ts'
import { defaultSteps } from '#domain/steps.ts'
import type { Category } from '#domain/tournament.ts'
import type { DeliveredStep } from '#domain/match-news.ts'
import type { AlertFollower } from '#store'
import { exampleAthlete, exampleCategory, exampleMatch, exampleTournament } from '#support/examples.ts'
import { presentAlert } from './push-text.ts'
import { newsOfStep, stepAlerts, type StepFact, stepFacts, type StepNews } from './step-alerts.ts'

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
type Records = Map<string, DeliveredStep>

/** The facts that are news; `records`: what was delivered before, and is delivered now. */
const newsOf = (facts: readonly StepFact[], now: number, records: Records = new Map()): StepNews[] =>
  facts.flatMap((fact) => {
    const { delivered, users, earlier } = newsOfStep(records.get(fact.key), fact, now)
    if (delivered) records.set(fact.key, delivered)
    return users.size > 0 ? { ...fact, users, earlier } : []
  })
const alertsAt = (
  time: string,
  category: Partial<Category> = {},
  over: Partial<AlertFollower> = {},
  records: Records = new Map(),
) => {
  const user = follower(over)
  const followers = new Map([...user.since.keys()].map((id) => [id, [user.userId]]))
  const steps = new Map([[user.userId, user.steps]])
  const facts = stepFacts({ held: heldWith(category), followers, steps }, at(time))
  return stepAlerts(newsOf(facts, at(time), records), 5, user, at(time))
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

  const near = (...users: number[]) => {
    const [fact] = stepFacts({ held: heldWith({}), followers: new Map([[7, users]]), steps: new Map() }, at('14:10'))
    if (!fact) throw new Error('the step is not near')
    return fact
  }

  it('is news to each user once, however often the step is checked', () => {
    const first = newsOfStep(undefined, near(1), at('14:10'))
    expect([...first.users]).toEqual([1])
    const again = newsOfStep(first.delivered, near(1), at('14:20'))
    expect([again.delivered, again.users.size]).toEqual([first.delivered, 0])
    const later = newsOfStep(first.delivered, near(1, 2), at('14:20'))
    expect([...later.users]).toEqual([2])
    expect(newsOfStep(later.delivered, near(2, 1), at('14:25')).delivered).toEqual(later.delivered)
  })

  it('is no news if an earlier version of RollCall sent it, because that version did not record the users', () => {
    const delivered = { at: '2026-11-21T14:10:00.000Z' }
    expect(newsOfStep(delivered, near(1), at('14:20'))).toEqual({ delivered, users: new Set(), earlier: null })
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
    expect(stepAlerts(newsOf(facts, at('14:10')), 5, follower({ userId: 3 }), at('14:10'))).toEqual([])
  })

  it('has a tag that push services accept as a topic', () => {
    for (const { tag } of [...alertsAt('14:10'), ...alertsAt('18:00', medal)]) expect(tag).toMatch(/^[\w-]{1,32}$/)
  })
})

describe('An alert about a time to report that has moved earlier', () => {
  /** The division starts at `time`, New York time, and was to start at 17:15. */
  const moved = (time: string, seen = '15:00'): Partial<Category> => ({
    start: {
      date: '2026-11-21',
      time,
      at: new Date(at(time) + 5 * 3_600_000).toISOString(),
      basis: 'matches',
      moved: { date: '2026-11-21', time: '17:15', seenAt: new Date(at(seen)).toISOString() },
    },
  })
  const only = { since: new Map([[7, 0]]) }
  const text = (by: string, minutes: number): string =>
    `Rafael Horizonte | Report by ${by} · ${minutes} min earlier · Adult / Male / BLUE / Light`

  it('is sent when the move is at least ten minutes and a third of the time left, and again after a further such move', () => {
    const records: Records = new Map()
    const texts = (time: string, start: string) => textsAt(time, moved(start), only, records)
    // To report by 15:46 instead of 16:15, New York time.
    expect(texts('19:00', '16:46')).toEqual([])
    expect(texts('19:19', '16:46')).toEqual([text('3:46 PM', 29)])
    expect(texts('19:20', '16:46')).toEqual([])
    expect(texts('19:30', '16:38')).toEqual([])
    expect(texts('19:30', '16:26')).toEqual([text('3:26 PM', 20)])
  })

  it('is sent once to all who report then and moved alike', () => {
    expect(textsAt('20:10', moved('16:46'))).toEqual([
      'Report by 3:46 PM · 29 min earlier | Rafael Horizonte, Nilo Farol',
    ])
  })

  it('is not sent for a move of less than ten minutes, and the alert before the time names no move', () => {
    expect(textsAt('20:39', moved('17:10'), only)).toEqual([])
    expect(textsAt('20:40', moved('17:10'), only)).toEqual([
      'Rafael Horizonte | Report by 4:10 PM · Adult / Male / BLUE / Light',
    ])
  })

  it('at most 45 minutes before the time replaces the alert half an hour before it', () => {
    const records: Records = new Map()
    expect(textsAt('20:05', moved('16:46'), only, records)).toEqual([text('3:46 PM', 29)])
    expect(textsAt('20:16', moved('16:46'), only, records)).toEqual([])
    const earlier: Records = new Map()
    expect(textsAt('19:30', moved('16:46'), only, earlier)).toEqual([text('3:46 PM', 29)])
    expect(textsAt('20:16', moved('16:46'), only, earlier)).toEqual([
      'Rafael Horizonte | Report by 3:46 PM · Adult / Male / BLUE / Light',
    ])
  })

  it('is sent after the alert before the time, if the time moves once more, even if an earlier version sent that alert', () => {
    const records: Records = new Map()
    expect(textsAt('20:45', moved('17:10'), only, records)).toHaveLength(1)
    expect(textsAt('20:46', moved('17:02'), only, records)).toEqual([])
    expect(textsAt('20:46', moved('16:58'), only, records)).toEqual([text('3:58 PM', 12)])
    const byEarlierVersion: Records = new Map([
      ['step report 7 Adult / Male / BLUE / Light', { at: new Date(at('20:40')).toISOString() }],
    ])
    expect(textsAt('20:46', moved('16:58'), only, byEarlierVersion)).toEqual([text('3:58 PM', 17)])
    expect(textsAt('20:47', moved('16:58'), only, byEarlierVersion)).toEqual([])
  })

  it('is not sent to a user who began to follow after the move, but the alert before the time is', () => {
    const late = { since: new Map([[7, at('15:10')]]) }
    expect(textsAt('19:30', moved('16:46'), late)).toEqual([])
    expect(textsAt('19:30', moved('16:46', '15:20'), late)).toHaveLength(1)
    expect(textsAt('20:10', moved('16:46'), late)).toHaveLength(1)
  })

  it('is sent only to users who want the step, and not in the quiet hours', () => {
    expect(textsAt('19:30', moved('16:46'), { ...only, steps: { ...defaultSteps, report: false } })).toEqual([])
    const quiet = { from: '14:00', to: '15:00', timezone: 'America/New_York' }
    expect(textsAt('19:30', moved('16:46'), { ...only, preferences: { ...defaultPreferences, quiet } })).toEqual([])
  })
})
