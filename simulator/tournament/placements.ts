import { finalOf, resultOf, type Category, type Entrant, type Match } from './model.ts'

export interface Placement {
  place: 1 | 2 | 3
  entrant: Entrant
}

/** First, second, and the losers of the two semi-finals, as far as they are decided; with three athletes one third. */
export function placementsOf(category: Category): Placement[] {
  const final = finalOf(category)
  if (final.stage === 'bye') {
    const alone = final.sides.find((side) => side.entrant)?.entrant
    return alone ? [{ place: 1, entrant: alone }] : []
  }
  const { winner, loser } = resultOf(final)
  const semiFinals = final.sides.flatMap(({ feeder }): Match[] => (feeder ? [feeder.match] : []))
  const beaten = semiFinals.map((match) => resultOf(match).loser)
  const thirds = new Set(beaten.filter((entrant) => entrant !== winner && entrant !== loser))
  return [
    ...(winner ? [{ place: 1 as const, entrant: winner }] : []),
    ...(loser ? [{ place: 2 as const, entrant: loser }] : []),
    ...[...thirds].flatMap((entrant) => (entrant ? [{ place: 3 as const, entrant }] : [])),
  ]
}
