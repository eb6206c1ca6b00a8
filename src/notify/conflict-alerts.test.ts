import { describe, expect, it } from 'vitest'
import { defaultPreferences } from '#domain/alert.ts'
import type { HallRecord } from '#domain/hall-record.ts'
import type { Match } from '#domain/match.ts'
import { defaultSteps } from '#domain/steps.ts'
import type { AlertFollower, Delivered } from '#store'
import { exampleAthlete, exampleMatch, exampleSide, exampleTournament } from '#support/examples.ts'
import { currentFacts, planDelivery, undeliveredFacts } from './alert-updates.ts'
import { conflictAlerts, type ConflictFact, newsOfConflict } from './conflict-alerts.ts'
import { presentAlert } from './push-text.ts'

const minute = 60_000
/** 13:40 in New York. */
const now = Date.parse('2026-11-21T18:40:00Z')

const names = ['Ana Serra', 'Rui Costa Mar', 'Lia Pedra', 'Edu Vale']
const athletes = names.map((name, index) =>
  exampleAthlete({ id: index + 1, bjjCompSystemId: String(700 + index), name }),
)
/** A match of the athlete on the mat with the athlete's number. */
const matchOf = (athleteId: number, over: Partial<Match> = {}): Match =>
  exampleMatch({
    id: 30 + athleteId,
    mat: athleteId,
    board: 'listed',
    rawStatus: null,
    scheduledAt: new Date(now + 25 * minute).toISOString(),
    sides: [
      exampleSide({ bjjCompSystemId: String(699 + athleteId), name: names[athleteId - 1] ?? '' }),
      exampleSide({ bjjCompSystemId: String(900 + athleteId), name: `Rival ${athleteId}` }),
    ],
    ...over,
  })

const hall: HallRecord = {
  date: '2026-11-21',
  asOf: now,
  pace: 0.95,
  spread: 0.04,
  unevenness: 0.1,
  stop: null,
  mats: [1, 2, 3, 4].map((mat) => ({
    mat,
    state: 'running',
    anchor: now - minute,
    running: 7.2,
    left: { fights: 10, turnovers: 72 },
    isOn: true,
  })),
}

type Options = { ahead?: Record<number, number>; record?: HallRecord; id?: number }

/** A tournament with these matches. `ahead`: by match id, two by default. */
function heldWith(matches: readonly Match[], { ahead = {}, record = hall, id = 5 }: Options = {}) {
  const before = (match: Match) => {
    const fights = 11 + (ahead[match.id] ?? 2)
    return { fights, turnovers: fights * 7.2, breaks: 0 }
  }
  return {
    state: {
      tournament: exampleTournament({ id }),
      categories: new Map(),
      athletes: new Map(athletes.map((each) => [each.id, each])),
      matches: new Map(matches.map((each) => [each.id, each])),
    },
    matchesOfAthlete: (id: number) =>
      matches.filter(({ sides }) =>
        sides.some((side) => side.kind === 'athlete' && side.bjjCompSystemId === String(699 + id)),
      ),
    listedOnMat: () => [],
    beforeOnMat: before,
    hall: record,
    source: { state: 'ok' as const, fetchedAt: new Date(now).toISOString(), changedAt: null },
  }
}

type TestHeld = ReturnType<typeof heldWith>

/** The conflicts to alert in a tournament; `users` are the ids of the athletes that users 1, 2 … follow. */
function conflictsIn(held: TestHeld, users: number[][], neighbours: readonly TestHeld[] = []): ConflictFact[] {
  const alerted = (each: TestHeld) => ({
    held: each,
    followers: new Map(
      athletes.map(({ id }) => [id, users.flatMap((own, user) => (own.includes(id) ? user + 1 : []))] as const),
    ),
    steps: new Map(),
  })
  const facts = currentFacts(alerted(held), neighbours.map(alerted), now)
  return facts.filter((each) => each.kind === 'conflict')
}

const follower = (athleteIds: number[], over: Partial<AlertFollower> = {}): AlertFollower => ({
  userId: 1,
  since: new Map(athleteIds.map((id) => [id, 0])),
  preferences: defaultPreferences,
  steps: defaultSteps,
  deviceIds: [5],
  ...over,
})

describe('The conflicts of a tournament', () => {
  it('are those of two athletes of one user on different mats, once for each pair, with the users who follow both', () => {
    const held = heldWith([matchOf(1), matchOf(2)])
    const users = [[1, 2], [1, 2, 3], [1]]
    const found = conflictsIn(held, users)
    expect(found.map(({ key, userIds }) => [key, [...userIds]])).toEqual([['conflict 31 32', [1, 2]]])
  })

  it('exclude athletes of different users, matches on one mat or an hour apart, and those less than fifteen minutes ahead', () => {
    const two = [matchOf(1), matchOf(2)]
    const different = [
      [1, 3],
      [2, 4],
    ]
    expect(conflictsIn(heldWith(two), different)).toEqual([])
    expect(conflictsIn(heldWith([matchOf(1), matchOf(2, { mat: 1 })]), [[1, 2]])).toEqual([])
    expect(conflictsIn(heldWith(two, { ahead: { 32: 10 } }), [[1, 2]])).toEqual([])
    expect(conflictsIn(heldWith(two, { ahead: { 31: 0, 32: 0 } }), [[1, 2]])).toEqual([])
  })

  it('include none between two athletes of a user in the same match', () => {
    const both = matchOf(1, {
      sides: [
        exampleSide({ bjjCompSystemId: '700', name: 'Ana Serra' }),
        exampleSide({ bjjCompSystemId: '701', name: 'Rui Costa Mar' }),
      ],
    })
    expect(conflictsIn(heldWith([both]), [[1, 2]])).toEqual([])
  })

  it('include those with a match of another tournament in the hall, but not those between two matches of the other one', () => {
    const gi = heldWith([matchOf(1)])
    const noGi = heldWith([matchOf(2), matchOf(3)], { id: 6 })
    const keys = (...of: Parameters<typeof conflictsIn>) => conflictsIn(...of).map(({ key }) => key)
    expect(keys(gi, [[1, 2, 3]], [noGi])).toEqual(['conflict 31 32', 'conflict 31 33'])
    expect(keys(noGi, [[1, 2, 3]])).toEqual(['conflict 32 33'])
  })
})

describe('A conflict', () => {
  const users = (...ids: number[]): ReadonlySet<number> => new Set(ids)

  it('is news for each user once, even for a user who follows both athletes later', () => {
    const first = newsOfConflict(undefined, users(1, 2), now)
    expect(first.userIds).toEqual(users(1, 2))
    expect(newsOfConflict(first.delivered, users(2), now + minute)).toEqual({ ...first, userIds: users() })
    const second = newsOfConflict(first.delivered, users(2, 3), now + minute)
    expect(second.userIds).toEqual(users(3))
    expect(newsOfConflict(second.delivered, users(1, 2, 3), now).userIds).toEqual(users())
  })

  it('is no news if a process of an earlier version has sent the alert', () => {
    const delivered = { at: new Date(now).toISOString() }
    expect(newsOfConflict(delivered, users(1), now)).toEqual({ delivered, userIds: users() })
  })
})

describe('Alerts about conflicts', () => {
  const facts = (ids: number[]) => conflictsIn(heldWith(ids.map((id) => matchOf(id))), [ids])
  /** The alerts if all conflicts are news. */
  const alertsOf = (conflicts: ConflictFact[], user: AlertFollower, time: number) =>
    conflictAlerts(conflicts, conflicts, user, time)

  it('name both athletes, with mat and time, in one alert for each device', () => {
    const alerts = alertsOf(facts([1, 2]), follower([1, 2], { deviceIds: [5, 6] }), now)
    expect(alerts.map(({ deviceId, tag }) => [deviceId, tag])).toEqual([
      [5, 'conflict-31-32'],
      [6, 'conflict-31-32'],
    ])
    const [first] = alerts
    if (!first) throw new Error('there is no alert')
    const { title, body, navigate } = presentAlert(first.alert, {
      language: 'en',
      tag: first.tag,
      origin: 'https://rollcall.example',
    }).notification
    expect(title).toBe('2 fights at once')
    expect(body).toMatch(/^Ana Serra · Mat 1 · about 1:5\d PM\nRui Costa Mar · Mat 2 · about 1:5\d PM$/)
    expect(navigate).toBe('https://rollcall.example/')
  })

  it('join matches that all overlap with each other', () => {
    const alerts = alertsOf(facts([1, 2, 3]), follower([1, 2, 3]), now)
    expect(alerts.map(({ alert }) => alert)).toMatchObject([
      {
        pairs: [
          [31, 32],
          [31, 33],
          [32, 33],
        ],
        matches: [{}, {}, {}],
      },
    ])
  })

  it('name all matches of a conflict that has grown, in one alert with the pairs that are news', () => {
    const plan = (ids: number[], before: Delivered) => {
      const current = facts(ids)
      const held = heldWith(ids.map((id) => matchOf(id)))
      return planDelivery(held, { changed: undeliveredFacts(current, before, now), current }, before, now)
    }
    const first = plan([1, 2], new Map())
    expect(first.alertsFor([follower([1, 2, 3])])).toMatchObject([{ alert: { pairs: [[31, 32]], matches: [{}, {}] } }])
    const second = plan([1, 2, 3], first.delivered)
    expect(second.athleteIds).toEqual([1, 2, 3])
    const [grown, ...others] = second.alertsFor([follower([1, 2, 3])])
    expect(others).toEqual([])
    expect(grown).toMatchObject({
      tag: 'conflict-31-33',
      alert: {
        pairs: [
          [31, 33],
          [32, 33],
        ],
        matches: [{ mat: 1 }, { mat: 2 }, { mat: 3 }],
      },
    })
    expect(
      plan([1, 2, 3], new Map([...first.delivered, ...second.delivered])).alertsFor([follower([1, 2, 3])]),
    ).toEqual([])
  })

  it('name only matches that all overlap with each other, and name each conflict once', () => {
    const chain = conflictsIn(
      heldWith(
        [1, 2, 3].map((id) => matchOf(id)),
        { ahead: { 31: 2, 32: 3, 33: 4 } },
      ),
      [[1, 2, 3]],
    )
    const alerts = alertsOf(chain, follower([1, 2, 3]), now)
    expect(alerts.map(({ tag, alert }) => ({ tag, ...alert }))).toMatchObject([
      { tag: 'conflict-31-32', pairs: [[31, 32]], matches: [{ mat: 1 }, { mat: 2 }] },
      { tag: 'conflict-32-33', pairs: [[32, 33]], matches: [{ mat: 2 }, { mat: 3 }] },
    ])

    // Two groups of three matches share a conflict.
    const ahead = { 31: 2, 32: 3, 33: 3, 34: 4 }
    const shared = conflictsIn(
      heldWith(
        [1, 2, 3, 4].map((id) => matchOf(id)),
        { ahead },
      ),
      [[1, 2, 3, 4]],
    )
    const groups = alertsOf(shared, follower([1, 2, 3, 4]), now).map(({ tag, alert }) => ({ tag, ...alert }))
    expect(groups).toMatchObject([
      {
        tag: 'conflict-31-32',
        pairs: [
          [31, 32],
          [31, 33],
          [32, 33],
        ],
        matches: [{ mat: 1 }, { mat: 2 }, { mat: 3 }],
      },
      {
        tag: 'conflict-32-34',
        pairs: [
          [32, 34],
          [33, 34],
        ],
        matches: [{ mat: 2 }, { mat: 3 }, { mat: 4 }],
      },
    ])
  })

  it('have a tag that push services accept as a topic, even if four matches with long ids conflict', () => {
    const id = 2_147_483_640
    const matches = [1, 2, 3, 4].map((number) => matchOf(number, { id: id + number }))
    const ahead = Object.fromEntries(matches.map((match) => [match.id, 2]))
    const found = conflictsIn(heldWith(matches, { ahead }), [[1, 2, 3, 4]])
    const alerts = alertsOf(found, follower([1, 2, 3, 4]), now)
    expect(alerts).toMatchObject([{ alert: { matches: [{}, {}, {}, {}] } }])
    expect(alerts[0]?.tag).toMatch(/^[\w-]{1,32}$/)
  })

  it('go only to users of the conflict who still follow both athletes and want such alerts', () => {
    expect(alertsOf(facts([1, 2]), follower([1, 2], { userId: 2 }), now)).toEqual([])
    expect(alertsOf(facts([1, 2]), follower([1, 3]), now)).toEqual([])
    const unwanted = { ...defaultPreferences, conflict: false }
    expect(alertsOf(facts([1, 2]), follower([1, 2], { preferences: unwanted }), now)).toEqual([])
  })
})
