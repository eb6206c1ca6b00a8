// Applies each message from the socket to the cache, the highlights and the announcer (core specification section 7).
import type { QueryClient } from '@tanstack/react-query'
import type { CardUpdate, MatchUpdate } from '#contract/apply-live.ts'
import type { FollowedResponse, OrderOfFightsResponse } from '#contract/athletes.ts'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { estimateOfItem } from '#contract/match-estimate.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { TournamentsResponse } from '#contract/tournaments.ts'
import type { Estimate } from '#domain/estimate.ts'
import {
  acceptedPart,
  applyClaimUpdate,
  applyHall,
  applySource,
  applySourceToTournaments,
  applyToFollowedList,
  applyToMatches,
  applyToProfileTournament,
  applyToProfileResponse,
  applyToTournaments,
  athleteEntity,
  hasNewCategory,
  tournamentEntity,
} from '#client/cache/apply-message.ts'
import type { Positions } from '#client/cache/positions.ts'
import type { Queries } from '#client/cache/queries.ts'
import { editCached } from '#client/cache/query-client.ts'
import type { FollowFlow } from '#client/follow/follow-flow.ts'
import { addressOf, isProfileKey } from '#client/requests/call.ts'
import type { Clock } from '#client/requests/clock.ts'
import { announcementOf } from '#client/texts/announcement.ts'
import type { createAnnouncer } from './announcer.ts'
import { createCompletion } from './completion.ts'
import { cardKey, type createHighlights } from './highlights.ts'

export type FeedParts = {
  queryClient: QueryClient
  queries: Queries
  positions: Positions
  clock: Clock
  highlights: ReturnType<typeof createHighlights>
  announcer: ReturnType<typeof createAnnouncer>
  followFlow: FollowFlow
  /** Subscribes again, from the current position. */
  resubscribe(): void
}

const noHalls = { halls: {}, sources: {} }

/** Returns the message handler; `roundTrip` in ms is passed with a pong. */
export function createLiveFeed(parts: FeedParts): (message: ServerMessage, roundTrip?: number) => void {
  const { queryClient, queries, positions, clock, highlights, announcer, followFlow, resubscribe } = parts
  const completion = createCompletion({ queryClient, queries, resubscribe })
  const upcomingKey = queries.upcoming.queryKey
  const completedKey = queries.completed.queryKey
  const followedKey = queries.followed.queryKey
  const tournamentsKey = queries.tournaments.queryKey

  const reload = (...keys: (readonly unknown[])[]): void => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  }
  const reloadLists = afterBurst(() => reload(followedKey, upcomingKey, completedKey))
  const edit = <List>(queryKey: readonly unknown[], change: (list: List) => List): void =>
    editCached(queryClient, queryKey, change)
  const offersKey = [addressOf('personOffers')]
  const profileKey = (athleteId: number): readonly unknown[] => queries.profile(athleteId).queryKey
  /** The keys of all profiles in the cache. */
  const profileKeys = (): (readonly unknown[])[] =>
    queryClient
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => isProfileKey(queryKey) })
      .map(({ queryKey }) => queryKey)
  const applyToProfiles = (message: ServerMessageOf<'tournament_update'> | ServerMessageOf<'source_update'>): void => {
    for (const key of profileKeys())
      edit<OrderOfFightsResponse>(key, (profile) => applyToProfileTournament(profile, message))
  }
  const isFollowed = (athleteId: number): boolean =>
    queryClient.getQueryData<FollowedResponse>(followedKey)?.athletes.some(({ id }) => id === athleteId) ?? true

  const estimateOf = (item: MatchItem): Estimate =>
    estimateOfItem(item, queryClient.getQueryData<MatchesResponse>(upcomingKey) ?? noHalls, clock.now())

  const handleMatchUpdate = (message: MatchUpdate): void => {
    const update = acceptedPart(message, positions)
    const shownMatch = completion.matchesOf(message.athleteId)
    for (const match of update.matches) {
      const before = shownMatch(match.id)
      const sentence = before && announcementOf(before, match, estimateOf(match))
      if (sentence) announcer.announce(sentence)
      highlights.mark(cardKey(match), before && before.status !== match.status ? 'status' : 'update')
    }
    edit<MatchesResponse>(upcomingKey, (list) => applyToMatches('upcoming', list, update))
    edit<MatchesResponse>(completedKey, (list) => applyToMatches('completed', list, update))
    edit<FollowedResponse>(followedKey, (list) => applyToFollowedList(list, update))
    const key = profileKey(message.athleteId)
    const before = queryClient.getQueryData<OrderOfFightsResponse>(key)
    edit<OrderOfFightsResponse>(key, (profile) => applyToProfileResponse(profile, update, clock.now()))
    if (before && hasNewCategory(before, update)) reload(key)
  }

  const handleCardUpdate = (message: CardUpdate | null): void => {
    if (!message || !positions.accepts(athleteEntity(message.athleteId), message)) return
    edit<OrderOfFightsResponse>(profileKey(message.athleteId), (profile) =>
      applyToProfileResponse(profile, message, clock.now()),
    )
    edit<FollowedResponse>(followedKey, (list) => applyToFollowedList(list, message))
  }

  const handleConfirmation = (message: ServerMessageOf<'subscription_confirmed'>): void => {
    completion.subscriptionConfirmed()
    const hasMissedMessages = restartPositions(message, positions)
    if (positions.recordWatchVersion(message.watching) || hasMissedMessages)
      reload(upcomingKey, completedKey, followedKey, tournamentsKey, offersKey, ...profileKeys())
  }

  return (message, roundTrip) => {
    if ('watching' in message && message.type !== 'subscription_confirmed')
      positions.recordWatchVersion(message.watching)
    if ('serverTime' in message) clock.learn(message.serverTime, roundTrip)
    // Several messages may share a sequence number; only the `position` message after them shows that all have arrived (see
    // resuming in docs/live-protocol.md).
    if (message.type === 'position' && !completion.isIncomplete()) positions.advance(message)
    switch (message.type) {
      case 'subscription_confirmed':
        return handleConfirmation(message)
      case 'match_update':
      case 'match_change':
        return isFollowed(message.athleteId) ? handleMatchUpdate(completion.matches(message)) : undefined
      case 'athlete_update':
      case 'athlete_change':
        return handleCardUpdate(completion.card(message))
      case 'athlete_data_loaded':
        followFlow.dataLoaded(message.athleteId)
        reloadLists()
        return reload(profileKey(message.athleteId))
      case 'cache_invalidate':
        return reload([message.endpoint])
      case 'followed_athletes_updated':
        return reload(followedKey, upcomingKey, completedKey, offersKey, ...profileKeys())
      case 'claim_update':
        return edit<MatchesResponse>(upcomingKey, (list) => applyClaimUpdate(list, message))
      case 'upcoming_matches_updated':
        return reload(upcomingKey)
      case 'tournament_update':
        if (isModeOutdated(queryClient, queries, message)) reload(upcomingKey)
        if (positions.accepts(tournamentEntity, message)) {
          edit<TournamentsResponse>(tournamentsKey, (list) => applyToTournaments(list, message))
          applyToProfiles(message)
        }
        return reload([addressOf('tournament', { params: { id: message.tournamentId } })])
      case 'source_update':
        applyToProfiles(message)
        edit<TournamentsResponse>(tournamentsKey, (list) => applySourceToTournaments(list, message))
        edit<MatchesResponse>(upcomingKey, (list) => applySource(list, message))
        return edit<MatchesResponse>(completedKey, (list) => applySource(list, message))
      case 'hall_update':
        for (const key of profileKeys())
          edit<OrderOfFightsResponse>(key, (profile) => ({ ...profile, data: applyHall(profile.data, message) }))
        edit<MatchesResponse>(upcomingKey, (list) => applyHall(list, message))
        return edit<MatchesResponse>(completedKey, (list) => applyHall(list, message))
      // These messages change nothing in the cache.
      case 'match_status_change':
      case 'pong':
      case 'position':
      case 'error':
      case 'shared_rollcall_update':
    }
  }
}

/**
 * Continues at the server's positions in the tournaments whose messages the server does not replay. True if messages of any
 * tournament were missed.
 */
function restartPositions(
  { recovered, positions: serverPositions }: ServerMessageOf<'subscription_confirmed'>,
  positions: Positions,
): boolean {
  let hasMissed = Object.values(recovered).includes(false)
  for (const [tournamentId, position] of Object.entries(serverPositions))
    if (recovered[tournamentId] !== true && positions.restart(tournamentId, position)) hasMissed = true
  return hasMissed
}

/**
 * Whether the update mode in the list of upcoming matches is outdated after a change of a tournament's state: the server derives it
 * from whether any tournament is live.
 */
function isModeOutdated(
  queryClient: QueryClient,
  { upcoming, tournaments }: Queries,
  { tournamentId, status }: ServerMessageOf<'tournament_update'>,
): boolean {
  const mode = queryClient.getQueryData<MatchesResponse>(upcoming.queryKey)?.mode
  const others = queryClient.getQueryData<TournamentsResponse>(tournaments.queryKey)?.tournaments ?? []
  const isAnyLive = status === 'live' || others.some((other) => other.id !== tournamentId && other.status === 'live')
  return mode !== undefined && (mode === 'live') !== isAnyLive
}

/** A burst has ended if no message has arrived for this time, in ms. The athletes of a team are loaded in one burst. */
const burst = 50

/** Calls `action` once per burst, after its end. */
function afterBurst(action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(action, burst)
  }
}
