import { describe, expect, it } from 'vitest'
import { completePlan, type CategoryPlan, type PlanDraft } from './tournament/plan.ts'
import type { Publication } from './tournament/model.ts'
import { GeneratedSite } from './generated-site.ts'

const opening = Date.parse('2026-09-12T14:30:00Z')
const minute = 60_000

const category = (athletes: number, more: Partial<CategoryPlan> = {}): CategoryPlan => ({
  age: 'Juvenile 1',
  gender: 'Male',
  belt: 'BLUE',
  weight: 'Middle',
  athletes,
  ...more,
})

function siteOf(...drafts: PlanDraft[]): GeneratedSite {
  const plans = drafts.map((draft) => completePlan({ firstDay: '2026-09-12', ...draft }, () => ''))
  return new GeneratedSite(() => plans, 1, '')
}

function get(site: GeneratedSite, path: string, now = opening, language: 'en' | 'pt' = 'en'): string {
  const page = site.page({ url: new URL(path, 'http://sim'), now, language, omitNavigation: false })
  return page ? String(page.render()) : '404'
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length
const captures = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first)

const bracketOf = (site: GeneratedSite, index: number, now = opening): string =>
  get(site, `/tournaments/3105/categories/${6_210_001 + index}`, now)

describe('the generated site', () => {
  const site = siteOf(
    { categories: [category(4), category(5, { gender: 'Female', belt: 'PURPLE' })] },
    { id: 3106, name: "Brook & Fern's Open", categories: [category(2)] },
  )

  it('shows each tournament on the home page in the select and in a block with its name on the logo and a link to a day', () => {
    const home = get(site, '/tournaments')
    expect(captures(home, /<option value="(\d+)">/g)).toEqual(['3105', '3106'])
    expect(home).toContain("id='tournament-display-3106'")
    expect(home).toContain("alt='Brook &amp; Fern&#39;s Open'")
    expect(home).toContain('href="/tournaments/3105/tournament_days/31051"')
    expect(get(site, '/')).toBe(home)
  })

  it('shows men in the list of categories unless women are requested, each card twice and with both class names', () => {
    const men = get(site, '/tournaments/3105/categories')
    const women = get(site, '/tournaments/3105/categories?gender_id=2')
    expect(count(men, /class='categories-grid__category public-categories__category'/g)).toBe(2)
    expect(new Set(captures(men, /href="\/tournaments\/3105\/categories\/(\d+)"/g))).toEqual(new Set(['6210001']))
    expect(new Set(captures(women, /href="\/tournaments\/3105\/categories\/(\d+)"/g))).toEqual(new Set(['6210002']))
    expect(get(site, '/tournaments/3105/categories?gender_id=1')).toBe(men)
    expect(men).toContain("<div class='category-card__age-division'>Juvenile 1</div>")
    expect(men).not.toMatch(/category-card[\s\S]*Male[\s\S]*<\/li>/)
  })

  it('names the city, the days and the logo of a tournament in the list of events, and serves the logo as a PNG', () => {
    const { championships } = JSON.parse(get(site, '/api/v1/events/upcomings.json')) as {
      championships: Record<string, string>[]
    }
    expect(championships[0]).toMatchObject({
      name: 'Houston Open Jiu-Jitsu Championship 2026',
      urlLogo: 'http://sim/Championship/Logo/3105',
      eventIntervalDays: 'Sep 12',
      eventMonth: 'Sep',
      city: 'Houston',
      country: 'United States',
    })
    expect(get(site, '/Championship/Logo/3105').slice(1, 4)).toBe('PNG')
  })
})

describe('a bracket page', () => {
  it('renders twenty athletes in two parts and finals with both numberings of the saved page', () => {
    const page = bracketOf(siteOf({ categories: [category(20)] }), 0)
    expect(captures(page, /<div class="bracket-title">([^<]*)</g)).toEqual(['Bracket 1/2', 'Bracket 2/2', 'Finals'])
    expect(captures(page, /(tournament-category__bracket-\d+)/g).map((name) => name.split('-').at(-1))).toEqual([
      '15',
      '15',
      '1',
    ])
    const cells = [...page.matchAll(/match-card match-(\d+)" id="(match-\d+-\d+)"/g)].map(([, n, id]) => `${n}:${id}`)
    const parts = [
      '1:match-1-1 5:match-1-3 17:match-1-9 29:match-1-15 19:match-1-10 2:match-1-2 6:match-1-4 25:match-1-13',
      '26:match-1-14 3:match-1-5 7:match-1-7 18:match-1-11 20:match-1-12 4:match-1-6 8:match-1-8',
      '9:match-2-1 13:match-2-3 21:match-2-9 30:match-2-15 23:match-2-10 10:match-2-2 14:match-2-4 27:match-2-13',
      '28:match-2-14 11:match-2-5 15:match-2-7 22:match-2-11 24:match-2-12 12:match-2-6 16:match-2-8',
      '31:match-3-15',
    ]
    expect(cells).toEqual(parts.flatMap((part) => part.split(' ')))
    const offsets = captures(page, /<div class="col-xs-2( [^"]*)?">/g).slice(0, 15)
    expect(offsets.map((classes) => classes.trim().replaceAll('col-xs-offset-', '')).join(', ')).toBe(
      '1, 6, 3, , , 1, 6, 4 tournament-category__sf, tournament-category__sf--right, 1, 6, 3, 2, 1, 6',
    )
  })

  it('renders a bye without a header and with an empty id, three of them for five athletes', () => {
    const page = bracketOf(siteOf({ categories: [category(5)] }), 0)
    const bye = page.split('<div class="tournament-category__match">').find((cell) => cell.includes('>BYE<')) ?? ''
    expect(bye).toContain('<div class="match-card match-card--">')
    expect(bye).toContain('id="competitor-"')
    expect(bye).not.toContain('bracket-match-header')
    expect(count(page, />BYE</g)).toBe(3)
  })

  it('renders sixty-four athletes in four parts, and the last three matches as the finals', () => {
    const page = bracketOf(siteOf({ mats: 8, categories: [category(64)] }), 0)
    expect(captures(page, /<div class="bracket-title">([^<]*)</g)).toEqual([
      'Bracket 1/4',
      'Bracket 2/4',
      'Bracket 3/4',
      'Bracket 4/4',
      'Finals',
    ])
    const numbers = captures(page, /match-card match-(\d+)" id/g).map(Number)
    expect(numbers.slice(-3)).toEqual([63, 61, 62])
    expect(new Set(numbers).size).toBe(63)
  })

  it('renders seven athletes in seven cells, and three in three, where the loser of the first fight fights again', () => {
    const site = siteOf({ categories: [category(7), category(3, { weight: 'Heavy' })] })
    expect(captures(bracketOf(site, 0), /match-card match-(\d+)" id/g)).toEqual(['1', '7', '3', '5', '6', '2', '4'])
    expect(bracketOf(site, 1)).toContain('tournament-category__bracket-3')
    expect(bracketOf(site, 1)).toContain('Defeated of Fight 1, Mat 2')
  })

  it('marks the loser, fills in the winner, and shows the podium only when all fights are over', () => {
    const site = siteOf({ categories: [category(4)] })
    const losersAt = (passed: number): number =>
      count(bracketOf(site, 0, opening + passed * minute), /match-competitor--loser/g)
    const first = Array.from({ length: 20 }, (_, passed) => passed).find((passed) => losersAt(passed) > 0) ?? 0
    const during = bracketOf(site, 0, opening + first * minute)
    const after = bracketOf(site, 0, opening + 120 * minute)
    expect(count(during, /match-competitor--loser/g)).toBe(1)
    expect(during).not.toContain('podium__step')
    const open = [opening - minute, opening + first * minute].map((at) =>
      count(bracketOf(site, 0, at), /Winner of Fight/g),
    )
    expect(open).toEqual([2, 1])
    expect(count(after, /match-competitor--loser/g)).toBe(3)
    expect(captures(after, /podium__place">\s*(\d)/g)).toEqual(['1', '2', '3', '3'])
    expect(after).toContain('<span class="tournament-category__final-label">Final</span>')
  })

  it('gives placeholders a number in the element id, and two lines for the place', () => {
    const page = bracketOf(siteOf({ categories: [category(4)] }), 0, opening - minute)
    expect(page).toMatch(
      /id="competitor-\d+">\n<span class="match-card__child-description">\n<div class="match-card__child-where">Winner of Fight 1, Mat 1<\/div>\n<div class="match-card__child-where">-<\/div>/,
    )
  })

  it('marks a no-show with an icon and its text, and both sides of a double disqualification as losers', () => {
    const site = siteOf({
      categories: [
        category(4, { specialResult: 'no-show' }),
        category(4, { weight: 'Heavy', specialResult: 'double-dq' }),
      ],
    })
    const [noShow, double] = [0, 1].map((index) => bracketOf(site, index, opening + 200 * minute))
    expect(noShow).toContain(
      '<i class="fa fa-exclamation no-show match-card__disqualification" data-placement="top" data-toggle="tooltip" title="Disqualified by no show"></i>',
    )
    const cell = double?.split('id="match-1-1"')[1]?.split('id="match-')[0] ?? ''
    expect(count(cell, /match-competitor--loser/g)).toBe(2)
  })

  it('shows no cell before the brackets are published', () => {
    const site = siteOf({ categories: [category(4)], publishedHoursBefore: 24 })
    const early = bracketOf(site, 0, opening - 30 * 60 * minute)
    expect(early).toContain('category-title__age-division')
    expect(early).not.toContain('match-card')
  })

  it('is in Portuguese on request, with the day first', () => {
    const site = siteOf({ categories: [category(4, { belt: 'BLACK', age: 'Adult' })] })
    const page = get(site, '/tournaments/3105/categories/6210001', opening - minute, 'pt')
    expect(page).toContain('LUTA 1:</span> Área 1')
    expect(page).toContain('Sáb 12/09 às 09:30 AM')
    for (const word of ['Adulto', 'Masculino', 'PRETA', 'Médio', 'Vencedor da luta 1']) expect(page).toContain(word)
  })
})

it('commands hide the divisions, days, athletes and brackets of a published tournament, and show each of them again', () => {
  const site = siteOf({ categories: [category(4)] })
  const publish = (parts: Publication): void =>
    site.command(3105, opening, { on: 'tournament', action: 'publish', parts })
  const shown = () => ({
    divisions: /categories\/6210001/.test(get(site, '/tournaments/3105/categories')),
    days: /tournament_days\/31051/.test(get(site, '/tournaments')),
    programme: get(site, '/tournaments/3105/schedule') !== 'Internal Server Error',
    athletes: /&quot;id/.test(get(site, '/tournaments/3105/tournament_days/31051').split('competitor-filter')[1] ?? ''),
    brackets: /match-card/.test(get(site, '/tournaments/3105/tournament_days/31051')),
  })
  const none = { divisions: false, days: false, programme: false, athletes: false, brackets: false }
  publish({ divisions: false, days: false, athletes: false, brackets: false })
  expect(shown()).toEqual(none)
  publish({ divisions: true })
  expect(shown()).toEqual({ ...none, divisions: true })
  publish({ days: true })
  expect(shown()).toEqual({ ...none, divisions: true, days: true, programme: true })
  publish({ athletes: true })
  expect(shown()).toEqual({ divisions: true, days: true, programme: true, athletes: true, brackets: false })
  publish({ brackets: true })
  expect(Object.values(shown())).toEqual([true, true, true, true, true])
  expect(bracketOf(site, 0)).toContain('match-card')
})

describe('the order of fights', () => {
  const site = siteOf({
    days: 2,
    mats: 10,
    firstMat: 35,
    categories: Array.from({ length: 20 }, (_, index) =>
      category(8, { age: `Master ${(index % 7) + 1}`, belt: index < 10 ? 'BLUE' : 'BLACK' }),
    ),
  })
  const day = '/tournaments/3105/tournament_days/31051'
  const mats = (page: string): string[] => captures(page, /grid-column__header">\nMat (\d+)\n/g)

  it('shows four mats per page, and the last page for a page number that is too high', () => {
    expect(mats(get(site, day))).toEqual(['35', '36', '37', '38'])
    expect(mats(get(site, `${day}?page=3`))).toEqual(['43', '44'])
    expect(get(site, `${day}?page=9`)).toBe(get(site, `${day}?page=3`))
    expect(get(site, `${day}?page=3`)).toContain('?page=3"><div class="sliding-columns__button-right">')
  })

  it('shows every day with its number of mats and without a year', () => {
    const page = get(site, day)
    expect(captures(page, /sidebar__date">([^<]*)</g)).toEqual(['Saturday, 09/12 (10 Mats)', 'Sunday, 09/13 (10 Mats)'])
    expect(get(site, day, opening, 'pt')).toContain('Sábado, 12/09 (10 Áreas)')
    expect(get(site, '/tournaments/3105/tournament_days')).toContain('sidebar__day">Day 2<')
  })

  it('lists time, number and phase but no result, drops finished fights, and keeps empty mats', () => {
    const before = get(site, day)
    const later = get(site, day, opening + 60 * minute)
    expect(before).toContain(
      '<span class="match-header__when">09:30 AM: <span class="match-header__fight">FIGHT 1</span></span>',
    )
    expect(before).toContain('<span class="match-header__phase">(QF)</span>')
    expect(count(later, /match-header__fight-status/g)).toBeLessThan(count(before, /match-header__fight-status/g))
    expect(later).not.toContain('match-competitor--loser')
    expect(mats(get(site, day, opening + 1000 * minute))).toHaveLength(4)
  })

  it('contains three search fields, with the competitors as JSON inside JSON', () => {
    const props = captures(
      get(site, day),
      /data-react-class="search_field\/search_field" data-react-props="([^"]*)"/g,
    ).map(
      (text) =>
        JSON.parse(
          text
            .replaceAll('&quot;', '"')
            .replaceAll('&#39;', "'")
            .replaceAll('&lt;', '<')
            .replaceAll('&gt;', '>')
            .replaceAll('&amp;', '&'),
        ) as Record<string, unknown>,
    )
    expect(props).toHaveLength(3)
    expect(props[0]).toHaveProperty('categories.length', 20)
    expect(props[1]).toHaveProperty('clubs.0.id', 611)
    expect(JSON.parse(String(props[2]?.['competitors']))).toHaveLength(160)
  })

  it('contains an athlete who enters by command, although the page was shown before', () => {
    const late = siteOf({ categories: [category(5)] })
    const competitors = (): number => count(get(late, day).split('competitor-filter')[1] ?? '', /&quot;id\\&quot;/g)
    expect(competitors()).toBe(5)
    late.command(3105, opening, { on: 'entry', category: 6_210_001 })
    expect(competitors()).toBe(6)
  })

  it('names the rounds by the bracket, even if athletes withdrew until three were left', () => {
    const withdrawn = siteOf({ categories: [category(5)] })
    const favourites = withdrawn.tournament(3105, opening - minute)?.categories[0]?.entrants.slice(0, 2) ?? []
    for (const { athlete } of favourites)
      withdrawn.command(3105, opening - minute, { on: 'athlete', athlete: athlete.id, action: 'remove' })
    expect(captures(get(withdrawn, day, opening - minute), /header__phase">\((\w+)\)/g)).toEqual(['QF', 'SF', 'F'])
  })

  it('never has the same stamp before and after a command, even if the clock was set back before the command', () => {
    const controlled = siteOf({ categories: [category(8)] })
    const stampAt = (at: number): string =>
      controlled.page({ url: new URL(day, 'http://sim'), now: at, language: 'en', omitNavigation: false })?.stamp ?? ''
    const seen = Array.from({ length: 30 }, (_, passed) => stampAt(opening + passed * minute))
    controlled.command(3105, opening, { on: 'match', category: 6_210_001, match: 4, action: 'start' })
    expect(seen).not.toContain(stampAt(opening))
  })

  it('answers 500 for days that are not published yet', () => {
    const page = site.page({
      url: new URL(day, 'http://sim'),
      now: opening - 40 * 60 * minute,
      language: 'en',
      omitNavigation: false,
    })
    expect(page?.status).toBe(500)
  })
})

describe('the lists of one athlete and of a club', () => {
  it('contain every fight that can still be reached, twice, with raw status and phase', () => {
    const site = siteOf({ categories: [category(8)] })
    const id = site.tournament(3105, opening - minute)?.categories[0]?.entrants[0]?.athlete.id ?? 0
    const page = (passed: number): string =>
      get(site, `/tournaments/3105/tournament_days/by_competitor?competitor_id=${id}`, opening + passed * minute)
    expect(count(page(-1), /<ul class="list-unstyled tournament-day__matches/g)).toBe(2)
    expect(new Set(captures(page(-1), /- (Quarter Final|Semi-Final|Final) <\/span>/g))).toEqual(
      new Set(['Quarter Final', 'Semi-Final', 'Final']),
    )
    expect(captures(page(-1), /<li class="match--(\w+)">/g).toSorted()).toEqual([
      'assigned',
      'assigned',
      'created',
      'created',
      'created',
      'created',
    ])
    const club = (passed: number): string =>
      get(site, '/tournaments/3105/tournament_days/by_club?club_id=611', opening + passed * minute)
    const passing = Array.from({ length: 150 }, (_, passed) => passed - 1)
    const seen = new Set(
      passing.flatMap((passed) => captures(page(passed) + club(passed), /<li class="match--(\w+)">/g)),
    )
    expect(seen).toEqual(new Set(['created', 'assigned', 'weighted', 'started', 'finished']))
    expect(page(150)).not.toContain('match-competitor--loser')
    expect(page(0)).toMatch(/search-match-header__when">Sat 09\/12 at <b>\d\d:\d\d AM<\/b>/)
  })

  it('show the fights of a club by its id, and answer 404 for unknown ids', () => {
    const site = siteOf({ categories: [category(8)] })
    expect(get(site, '/tournaments/3105/tournament_days/by_club?club_id=611')).toMatch(/<h1>[^<]+<\/h1>[\s\S]*match--/)
    expect(get(site, '/tournaments/3105/tournament_days/by_competitor?competitor_id=1')).toBe('404')
    expect(get(site, '/tournaments/3105/tournament_days/by_club?club_id=1')).toBe('404')
  })
})

describe('the programme and the page of single competitors', () => {
  it('link brackets and name each day; an athlete who is alone has a time to report', () => {
    const site = siteOf({ categories: [category(4), category(1, { weight: 'Heavy' })] })
    const schedule = get(site, '/tournaments/3105/schedule')
    expect(schedule).toContain('<a href="#day31051">Saturday Start Time: 09:30 AM</a>')
    expect(schedule).toMatch(
      /href="\/tournaments\/3105\/categories\/6210001">Juvenile 1 \/ Male \/ BLUE \/ Middle<span>09:30 AM/,
    )
    expect(schedule).toMatch(/href="\/tournaments\/3105\/single_competitors">Juvenile 1 \/ Male \/ BLUE \/ Heavy<span>/)
    expect(get(site, '/tournaments/3105/single_competitors')).toMatch(/weighing-end'>\d\d:\d\d [AP]M, Saturday/)
    expect(count(bracketOf(site, 1), />BYE</g)).toBe(1)
  })
})

describe('a tournament that ended', () => {
  it('disappears from the home page and answers 404, as does one that is removed by command, until it is reopened', () => {
    const site = siteOf({ categories: [category(2)], goneHoursAfter: 24 }, { id: 3106, categories: [category(2)] })
    expect(get(site, '/tournaments/3105/categories', opening + 25 * 60 * minute)).toBe('404')
    expect(get(site, '/tournaments', opening + 25 * 60 * minute)).not.toContain('3105')
    site.command(3106, opening, { on: 'tournament', action: 'end' })
    expect(get(site, '/tournaments/3106/categories')).toBe('404')
    expect(captures(get(site, '/tournaments'), /<option value="(\d+)">/g)).toEqual(['3105'])
    site.command(3106, opening, { on: 'tournament', action: 'reopen' })
    expect(get(site, '/tournaments/3106/categories')).toContain('category-card')
  })
})
