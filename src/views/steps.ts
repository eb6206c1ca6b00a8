// Presents the steps of an athlete's day. Pure. Besides the tournament, the steps depend only on the athlete's own matches and
// categories, or on all categories for an athlete in none, because only changes of those update the card (src/live/topic.ts).
import type { Athlete } from '#domain/athlete.ts'
import type { Match } from '#domain/match.ts'
import { type DayStep, stepsOfDay } from '#domain/steps.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import { ownPlaces } from './own-places.ts'

type Held = {
  readonly state: TournamentState
  matchesOfAthlete(athleteId: number): Iterable<Match>
}

/** The steps of an athlete by category, each in the order of the day. */
export function presentSteps(held: Held, athlete: Athlete): DayStep[] {
  const { state } = held
  return stepsOfDay({
    tournament: state.tournament,
    athlete,
    categories: state.categories,
    matches: [...held.matchesOfAthlete(athlete.id)],
    placeIn: (category) => ownPlaces(state, category, athlete)[0]?.place ?? null,
  })
}
