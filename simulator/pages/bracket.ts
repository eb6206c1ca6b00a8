import type { Category, Match, Tournament } from '../tournament/model.ts'
import { finalOf, isOver, isPublished } from '../tournament/model.ts'
import { divisionCode, partIn, type Language } from '../tournament/vocabulary.ts'
import { cellsOfPart, type Cell } from './bracket-layout.ts'
import { wholePage } from './chrome.ts'
import { matchCard } from './match-card.ts'
import { podium } from './podium.ts'
import { rankingTable } from './ranking.ts'
import { clockText, dayText, escapeHtml, words } from './text.ts'

/** The most athletes in one part; larger categories have several. */
const partSize = 16

/** The page of one bracket with its swaps and ranking, and its podium once the category is over. */
export function bracketPage(tournament: Tournament, category: Category, language: Language): string {
  const content = `<div class='tournament-category'>
${title(category, language)}${isPublished(tournament, 'brackets') ? publishedContent(tournament, category, language) : ''}
</div>`
  return wholePage(content, { language, event: tournament.plan, crumb: divisionCode(category.division) })
}

function publishedContent(tournament: Tournament, category: Category, language: Language): string {
  return [
    brackets(tournament, category, language),
    isOver(tournament, category) ? podium(category) : '',
    swaps(category, language),
    rankingTable(category, language),
  ].join('\n')
}

function title({ division }: Category, language: Language): string {
  const { age, gender, belt, weight } = division
  return `<div class="tournament-category__title">
<div class="category-title">
<div class="category-title__divisions">
<span class="category-title__label category-title__age-division">
${partIn(language, age)} 
</span>
<span class="category-title__label">
<i class="fa fa-${gender === 'Male' ? 'mars' : 'venus'}"></i>
 ${partIn(language, gender)} 
</span>
<span class="category-title__label">
<i class="fa fa-belt"></i>
 ${partIn(language, belt)} 
</span>
<span class="category-title__label">
<i class="fa fa-weight"></i>
 ${partIn(language, weight)}
</span>
</div>
</div>
</div>`
}

function brackets(tournament: Tournament, category: Category, language: Language): string {
  const parts = Math.ceil(category.size / partSize)
  const { bracket, finals } = words[language]
  const drawn: string[] = []
  for (let part = 1; part <= parts; part++) {
    if (parts > 1) drawn.push(`<div class="bracket-title">${bracket} ${part}/${parts}</div>`)
    drawn.push(bracketPart(tournament, category, part, cellsOfPart(category.size, part), language))
  }
  if (parts > 1) {
    drawn.push(`<div class="bracket-title">${finals}</div>`)
    drawn.push(bracketPart(tournament, category, parts + 1, cellsOfPart(category.size, parts + 1), language))
  }
  return `<div class="tournament-category__brackets">
${drawn.join('\n')}
</div>`
}

function bracketPart(
  tournament: Tournament,
  category: Category,
  part: number,
  rows: readonly (readonly Cell[])[],
  language: Language,
): string {
  const body = rows.map(
    (row) => `<div class="row">
${row.map((cell) => bracketCell(tournament, category, part, cell, language)).join('\n')}
</div>`,
  )
  return `<div class="tournament-category__bracket tournament-category__bracket-${rows.flat().length}">
${body.join('\n')}
</div>
`
}

function bracketCell(tournament: Tournament, category: Category, part: number, cell: Cell, language: Language): string {
  const match = category.matches[cell.n - 1]
  if (!match) return ''
  const classes = ['col-xs-2', cell.offset && `col-xs-offset-${cell.offset}`, cell.extra].filter(Boolean).join(' ')
  return `<div class="${classes}">
<div class="tournament-category__match">
<div class="tournament-category__match-header">
${matchHeader(match, language)}
</div>
<div class="tournament-category__match-card match-${match.n}" id="match-${part}-${cell.slot}">
${matchCard(match, language, tournament.plan.cardColour, true)}
</div>
</div>

</div>`
}

function matchHeader(match: Match, language: Language): string {
  if (match.stage === 'bye') return ''
  const { final, fight, mat } = words[language]
  const label =
    match === finalOf(match.category) ? `<span class="tournament-category__final-label">${final}</span>\n` : ''
  const board = match.board
  if (!board) return label
  const where =
    match.hides === 'where' || match.hides === 'both'
      ? ''
      : `<div class="bracket-match-header__where"><span class="bracket-match-header__fight">${fight} ${match.number}:</span> ${mat} ${board.mat}</div>\n`
  const when =
    match.hides === 'when' || match.hides === 'both'
      ? ''
      : `<div class="bracket-match-header__when">${dayText(board.day, language)} ${clockText(board.day, match.when)}</div>\n`
  return `${label}<div class="bracket-match-header">
${where}${when}</div>
`
}

function swaps(category: Category, language: Language): string {
  if (category.swaps.length === 0) return ''
  const items = category.swaps.map(
    ({ moved, to }) =>
      `<li><span>${moved.seed} - ${escapeHtml(moved.athlete.name)}</span><i class="fa fa-arrow-right"></i><span>${to.seed} - ${escapeHtml(to.athlete.name)}</span></li>`,
  )
  return `<h3>${words[language].swaps}</h3>
<ul class="tournament-category__swap">
${items.join('\n')}
</ul>`
}
