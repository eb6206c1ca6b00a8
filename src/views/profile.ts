// Presents the athlete profile: the data of the order of fights (core.md section 3). Pure.
import type { Athlete } from '#domain/athlete.ts'
import { beltOf } from '#domain/belt.ts'
import type { HallRecord } from '#domain/hall-record.ts'
import { sideOf } from '#domain/match.ts'
import { type Category, medalOf } from '#domain/tournament.ts'
import type { Position } from '#domain/tournament-state.ts'
import { statisticsOf } from '#contract/athlete-figures.ts'
import type { AthleteProfile } from '#contract/athletes.ts'
import { bySchedule } from '#contract/by-schedule.ts'
import { fightRow } from './fight-row.ts'
import { ownPlaces } from './own-places.ts'
import { type HeldTournament, type OwnFollow, presentMatchesOf } from './followed.ts'
import type { SourceAge } from '#contract/source.ts'
import { presentSteps } from './steps.ts'

/** The user's private part of a profile. */
export type OwnPart = OwnFollow & { notes: string; tags: readonly string[] }
type Held = HeldTournament & {
  readonly source: SourceAge
  readonly position: Position
  readonly hall: HallRecord | null
}

/** The profile for one user at `now` (epoch ms); matches soonest first. */
export function presentProfile(held: Held, athlete: Athlete, own: OwnPart, now: number): AthleteProfile {
  const { tournament } = held.state
  const { epoch, seq } = held.position
  const categories = athlete.categoryIds.flatMap((id) => held.state.categories.get(id) ?? [])
  const items = presentMatchesOf(held, athlete, now).map(({ item }) => item)
  return {
    matches: items.toSorted(bySchedule).map(fightRow),
    athlete: {
      id: athlete.id,
      bjjCompSystemId: athlete.bjjCompSystemId,
      name: athlete.name,
      team: athlete.team,
      belt: beltOf(athlete),
      listed: athlete.listed,
      categories: categories.map(({ division }) => division),
      category_bracket_urls: Object.fromEntries(
        categories.map(({ division, bjjCompSystemId }) => [
          division,
          `/tournaments/${tournament.bjjCompSystemId}/categories/${bjjCompSystemId}`,
        ]),
      ),
    },
    bracket_results: categories
      .filter(({ placements }) => placements.length > 0)
      .map((category) => bracketResult(held, category, athlete)),
    steps: presentSteps(held, athlete),
    tournament: {
      id: tournament.id,
      name: tournament.name,
      bjjCompSystemId: tournament.bjjCompSystemId,
      startsOn: tournament.startsOn,
      endsOn: tournament.endsOn,
      dateRange: tournament.dateRange,
      timezone: tournament.timezone,
      archived: tournament.archivedAt !== null,
      orderOfFightsUrl: tournament.orderOfFightsUrl,
      bracketsUrl: tournament.bracketsUrl,
    },
    statistics: statisticsOf(items, seedOf(held, athlete), now),
    followedAt: own.followedAt,
    via: own.via,
    notes: own.notes,
    tags: [...own.tags],
    status: tournament.status,
    timestamp: new Date(now).toISOString(),
    source: held.source,
    halls: held.hall ? { [tournament.id]: held.hall } : {},
    positions: { [tournament.id]: { epoch, seq } },
  }
}

/** The best seed in the athlete's categories. Byes are included, because the seed may be known from a bye only. */
function seedOf(held: HeldTournament, athlete: Athlete): number | null {
  const seeds = [...held.matchesOfAthlete(athlete.id)].flatMap((match) => {
    const own = sideOf(match, athlete)
    const side = own === null ? undefined : match.sides[own]
    return side?.kind === 'athlete' && side.seed !== null ? [side.seed] : []
  })
  return seeds.length > 0 ? Math.min(...seeds) : null
}

function bracketResult(
  held: HeldTournament,
  category: Category,
  athlete: Athlete,
): AthleteProfile['bracket_results'][number] {
  const ownRows = ownPlaces(held.state, category, athlete)
  return {
    category: category.division,
    placements: category.placements.map((row) => ({
      place: row.place,
      name: row.name,
      team: row.team,
      medal: medalOf(row.place),
      own: ownRows.includes(row),
    })),
  }
}
