// Presents the opponent in a match of a followed athlete. Pure.
import type { Athlete } from '#domain/athlete.ts'
import { type Match, type Outcome, resultFor, type Side, sideOf, unfoughtAs } from '#domain/match.ts'
import { nameKey } from '#domain/name.ts'
import type { Ranking, Swap } from '#domain/ranking.ts'
import { winsAndLosses } from '#contract/athlete-figures.ts'
import type { Meeting, Opponent } from '#contract/opponent.ts'
import { type HeldTournament, presentMatchesOf } from './followed.ts'
import { methodOf } from './match.ts'

type Person = Extract<Side, { kind: 'athlete' }>
type DecidedMatch = Omit<Meeting, 'day' | 'result' | 'method' | 'unfought'> & {
  date: string | null
  sides: [Side, Side]
  outcome: Outcome
}
type Known = {
  /** All ids at the source of the person who is the followed athlete (docs/decisions/050). */
  ids: readonly string[]
  /** The opponent as an athlete of this tournament; undefined without an id at the source, or if no athlete has the id. */
  opponent: Athlete | undefined
  /**
   * The opponent's ranking and the swaps of the category; null if the source never showed them, or if the
   * opponent's athlete or the category is unknown.
   */
  draw: { ranking: Ranking | null; swaps: readonly Swap[]; shownUntil: string | null } | null
  /** Matches between the two, latest first. */
  meetings: readonly DecidedMatch[]
}

/**
 * The two athletes of the match, as `own` and `other` from the given athlete's side; null while the opponent is not known, or if
 * the athlete is on neither side.
 */
export function athletesIn(match: Match, athlete: Athlete): { own: Person; other: Person } | null {
  const own = sideOf(match, athlete)
  if (own === null) return null
  const [side, opponent] = [match.sides[own], match.sides[own === 0 ? 1 : 0]]
  return side.kind === 'athlete' && opponent.kind === 'athlete' ? { own: side, other: opponent } : null
}

/** The opponent `other` of the followed athlete `own` at `now` (epoch ms). */
export function presentOpponent(
  held: HeldTournament,
  { own, other }: { own: Person; other: Person },
  { ids, opponent, draw, meetings }: Known,
  now: number,
): Opponent {
  const ranking = draw?.ranking ?? null
  const matches = opponent && presentMatchesOf(held, opponent, now).map(({ item }) => item)
  const seed = ranking?.seed ?? other.seed
  const isAboutEither = ({ from, to }: Swap): boolean =>
    [own, { ...other, seed }].some((person) => isSeeded(person, from) || isSeeded(person, to))
  return {
    bjjCompSystemId: other.bjjCompSystemId,
    name: other.name,
    team: other.team,
    seed,
    ranking: ranking && { points: ranking.points, titles: ranking.titles },
    swaps: (draw?.swaps ?? []).filter(isAboutEither),
    shownUntil: draw?.shownUntil ?? null,
    record: matches ? winsAndLosses(matches) : null,
    meetings: meetings.map((meeting) => presentMeeting(meeting, ids)),
    timestamp: new Date(now).toISOString(),
  }
}

/** Whether a swap's side is this person: the name is the same, and the seed too, if the person's is known. */
const isSeeded = (person: Pick<Person, 'name' | 'seed'>, seeded: Swap['from']): boolean =>
  nameKey(person.name) === nameKey(seeded.name) && (person.seed ?? seeded.seed) === seeded.seed

function presentMeeting({ date, sides, outcome, ...meeting }: DecidedMatch, ids: readonly string[]): Meeting {
  const own = sides.findIndex((side) => side.kind === 'athlete' && ids.includes(side.bjjCompSystemId ?? '')) as
    | -1
    | 0
    | 1
  return {
    ...meeting,
    day: date,
    result: own === -1 ? null : resultFor({ outcome }, own),
    method: methodOf({ sides, outcome }),
    unfought: unfoughtAs({ sides, outcome }),
  }
}
