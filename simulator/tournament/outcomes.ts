import type { Disqualification, Match, Outcome, Tournament } from './model.ts'
import { finalOf } from './model.ts'
import type { SpecialResult } from './plan.ts'
import { randomFrom } from './random.ts'

/** Probabilities of unusual endings, at oddities 1. */
const rates = { noShow: 0.03, otherDq: 0.012, doubleDq: 0.003, unrecorded: 0.006 }
const otherReasons: readonly Disqualification[] = ['overweight', 'withdraw', 'technical desc.', 'disciplinary desc.']

/**
 * Decides how a fight ends, from the seed, the plan and the fight's two sides, so that it does not depend on how often or when
 * the simulation is advanced.
 */
export function decideOutcome(tournament: Tournament, match: Match): Outcome {
  const { seed, plan } = tournament
  const random = randomFrom(seed, plan.id, 'outcome', match.category.id, match.n)
  const [a, b] = [match.sides[0].entrant, match.sides[1].entrant]
  if (!a || !b) return { kind: 'walkover', winner: a ? 0 : b ? 1 : undefined }
  if (a.out && b.out) return { kind: 'double-dq' }
  if (a.out || b.out) return won(a.out ? 1 : 0, a.out ?? b.out)
  const favourite: 0 | 1 = a.seed < b.seed ? 0 : 1
  const planned = plannedOutcome(match.category.specialResult, match, favourite)
  if (planned) return planned
  const isFinal = match === finalOf(match.category)
  if (isFinal && a.athlete.team === b.athlete.team && plan.oddities > 0) return { kind: 'close-out', winner: favourite }
  const upset = random.chance(0.36)
  const winner: 0 | 1 = upset === (favourite === 0) ? 1 : 0
  const roll = random.next()
  const other = random.pick(otherReasons)
  const endings: [number, () => Outcome][] = [
    [rates.noShow, () => won(winner, 'no show')],
    [rates.otherDq, () => won(winner, other)],
    [rates.doubleDq, () => ({ kind: 'double-dq' })],
    [rates.unrecorded, () => ({ kind: 'unrecorded', winner })],
  ]
  let reached = 0
  for (const [rate, ending] of endings) {
    reached += rate * plan.oddities
    if (roll < reached) return ending()
  }
  return won(winner)
}

function won(winner: 0 | 1, dq?: Disqualification): Outcome {
  return { kind: 'won', winner, ...(dq && { dq }) }
}

function plannedOutcome(specialResult: SpecialResult | undefined, match: Match, favourite: 0 | 1): Outcome | undefined {
  const isFinal = match === finalOf(match.category)
  const isFirst = match.category.matches.find((other) => other.stage !== 'bye') === match
  switch (specialResult) {
    case 'close-out':
      return isFinal ? { kind: 'close-out', winner: favourite } : won(favourite)
    case 'unrecorded-final':
      return isFinal ? { kind: 'unrecorded', winner: favourite } : undefined
    case 'double-dq':
      return isFirst ? { kind: 'double-dq' } : undefined
    case 'no-show':
      return isFirst ? won(0, 'no show') : undefined
    case 'overweight':
      return isFirst ? won(0, 'overweight') : undefined
    case undefined:
      return undefined
  }
}

/** False for a fight that ended before it began. */
export function isFought(outcome: Outcome): boolean {
  if (outcome.kind === 'won') return outcome.dq !== 'no show' && outcome.dq !== 'overweight'
  return outcome.kind !== 'close-out' && outcome.kind !== 'walkover'
}

/** The expected share of fights that end before they begin by a no-show or overweight, not counting planned ones. */
export function unfoughtShare(oddities: number): number {
  return (rates.noShow + rates.otherDq / otherReasons.length) * oddities
}
