// What a message from the socket makes of the lists in the cache, and what a list that was read meets of the messages
// that came before it. Pure: the same in, the same out; applying anything twice changes nothing.
import { applyMatchUpdate, applyToFollowed, applyToProfile } from '#contract/apply-live.ts'
import type { FollowedResponse, OrderOfFightsResponse } from '#contract/athletes.ts'
import { statisticsOf } from '#contract/athlete-figures.ts'
import type { ServerMessageOf } from '#contract/live.ts'
import { isCompleted } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { TournamentsResponse } from '#contract/tournaments.ts'
import type { Position } from '#domain/tournament-state.ts'
import type { Positions } from './positions.ts'

export type ListKind = 'upcoming' | 'completed'
type Placed = { tournamentId: number; epoch: string; seq: number }

const belongs = (kind: ListKind, item: MatchItem): boolean => isCompleted(item) === (kind === 'completed')

/** How `Positions` names a match on one athlete's card. */
const matchEntity = (athleteId: number, matchId: number): string => `match/${athleteId}/${matchId}`
export const athleteEntity = (athleteId: number): string => `athlete/${athleteId}`

/** A list that was read later than the message needs nothing of it. */
function isOlderThanList(list: { positions: Record<string, Position> }, message: Placed): boolean {
  const position = list.positions[message.tournamentId]
  return position !== undefined && position.epoch === message.epoch && message.seq < position.seq
}

/** What of an update is not older than what this client has seen of the same match. */
export function acceptedPart(
  update: ServerMessageOf<'match_update'>,
  positions: Positions,
): ServerMessageOf<'match_update'> {
  const accepts = (matchId: number): boolean => positions.accepts(matchEntity(update.athleteId, matchId), update)
  return {
    ...update,
    matches: update.matches.filter(({ id }) => accepts(id)),
    removed: update.removed.filter((id) => accepts(id)),
  }
}

/** A match list after an update; a match that finished leaves the upcoming list and joins the completed one. */
export function applyToMatches(
  kind: ListKind,
  list: MatchesResponse,
  update: ServerMessageOf<'match_update'>,
): MatchesResponse {
  if (isOlderThanList(list, update)) return list
  return { ...list, matches: applyMatchUpdate(list.matches, update).filter((item) => belongs(kind, item)) }
}

/** The followed athletes after a message about one of them. */
export function applyToFollowedList(
  list: FollowedResponse,
  message: ServerMessageOf<'match_update'> | ServerMessageOf<'athlete_update'>,
): FollowedResponse {
  return isOlderThanList(list, message) ? list : { ...list, athletes: applyToFollowed(list.athletes, message) }
}

/** An athlete's profile after a message about that athlete; `now` is the server's clock, epoch ms. */
export function applyToProfileRead(
  read: OrderOfFightsResponse,
  message: ServerMessageOf<'match_update'> | ServerMessageOf<'athlete_update'>,
  now: number,
): OrderOfFightsResponse {
  return isOlderThanList(read.data, message) ? read : { ...read, data: applyToProfile(read.data, message, now) }
}

/** Whether an update is about a category that the profile does not know: then the profile is to be read again. */
export const hasNewCategory = (read: OrderOfFightsResponse, update: ServerMessageOf<'match_update'>): boolean =>
  update.matches.some(({ division }) => !read.data.athlete.categories.includes(division))

/** A profile after its tournament changed its state or its source was read again. */
export function applyToProfilePlace(
  read: OrderOfFightsResponse,
  message: ServerMessageOf<'tournament_update'> | ServerMessageOf<'source_update'>,
): OrderOfFightsResponse {
  if (read.data.tournament.id !== message.tournamentId) return read
  if (message.type === 'source_update') return { ...read, data: { ...read.data, source: message.source } }
  return isOlderThanList(read.data, message) ? read : { ...read, data: { ...read.data, status: message.status } }
}

/** The user's tournaments after one of them changed its state or came further with its import. */
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

/** The user's tournaments after the source of one of them was read again. */
export const applySourceToTournaments = (
  list: TournamentsResponse,
  { tournamentId, source }: ServerMessageOf<'source_update'>,
): TournamentsResponse => ({
  ...list,
  tournaments: list.tournaments.map((tournament) =>
    tournament.id === tournamentId ? { ...tournament, source } : tournament,
  ),
})

/** The ages after the source was read again. */
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

/** A match list just read, with those matches kept of the cached one of which a message told something newer since. */
export function mergeMatches(
  read: MatchesResponse,
  cached: MatchesResponse | undefined,
  positions: Positions,
): MatchesResponse {
  if (!cached) return read
  const isNewer = (item: MatchItem): boolean =>
    positions.isNewerThan(read.positions[item.tournamentId], item.tournamentId, matchEntity(item.athleteId, item.id))
  return { ...read, matches: [...read.matches.filter((item) => !isNewer(item)), ...cached.matches.filter(isNewer)] }
}

/** The followed athletes just read, with those cards kept of which a message told something newer since. */
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

/** A profile just read, with those matches and facts kept of which a message told something newer since. */
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
      athlete: isNewer(athleteEntity(athlete.id)) ? { ...athlete, ...factsOf(cached.data.athlete) } : athlete,
    },
  }
}

const factsOf = ({ name, team, belt, listed }: OrderOfFightsResponse['data']['athlete']) => ({
  name,
  team,
  belt,
  listed,
})
