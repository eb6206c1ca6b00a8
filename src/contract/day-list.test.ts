import { describe, expect, it } from 'vitest'
import { exampleItem } from '#support/examples.ts'
import type { Estimate } from '#domain/estimate.ts'
import type { MatchStatus } from '#domain/match-status.ts'
import type { FollowedAthlete } from './athletes.ts'
import { filterOptions } from './day-filter-options.ts'
import { type DayEntry, daySections, entryOf, hasMoreToday, nextToGoTo as next, noFilter, passes } from './day-list.ts'
import { idleAthletes } from './idle-athletes.ts'
import type { MatchItem } from './match-item.ts'

const minute = 60_000
/** 13:00 in New York. */
const now = Date.parse('2026-11-21T18:00:00Z')
const at = (minutes: number): number => now + minutes * minute

type Estimated = Extract<Estimate, { basis: 'estimate' }>
type Change = { item?: Partial<MatchItem>; status?: MatchStatus; estimate?: Estimate }

/** A match that is estimated to start in `starts` minutes; with null it has neither an estimate nor a published time. */
function entry(id: number, starts: number | null, { item, status, estimate }: Change = {}): DayEntry {
  const start = starts === null ? null : new Date(at(starts)).toISOString()
  return {
    item: { ...exampleItem({ id, fightNumber: id }), scheduledDateTime: start, ahead: 2, ...item },
    status: status ?? (starts === null ? { kind: 'unscheduled' } : { kind: 'countdown', startsIn: starts * minute }),
    estimate:
      estimate ??
      (starts === null
        ? { basis: 'schedule', at: null, fightsAhead: 0 }
        : {
            basis: 'estimate',
            at: at(starts),
            early: at(starts - 8),
            late: at(starts + 12),
            fightsAhead: 2,
            isOld: false,
          }),
  }
}
const live: MatchStatus = { kind: 'live', basis: 'source' }
const finished: MatchStatus = { kind: 'finished' }

const nextToGoTo = (entries: readonly DayEntry[], at: number, covered: readonly number[] = []) =>
  next(entries, at, (id) => covered.includes(id))

/** The ids of the matches by section; a section of a later day is named by its day. */
const listed = (...entries: DayEntry[]): Record<string, number[]> =>
  Object.fromEntries(
    daySections(entries, now).map(({ name, day, entries: all }) => [day ?? name, all.map(({ item }) => item.id)]),
  )

describe('The day list', () => {
  it('has sections for matches that are on, within the hour, later today, tomorrow, on later days and done, in this order', () => {
    const sections = listed(
      entry(1, -60, { status: finished }),
      entry(2, 24 * 60, { item: { day: '2026-11-22' } }),
      entry(3, null, { item: { day: null } }),
      entry(4, 61),
      entry(5, 8 * 24 * 60, { item: { day: '2026-11-29' } }),
      entry(6, 60),
      entry(7, 0, { status: live }),
      entry(8, 7 * 24 * 60, { item: { day: '2026-11-28' } }),
    )
    expect(Object.entries(sections)).toEqual([
      ['on', [7]],
      ['hour', [6]],
      ['today', [4]],
      ['tomorrow', [2]],
      ['2026-11-28', [8]],
      ['2026-11-29', [5]],
      ['undated', [3]],
      ['done', [1]],
    ])
  })

  it('is sorted by the estimates, not by the published times, over all tournaments', () => {
    const early = entry(1, 30, { item: { scheduledDateTime: new Date(at(50)).toISOString(), tournamentId: 9 } })
    const late = entry(2, 40, { item: { scheduledDateTime: new Date(at(20)).toISOString() } })
    const published = entry(3, 35, { estimate: { basis: 'schedule', at: at(35), fightsAhead: 4 } })
    expect(listed(late, published, early)).toEqual({ hour: [1, 3, 2] })
  })

  it('has the finished match with the latest published time first', () => {
    const done = [-90, -10, -40].map((starts, id) => entry(id, starts, { status: finished }))
    expect(listed(...done)).toEqual({ done: [1, 2, 0] })
  })

  it('lists a match that left its board without a result under On now', () => {
    expect(listed(entry(1, -5, { status: { kind: 'awaiting-result' } }))).toEqual({ on: [1] })
  })

  it('lists a due or late match under Next hour until it starts', () => {
    const overdue = entry(1, -12, { status: { kind: 'late', by: 12 * minute } })
    expect(listed(entry(2, 2, { status: { kind: 'due' } }), overdue)).toEqual({ hour: [1, 2] })
  })

  it('lists stale matches and those of past days below the matches without a day', () => {
    const stale = entry(1, -130, { status: { kind: 'stale' } })
    const unknown = entry(2, null, { item: { day: null } })
    const over = entry(3, null, { item: { day: '2026-11-20' } })
    expect(listed(stale, unknown, over)).toEqual({ undated: [2], past: [3, 1] })
  })

  it('lists a match left over on yesterday’s board neither under On now nor under Next hour', () => {
    const yesterday = { day: '2026-11-20', board: 'listed', scheduledDateTime: '2026-11-21T02:00:00Z' } as const
    const leftOver = ([null, 'assigned', 'started'] as const).map((rawStatus, id) => ({
      ...exampleItem({ id }),
      ...yesterday,
      rawStatus,
    }))
    const published = { basis: 'schedule', at: Date.parse('2026-11-21T02:00:00Z'), fightsAhead: 0 } as const
    const entries = leftOver.map((item) => entryOf(item, published, now))
    expect(listed(...entries)).toEqual({ past: [0, 1, 2] })
    expect(nextToGoTo(entries, now)).toBeNull()
  })

  it('lists a match of yesterday that is still to come under Later today, if it is estimated to start in more than an hour', () => {
    const late: MatchStatus = { kind: 'late', by: 90 * minute }
    expect(listed(entry(1, 70, { status: late, item: { day: '2026-11-20' } }))).toEqual({ today: [1] })
  })

  it('uses the venue’s day, and lists a match within the hour under Next hour even after midnight', () => {
    const tokyo = { tournamentTimezone: 'Asia/Tokyo' }
    // 03:00 on November 22 in Tokyo.
    expect(listed(entry(1, 300, { item: { ...tokyo, day: '2026-11-22' } }))).toEqual({ today: [1] })
    expect(listed(entry(2, 50, { item: { day: '2026-11-22' } }))).toEqual({ hour: [2] })
  })

  it('lists a match at a venue of unknown zone on the match’s day, sorted by local time', () => {
    const local = (id: number, localTime: string): DayEntry =>
      entry(id, null, { item: { tournamentTimezone: null, day: '2026-11-21', localTime } })
    expect(listed(local(1, '21:00'), local(2, '20:00'), local(3, '20:30'))).toEqual({ today: [2, 3, 1] })
  })
})

describe('The next match to go to', () => {
  it('is the first match that is not on, with its mat, the minutes to its estimate and the fights ahead', () => {
    const first = nextToGoTo(
      [entry(3, 40), entry(2, 20, { item: { matNumber: 6 } }), entry(1, -2, { status: live })],
      now,
    )
    expect(first).toMatchObject({ entry: { item: { id: 2 } }, mat: 6, minutes: 20, fightsAhead: 2 })
  })

  it('is the first one that nobody else has claimed, and null if others have claimed all', () => {
    const entries = [entry(1, 10), entry(2, 20), entry(3, 30)]
    expect(nextToGoTo(entries, now, [1])).toMatchObject({ entry: { item: { id: 2 } } })
    expect(nextToGoTo(entries, now, [2, 3])).toMatchObject({ entry: { item: { id: 1 } } })
    expect(nextToGoTo(entries, now, [1, 2, 3])).toBeNull()
  })

  it('may start at any moment once its window has begun, unless the data are old', () => {
    expect(nextToGoTo([entry(1, 9)], now)?.minutes).toBe(9)
    expect(nextToGoTo([entry(1, 8)], now)?.minutes).toBe(0)
    const old = (starts: number): Estimate => ({ ...(entry(1, starts).estimate as Estimated), isOld: true })
    expect(nextToGoTo([entry(1, 8, { estimate: old(8) })], now)?.minutes).toBe(8)
    expect(nextToGoTo([entry(1, -1, { estimate: old(-1) })], now)?.minutes).toBeNull()
  })

  it('has no minutes when only the published time has passed, unless the match is due', () => {
    const passed = (status: MatchStatus) =>
      nextToGoTo([entry(1, -5, { status, estimate: { basis: 'schedule', at: at(-5), fightsAhead: 1 } })], now)?.minutes
    expect(passed({ kind: 'late', by: 5 * minute })).toBeNull()
    expect(passed({ kind: 'due' })).toBe(0)
  })

  it('has the minutes to the published time without an estimate, and no fights ahead when it is not on a board', () => {
    const schedule: Estimate = { basis: 'schedule', at: at(25), fightsAhead: null }
    expect(nextToGoTo([entry(1, 25, { estimate: schedule })], now)).toMatchObject({
      minutes: 25,
      fightsAhead: null,
    })
  })

  it('is never a match without a mat, and does not exist if all other matches are tomorrow or over', () => {
    const unplaced = entry(1, 10, { item: { matNumber: null } })
    const tomorrow = entry(2, 20 * 60, { item: { day: '2026-11-22' } })
    expect(nextToGoTo([unplaced, tomorrow, entry(3, -30, { status: finished })], now)).toBeNull()
  })

  it('may come later today while a match has no mat, no time or no day yet', () => {
    const [over, tomorrow] = [entry(3, -30, { status: finished }), entry(2, 20 * 60, { item: { day: '2026-11-22' } })]
    expect(hasMoreToday([over, tomorrow, entry(4, -2, { status: live })], now)).toBe(false)
    for (const item of [{ matNumber: null }, { scheduledDateTime: null }, { scheduledDateTime: null, day: null }])
      expect(hasMoreToday([over, tomorrow, entry(1, null, { item })], now)).toBe(true)
  })
})

describe('The filter of the day list', () => {
  const item = (change: Partial<MatchItem>): MatchItem => ({ ...exampleItem(), ...change })

  it('selects the matches of one mat, team and tournament, and all of them without a choice', () => {
    const one = item({ matNumber: 3, athleteTeam: 'Mar Alto', tournamentId: 5 })
    expect(passes(one, noFilter)).toBe(true)
    expect(passes(one, { mat: 3, team: 'Mar Alto', tournamentId: 5 })).toBe(true)
    expect(passes(one, { ...noFilter, mat: 4 })).toBe(false)
    expect(passes(one, { ...noFilter, team: 'Serra' })).toBe(false)
    expect(passes(one, { ...noFilter, tournamentId: 6 })).toBe(false)
  })

  it('offers each mat, team and tournament once, in order', () => {
    const items = [
      item({ matNumber: 10, athleteTeam: 'Serra' }),
      item({ matNumber: 2, athleteTeam: 'Mar Alto', tournamentId: 9, tournamentName: 'Autumn Open' }),
      item({ matNumber: 2, athleteTeam: null }),
      item({ matNumber: null, athleteTeam: 'Serra' }),
    ]
    expect(filterOptions(items, noFilter, [])).toEqual({
      mats: [2, 10],
      teams: ['Mar Alto', 'Serra'],
      tournaments: [
        { id: 9, name: 'Autumn Open' },
        { id: 5, name: 'Porto Alvo Open' },
      ],
    })
  })

  it('still offers a chosen mat, team and tournament by name after their last match has left the list', () => {
    const chosen = { mat: 3, team: 'Serra', tournamentId: 17 }
    const known = [{ id: 17, name: 'Winter Open' }]
    expect(filterOptions([], chosen, known)).toEqual({ mats: [3], teams: ['Serra'], tournaments: known })
    expect(filterOptions([item({ matNumber: 3, athleteTeam: 'Serra' })], chosen, known)).toEqual({
      mats: [3],
      teams: ['Serra'],
      tournaments: [{ id: 5, name: 'Porto Alvo Open' }, ...known],
    })
    expect(filterOptions([], chosen, []).tournaments).toEqual([])
  })
})

describe('An athlete without a match in the list', () => {
  const category = 'Adult / Male / BLUE / Light'
  const open = 'Adult / Male / BLUE / Open Class'
  const athlete = (id: number, change: Partial<FollowedAthlete> = {}): FollowedAthlete => ({
    id,
    name: `Athlete ${id}`,
    bjjCompSystemId: String(id),
    belt: 'BLUE',
    team: null,
    division: category,
    weightClass: 'Light',
    totalMatches: 0,
    wins: 0,
    losses: 0,
    completedMatches: 0,
    tournamentId: 5,
    tournament: {
      id: 5,
      name: 'Porto Alvo Open',
      startsOn: null,
      endsOn: null,
      dateRange: null,
      bjjCompSystemId: '3105',
      timezone: null,
      status: 'live',
    },
    placements: [],
    next: null,
    withoutMatch: [],
    listed: true,
    followedAt: '2026-11-20T10:00:00Z',
    via: null,
    ...change,
  })
  const reasons = (change: Partial<FollowedAthlete>) => idleAthletes([athlete(1, change)])[0]?.reasons

  it('waits for the opponent when the next match has no mat or time yet', () => {
    const opponentFrom = { takes: 'winner', fightNumber: 41, mat: 3 } as const
    const next = { ...exampleItem(), matNumber: null, opponentName: null, opponentFrom }
    expect(reasons({ next })).toEqual([{ kind: 'unplaced', opponentFrom }])
  })

  it('has the reason of each category, those that may still be fought first', () => {
    const withoutMatch = [
      { category, reason: 'out' },
      { category: open, reason: 'bracket-missing' },
    ] as const
    expect(reasons({ withoutMatch: [...withoutMatch] })).toEqual([
      { kind: 'bracket-missing', category: open },
      { kind: 'out', category },
    ])
  })

  it('has the medal of a category as the reason, although the last match was lost', () => {
    const withoutMatch: FollowedAthlete['withoutMatch'] = [{ category, reason: 'out' }]
    expect(reasons({ withoutMatch, placements: [{ category, place: 3 }] })).toEqual([
      { kind: 'medal', category, place: 3 },
    ])
  })

  it('is alone and goes to the weigh-in only, although the source shows the medal at once', () => {
    const withoutMatch: FollowedAthlete['withoutMatch'] = [{ category, reason: 'alone' }]
    expect(reasons({ withoutMatch, placements: [{ category, place: 1 }] })).toEqual([{ kind: 'alone', category }])
  })

  it('is shown as no longer listed, or with an unknown reason', () => {
    expect(reasons({ listed: false })).toEqual([{ kind: 'unlisted' }])
    expect(reasons({})).toEqual([{ kind: 'unknown' }])
  })

  it('who is out comes after one who may still fight', () => {
    const all = [
      athlete(1, { withoutMatch: [{ category, reason: 'out' }] }),
      athlete(2, { withoutMatch: [{ category, reason: 'waiting' }] }),
    ]
    expect(idleAthletes(all).map(({ athlete: { id } }) => id)).toEqual([2, 1])
  })
})
