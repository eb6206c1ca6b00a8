// Presents the public content behind a shared link: athletes with their matches. Pure; the page and the socket share it, so that
// an update equals a fresh load. An athlete's fields are listed explicitly, so that no private field is included by accident
// (security.md W16); the items of matches have no private fields.
import type { Athlete } from '#domain/athlete.ts'
import { beltOf } from '#domain/belt.ts'
import type { Tournament } from '#domain/tournament.ts'
import { byName } from '#contract/apply-shared.ts'
import { bySchedule } from '#contract/by-schedule.ts'
import type { Claim, ClaimState } from '#contract/claims.ts'
import { isCompleted } from '#contract/item-status.ts'
import { presentClaims } from './claims.ts'
import { newsOf } from './item-news.ts'
import { promisedInterval } from '#contract/matches.ts'
import { ownPlaces } from './own-places.ts'
import { presentSteps } from './steps.ts'
import { type HeldTournament, presentMatchesOf } from './followed.ts'
import type { SharedAthlete, SharedChange, SharedMatch, SharedRollCall } from '#contract/sharing.ts'
import type { Halls } from '#contract/halls.ts'
import type { SourceAge } from '#contract/source.ts'

/** One athlete of a shared RollCall, with the unfinished matches. */
export type SharedPart = { athlete: SharedAthlete; matches: SharedMatch[] }

/** The fields of the page that are not about single athletes and matches. */
export type SharedHeading = Pick<
  SharedChange,
  'title' | 'sharedBy' | 'mode' | 'updateIntervalMinutes' | 'mayClaim' | 'claimOrder'
>

/** The parts of a link, and of its owner's claims, from which the heading and the shown claims are made. */
export type SharedBy = {
  link: { title: string | null; username: string; mayClaim: boolean }
  watched: { claims: readonly ClaimState[]; claimOrder: number }
}

/** One athlete of a shared RollCall at `now` (epoch ms). */
export function presentSharedPart(held: HeldTournament, athlete: Athlete, now: number): SharedPart {
  const { tournament, categories } = held.state
  const entered = athlete.categoryIds.flatMap((id) => categories.get(id) ?? [])
  const items = presentMatchesOf(held, athlete, now).map(({ item }) => item)
  const [, , beltDivision, weight] = (athlete.division ?? '').split('/').map((part) => part.trim())
  return {
    athlete: {
      id: athlete.id,
      name: athlete.name,
      team: athlete.team,
      division: athlete.division,
      category: entered[0]?.division ?? athlete.division,
      weight_class: weight ?? null,
      belt_division: beltDivision ?? null,
      belt: beltOf(athlete),
      bjjCompSystemId: athlete.bjjCompSystemId,
      tournament: {
        id: tournament.id,
        name: tournament.name,
        bjjCompSystemId: tournament.bjjCompSystemId,
        status: tournament.status,
        orderOfFightsUrl: tournament.orderOfFightsUrl,
        bracketsUrl: tournament.bracketsUrl,
      },
      scrapedData: {
        matches: items.toSorted(bySchedule).map(({ result }) => ({ result })),
        categories: entered.map(({ division }) => division),
        bracket_results: entered.flatMap((category) => {
          const ownRows = ownPlaces(held.state, category, athlete)
          return ownRows.length > 0
            ? [{ category: category.division, placements: ownRows.map(({ place }) => ({ name: athlete.name, place })) }]
            : []
        }),
      },
      // The open class timer of athletes under 18 is off by default, and the public page does not reveal their age.
      steps: presentSteps(held, athlete).filter((step) => step.kind !== 'open-class' || !step.isUnder18),
    },
    matches: items
      .filter((item) => !isCompleted(item))
      .map((item) => ({ ...item, scheduled_date_time: item.scheduledDateTime })),
  }
}

/** The heading of a shared page; `tournaments` are those of its athletes. */
export function presentSharedHeading(
  { link, watched }: SharedBy,
  tournaments: Iterable<Pick<Tournament, 'status'>>,
): SharedHeading {
  const mode = [...tournaments].some(({ status }) => status === 'live') ? 'live' : 'upcoming'
  return {
    title: link.title,
    sharedBy: { username: link.username },
    mode,
    updateIntervalMinutes: promisedInterval[mode],
    mayClaim: link.mayClaim,
    claimOrder: link.mayClaim ? watched.claimOrder : 0,
  }
}

/** The claims that the page shows, in their order: those of its matches, and only while the link gives the right to claim. */
export function sharedClaims(
  { link, watched }: SharedBy,
  fingerprints: ReadonlyMap<number, SharedFingerprints>,
): Claim[] {
  if (!link.mayClaim) return []
  const shown = new Set([...fingerprints.values()].flatMap(({ matches }) => [...matches.keys()]))
  return presentClaims(watched.claims, shown)
}

/** Fingerprints of an athlete's part: of the athlete and, by id, of the matches. */
export type SharedFingerprints = { athlete: string; matches: Map<number, string> }

/** The fingerprints of a part. `digest` is a hash function; only fingerprints by the same one can be compared. */
export const sharedFingerprints = (
  { athlete, matches }: SharedPart,
  digest: (text: string) => string,
): SharedFingerprints => ({
  athlete: digest(JSON.stringify(athlete)),
  matches: new Map(
    matches.toSorted((a, b) => a.id - b.id).map((match) => [match.id, digest(JSON.stringify(newsOf(match)))]),
  ),
})

/**
 * The version of a page: equal for equal headings and fingerprints (by athlete id, in any order). The heading's `claimOrder`
 * represents the claims, which depend on `claimOrder` and on the matches only.
 */
export function sharedVersion(
  heading: SharedHeading,
  fingerprints: ReadonlyMap<number, SharedFingerprints>,
  digest: (text: string) => string,
): string {
  const parts = [...fingerprints]
    .toSorted(([a], [b]) => a - b)
    .map(([id, { athlete, matches }]) => [id, athlete, [...matches]])
  return digest(JSON.stringify([heading, parts]))
}

type PageParts = {
  heading: SharedHeading
  parts: readonly SharedPart[]
  claims: Claim[]
  sources: Readonly<Record<string, SourceAge>>
  halls: Halls
  version: string
  now: number
}

/** The whole page. */
export const presentShared = ({ heading, parts, claims, sources, halls, version, now }: PageParts): SharedRollCall => ({
  success: true,
  ...heading,
  athletes: parts.map(({ athlete }) => athlete).toSorted(byName),
  upcomingMatches: parts.flatMap(({ matches }) => matches).toSorted(bySchedule),
  claims,
  sources,
  halls,
  version,
  serverTime: new Date(now).toISOString(),
})
