import { describe, expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import { address, origins, pageOf } from './pages.ts'

const everyPage: [page: Page, address: string][] = [
  [{ kind: 'home' }, '/tournaments?locale=en'],
  [{ kind: 'events' }, '/api/v1/events/upcomings.json'],
  [{ kind: 'categories', tournament: '4101', gender: 'male' }, '/tournaments/4101/categories?gender_id=1&locale=en'],
  [{ kind: 'categories', tournament: '4101', gender: 'female' }, '/tournaments/4101/categories?gender_id=2&locale=en'],
  [{ kind: 'bracket', tournament: '4101', category: '2950001' }, '/tournaments/4101/categories/2950001?locale=en'],
  [
    { kind: 'board', tournament: '4101', day: '7301', page: 9 },
    '/tournaments/4101/tournament_days/7301?page=9&locale=en',
  ],
  [
    { kind: 'competitor', tournament: '4101', competitor: '520037' },
    '/tournaments/4101/tournament_days/by_competitor?competitor_id=520037&locale=en',
  ],
  [
    { kind: 'club', tournament: '4101', club: '611' },
    '/tournaments/4101/tournament_days/by_club?club_id=611&locale=en',
  ],
  [{ kind: 'schedule', tournament: '4101' }, '/tournaments/4101/schedule?locale=en'],
  [{ kind: 'singles', tournament: '4101' }, '/tournaments/4101/single_competitors?locale=en'],
]

describe('address', () => {
  it('gives every page’s address, in English where the page has a language parameter', () => {
    expect(everyPage.map(([page]) => address(page))).toEqual(everyPage.map(([, path]) => path))
  })

  it('throws for an id that is not 1 to 18 ASCII digits', () => {
    for (const id of ['', '1@169.254.169.254', '../x', '123?x', '１２３', '1'.repeat(19), 'javascript:alert(1)'])
      expect(() => address({ kind: 'schedule', tournament: id })).toThrow(TypeError)
  })
})

describe('pageOf', () => {
  it('inverts every address, relative or absolute', () => {
    for (const [page, path] of everyPage) {
      expect(pageOf(path)).toEqual(page)
      expect(pageOf(origins.pages + path)).toEqual(page)
      expect(pageOf(`http://localhost:4100${path}`, 'http://localhost:4100')).toEqual(page)
    }
  })

  it('parses the links of the site, with defaults for missing and invalid parameters', () => {
    expect(pageOf('/')).toEqual({ kind: 'home' })
    expect(pageOf('/tournaments/4101/categories')).toEqual({ kind: 'categories', tournament: '4101', gender: 'male' })
    expect(pageOf('/tournaments/4101/tournament_days/7301')).toEqual({
      kind: 'board',
      tournament: '4101',
      day: '7301',
      page: 1,
    })
    expect(pageOf('/tournaments/4101/tournament_days/7301?locale=pt&page=3')).toMatchObject({ page: 3 })
    expect(pageOf('/tournaments/4101/tournament_days/7301?page=-1')).toMatchObject({ page: 1 })
  })

  it('returns null for links that lead elsewhere', () => {
    for (const link of [
      'javascript:alert(1)',
      '//evil.test/tournaments/1/schedule',
      '/\\evil.test/tournaments/1/schedule',
      'https://evil.test/tournaments/1/schedule',
      'https://www.bjjcompsystem.com@evil.test/tournaments/1/schedule',
      'http://www.bjjcompsystem.com:81/tournaments/1/schedule',
      'data:text/html,x',
      'http://[',
      '/tournaments/1/categories/2/edit',
      '/tournaments/１/schedule',
      '/tournaments/1/tournament_days/by_competitor?competitor_id=x',
      '/tournaments/1/tournament_days/by_club',
      '/athletes/5',
      '/admin',
    ])
      expect(pageOf(link)).toBeNull()
    expect(pageOf('/tournaments/1/schedule', 'not an origin')).toBeNull()
  })
})
