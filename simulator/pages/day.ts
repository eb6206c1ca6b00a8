import type { Board, Day, Match, Tournament } from '../tournament/model.ts'
import { isPublished } from '../tournament/model.ts'
import { randomFrom } from '../tournament/random.ts'
import { divisionText, type Language } from '../tournament/vocabulary.ts'
import { wholePage } from './chrome.ts'
import { matchCard } from './match-card.ts'
import { searchFields } from './search-fields.ts'
import { boardPhase, clockText, dateText, weekdayText, words } from './text.ts'

const matsPerPage = 4

/** The parts that a fault omits from a day page. */
export interface DayOmissions {
  navigation?: boolean
}

/**
 * The order of fights: four mats of a day with their running and upcoming fights. A page number that is too high shows the last
 * page.
 */
export function dayPage(
  tournament: Tournament,
  day: Day,
  requestedPage: number,
  language: Language,
  omit: DayOmissions = {},
): string {
  const pages = Math.max(1, Math.ceil(day.boards.length / matsPerPage))
  const page = Math.min(Math.max(1, requestedPage), pages)
  const boards = day.boards.slice((page - 1) * matsPerPage, page * matsPerPage)
  const navigation = omit.navigation || omitsNavigation(tournament, day, page) ? '' : sidebar(tournament, language)
  return wholePage(
    `<div class='tournament-day'>
<div class='tournament-day__filters'>
${navigation}
${searchFields(tournament, language)}
</div>
<div class='tournament-day__grid sliding-columns'>
${buttons(tournament, day, page, pages)}
<ul class='list-unstyled sliding-columns__columns'>
${boards.map((board) => column(tournament, board, language)).join('\n')}
</ul>
</div>
</div>`,
    { language, event: tournament.plan },
  )
}

/** True for some later pages of large events, which have no links to the other days. */
function omitsNavigation(tournament: Tournament, day: Day, page: number): boolean {
  if (page < 3) return false
  return randomFrom(tournament.seed, 'no-navigation', day.id, page).chance(0.25 * tournament.plan.oddities)
}

/** The links to the days, in the sidebar and in the index of days. */
function sidebar(tournament: Tournament, language: Language): string {
  const { day: dayWord, mats } = words[language]
  return tournament.days
    .map(
      (day) => `<a href='/tournaments/${tournament.plan.id}/tournament_days/${day.id}'>
<div class="sidebar__day">${dayWord} ${day.index + 1}</div>
<span class="sidebar__date">${weekdayText(day, language)}, ${dateText(day, language)} (${day.boards.length} ${mats})</span>
</a>`,
    )
    .join('\n')
}

/** The last page links to itself on the right, the first has no left button. */
function buttons(tournament: Tournament, day: Day, page: number, pages: number): string {
  const link = (target: number, side: 'left' | 'right'): string =>
    `<a href="/tournaments/${tournament.plan.id}/tournament_days/${day.id}?page=${target}"><div class="sliding-columns__button-${side}">
<i class="fa fa-lg fa-chevron-${side}"></i>
</div>
</a>`
  if (pages === 1) return ''
  return `${page > 1 ? `${link(page - 1, 'left')}\n` : ''}${link(Math.min(page + 1, pages), 'right')}`
}

function column(tournament: Tournament, board: Board, language: Language): string {
  const fights = isPublished(tournament, 'brackets') ? [...board.running, ...board.queue] : []
  return `<li class="sliding-columns__column">
<div class="categories-grid__column sticky-panel">
<div class="grid-column__header">
${words[language].mat} ${board.mat}
</div>
</div>
<ul class="list-unstyled tournament-day__mats">
${fights.map((match) => fightCard(tournament, board, match, language)).join('\n')}
</ul>
</li>`
}

function fightCard(tournament: Tournament, board: Board, match: Match, language: Language): string {
  return `<li>
<div class="match-header">
<div class="match-header__bracket">
<div class="fa fa-circle match-header__fight-status"></div>
<span class="match-header__when">${clockText(board.day, match.when)}: <span class="match-header__fight">${words[language].fight} ${match.number}</span></span>
<span class="match-header__phase">${boardPhase(match)}</span>
</div>
</div>
<div class="match-header__category-name">${divisionText(match.category.division, language)}</div>
${matchCard(match, language, tournament.plan.cardColour, false)}</li>
`
}

/** The index of days. */
export function daysPage(tournament: Tournament, language: Language): string {
  return wholePage(`<div class='tournament-days'>\n${sidebar(tournament, language)}\n</div>`, {
    language,
    event: tournament.plan,
  })
}
