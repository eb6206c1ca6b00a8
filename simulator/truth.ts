import type { Category, Match, RawStatus, Tournament } from './tournament/model.ts'
import { isOver, isPublished, rawStatusOf, resultOf, visibleCategories } from './tournament/model.ts'
import { placementsOf } from './tournament/placements.ts'
import type { Division } from './tournament/vocabulary.ts'

/** The true state of a side. */
export interface TrueSide {
  athleteId: number | null
  name: string | null
  team: string | null
  /** match-N of the fight or bye that fills or filled this side. */
  feeder: number | null
}

/** The true state of a fight, regardless of the pages. */
export interface TrueMatch {
  categoryId: number
  /** The N of match-N. */
  match: number
  status: RawStatus
  sides: [TrueSide, TrueSide]
  winnerId: number | null
  loserId: number | null
  /** How it ended: won, double-dq, close-out, unrecorded or walkover. */
  ending: string | null
  disqualification: string | null
  dayId: number | null
  mat: number | null
  fightNumber: number | null
  /** The shown start, epoch milliseconds. */
  when: number | null
  /** When it ended and left its board, epoch milliseconds; null before. */
  endedAt: number | null
}

export interface TrueCategory {
  id: number
  division: Division
  dayId: number
  athletes: { id: number; name: string; team: string; seed: number }[]
  over: boolean
  placements: { place: number; athleteId: number }[]
}

/** The true state of a tournament, for comparison with a reader's results. */
export interface Truth {
  id: number
  name: string
  now: number
  /** True if the brackets are published. */
  published: boolean
  days: { id: number; date: string; opensAt: number; mats: number[] }[]
  athletes: number
  categories: TrueCategory[]
  /** All fights except byes. */
  matches: TrueMatch[]
}

/** The true state of a tournament at the time up to which it is simulated; its categories are those that pages show. */
export function truthOf(tournament: Tournament): Truth {
  const categories = visibleCategories(tournament)
  return {
    id: tournament.plan.id,
    name: tournament.plan.name,
    now: tournament.now,
    published: isPublished(tournament, 'brackets'),
    days: tournament.days.map(({ id, date, opensAt, boards }) => ({
      id,
      date,
      opensAt,
      mats: boards.map(({ mat }) => mat),
    })),
    athletes: tournament.athletes.size,
    categories: categories.map((category) => trueCategory(tournament, category)),
    matches: categories.flatMap(({ matches }) =>
      matches.filter(({ stage }) => stage !== 'bye').map((match) => trueMatch(tournament, match)),
    ),
  }
}

function trueCategory(tournament: Tournament, category: Category): TrueCategory {
  const over = isOver(tournament, category)
  return {
    id: category.id,
    division: category.division,
    dayId: category.day.id,
    athletes: category.entrants.map(({ athlete, seed }) => ({
      id: athlete.id,
      name: athlete.name,
      team: athlete.team.name,
      seed,
    })),
    over,
    placements: over
      ? placementsOf(category).map(({ place, entrant }) => ({ place, athleteId: entrant.athlete.id }))
      : [],
  }
}

function trueMatch(tournament: Tournament, match: Match): TrueMatch {
  const { outcome, board } = match
  const { winner, loser } = resultOf(match)
  const [a, b] = match.sides.map(({ entrant, feeder }) => ({
    athleteId: entrant?.athlete.id ?? null,
    name: entrant?.athlete.name ?? null,
    team: entrant?.athlete.team.name ?? null,
    feeder: feeder?.match.n ?? null,
  })) as [TrueSide, TrueSide]
  return {
    categoryId: match.category.id,
    match: match.n,
    status: rawStatusOf(tournament, match),
    sides: [a, b],
    winnerId: winner?.athlete.id ?? null,
    loserId: loser?.athlete.id ?? null,
    ending: outcome?.kind ?? null,
    disqualification: outcome?.kind === 'won' ? (outcome.dq ?? null) : null,
    dayId: board?.day.id ?? null,
    mat: board?.mat ?? null,
    fightNumber: board ? match.number : null,
    when: board ? match.when : null,
    endedAt: match.endedAt ?? null,
  }
}
