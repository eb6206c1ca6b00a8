import { describe, expect, it } from 'vitest'
import { type NoteCode, sentenceOf } from '#contract/diagnostic-sentences.ts'
import type { FactPage, FollowFacts } from '#store'
import { diagnose, summarize, worstFirst } from './diagnostics-readiness.ts'

const textOf = (code: NoteCode): string => sentenceOf({ code })

const now = Date.parse('2026-11-21T12:00:00Z')
const ago = (ms: number): string => new Date(now - ms).toISOString()
const minute = 60_000

const page = (over: Partial<FactPage> = {}): FactPage => ({
  key: '3105/bracket/901',
  state: 'ok',
  fetchedAt: ago(minute),
  attemptedAt: ago(minute),
  everyMs: 5 * minute,
  ...over,
})

const facts = ({
  tournament,
  ...over
}: Partial<Omit<FollowFacts, 'tournament'>> & {
  tournament?: Partial<FollowFacts['tournament']>
} = {}): FollowFacts => ({
  athleteId: 7,
  name: 'Rafael Horizonte',
  bjjCompSystemId: '700137',
  belt: 'BLUE',
  team: 'Mar Alto',
  division: 'Adult / Male / BLUE / Light',
  listed: true,
  followers: 2,
  categories: 1,
  published: 1,
  matches: 2,
  upcoming: 1,
  unscheduled: 0,
  pages: [
    page(),
    page({ key: '3105/board/5066/1', everyMs: 15_000, fetchedAt: ago(10_000), attemptedAt: ago(10_000) }),
  ],
  ...over,
  tournament: {
    id: 5,
    name: 'Porto Alvo Open',
    status: 'live',
    startsOn: '2026-11-21',
    timezone: 'America/New_York',
    archived: false,
    import: { state: 'done', usable: true },
    ...tournament,
  },
})

const readinessOf = (given: FollowFacts) => {
  const { displayReadiness, missingFields, recommendations } = diagnose(given, now)
  return { displayReadiness, missingFields, recommendations }
}

describe('The diagnostic of an athlete', () => {
  it('is ready when all shown data was read on time', () => {
    expect(diagnose(facts(), now)).toEqual({
      athleteId: 7,
      athleteName: 'Rafael Horizonte',
      displayReadiness: 'ready',
      missingFields: [],
      hasBasicFollowRecord: true,
      hasComprehensiveData: true,
      hasScrapedData: true,
      hasTournamentData: true,
      recommendations: [],
      causes: [],
      tournamentId: 5,
      tournamentName: 'Porto Alvo Open',
      followers: 2,
      matchCount: 2,
      lastReadAt: ago(10_000),
      lastTriedAt: ago(10_000),
    })
  })

  it('has the time of the newest successful reading of any page of the athlete, such as the reading of a repair', () => {
    const [old, repaired] = [
      page({ fetchedAt: ago(9 * minute) }),
      page({ key: '3105/competitor/1', fetchedAt: ago(0) }),
    ]
    expect(diagnose(facts({ pages: [old, repaired] }), now).lastReadAt).toBe(ago(0))
    expect(diagnose(facts({ pages: [repaired, old] }), now).lastReadAt).toBe(ago(0))
    const unread = page({ fetchedAt: null, attemptedAt: ago(0) })
    expect(diagnose(facts({ pages: [old, unread] }), now).lastReadAt).toBe(ago(9 * minute))
  })

  it('is ready while the brackets are not published', () => {
    expect(readinessOf(facts({ published: 0, matches: 0, upcoming: 0 })).displayReadiness).toBe('ready')
  })

  it.each<[string, FollowFacts, string, string]>([
    ['a belt', facts({ belt: null }), 'belt', textOf('incomplete')],
    ['a team', facts({ team: null }), 'team', textOf('incomplete')],
    ['a division', facts({ division: null }), 'division', textOf('incomplete')],
    ['categories', facts({ categories: 0, published: 0, matches: 0, pages: [] }), 'categories', textOf('noCategory')],
    ['matches in a published bracket', facts({ matches: 0 }), 'matches', textOf('noMatches')],
    ['the time of a listed match', facts({ unscheduled: 1 }), 'match times', textOf('noTimes')],
    ['the time zone', facts({ tournament: { timezone: null } }), 'time zone', textOf('noTimezone')],
    ['the dates', facts({ tournament: { startsOn: null } }), 'tournament dates', textOf('noDates')],
  ])('is partial without %s', (_, given, field, sentence) => {
    const { displayReadiness, missingFields, recommendations } = readinessOf(given)
    expect([displayReadiness, missingFields, recommendations]).toEqual(['partial', [field], [sentence]])
  })

  it('is partial when a page was not read for two of its intervals and ten more seconds', () => {
    const late = facts({ pages: [page({ fetchedAt: ago(10 * minute + 11_000) })] })
    expect(readinessOf(late)).toMatchObject({ displayReadiness: 'partial', recommendations: [textOf('late')] })
    expect(readinessOf(facts({ pages: [page({ fetchedAt: ago(10 * minute) })] })).displayReadiness).toBe('ready')
    expect(readinessOf(facts({ pages: [page({ everyMs: null, fetchedAt: ago(99 * minute) })] })).displayReadiness).toBe(
      'ready',
    )
  })

  it('is missing while its brackets were never read or the tournament is being imported', () => {
    const unread = facts({ pages: [page({ state: 'new', fetchedAt: null, attemptedAt: null })], matches: 0 })
    expect(diagnose(unread, now)).toMatchObject({
      displayReadiness: 'missing',
      missingFields: ['brackets', 'matches'],
      hasScrapedData: false,
      hasComprehensiveData: false,
      lastReadAt: null,
      lastTriedAt: null,
    })
    const importing = facts({ tournament: { import: { state: 'running', usable: false } } })
    expect(diagnose(importing, now)).toMatchObject({
      displayReadiness: 'missing',
      hasTournamentData: false,
      recommendations: [textOf('notImported')],
    })
  })

  it.each<[string, FollowFacts, string]>([
    ['a page could not be understood', facts({ pages: [page({ state: 'quarantined' })] }), textOf('unreadable')],
    ['a page does not answer', facts({ pages: [page({ state: 'down' })] }), textOf('down')],
    ['a page is gone', facts({ pages: [page({ state: 'gone' })] }), textOf('gone')],
    ['the source no longer lists the athlete', facts({ listed: false }), textOf('notListed')],
    [
      'the import failed',
      facts({ tournament: { import: { state: 'failed', usable: false } } }),
      textOf('importFailed'),
    ],
  ])('is an error with one recommendation when %s', (_, given, sentence) => {
    const { displayReadiness, recommendations } = readinessOf(given)
    expect([displayReadiness, recommendations]).toEqual(['error', [sentence]])
  })

  it('ignores pages that the source removed after the end of the tournament', () => {
    const over = facts({
      listed: false,
      pages: [page({ state: 'gone', fetchedAt: ago(99 * minute) })],
      tournament: { status: 'past', archived: true },
    })
    expect(readinessOf(over).displayReadiness).toBe('ready')
  })
})

describe('The diagnostics report', () => {
  const diagnostics = [
    facts(),
    facts({ athleteId: 8, pages: [page({ state: 'down' })] }),
    facts({ athleteId: 9, pages: [page({ state: 'down' })] }),
    facts({ athleteId: 10, belt: null }),
    facts({ athleteId: 11, pages: [page({ fetchedAt: null, state: 'new' })], tournament: { id: 6, name: 'Vale Cup' } }),
  ].map((each) => diagnose(each, now))

  it('counts every athlete once, and has a sentence for each critical issue and each recommended action', () => {
    expect(summarize(diagnostics, 7, false)).toEqual({
      summary: { totalFollowed: 7, judged: 5, ready: 1, partial: 1, missing: 1, error: 2 },
      criticalIssues: ['Porto Alvo Open: pages of 2 athletes do not answer.'],
      recommendedActions: [
        'Refresh the data of 1 athlete that was not read on time.',
        'Run a quick repair for 1 athlete with missing facts.',
      ],
      issues: [{ code: 'pagesDown', count: 2, tournament: 'Porto Alvo Open' }],
      actions: [
        { code: 'refreshLate', count: 1 },
        { code: 'repairIncomplete', count: 1 },
      ],
    })
  })

  it('has a switched-off source as its first issue', () => {
    expect(summarize(diagnostics, 7, true).criticalIssues).toEqual([
      textOf('sourceOff'),
      'Porto Alvo Open: pages of 2 athletes do not answer.',
    ])
  })

  it('lists the worst state first', () => {
    const order = diagnostics.toSorted(worstFirst).map(({ athleteId }) => athleteId)
    expect(order).toEqual([8, 9, 11, 10, 7])
  })

  it('sorts athletes of one state by tournament and name, regardless of accents', () => {
    const named = (athleteId: number, name: string, tournament = {}) =>
      diagnose(facts({ athleteId, name, tournament }), now)
    const mixed = [
      named(1, 'Zeferino'),
      named(2, 'Ícaro', { id: 9, name: 'Árvore Cup' }),
      named(3, 'Ícaro'),
      named(4, 'Jarek'),
    ]
    expect(mixed.toSorted(worstFirst).map(({ athleteId }) => athleteId)).toEqual([2, 3, 4, 1])
  })
})
