// Presents a followed athlete: the matches as items, and the card. Pure; the HTTP lists and the socket share it, so that a
// pushed update equals a fresh load.
import type { Athlete } from '#domain/athlete.ts'
import { beltOf } from '#domain/belt.ts'
import type { Before } from '#domain/mat-line.ts'
import type { Match } from '#domain/match.ts'
import type { MatchStatus } from '#domain/match-status.ts'
import { aheadOnMat, type TournamentState } from '#domain/tournament-state.ts'
import { nextMatch, recordOf } from '#contract/athlete-figures.ts'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { itemStatus } from '#contract/item-status.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import { presentMatch } from './match.ts'
import { ownPlaces } from './own-places.ts'
import { presentSteps } from './steps.ts'
import { withoutMatch } from './without-match.ts'

/** A tournament in memory, with the look-ups that the views need. */
export type HeldTournament = {
  readonly state: TournamentState
  matchesOfAthlete(athleteId: number): Iterable<Match>
  /** The matches listed on one mat of one venue-local day. */
  listedOnMat(date: string | null, mat: number): Iterable<Match>
  /** What is before a listed match on its mat that day; null off the board. */
  beforeOnMat(match: Match): Before | null
}

/**
 * A user's own data of a follow: since when (ISO instant), and the team of the rule that created it, null if the user followed
 * the athlete directly.
 */
export type OwnFollow = Pick<FollowedAthlete, 'followedAt' | 'via'>

/** A match from one athlete's side, with its current status. */
export type PresentedMatch = { item: WireMatchItem; status: MatchStatus }

/** All matches of the athlete except byes, unsorted. `now` in epoch ms. */
export function presentMatchesOf(held: HeldTournament, athlete: Athlete, now: number): PresentedMatch[] {
  const presented: PresentedMatch[] = []
  for (const match of held.matchesOfAthlete(athlete.id)) {
    const ahead = match.mat === null ? null : aheadOnMat(match, held.listedOnMat(match.date, match.mat))
    const before = held.beforeOnMat(match)
    const item = presentMatch({ tournament: held.state.tournament, athlete, match, ahead, before, now })
    if (item) presented.push({ item, status: itemStatus(item, item.ahead, now) })
  }
  return presented
}

/**
 * The card of a followed athlete. Byes do not count as matches; `completedMatches` are finished and have a result (core.md
 * section 4). `now` in epoch ms.
 */
export function presentFollowed(
  held: HeldTournament,
  athlete: Athlete,
  { followedAt, via }: OwnFollow,
  now: number,
): FollowedAthlete {
  const { tournament, categories } = held.state
  const items = presentMatchesOf(held, athlete, now).map(({ item }) => item)
  const { totalMatches, wins, losses, completedMatches } = recordOf(items)
  const entered = athlete.categoryIds.flatMap((id) => categories.get(id) ?? [])
  const placements = entered
    .flatMap((category) =>
      ownPlaces(held.state, category, athlete).map(({ place }) => ({ category: category.division, place })),
    )
    .toSorted((a, b) => a.place - b.place)
  const steps = presentSteps(held, athlete)
  return {
    id: athlete.id,
    name: athlete.name,
    bjjCompSystemId: athlete.bjjCompSystemId,
    belt: beltOf(athlete),
    team: athlete.team,
    division: athlete.division,
    weightClass: athlete.division?.split('/')[3]?.trim() ?? null,
    totalMatches,
    wins,
    losses,
    completedMatches,
    tournamentId: tournament.id,
    tournament: {
      id: tournament.id,
      name: tournament.name,
      startsOn: tournament.startsOn,
      endsOn: tournament.endsOn,
      dateRange: tournament.dateRange,
      bjjCompSystemId: tournament.bjjCompSystemId,
      timezone: tournament.timezone,
      status: tournament.status,
    },
    placements,
    next: nextMatch(items, now),
    withoutMatch: withoutMatch(entered, items, placements, steps),
    steps,
    listed: athlete.listed,
    followedAt,
    via,
  }
}
