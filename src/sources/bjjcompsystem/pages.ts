// The addresses of the competition system in both directions: from a page to its address, and from a link to the page it leads
// to. Except for logos, readers store no link as text, only the ids from links to known pages on the source's own origin
// (quality/security.md X-02).
import type { Page } from '#domain/page.ts'

/** The source's origins: `pages` serves the competition system, `events` the federation's event list. */
export const origins = { pages: 'https://www.bjjcompsystem.com', events: 'https://ibjjf.com' } as const

/** Further origins of logos: the event list links to the federation's database. */
export const logoOrigins = ['https://www.ibjjfdb.com']

const eventsPath = '/api/v1/events/upcomings.json'

const genderIds = { male: '1', female: '2' } as const

/** True for an id of the source: 1 to 18 ASCII digits. Ids from users are limited to fewer digits (domain/page.ts). */
export const isSourceId = (text: string | null | undefined): text is string => /^[0-9]{1,18}$/.test(text ?? '')

const id = (text: string): string => {
  if (!isSourceId(text)) throw new TypeError('not an id of the competition system')
  return text
}

/**
 * The path and query of a page, in English on all pages that have a language parameter.
 * Throws a TypeError for an id that is not 1 to 18 digits.
 */
export function address(page: Page): string {
  switch (page.kind) {
    case 'home':
      return '/tournaments?locale=en'
    case 'events':
      return eventsPath
    case 'categories':
      return `/tournaments/${id(page.tournament)}/categories?gender_id=${genderIds[page.gender]}&locale=en`
    case 'bracket':
      return `/tournaments/${id(page.tournament)}/categories/${id(page.category)}?locale=en`
    case 'board':
      return `/tournaments/${id(page.tournament)}/tournament_days/${id(page.day)}?page=${page.page}&locale=en`
    case 'competitor':
      return `/tournaments/${id(page.tournament)}/tournament_days/by_competitor?competitor_id=${id(page.competitor)}&locale=en`
    case 'club':
      return `/tournaments/${id(page.tournament)}/tournament_days/by_club?club_id=${id(page.club)}&locale=en`
    case 'schedule':
      return `/tournaments/${id(page.tournament)}/schedule?locale=en`
    case 'singles':
      return `/tournaments/${id(page.tournament)}/single_competitors?locale=en`
  }
}

/**
 * The page that a link or a recorded address leads to; null for any other address, such as a link to another origin. A link
 * without a host belongs to `origin`; both real origins always count as the source's own.
 */
export function pageOf(link: string, origin: string = origins.pages): Page | null {
  const url = URL.parse(link, origin)
  if (!url || ![origins.pages, origins.events, URL.parse(origin)?.origin].includes(url.origin)) return null
  const { pathname } = url
  if (pathname === '/' || pathname === '/tournaments' || pathname === '/tournaments/') return { kind: 'home' }
  if (pathname === eventsPath) return { kind: 'events' }
  const [, tournament, rest] = /^\/tournaments\/([0-9]{1,18})\/([a-z0-9_/]+)$/.exec(pathname) ?? []
  return tournament && rest ? pageOfTournament(tournament, rest, url.searchParams) : null
}

function pageOfTournament(tournament: string, rest: string, parameters: URLSearchParams): Page | null {
  const [section, item, more] = rest.split('/')
  if (more) return null
  if (section === 'schedule' && !item) return { kind: 'schedule', tournament }
  if (section === 'single_competitors' && !item) return { kind: 'singles', tournament }
  if (section === 'categories' && !item)
    return {
      kind: 'categories',
      tournament,
      gender: parameters.get('gender_id') === genderIds.female ? 'female' : 'male',
    }
  if (section === 'categories' && isSourceId(item)) return { kind: 'bracket', tournament, category: item }
  if (section !== 'tournament_days') return null
  if (isSourceId(item)) return { kind: 'board', tournament, day: item, page: pageNumber(parameters.get('page')) }
  const competitor = parameters.get('competitor_id')
  if (item === 'by_competitor' && isSourceId(competitor)) return { kind: 'competitor', tournament, competitor }
  const club = parameters.get('club_id')
  return item === 'by_club' && isSourceId(club) ? { kind: 'club', tournament, club } : null
}

const pageNumber = (text: string | null): number => (text && /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : 1)
