// The state of one athlete as delivered to followers. Comparing it with the current state yields the updates to send.
import { endpoints } from '#contract/endpoints.ts'
import type { CardPart, MatchPart, ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { withoutDisplayFields } from '#views/display-fields.ts'
import { newsOf } from '#views/item-news.ts'
import type { MatchItem, WireMatchItem } from '#contract/match-item.ts'
import { type HeldTournament, presentFollowed, presentMatchesOf } from '#views/followed.ts'
import type { Athlete } from '#domain/athlete.ts'
import { type Card, changedFields, completeCard, type Outgoing, addForAll, withNextId } from './compact.ts'

/** `item`: the match as delivered, null if removed. `seq`: the change with which it was last delivered. */
type DeliveredMatch = { item: MatchItem | null; seq: number }

/** The state of one athlete as delivered to followers. */
export type Delivered = {
  readonly athleteId: number
  /** The record covers all changes after this one. */
  readonly from: number
  readonly matches: Map<number, DeliveredMatch>
  /** `sent`: the card as delivered, with the id of the next match. */
  card: { sent: CardPart | null; seq: number }
}

/** The parts of an athlete that may have changed since the last delivery. */
export type Dirty = {
  matches: Set<number>
  /** Whether all matches of the athlete are dirty. */
  all: boolean
  card: boolean
  podium: boolean
  /**
   * The parts that changed more than once in a batch. They are sent even if they equal the delivered state, because another
   * process, or a list, may have shown the client a state in between.
   */
  changedRepeatedly: { matches: Set<number>; all: boolean; card: boolean }
  /**
   * The times at which the changes were recorded. With several, the card counts as changed repeatedly, because one match can have
   * undone what another did to it. Changes that were recorded together are shown together.
   */
  moments: Set<string>
}

/**
 * Common fields of messages: the tournament, the last change that they include, and the time at which they are made (`now`, epoch
 * ms).
 */
export type Stamp = { tournamentId: number; epoch: string; seq: number; now: number }

/** The initial record for an athlete; clients load the current state themselves. */
export function startDelivered(held: HeldTournament, athleteId: number, { seq, now }: Stamp): Delivered {
  const delivered: Delivered = { athleteId, from: seq, matches: new Map(), card: { sent: null, seq: 0 } }
  const athlete = held.state.athletes.get(athleteId)
  if (!athlete) return delivered
  for (const item of itemsOf(held, athlete, now))
    delivered.matches.set(item.id, { item: withoutDisplayFields(item), seq: 0 })
  delivered.card.sent = withNextId(cardOf(held, athlete, now))
  return delivered
}

/**
 * Returns the messages for all differences from the delivered state, in sending order, and records the new state as delivered.
 */
export function emitUpdates(held: HeldTournament, delivered: Delivered, dirty: Dirty, stamp: Stamp): Outgoing {
  const { athleteId } = delivered
  const athlete = held.state.athletes.get(athleteId)
  const items = athlete ? itemsOf(held, athlete, stamp.now) : []
  const hadMatches = [...delivered.matches.values()].some(({ item }) => item !== null)
  const { updated, parts, removed, statuses } = takeChanges(delivered, items, dirty, stamp.seq)
  const outgoing: Outgoing = { messages: [], compact: [] }
  if (updated.length > 0 || removed.length > 0) {
    const signals = statuses.map(([matchId, status]): ServerMessage => ({
      type: 'match_status_change',
      ...stampOf(stamp),
      athleteId,
      matchId,
      status,
    }))
    outgoing.messages.push(matchUpdate(stampOf(stamp), athleteId, athlete, updated, removed), ...signals)
    outgoing.compact.push({ type: 'match_change', ...positionOf(stamp), athleteId, matches: parts, removed })
    if (!hadMatches && updated.length > 0) addForAll(outgoing, dataLoaded(stamp, athleteId))
  }
  if (athlete && (dirty.card || outgoing.messages.length > 0)) {
    const card = cardOf(held, athlete, stamp.now)
    const { sent: before } = delivered.card
    const after = withNextId(card)
    const isRepeated = dirty.changedRepeatedly.card || dirty.moments.size > 1
    const part = isRepeated || !before ? completeCard(card) : changedFields(before, after)
    if (Object.keys(part).length > 0) {
      delivered.card = { sent: after, seq: stamp.seq }
      outgoing.messages.push({ type: 'athlete_update', ...stampOf(stamp), athleteId, athlete: card })
      outgoing.compact.push({ type: 'athlete_change', ...positionOf(stamp), athleteId, athlete: part })
    }
  }
  if (dirty.podium) addForAll(outgoing, profileChanged(stamp, athleteId))
  return outgoing
}

type Changes = {
  updated: WireMatchItem[]
  /** The same for compact subscribers. */
  parts: MatchPart[]
  removed: number[]
  /** New statuses, by match id. */
  statuses: [number, string][]
}

/** The dirty matches that differ from the delivered state. Records them as delivered with the change `seq`. */
function takeChanges(delivered: Delivered, current: readonly WireMatchItem[], dirty: Dirty, seq: number): Changes {
  const items = new Map(current.map((item) => [item.id, item]))
  const { changedRepeatedly, matches } = dirty
  const candidates = dirty.all ? new Set([...delivered.matches.keys(), ...items.keys(), ...matches]) : matches
  const changes: Changes = { updated: [], parts: [], removed: [], statuses: [] }
  for (const id of candidates) {
    const item = items.get(id)
    const before = delivered.matches.get(id)?.item ?? null
    const after = item ? withoutDisplayFields(item) : null
    const changed = after && changedFields(before && newsOf(before), newsOf(after))
    const isRepeated = changedRepeatedly.all || changedRepeatedly.matches.has(id)
    const isSame = changed ? Object.keys(changed).length === 0 : before === null
    if (isSame && !isRepeated) continue
    delivered.matches.set(id, { item: after, seq })
    if (!item || !after) {
      changes.removed.push(id)
      continue
    }
    changes.updated.push(item)
    // `ahead` is always included, because not every change of it was sent (L23).
    changes.parts.push(before === null || isRepeated ? after : { id, ...changed, ahead: after.ahead })
    if (before && before.status !== after.status) changes.statuses.push([id, after.status])
  }
  return changes
}

/** What a client missed about an athlete: ids of updated and of removed matches, and whether the card changed. */
export type Missed = { athleteId: number; matches: number[]; removed: number[]; card: boolean }

/** What was delivered after change `since`; null if this record does not reach back that far. */
export function missedSince(delivered: Delivered, since: number): Missed | null {
  if (since < delivered.from) return null
  const { athleteId } = delivered
  const missed: Missed = { athleteId, matches: [], removed: [], card: delivered.card.seq > since }
  for (const [id, { item, seq }] of delivered.matches) {
    if (seq <= since) continue
    if (item === null) missed.removed.push(id)
    else missed.matches.push(id)
  }
  return missed
}

/** The messages that update a client to the current state. */
export function emitMissed(held: HeldTournament, missed: Missed, stamp: Stamp): Outgoing {
  const { athleteId, removed } = missed
  const athlete = held.state.athletes.get(athleteId)
  const wanted = new Set(missed.matches)
  const items = athlete ? itemsOf(held, athlete, stamp.now).filter(({ id }) => wanted.has(id)) : []
  const outgoing: Outgoing = { messages: [], compact: [] }
  if (items.length > 0 || removed.length > 0) {
    const matches = items.map(withoutDisplayFields)
    outgoing.messages.push(matchUpdate(stampOf(stamp), athleteId, athlete, items, removed))
    outgoing.compact.push({ type: 'match_change', ...positionOf(stamp), athleteId, matches, removed })
  }
  if (athlete && missed.card) {
    const card = cardOf(held, athlete, stamp.now)
    outgoing.messages.push({ type: 'athlete_update', ...stampOf(stamp), athleteId, athlete: card })
    outgoing.compact.push({ type: 'athlete_change', ...positionOf(stamp), athleteId, athlete: completeCard(card) })
  }
  return outgoing
}

/** The current matches of an athlete; empty if the source lists none. */
export const itemsOf = (held: HeldTournament, athlete: Athlete, now: number): WireMatchItem[] =>
  presentMatchesOf(held, athlete, now).map(({ item }) => item)

/** The message about the first matches of an athlete who had none. */
export const dataLoaded = (
  { tournamentId, now }: Pick<Stamp, 'tournamentId' | 'now'>,
  athleteId: number,
): ServerMessage => ({
  type: 'athlete_data_loaded',
  athleteId,
  tournamentId,
  serverTime: new Date(now).toISOString(),
})

/** The message on which clients reload an athlete's order-of-fights view, which also shows podiums and notes. */
export const profileChanged = (
  { now }: Pick<Stamp, 'now'>,
  athleteId: number,
): ServerMessageOf<'cache_invalidate'> => ({
  type: 'cache_invalidate',
  athleteId,
  endpoint: endpoints.orderOfFights.path.replace(':id', String(athleteId)),
  serverTime: new Date(now).toISOString(),
})

const positionOf = ({ tournamentId, seq, epoch }: Stamp): Omit<StampFields, 'serverTime'> => ({
  tournamentId,
  seq,
  epoch,
})

type StampFields = { tournamentId: number; seq: number; epoch: string; serverTime: string }

/** A stamp as messages contain it. */
export const stampOf = ({ tournamentId, seq, epoch, now }: Stamp): StampFields => ({
  tournamentId,
  seq,
  epoch,
  serverTime: new Date(now).toISOString(),
})

/** `status` is that of the first live match of the update, else of its first match, else 'removed'. */
function matchUpdate(
  stampFields: StampFields,
  athleteId: number,
  athlete: Athlete | undefined,
  matches: WireMatchItem[],
  removed: number[],
): ServerMessageOf<'match_update'> {
  const headline = matches.find(({ status }) => status === 'live') ?? matches[0]
  return {
    type: 'match_update',
    ...stampFields,
    athleteId,
    athlete: { id: athleteId, name: athlete?.name ?? '' },
    status: headline?.status ?? 'removed',
    matches,
    removed,
    timestamp: stampFields.serverTime,
  }
}

function cardOf(held: HeldTournament, athlete: Athlete, now: number): Card {
  const { followedAt: _since, via: _via, ...card } = presentFollowed(held, athlete, { followedAt: '', via: null }, now)
  return card
}
