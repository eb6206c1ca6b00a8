// Makes a recording from real pages that were saved one by one. A saved page has only the main content, so the page frame is
// added, and the pages that link to it (home page, cards, other mats) are generated. The recording has two tournaments, because
// the saved bracket and the saved board belong to different ones.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wholePage } from './pages/chrome.ts'
import { upcomingEvents } from './pages/event-list.ts'
import { homePage } from './pages/home.ts'
import { searchField } from './pages/search-fields.ts'
import { escapeHtml } from './pages/text.ts'
import type { RecordedPage } from './replay.ts'
import { completePlan, type TournamentPlan } from './tournament/plan.ts'

/** The time that the saved bracket shows: Saturday afternoon in Houston. */
const recordedAt = '2026-09-12T19:46:00.000Z'

const event = (draft: Partial<TournamentPlan>): TournamentPlan =>
  completePlan({ categories: [], ...draft }, () => '2026-09-12')

/** The tournament of the saved bracket. No real tournament has these ids. */
const bracketEvent = event({ id: 900002, name: 'Saved Bracket Open 2026', firstDay: '2026-09-12', mats: 4 })
const bracketCategory = { id: 2900002, age: 'Juvenile 1', belt: 'BLUE', weight: 'Middle', gender: 'Male' }
const bracketDay = { id: 910004, sidebar: 'Saturday, 09/12 (4 Mats)' }

/** The tournament of the saved board, with the ids that the board's links contain. */
const boardEvent = event({
  id: 900001,
  name: 'Saved Board Championship 2026',
  city: 'Las Vegas',
  state: 'Nevada',
  timezone: 'America/Los_Angeles',
  firstDay: '2026-09-03',
  days: 3,
  mats: 34,
})
const boardDays = [910001, 910002, 910003]
const savedBoard = { dayId: 910003, page: 2 }
const boardCategory = { id: 2900001, age: 'Master 1', belt: 'BLUE', weight: 'Medium Heavy', gender: 'Male' }

type SavedCategory = typeof bracketCategory

/** A cell of the saved bracket whose fight has not been fought yet. */
interface OpenFight {
  mat: number
  number: string
  clock: string
  phase: string
  isReady: boolean
  card: string
}

/**
 * Writes a recording of the saved pages in the folder `from` to the folder `to`; the simulator serves it with
 * `replay`. Rejects when a saved page is missing.
 */
export async function wrapSavedPages(from: string, to: string): Promise<void> {
  const saved = (name: string): Promise<string> => readFile(join(from, `${name}.html`), 'utf8')
  const bracket = await saved('bracket-20-athletes-mid-event')
  const board = await saved('order-of-fights-page-2-mats-5-8')
  const list = await saved('by-competitor-all-placeholders')
  const pages = new Map<string, string>([
    ['/tournaments', home()],
    ['/api/v1/events/upcomings.json', upcomingEvents([boardEvent, bracketEvent], 'https://www.ibjjfdb.com')],
    ['/tournaments/1922/tournament_days/by_competitor?competitor_id=700000', wholePage(list, { language: 'en' })],
    ...bracketPages(bracket),
    ...boardPages(board),
  ])
  await mkdir(to, { recursive: true })
  const lines = await Promise.all(
    [...pages].map(async ([path, body], index): Promise<RecordedPage> => {
      const file = `page-${String(index + 1).padStart(3, '0')}.html`
      await writeFile(join(to, file), body)
      return { at: recordedAt, path, file, status: 200 }
    }),
  )
  await writeFile(join(to, 'recording.json'), `${JSON.stringify(lines, null, 2)}\n`)
}

function home(): string {
  return homePage(
    [
      { plan: boardEvent, dayId: savedBoard.dayId },
      { plan: bracketEvent, dayId: bracketDay.id },
    ],
    'en',
  )
}

function bracketPages(bracket: string): [string, string][] {
  const base = `/tournaments/${bracketEvent.id}`
  const fights = openFights(bracket)
  const mats = [1, 2, 3, 4].map((mat) => ({ mat, cards: fights.filter((fight) => fight.mat === mat).map(boardCard) }))
  const roster = rosterOf(bracket)
  const filters = [sidebarLink(bracketEvent.id, bracketDay.id, 1, bracketDay.sidebar), ...searchFields(roster)].join(
    '\n',
  )
  const chrome = { language: 'en', event: bracketEvent } as const
  return [
    ...categoryPages(bracketEvent, bracketCategory),
    [
      `${base}/categories/${bracketCategory.id}`,
      wholePage(`<div class='tournament-category'>\n${bracket}\n</div>`, chrome),
    ],
    [`${base}/tournament_days`, wholePage(`<div class='tournament-days'>\n${filters}\n</div>`, chrome)],
    [
      `${base}/tournament_days/${bracketDay.id}`,
      wholePage(dayContent(filters, mats.map(matColumn).join('\n')), chrome),
    ],
    ...roster.map(({ id, name }): [string, string] => [
      `${base}/tournament_days/by_competitor?competitor_id=${id}`,
      wholePage(
        athleteList(
          name,
          fights.filter((fight) => fight.card.includes(`"competitor-${id}"`)),
        ),
        chrome,
      ),
    ]),
  ]
}

function boardPages(board: string): [string, string][] {
  const base = `/tournaments/${boardEvent.id}`
  const pages = Math.ceil(boardEvent.mats / 4)
  const sidebar = board.slice(0, board.indexOf('?page=')).split('<a ').slice(0, -1).join('<a ')
  const chrome = { language: 'en', event: boardEvent } as const
  const dayPages = boardDays.flatMap((dayId) =>
    Array.from({ length: pages }, (_, index): [string, string] => {
      const page = index + 1
      const isSaved = dayId === savedBoard.dayId && page === savedBoard.page
      const content = isSaved ? dayContent('', board) : dayContent(sidebar, emptyMats(dayId, page, pages))
      return [`${base}/tournament_days/${dayId}?page=${page}`, wholePage(content, chrome)]
    }),
  )
  const title = `<div class='tournament-category'>\n${categoryTitle(boardCategory)}\n</div>`
  return [
    ...categoryPages(boardEvent, boardCategory),
    [`${base}/categories/${boardCategory.id}`, wholePage(title, chrome)],
    [`${base}/tournament_days`, wholePage(`<div class='tournament-days'>\n${sidebar}\n</div>`, chrome)],
    ...dayPages,
  ]
}

/** The page of men's categories, which holds the one category, and the empty page of women's. */
function categoryPages(tournament: TournamentPlan, category: SavedCategory): [string, string][] {
  const { age, belt, weight } = category
  const card = `<li class='categories-grid__category public-categories__category'>
<a href="/tournaments/${tournament.id}/categories/${category.id}"><div class='category-card'>
<div class='category-card__age-division'>${age}</div>
<span class='category-card__label category-card__belt-label'><span class='category-card__label-text'>${belt}</span></span>
<span class='category-card__label category-card__weight-label'><span class='category-card__label-text'>${weight}</span></span>
</div>
</a></li>`
  const page = (cards: string): string =>
    wholePage(`<div class='public-categories'>\n<ul>\n${cards}\n</ul>\n</div>`, { language: 'en', event: tournament })
  const address = `/tournaments/${tournament.id}/categories`
  return [
    [address, page(`${card}\n${card}`)],
    [`${address}?gender_id=2`, page('')],
  ]
}

function categoryTitle({ age, gender, belt, weight }: SavedCategory): string {
  return `<div class="tournament-category__title"><div class="category-title"><div class="category-title__divisions">
<span class="category-title__label category-title__age-division">${age}</span>
<span class="category-title__label"><i class="fa fa-mars"></i> ${gender}</span>
<span class="category-title__label"><i class="fa fa-belt"></i> ${belt}</span>
<span class="category-title__label"><i class="fa fa-weight"></i> ${weight}</span>
</div></div></div>`
}

/** The cells of the saved bracket that have neither a loser nor a bye. */
function openFights(bracket: string): OpenFight[] {
  return bracket
    .split('<div class="tournament-category__match">')
    .slice(1)
    .filter((cell) => !cell.includes('match-competitor--loser') && !cell.includes('match-card__bye'))
    .flatMap((cell) => {
      const [, number = '', mat = ''] = /FIGHT (\d+):<\/span> Mat (\d+)/.exec(cell) ?? []
      const [, clock = ''] = /at (\d\d:\d\d [AP]M)/.exec(cell) ?? []
      const [, n = ''] = /tournament-category__match-card match-(\d+)/.exec(cell) ?? []
      const [card] = /<div class="match-card [\s\S]*?<hr>[\s\S]*?<\/span>\s*<\/div>\s*<\/div>/.exec(cell) ?? []
      const isReady = !cell.includes('match-card__child-where')
      return card ? [{ mat: Number(mat), number, clock, phase: phaseOf(Number(n)), isReady, card }] : []
    })
    .toSorted((one, other) => Number(one.number) - Number(other.number))
}

/** The saved category has 31 cells: 31 is the final, 29 and 30 are the semi-finals, and 25 to 28 the quarter-finals. */
function phaseOf(n: number): string {
  if (n === 31) return 'F'
  return n >= 29 ? 'SF' : 'QF'
}

function rosterOf(bracket: string): { id: number; name: string; club: string }[] {
  const knownSide =
    /id="competitor-(\d+)">\s*<span class="match-card__competitor-n">\d+<\/span>\s*<span[^>]*>\s*<div class="match-card__competitor-name">([^<]*)<\/div>\s*<div class="match-card__club-name">([^<]*)/g
  const roster = new Map<number, { id: number; name: string; club: string }>()
  for (const [, id, name = '', club = ''] of bracket.matchAll(knownSide))
    roster.set(Number(id), { id: Number(id), name, club })
  return [...roster.values()]
}

function searchFields(roster: readonly { id: number; name: string; club: string }[]): string[] {
  const props = { tournament_id: bracketEvent.id }
  const { id, age, gender, belt, weight } = bracketCategory
  const clubs = [...new Set(roster.map(({ club }) => club))].map((name, index) => ({ id: 611 + index, name }))
  const competitors = JSON.stringify(roster.map((athlete) => ({ id: athlete.id, name: athlete.name })))
  return [
    searchField('category', { ...props, categories: [{ id, name: [age, gender, belt, weight].join(' / ') }] }),
    searchField('club', { ...props, clubs }),
    searchField('competitor', { ...props, competitors }),
  ]
}

function sidebarLink(tournamentId: number, dayId: number, day: number, text: string): string {
  return `<a href='/tournaments/${tournamentId}/tournament_days/${dayId}'>
<div class="sidebar__day">Day ${day}</div>
<span class="sidebar__date">${text}</span>
</a>`
}

function dayContent(filters: string, columns: string): string {
  return `<div class='tournament-day'>
<div class='tournament-day__filters'>
${filters}
</div>
<div class='tournament-day__grid sliding-columns'>
<ul class='list-unstyled sliding-columns__columns'>
${columns}
</ul>
</div>
</div>`
}

function emptyMats(dayId: number, page: number, pages: number): string {
  const link = (target: number, side: string): string =>
    `<a href="/tournaments/${boardEvent.id}/tournament_days/${dayId}?page=${target}"><div class="sliding-columns__button-${side}"></div></a>`
  const first = (page - 1) * 4 + 1
  const mats = Array.from({ length: Math.min(4, boardEvent.mats - first + 1) }, (_, index) => first + index)
  return [
    page > 1 ? link(page - 1, 'left') : '',
    link(Math.min(page + 1, pages), 'right'),
    ...mats.map((mat) => matColumn({ mat, cards: [] })),
  ].join('\n')
}

function matColumn({ mat, cards }: { mat: number; cards: readonly string[] }): string {
  return `<li class="sliding-columns__column">
<div class="categories-grid__column sticky-panel"><div class="grid-column__header">
Mat ${mat}
</div></div>
<ul class="list-unstyled tournament-day__mats">
${cards.join('\n')}
</ul>
</li>`
}

function boardCard({ number, clock, phase, card }: OpenFight): string {
  const { age, gender, belt, weight } = bracketCategory
  return `<li>
<div class="match-header">
<div class="match-header__bracket">
<div class="fa fa-circle match-header__fight-status"></div>
<span class="match-header__when">${clock}: <span class="match-header__fight">FIGHT ${number}</span></span>
<span class="match-header__phase">(${phase})</span>
</div>
</div>
<div class="match-header__category-name">${[age, gender, belt, weight].join(' / ')}</div>
${card}
</li>`
}

const listPhases: Record<string, string> = { F: 'Final', SF: 'Semi-Final', QF: 'Quarter Final' }

function athleteList(name: string, fights: readonly OpenFight[]): string {
  const { id, age, gender, belt, weight } = bracketCategory
  const items = fights.map(
    (fight) => `<li class="match--${fight.isReady ? 'assigned' : 'created'}">
<div class="tournament-day__category-name">
<a href="/tournaments/${bracketEvent.id}/categories/${id}">${[age, gender, belt, weight].join(' / ')}</a>
</div>
<div class="search-match-header">
<span class="search-match-header__when">Sat 09/12 at <b>${fight.clock}</b></span>
<span class="search-match-header__where">- <b>Mat ${fight.mat}:</b> Fight ${fight.number} - ${listPhases[fight.phase]} </span>
</div>
${fight.card}
</li>`,
  )
  return `<div class='tournament-day tournament-day--search'>
<h1>${escapeHtml(name)}</h1>
<ul class="list-unstyled tournament-day__matches">
${items.join('\n')}
</ul>
</div>`
}
