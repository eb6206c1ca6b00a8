import { beforeEach, describe, expect, it } from 'vitest'
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { Match, Side } from '#domain/match.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import { buildAgenda } from './agenda.ts'
import { planImport } from './import.ts'
import { priorities } from './politeness.ts'
import { planFetches } from './fetch-plan.ts'
import type { FetchState } from './fetch-state.ts'
import type { PlanInput, PlannedFetch } from './fetch-plan.ts'

const minute = 60_000
const hour = 60 * minute
const date = '2026-09-12'
/** 09:30 in Houston. */
const firstMatch = Date.parse('2026-09-12T14:30:00Z')

const athlete = (id: number): Side => ({
  kind: 'athlete',
  bjjCompSystemId: String(id),
  name: `Athlete ${id}`,
  team: null,
  seed: null,
  disqualification: null,
})

function match(id: number, change: Partial<Match> = {}): Match {
  return {
    id,
    tournamentId: 1,
    categoryId: 100,
    division: 'Adult / Male / BLUE / Light',
    matchNumber: id,
    round: null,
    sides: [athlete(id * 2), athlete(id * 2 + 1)],
    date,
    time: '09:30',
    scheduledAt: null,
    mat: 1,
    fightNumber: id,
    board: 'listed',
    boardRank: id,
    rawStatus: null,
    outcome: null,
    moves: [],
    ...change,
  }
}

/** One day of eight mats (two pages), two categories. */
function eightMats(matches: Match[]): TournamentState {
  const category = (id: number) => ({
    id,
    tournamentId: 1,
    bjjCompSystemId: String(id),
    division: 'Adult / Male / BLUE / Light',
    age: 'Adult',
    gender: 'Male',
    belt: 'BLUE',
    weight: 'Light',
    state: 'bracket' as const,
    placements: [],
    start: null,
    podiumAt: null,
  })
  return {
    tournament: {
      id: 1,
      bjjCompSystemId: '3105',
      name: 'Houston International Open',
      logoUrl: null,
      status: 'live',
      startsOn: date,
      endsOn: date,
      dateRange: null,
      location: null,
      venue: null,
      city: null,
      state: null,
      country: null,
      timezone: 'America/Chicago',
      orderOfFightsUrl: null,
      bracketsUrl: null,
      days: [
        {
          bjjCompSystemId: '9',
          dayNumber: 1,
          dayName: 'Day 1',
          weekday: 'Saturday',
          date,
          matsCount: 8,
          bjjCompSystemUrl: '',
        },
      ],
      import: {
        state: 'done',
        step: 'finalizing',
        usable: true,
        days: { done: 1, total: 1 },
        athletes: 0,
        categories: { done: 0, total: 0 },
      },
      ruleSet: 'ibjjf',
      archivedAt: null,
    },
    categories: new Map([100, 101].map((id) => [id, category(id)])),
    athletes: new Map(
      Array.from({ length: 60 }, (_, id) => [
        id,
        {
          id,
          tournamentId: 1,
          bjjCompSystemId: String(id),
          name: `Athlete ${id}`,
          team: null,
          belt: null,
          division: null,
          categoryIds: [100],
          listed: true,
          hasEmptyList: false,
        },
      ]),
    ),
    matches: new Map(matches.map((match) => [match.id, match])),
  }
}

const board = (page: number): Page => ({ kind: 'board', tournament: '3105', day: '9', page })
const bracket = (category: number): Page => ({ kind: 'bracket', tournament: '3105', category: String(category) })
const fetchStateOf = (page: Page, change: Partial<FetchState> = {}): FetchState => ({
  page,
  key: pageKey(page),
  readAt: 0,
  sourceReadAt: firstMatch,
  answerCount: 1,
  unchangedReadings: 0,
  failures: 0,
  isGone: false,
  missingAnswers: 0,
  missedAt: -Infinity,
  notBefore: -Infinity,
  confirmAt: null,
  mats: null,
  ...change,
})

describe('the plan of a day', () => {
  let pages: Map<string, FetchState>
  const remember = (page: Page, change: Partial<FetchState> = {}): void =>
    void pages.set(pageKey(page), fetchStateOf(page, change))

  beforeEach(() => {
    pages = new Map()
    remember(board(1), { mats: new Set([1, 2, 3, 4]) })
    remember(board(2), { mats: new Set([5, 6, 7, 8]) })
    for (const category of [100, 101]) remember(bracket(category))
    for (const gender of ['male', 'female'] as const) remember({ kind: 'categories', tournament: '3105', gender })
  })

  function planned(matches: Match[], followed: number[], change: Partial<PlanInput> = {}): Map<string, PlannedFetch> {
    const state = eightMats(matches)
    const matchesOf = (id: number) =>
      matches.filter(({ sides }) =>
        sides.some((side) => side.kind === 'athlete' && side.bjjCompSystemId === String(id)),
      )
    const agenda = buildAgenda(state, new Set(followed), matchesOf)
    const fetches = planFetches({
      state,
      agenda,
      viewers: 1,
      followedCount: followed.length,
      fetchState: (key) => pages.get(key),
      awaited: new Map(),
      clubOf: () => null,
      knownDayIds: [],
      boardPages: () => 1,
      boardsChangedAt: () => 0,
      lastBracketFetchAt: 0,
      isImporting: false,
      slowdown: 1,
      now: firstMatch,
      mono: 0,
      ...change,
    })
    return new Map(fetches.map((planned) => [planned.key, planned]))
  }

  it('reads the board page with a watched match among the next three of its mat twice as often as the other', () => {
    const plan = planned([match(1), match(2), match(3), match(4, { mat: 5 })], [6])
    expect(plan.get(pageKey(board(1)))?.every).toBe(15_000)
    expect(plan.get(pageKey(board(2)))?.every).toBe(30_000)
    expect(plan.get(pageKey(board(1)))?.priority).toBe(priorities.live)
  })

  it('does not count a watched match that is fourth on its mat as near its call', () => {
    const plan = planned([match(1), match(2), match(3), match(4)], [8])
    expect(plan.get(pageKey(board(1)))?.every).toBe(30_000)
  })

  it("reads the athlete's list while a watched match is first or second on its mat, until it has started", () => {
    const list: Page = { kind: 'competitor', tournament: '3105', competitor: '4' }
    expect(planned([match(1), match(2)], [4]).get(pageKey(list))?.every).toBe(15_000)
    expect(planned([match(1), match(3), match(2, { boardRank: 9 })], [4]).has(pageKey(list))).toBe(false)
    expect(planned([match(2, { rawStatus: 'started' })], [4]).has(pageKey(list))).toBe(false)
  })

  it('reads the list of a club once when two of its athletes are near their call', () => {
    const keys = [
      ...planned([match(1), match(2, { mat: 2 }), match(3, { mat: 3 })], [2, 4, 6], {
        clubOf: (id) => (id === '6' ? '77' : '55'),
      }).keys(),
    ]
    expect(keys.filter((key) => key.includes('/club/') || key.includes('/competitor/'))).toEqual([
      '3105/club/55',
      '3105/competitor/6',
    ])
  })

  it("reads the athletes' own lists while the list of their club backs off after a failure", () => {
    const matches = [match(1), match(2, { mat: 2 })]
    const lists = (): string[] =>
      [...planned(matches, [2, 4], { clubOf: () => '55' }).keys()].filter((key) => /club|competitor/.test(key))
    remember({ kind: 'club', tournament: '3105', club: '55' }, { notBefore: Infinity })
    expect(lists()).toEqual(['3105/competitor/2', '3105/competitor/4'])
    remember({ kind: 'club', tournament: '3105', club: '55' })
    expect(lists()).toEqual(['3105/club/55'])
  })

  it('reads one list for a match between two followed athletes', () => {
    const keys = [...planned([match(1)], [2, 3]).keys()]
    expect(keys.filter((key) => key.includes('/competitor/'))).toHaveLength(1)
  })

  it('reads at once the bracket of a watched match that left its board', () => {
    const left = match(1, { board: 'left', boardRank: null })
    const awaited = new Map([
      [1, { leftAt: -5, isWatched: true, readsSince: 0, lastReadAt: null, categoryId: 100, date }],
    ])
    const fetch = planned([left, match(2)], [2], { awaited }).get(pageKey(bracket(100)))
    expect(fetch).toMatchObject({ dueAt: -5, priority: priorities.result })
  })

  it('reads neither the board nor, for a missing result, the bracket of a match whose day is long over', () => {
    const left = match(1, { board: 'left', boardRank: null })
    const awaited = new Map([
      [1, { leftAt: -5, isWatched: true, readsSince: 3, lastReadAt: -5, categoryId: 100, date }],
    ])
    for (const category of [100, 101]) remember(bracket(category), { sourceReadAt: firstMatch + 40 * hour })
    const plan = planned([left], [2], { awaited, now: firstMatch + 41 * hour })
    expect(plan.has(pageKey(bracket(100)))).toBe(false)
    expect(plan.has(pageKey(board(1)))).toBe(false)
  })

  it('reads the bracket of a category that was created on the day', () => {
    pages.delete(pageKey(bracket(101)))
    expect(planned([match(1)], [2]).get(pageKey(bracket(101)))).toMatchObject({ dueAt: 0, priority: priorities.result })
  })

  it('slows down during a pause on all mats, unless a next match is due', () => {
    const over = match(9, { board: 'left', outcome: { kind: 'won', winner: 0 } })
    const later = match(1, { time: '10:30' })
    expect(planned([over, later], [2], { mono: 11 * minute }).get(pageKey(board(1)))?.every).toBe(minute)
    expect(planned([match(1)], [2], { mono: 11 * minute }).get(pageKey(board(1)))?.every).toBe(15_000)
  })

  it('doubles its intervals while the host is slow', () => {
    expect(planned([match(1)], [2], { slowdown: 2 }).get(pageKey(board(1)))?.every).toBe(30_000)
  })

  it('reads the brackets of a day that is over one by one, and again the next morning', () => {
    const over = [match(1, { board: 'left' }), match(2, { board: 'left', categoryId: 101, time: '17:30' })]
    const evening = firstMatch + 10 * hour
    const plannedBrackets = (change: Partial<PlanInput>) =>
      [...planned(over, [2], change).values()].filter(({ page }) => page.kind === 'bracket')
    expect(plannedBrackets({ now: evening, lastBracketFetchAt: 50 })).toMatchObject([
      { page: bracket(100), dueAt: 2_050, priority: priorities.idle },
    ])
    remember(bracket(100), { sourceReadAt: evening })
    expect(plannedBrackets({ now: evening })).toMatchObject([{ page: bracket(101) }])
    remember(bracket(101), { sourceReadAt: evening })
    expect(plannedBrackets({ now: evening + minute })).toEqual([])
    expect(plannedBrackets({ now: evening + 14 * hour })).toMatchObject([{ page: bracket(100) }])
  })

  it('reads a page again soon after a reading that failed the anomaly check, whatever its interval', () => {
    const twoHoursBefore = { now: firstMatch - 2 * hour }
    remember(bracket(100))
    expect(planned([match(1)], [2], twoHoursBefore).get(pageKey(bracket(100)))?.dueAt).toBeGreaterThan(5 * minute)
    remember(bracket(100), { confirmAt: 31_000 })
    const confirmation = planned([match(1)], [2], twoHoursBefore).get(pageKey(bracket(100)))
    expect(confirmation).toMatchObject({ dueAt: 31_000, priority: priorities.result })
  })

  it('checks another bracket, at the earliest ten minutes later, when the source does not serve the one that was checked', () => {
    const state = eightMats([])
    for (const [id, category] of state.categories) state.categories.set(id, { ...category, state: 'none' })
    remember(bracket(100), { readAt: null, isGone: true })
    pages.delete(pageKey(bracket(101)))
    const monthBefore = { state, now: firstMatch - 30 * 24 * hour, mono: hour }
    const checked = planned([], [], { ...monthBefore, lastBracketFetchAt: -Infinity })
    expect(checked.get(pageKey(bracket(101)))?.dueAt).toBe(0)
    expect(checked.has(pageKey(bracket(100)))).toBe(false)
    const afterFailure = planned([], [], { ...monthBefore, lastBracketFetchAt: hour })
    expect(afterFailure.get(pageKey(bracket(101)))?.dueAt).toBe(hour + 10 * minute)
    expect(planned([], [1], monthBefore).has(pageKey(bracket(100)))).toBe(false)
    remember(bracket(100), { readAt: null, failures: 1, notBefore: hour + minute })
    const afterBackoff = planned([], [], { ...monthBefore, mono: hour + 10 * minute, lastBracketFetchAt: hour })
    expect(afterBackoff.get(pageKey(bracket(101)))?.dueAt).toBe(hour + 10 * minute)
    expect(afterBackoff.has(pageKey(bracket(100)))).toBe(false)
  })

  it('does not read a failed page before its back-off is over', () => {
    remember(board(1), { mats: new Set([1]), failures: 2, notBefore: 44_000 })
    expect(planned([match(1)], [2]).get(pageKey(board(1)))?.dueAt).toBe(44_000)
  })
})

describe('the plan of an import', () => {
  const empty = (): TournamentState => {
    const state = eightMats([])
    return { ...state, tournament: { ...state.tournament, days: [] }, categories: new Map(), athletes: new Map() }
  }
  const plan = (state: TournamentState, read: Page[], change: Partial<Parameters<typeof planImport>[0]> = {}) => {
    const known = new Map(read.map((page) => [pageKey(page), fetchStateOf(page)]))
    return planImport({
      state,
      watchedCategoryIds: new Set(),
      fetchState: (key) => known.get(key),
      boardPages: () => 1,
      knownDayIds: ['9'],
      isHostBlocked: false,
      today: date,
      ...change,
    })
  }
  const categories: Page[] = (['male', 'female'] as const).map((gender) => ({
    kind: 'categories',
    tournament: '3105',
    gender,
  }))
  const schedule: Page = { kind: 'schedule', tournament: '3105' }

  it('begins with the day page, which holds all days and the full roster', () => {
    const { fetches, progress } = plan(empty(), [])
    expect(fetches[0]?.page).toEqual(board(1))
    expect(progress).toMatchObject({ state: 'running', step: 'tournament', usable: false })
  })

  it('begins with the programme when no day page is linked', () => {
    expect(plan(empty(), [], { knownDayIds: [] }).fetches[0]?.page).toEqual(schedule)
  })

  it('makes the tournament usable after the first day page, then reads categories, boards and brackets, those of followed athletes first', () => {
    const { fetches, progress } = plan(eightMats([]), [board(1)], { watchedCategoryIds: new Set([101]) })
    expect(progress).toMatchObject({
      state: 'running',
      step: 'fighters',
      usable: true,
      days: { done: 1, total: 1 },
      fighters: { done: 0, total: 2 },
      athletes: 60,
      categories: { done: 0, total: 0 },
    })
    expect(fetches.map(({ page }) => pageKey(page))).toEqual([
      '3105/categories/male',
      '3105/categories/female',
      '3105/board/9/2',
      '3105/schedule',
      '3105/bracket/101',
      '3105/bracket/100',
    ])
  })

  it('reads brackets from the start, the middle and the end of the list first while none is published', () => {
    const state = eightMats([])
    const [known] = [...state.categories.values()]
    if (!known) throw new Error('the state has no category')
    state.categories.clear()
    for (let id = 100; id < 109; id++)
      state.categories.set(id, { ...known, id, bjjCompSystemId: String(id), state: 'none' })
    state.categories.set(109, { ...known, id: 109, bjjCompSystemId: '109', weight: 'Open Class', state: 'none' })
    const { fetches } = plan(state, [board(1), board(2), ...categories, schedule])
    expect(fetches.slice(0, 3).map(({ page }) => pageKey(page))).toEqual([
      '3105/bracket/100',
      '3105/bracket/104',
      '3105/bracket/108',
    ])
  })

  it('puts the brackets of a live tournament before those of a later one, and of two live ones those of the smaller one first', () => {
    const event = (
      name: string,
      size: number,
      change: Partial<TournamentState['tournament']> = {},
    ): TournamentState => {
      const state = eightMats([])
      const [known] = [...state.categories.values()]
      if (!known) throw new Error('the state has no category')
      const added = Array.from({ length: size }, (_, index) => ({
        ...known,
        id: 1_000 + index,
        bjjCompSystemId: name + index,
      }))
      state.categories = new Map(added.map((category) => [category.id, category]))
      return { ...state, tournament: { ...state.tournament, ...change, bjjCompSystemId: name } }
    }
    const later = { status: 'upcoming', startsOn: '2026-09-19', endsOn: '2026-09-19' } as const
    const events = [
      event('large-', 1_000),
      event('later-', 30, later),
      event('live-', 40),
      event('past-', 3, { status: 'past', startsOn: '2026-09-05', endsOn: '2026-09-05' }),
    ]
    const order = events
      .flatMap((state) => plan(state, []).fetches)
      .toSorted((a, b) => a.priority - b.priority || a.dueAt - b.dueAt)
      .map(({ page }) => ('tournament' in page ? `${page.tournament}${page.kind}` : page.kind))
    const brackets = order.filter((each) => each.endsWith('bracket'))
    expect([...new Set(brackets)]).toEqual(['live-bracket', 'large-bracket', 'later-bracket', 'past-bracket'])
    // Before them, every tournament becomes searchable.
    expect(order.slice(0, 4).toSorted()).toEqual(['large-board', 'later-board', 'live-board', 'past-board'])
    expect(order.indexOf('live-bracket')).toBe(order.length - brackets.length)
  })

  it('is done when every page was read, and counts the brackets', () => {
    const all = [board(1), board(2), ...categories, schedule, bracket(100)]
    expect(plan(eightMats([]), all).progress).toMatchObject({
      state: 'running',
      step: 'finalizing',
      categories: { done: 1, total: 2 },
    })
    expect(plan(eightMats([]), [...all, bracket(101)]).progress).toMatchObject({
      state: 'done',
      categories: { done: 2, total: 2 },
    })
  })

  it('does not wait for a page that fails repeatedly, unless the whole host fails', () => {
    const state = eightMats([])
    const failed = fetchStateOf(bracket(101), { readAt: null, failures: 5 })
    const fetchState = (key: string) => (key === failed.key ? failed : fetchStateOf(bracket(100)))
    expect(plan(state, [], { fetchState }).progress.state).toBe('done')
    expect(plan(state, [], { fetchState, isHostBlocked: true }).progress.state).toBe('running')
  })
})
