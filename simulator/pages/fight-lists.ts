import type { Athlete, Match, Team, Tournament } from '../tournament/model.ts'
import { isPublished, rawStatusOf, visibleCategories } from '../tournament/model.ts'
import { randomFrom } from '../tournament/random.ts'
import { divisionText, type Language } from '../tournament/vocabulary.ts'
import { wholePage } from './chrome.ts'
import { matchCard } from './match-card.ts'
import { clockText, dayText, escapeHtml, listPhase, words } from './text.ts'

/** The page of all fights that one athlete has had or can still reach. */
export function athletePage(tournament: Tournament, athlete: Athlete, language: Language): string {
  return listPage(tournament, athlete.name, fightsOf(tournament, athlete), language)
}

/** The page of all fights that the athletes of a club have had or can still reach. */
export function clubPage(tournament: Tournament, club: Team, language: Language): string {
  const fights = new Set<Match>()
  for (const athlete of tournament.athletes.values()) {
    if (athlete.team === club) for (const match of fightsOf(tournament, athlete)) fights.add(match)
  }
  return listPage(tournament, club.name, [...fights], language)
}

/** The athlete's fights, and those that a win or a loss can lead to; none before the brackets are published. */
function fightsOf(tournament: Tournament, athlete: Athlete): Match[] {
  if (!isPublished(tournament, 'brackets')) return []
  const shown = new Set(visibleCategories(tournament))
  const fights = new Set<Match>()
  const reach = (match: Match): void => {
    if (match.stage !== 'bye') fights.add(match)
    if (match.stage === 'over' || match.stage === 'bye') return
    for (const { match: next } of match.feeds) reach(next)
  }
  for (const category of athlete.entries) {
    if (!shown.has(category)) continue
    for (const match of category.matches) {
      if (match.sides.some((side) => side.entrant?.athlete === athlete)) reach(match)
    }
  }
  return [...fights]
}

function listPage(tournament: Tournament, heading: string, fights: readonly Match[], language: Language): string {
  // The real list is not ordered by time; this one has a random order that is always the same.
  const order = (match: Match): number => randomFrom('list', match.category.id, match.n).next()
  const items = fights
    .toSorted((one, other) => order(one) - order(other))
    .map((match) => listItem(tournament, match, language))
    .join('\n')
  const list = (size: string): string => `<ul class="list-unstyled tournament-day__matches ${size}">
${items}
</ul>`
  return wholePage(
    `<div class='tournament-day tournament-day--search'>
<h1>${escapeHtml(heading)}</h1>
${list('hidden-xs')}
${list('visible-xs')}
</div>`,
    { language, event: tournament.plan },
  )
}

function listItem(tournament: Tournament, match: Match, language: Language): string {
  const { category, board } = match
  const when = board
    ? `<span class="search-match-header__when">${dayText(board.day, language)} <b>${clockText(board.day, match.when)}</b></span>
<span class="search-match-header__where">- <b>${words[language].mat} ${board.mat}:</b> ${language === 'en' ? 'Fight' : 'Luta'} ${match.number} - ${listPhase(match, language)} </span>`
    : ''
  return `<li class="match--${rawStatusOf(tournament, match)}">
<div class="tournament-day__category-name">
<a href="/tournaments/${tournament.plan.id}/categories/${category.id}">${divisionText(category.division, language)}</a>
</div>
<div class="search-match-header">
${when}
</div>
${matchCard(match, language, tournament.plan.cardColour, false)}</li>`
}
