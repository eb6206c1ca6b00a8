// Finds why an athlete has no match in a list. Pure.
import type { FollowedAthlete, WithoutMatch } from './athletes.ts'
import type { MatchItem } from './match-item.ts'

/** A reason why an athlete has no match in the list. */
export type NoMatchReason =
  /** The next match has no mat or no time yet; `opponentFrom`: the match that decides who the opponent is. */
  | { kind: 'unplaced'; opponentFrom: MatchItem['opponentFrom'] }
  | { kind: 'medal'; category: string; place: number }
  | { kind: WithoutMatch['reason']; category: string | null }
  | { kind: 'unlisted' }
  /** Nothing is known: the data are still being read. */
  | { kind: 'unknown' }

type Idle = Pick<FollowedAthlete, 'name' | 'listed' | 'next' | 'withoutMatch' | 'placements'>

export type IdleAthlete<Athlete> = { athlete: Athlete; reasons: NoMatchReason[] }

/** Athletes who may still fight come before those who are finished. */
const reasonOrder: readonly NoMatchReason['kind'][] = [
  'unplaced',
  'waiting',
  'bracket-missing',
  'unknown',
  'alone',
  'withdrawn',
  'medal',
  'over',
  'out',
  'unlisted',
]

/** The athletes without a match in the list, with the reasons. Those who may still fight come first; otherwise by name. */
export function idleAthletes<Athlete extends Idle>(athletes: readonly Athlete[]): IdleAthlete<Athlete>[] {
  return athletes
    .map((athlete) => ({ athlete, reasons: noMatchReasons(athlete) }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.athlete.name.localeCompare(b.athlete.name))
}

const rankOf = ({ reasons: [first] }: IdleAthlete<unknown>): number =>
  first ? reasonOrder.indexOf(first.kind) : Infinity

/** The reasons of one athlete; categories in which the athlete may still fight come first. */
export function noMatchReasons({ listed, next, withoutMatch, placements }: Omit<Idle, 'name'>): NoMatchReason[] {
  // An athlete who withdrew from the only division is not listed either; the withdrawal is then the reason.
  if (!listed && !withoutMatch.some(({ reason }) => reason === 'withdrawn')) return [{ kind: 'unlisted' }]
  if (next) return [{ kind: 'unplaced', opponentFrom: next.opponentFrom }]
  const reasons = withoutMatch.map(({ category, reason }): NoMatchReason => {
    const placement = placements.find((each) => each.category === category)
    const isDone = reason === 'over' || reason === 'out'
    return isDone && placement ? { kind: 'medal', ...placement } : { kind: reason, category }
  })
  if (reasons.length === 0) return [{ kind: 'unknown' }]
  return reasons.toSorted((a, b) => reasonOrder.indexOf(a.kind) - reasonOrder.indexOf(b.kind))
}
