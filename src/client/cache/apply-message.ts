// Applies socket messages to the lists in the cache, and merges a fetched list with newer messages that arrived before it.
// Pure and idempotent.
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
import type { Positions } from './positions.ts'

export type ListKind = 'upcoming' | 'completed'
type Placed = { tournamentId: number; epoch: string; seq: number }

const belongs = (kind: ListKind, item: MatchItem): boolean => isCompleted(item) === (kind === 'completed')

/** The key in `Positions` of a match on one athlete's card. */
const matchEntity = (athleteId: number, matchId: number): string => `match/${athleteId}/${matchId}`
export const athleteEntity = (athleteId: number): string => `athlete/${athleteId}`

/** Whether the list already contains the message's change. */
function isOlderThanList(list: { positions: Record<string, Position> }, message: Placed): boolean {
  const position = list.positions[message.tournamentId]
  return position !== undefined && position.epoch === message.epoch && message.seq < position.seq
}

/** The matches of an update that are not older than what this client has received of them. */
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
  return { ...list, matches: applyMatchUpdate(list.matches, update).filter((item) => belongs(kind, item)) }
}

/** The followed athletes after a message about one of them. */
export function applyToFollowedList(list: FollowedResponse, message: MatchUpdate | CardUpdate): FollowedResponse {
  return isOlderThanList(list, message) ? list : { ...list, athletes: applyToFollowed(list.athletes, message) }
}

/** An athlete's profile after a message about that athlete; `now` is the server's clock, epoch ms. */
export function applyToProfileRead(
  read: OrderOfFightsResponse,
  message: MatchUpdate | CardUpdate,
  now: number,
): OrderOfFightsResponse {
  return isOlderThanList(read.data, message) ? read : { ...read, data: applyToProfile(read.data, message, now) }
}

/** Whether an update is about a category that the profile does not have, so that the profile must be refetched. */
export const hasNewCategory = (read: OrderOfFightsResponse, update: MatchUpdate): boolean =>
  update.matches.some(({ division }) => !read.data.athlete.categories.includes(division))

/** A profile after a change of its tournament's state or of its source's age. */
export function applyToProfileTournament(
  read: OrderOfFightsResponse,
  message: ServerMessageOf<'tournament_update'> | ServerMessageOf<'source_update'>,
): OrderOfFightsResponse {
  if (read.data.tournament.id !== message.tournamentId) return read
  if (message.type === 'source_update') return { ...read, data: { ...read.data, source: message.source } }
  return isOlderThanList(read.data, message) ? read : { ...read, data: { ...read.data, status: message.status } }
}

/** The user's tournaments after a change of one's state or import progress. */
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

/** The user's tournaments after a change of one source's age. */
export const applySourceToTournaments = (
  list: TournamentsResponse,
  { tournamentId, source }: ServerMessageOf<'source_update'>,
): TournamentsResponse => ({
  ...list,
  tournaments: list.tournaments.map((tournament) =>
    tournament.id === tournamentId ? { ...tournament, source } : tournament,
  ),
})

/** A match list after a change of one source's age. */
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

/** Data with halls after a change of one hall's record. */
export const applyHall = <List extends { halls: Halls }>(
  list: List,
  { tournamentId, hall }: ServerMessageOf<'hall_update'>,
): List => ({ ...list, halls: mergeHalls(list.halls, tournamentId, hall) })

/** A fetched match list, with the cached match wherever a message contained a newer one. */
export function mergeMatches(
  read: MatchesResponse,
  cached: MatchesResponse | undefined,
  positions: Positions,
): MatchesResponse {
  if (!cached) return read
  const isNewer = (item: MatchItem): boolean =>
    positions.isNewerThan(read.positions[item.tournamentId], item.tournamentId, matchEntity(item.athleteId, item.id))
  return {
    ...read,
    matches: [...read.matches.filter((item) => !isNewer(item)), ...cached.matches.filter(isNewer)],
    ...mergeClaims(cached, read),
    halls: newerHalls(read.halls, cached.halls),
  }
}

/** The fetched followed athletes, with the cached card wherever a message contained a newer one. */
export function mergeFollowed(
  read: FollowedResponse,
  cached: FollowedResponse | undefined,
  positions: Positions,
): FollowedResponse {
  const athletes = read.athletes.map((athlete) => {
    const newer = positions.isNewerThan(
      read.positions[athlete.tournamentId],
      athlete.tournamentId,
      athleteEntity(athlete.id),
    )
    return (newer && cached?.athletes.find(({ id }) => id === athlete.id)) || athlete
  })
  return { ...read, athletes }
}

/** A fetched profile, with the cached matches and facts wherever a message contained newer ones. */
export function mergeProfile(
  read: OrderOfFightsResponse,
  cached: OrderOfFightsResponse | undefined,
  positions: Positions,
  now: number,
): OrderOfFightsResponse {
  if (!cached) return read
  const { tournament, athlete, matches, statistics } = read.data
  const position = read.data.positions[tournament.id]
  const isNewer = (entity: string): boolean => positions.isNewerThan(position, tournament.id, entity)
  const isNewerRow = ({ id }: { id: number }): boolean => isNewer(matchEntity(athlete.id, id))
  const rows = [...matches.filter((row) => !isNewerRow(row)), ...cached.data.matches.filter(isNewerRow)]
  const items = rows.map(({ item }) => item)
  return {
    ...read,
    data: {
      ...read.data,
      matches: rows,
      statistics: statisticsOf(items, statistics.bracketPosition, now),
      halls: newerHalls(read.data.halls, cached.data.halls),
      ...(isNewer(athleteEntity(athlete.id)) && {
        athlete: { ...athlete, ...factsOf(cached.data.athlete) },
        steps: cached.data.steps,
      }),
    },
  }
}

/** The fetched records, with the cached one wherever a message contained a newer one. */
const newerHalls = (read: Halls, cached: Halls): Halls =>
  Object.fromEntries(
    Object.entries(read).map(([id, hall]) => {
      const known = cached[id]
      return [id, known && known.date === hall.date && known.asOf > hall.asOf ? known : hall]
    }),
  )

const factsOf = ({ name, team, belt, listed }: OrderOfFightsResponse['data']['athlete']) => ({
  name,
  team,
  belt,
  listed,
})
