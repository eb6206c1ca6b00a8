import type { Category, Entrant, Match } from '../tournament/model.ts'
import { finalOf, resultOf } from '../tournament/model.ts'
import { escapeHtml } from './text.ts'

const medals = ['gold', 'silver', 'bronze'] as const

export interface Placement {
  place: 1 | 2 | 3
  entrant: Entrant
}

/** First, second, and the losers of the two semi-finals, as far as fights decided them. */
export function placementsOf(category: Category): Placement[] {
  const final = finalOf(category)
  if (final.stage === 'bye') {
    const alone = final.sides.find((side) => side.entrant)?.entrant
    return alone ? [{ place: 1, entrant: alone }] : []
  }
  const { winner, loser } = resultOf(final)
  const semiFinals = final.sides.flatMap(({ feeder }): Match[] => (feeder ? [feeder.match] : []))
  const beaten = semiFinals.map((match) => resultOf(match).loser)
  const thirds = beaten.filter((entrant) => entrant && entrant !== winner && entrant !== loser)
  return [
    ...(winner ? [{ place: 1 as const, entrant: winner }] : []),
    ...(loser ? [{ place: 2 as const, entrant: loser }] : []),
    ...thirds.flatMap((entrant) => (entrant ? [{ place: 3 as const, entrant }] : [])),
  ]
}

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
