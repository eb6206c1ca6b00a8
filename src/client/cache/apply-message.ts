// Applies socket messages to the lists in the cache, and keeps in a fetched list the changes of newer messages that arrived before
// the list. Pure and idempotent.
import { applyClaims, mergeClaims } from '#contract/apply-claims.ts'
import {
  applyMatchUpdate,
  applyToFollowed,
  applyToProfile,
  type CardUpdate,
  type MatchUpdate,
} from '#contract/apply-live.ts'
import type { FollowedResponse, OrderOfFightsResponse } from '#contract/athletes.ts'
import { statisticsOf } from '#contract/athlete-figures.ts'
import type { Halls } from '#contract/halls.ts'
import type { ServerMessageOf } from '#contract/live.ts'
import { isCompleted } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { mergeHalls } from '#contract/match-estimate.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { TournamentsResponse } from '#contract/tournaments.ts'
import type { Position } from '#domain/tournament-state.ts'
import type { Positions, Sequenced } from './positions.ts'

export type ListKind = 'upcoming' | 'completed'

const isOfKind = (kind: ListKind, item: MatchItem): boolean => isCompleted(item) === (kind === 'completed')

/** The key in `Positions` of a match on one athlete's card. */
const matchEntity = (athleteId: number, matchId: number): string => `match/${athleteId}/${matchId}`
/** The key in `Positions` of an athlete's card. */
export const athleteEntity = (athleteId: number): string => `athlete/${athleteId}`

/** The key in `Positions` of a tournament's state and import progress. */
export const tournamentEntity = 'tournament'

/** Whether the message is older than the list, which then contains its change. One at the list's position is applied again. */
function isOlderThanList(list: { positions: Record<string, Position> }, message: Sequenced): boolean {
  const position = list.positions[message.tournamentId]
  return position !== undefined && position.epoch === message.epoch && message.seq < position.seq
}

/** Keeps the matches of an update that are not older than this client's latest message about them, and records their positions. */
export function acceptedPart(update: MatchUpdate, positions: Positions): MatchUpdate {
  const accepts = (matchId: number): boolean => positions.accepts(matchEntity(update.athleteId, matchId), update)
  return {
    ...update,
    matches: update.matches.filter(({ id }) => accepts(id)),
    removed: update.removed.filter((id) => accepts(id)),
  }
}

/** A match list after an update; a finished match moves from the upcoming to the completed list. */
export function applyToMatches(kind: ListKind, list: MatchesResponse, update: MatchUpdate): MatchesResponse {
  if (isOlderThanList(list, update)) return list
  return { ...list, matches: applyMatchUpdate(list.matches, update).filter((item) => isOfKind(kind, item)) }
}

/** The followed athletes after a message about one of them. */
export function applyToFollowedList(list: FollowedResponse, message: MatchUpdate | CardUpdate): FollowedResponse {
  return isOlderThanList(list, message) ? list : { ...list, athletes: applyToFollowed(list.athletes, message) }
}

/** An athlete's profile after a message about that athlete; `now` is the server's clock, epoch ms. */
export function applyToProfileResponse(
  profile: OrderOfFightsResponse,
  message: MatchUpdate | CardUpdate,
  now: number,
): OrderOfFightsResponse {
  return isOlderThanList(profile.data, message)
    ? profile
    : { ...profile, data: applyToProfile(profile.data, message, now) }
}

/** Whether an update is about a category that the profile does not have, so that the profile must be refetched. */
export const hasNewCategory = (profile: OrderOfFightsResponse, update: MatchUpdate): boolean =>
  update.matches.some(({ division }) => !profile.data.athlete.categories.includes(division))

/** A profile after a change of its tournament's state or of its source's age. */
export function applyToProfileTournament(
  profile: OrderOfFightsResponse,
  message: ServerMessageOf<'tournament_update'> | ServerMessageOf<'source_update'>,
): OrderOfFightsResponse {
  const { data } = profile
  if (data.tournament.id !== message.tournamentId) return profile
  if (message.type === 'source_update') return { ...profile, data: { ...data, source: message.source } }
  return isOlderThanList(data, message) ? profile : { ...profile, data: { ...data, status: message.status } }
}

/** The user's tournaments after a change of one tournament's state or import progress. */
export function applyToTournaments(
  list: TournamentsResponse,
  update: ServerMessageOf<'tournament_update'>,
): TournamentsResponse {
  if (isOlderThanList(list, update)) return list
  return {
    ...list,
    tournaments: list.tournaments.map((tournament) =>
      tournament.id === update.tournamentId
        ? { ...tournament, status: update.status, logoUrl: update.logoUrl, import: update.import }
        : tournament,
    ),
  }
}

/** The user's tournaments after a change of the age of one tournament's source. */
export const applySourceToTournaments = (
  list: TournamentsResponse,
  { tournamentId, source }: ServerMessageOf<'source_update'>,
): TournamentsResponse => ({
  ...list,
  tournaments: list.tournaments.map((tournament) =>
    tournament.id === tournamentId ? { ...tournament, source } : tournament,
  ),
})

/** A match list after a change of the age of one tournament's source. */
export function applySource(
  list: MatchesResponse,
  { tournamentId, source }: ServerMessageOf<'source_update'>,
): MatchesResponse {
  if (!(tournamentId in list.sources)) return list
  const newest = [list.lastProgressiveUpdate, source.fetchedAt].filter((time) => time !== null)
  return {
    ...list,
    sources: { ...list.sources, [tournamentId]: source },
    lastProgressiveUpdate: newest.toSorted().at(-1) ?? null,
  }
}

/** A match list after claims and releases. */
export const applyClaimUpdate = (
  list: MatchesResponse,
  { claims, claimOrder, isClaiming }: ServerMessageOf<'claim_update'>,
): MatchesResponse => ({
  ...list,
  isClaiming,
  claims: applyClaims(list.claims, list.claimOrder, claims),
  claimOrder: Math.max(list.claimOrder, claimOrder),
})

/** Data with records of halls after a change of one hall's record. */
export const applyHall = <List extends { halls: Halls }>(
  list: List,
  { tournamentId, hall }: ServerMessageOf<'hall_update'>,
): List => ({ ...list, halls: mergeHalls(list.halls, tournamentId, hall) })

/** A fetched match list, with the cached match wherever a message contained a newer one. */
export function mergeMatches(
  fetched: MatchesResponse,
  cached: MatchesResponse | undefined,
  positions: Positions,
): MatchesResponse {
  if (!cached) return fetched
  const isNewer = (item: MatchItem): boolean =>
    positions.isNewerThan(fetched.positions[item.tournamentId], item.tournamentId, matchEntity(item.athleteId, item.id))
  return {
    ...fetched,
    matches: [...fetched.matches.filter((item) => !isNewer(item)), ...cached.matches.filter(isNewer)],
    ...mergeClaims(cached, fetched),
    halls: newerHalls(fetched.halls, cached.halls),
  }
}

/** The fetched followed athletes, with the cached card wherever a message contained a newer one. */
export function mergeFollowed(
  fetched: FollowedResponse,
  cached: FollowedResponse | undefined,
  positions: Positions,
): FollowedResponse {
  const athletes = fetched.athletes.map((athlete) => {
    const isNewer = positions.isNewerThan(
      fetched.positions[athlete.tournamentId],
      athlete.tournamentId,
      athleteEntity(athlete.id),
    )
    return (isNewer && cached?.athletes.find(({ id }) => id === athlete.id)) || athlete
  })
  return { ...fetched, athletes }
}

/** The fetched tournaments, with the cached state and import progress wherever a message contained newer ones. */
export function mergeTournaments(
  fetched: TournamentsResponse,
  cached: TournamentsResponse | undefined,
  positions: Positions,
): TournamentsResponse {
  const tournaments = fetched.tournaments.map((tournament) => {
    const isNewer = positions.isNewerThan(fetched.positions[tournament.id], tournament.id, tournamentEntity)
    const newer = isNewer ? cached?.tournaments.find(({ id }) => id === tournament.id) : undefined
    return newer ? { ...tournament, status: newer.status, logoUrl: newer.logoUrl, import: newer.import } : tournament
  })
  return { ...fetched, tournaments }
}

/**
 * A fetched profile, with the cached matches and facts wherever a message contained newer ones. `now` is the server's clock, epoch
 * ms.
 */
export function mergeProfile(
  fetched: OrderOfFightsResponse,
  cached: OrderOfFightsResponse | undefined,
  positions: Positions,
  now: number,
): OrderOfFightsResponse {
  if (!cached) return fetched
  const { tournament, athlete, matches, statistics } = fetched.data
  const position = fetched.data.positions[tournament.id]
  const isNewer = (entity: string): boolean => positions.isNewerThan(position, tournament.id, entity)
  const isNewerRow = ({ id }: { id: number }): boolean => isNewer(matchEntity(athlete.id, id))
  const rows = [...matches.filter((row) => !isNewerRow(row)), ...cached.data.matches.filter(isNewerRow)]
  const items = rows.map(({ item }) => item)
  return {
    ...fetched,
    data: {
      ...fetched.data,
      matches: rows,
      statistics: statisticsOf(items, statistics.bracketPosition, now),
      halls: newerHalls(fetched.data.halls, cached.data.halls),
      ...(isNewer(tournamentEntity) && { status: cached.data.status }),
      ...(isNewer(athleteEntity(athlete.id)) && {
        athlete: { ...athlete, ...factsOf(cached.data.athlete) },
        steps: cached.data.steps,
      }),
    },
  }
}

/** The fetched records of halls, with the cached record wherever a message contained a newer one. */
const newerHalls = (fetched: Halls, cached: Halls): Halls =>
  Object.fromEntries(
    Object.entries(fetched).map(([id, hall]) => {
      const cachedHall = cached[id]
      const isNewer = cachedHall && cachedHall.date === hall.date && cachedHall.asOf > hall.asOf
      return [id, isNewer ? cachedHall : hall]
    }),
  )

const factsOf = ({ name, team, belt, listed }: OrderOfFightsResponse['data']['athlete']) => ({
  name,
  team,
  belt,
  listed,
})
