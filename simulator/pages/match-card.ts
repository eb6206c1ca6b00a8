import type { Entrant, Match, Side } from '../tournament/model.ts'
import type { Language } from '../tournament/vocabulary.ts'
import { escapeHtml, placeholderText, words } from './text.ts'

/** The card of a fight: two sides, the first always 'red'. `showResult` is true on bracket pages, which alone show results. */
export function matchCard(match: Match, language: Language, colour: string, showResult: boolean): string {
  const [a, b] = match.sides
  return `<div class="match-card match-card--${match.stage === 'bye' ? '' : colour}">
${sideBlock(match, 0, a, language, showResult)}
<hr>
${sideBlock(match, 1, b, language, showResult)}
</div>
`
}

function sideBlock(match: Match, index: 0 | 1, side: Side, language: Language, showResult: boolean): string {
  const red = index === 0 ? ' match-card__competitor--red' : ''
  return `<div class="match-card__competitor${red}" id="competitor-${elementNumber(match, side)}">
${sideContent(match, index, side, language, showResult)}
</div>`
}

/** The number in the element id: the athlete's id, '' for a bye, and for a placeholder its own number. */
function elementNumber(match: Match, side: Side): number | '' {
  if (side.entrant) return side.entrant.athlete.id
  return match.stage === 'bye' ? '' : side.slotId
}

function sideContent(match: Match, index: 0 | 1, side: Side, language: Language, showResult: boolean): string {
  if (side.entrant) return knownSide(match, index, side.entrant, language, showResult)
  if (match.stage === 'bye') {
    return `<span class="match-card__competitor-n"></span>
<span class="match-card__competitor-description">
<div class="match-card__bye">BYE</div>
</span>
`
  }
  return `<span class="match-card__child-description">
<div class="match-card__child-where">${placeholderText(side, language)}</div>
<div class="match-card__child-where">-</div>
</span>
`
}

function knownSide(match: Match, index: 0 | 1, entrant: Entrant, language: Language, showResult: boolean): string {
  const { athlete, seed } = entrant
  const lost = showResult && hasLost(match, index)
  const outcome = match.outcome
  const reason = !lost ? undefined : outcome?.kind === 'won' ? outcome.dq : 'technical desc.'
  const icon = reason
    ? `<i class="fa fa-exclamation${reason === 'no show' ? ' no-show' : ''} match-card__disqualification" data-placement="top" data-toggle="tooltip" title="${words[language].disqualified[reason]}"></i>\n`
    : ''
  return `<span class="match-card__competitor-n">${seed}</span>
<span class="match-card__competitor-description${lost ? ' match-competitor--loser' : ''}">
<div class="match-card__competitor-name">${escapeHtml(athlete.name)}</div>
<div class="match-card__club-name">${escapeHtml(athlete.team.name)}</div>
${icon}</span>
`
}

/** True when this side has the loser's mark: one side after a win, both after a double disqualification. */
function hasLost(match: Match, index: 0 | 1): boolean {
  const outcome = match.outcome
  if (outcome?.kind === 'double-dq') return true
  return outcome?.kind === 'won' && outcome.winner !== index
}
