import type { Category } from '../tournament/model.ts'
import { placementsOf } from '../tournament/placements.ts'
import { escapeHtml } from './text.ts'

const medals = ['gold', 'silver', 'bronze'] as const

/** The podium of a category that is over. */
export function podium(category: Category): string {
  const steps = placementsOf(category).map(
    ({ place, entrant }) => `<div class="podium__step podium__${medals[place - 1]}">
<span class="podium__place">
${place}
<i class="fa fa-trophy"></i>
</span>
<div class="podium__competitor-name">${escapeHtml(entrant.athlete.name)}</div>
<div class="podium__club-name">${escapeHtml(entrant.athlete.team.name)}</div>
</div>`,
  )
  return `<div class="tournament-category__podium podium">
${steps.join('\n')}
</div>`
}
