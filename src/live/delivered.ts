// What has been delivered to the followers of one athlete. Comparing it with the present state yields the updates to send.
import { hash } from 'node:crypto'
import { endpoints } from '#contract/endpoints.ts'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { newsOf, placeOnMat } from '#views/item-news.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import { type HeldTournament, presentFollowed, presentMatchesOf } from '#views/followed.ts'
import type { Athlete } from '#domain/athlete.ts'

/**
 * `fingerprint` is that of the item as delivered, null for a removed match. `place` is its place on the mat.
 * `seq` is the change with which it was last delivered.
 */
type DeliveredMatch = { fingerprint: string | null; status: string | null; place: string | null; seq: number }

/** The state of one athlete as delivered to followers. */
export type Delivered = {
  readonly athleteId: number
  /** The record covers all changes after this one. */
  readonly from: number
  readonly matches: Map<number, DeliveredMatch>
  card: { fingerprint: string; seq: number }
}

/** The parts of an athlete that may have changed since the last delivery. */
export type Dirty = {
  matches: Set<number>
  /** Whether all matches of the athlete are dirty. */
  all: boolean
  card: boolean
  podium: boolean
  /**
   * What changed more than once in a batch. It is sent even when it equals what was delivered: another process, or a list,
   * may have shown the client a state in between.
   */
  changedRepeatedly: { matches: Set<number>; all: boolean; card: boolean }
}

/** Common fields of messages: the tournament, the change up to which they hold, and when they are made (`now`, epoch ms). */
export type Stamp = { tournamentId: number; epoch: string; seq: number; now: number }

/** The record for an athlete whose present state clients load by themselves. */
export function startDelivered(held: HeldTournament, athleteId: number, { seq, now }: Stamp): Delivered {
  const delivered: Delivered = { athleteId, from: seq, matches: new Map(), card: { fingerprint: '', seq: 0 } }
  const athlete = held.state.athletes.get(athleteId)
  if (!athlete) return delivered
  for (const item of itemsOf(held, athlete, now)) delivered.matches.set(item.id, deliveredMatch(item, 0))
  delivered.card.fingerprint = cardFingerprint(cardOf(held, athlete, now))
  return delivered
}

/** Returns the messages for what differs from the delivered state, in sending order, and records them as delivered. */
export function emitUpdates(held: HeldTournament, delivered: Delivered, dirty: Dirty, stamp: Stamp): ServerMessage[] {
  const athlete = held.state.athletes.get(delivered.athleteId)
  const items = new Map(athlete ? itemsOf(held, athlete, stamp.now).map((item) => [item.id, item]) : [])
  const hadMatches = [...delivered.matches.values()].some(({ fingerprint }) => fingerprint !== null)
  const { changedRepeatedly, matches } = dirty
  const candidates = dirty.all ? new Set([...delivered.matches.keys(), ...items.keys(), ...matches]) : matches
  const updated: WireMatchItem[] = []
  const removed: number[] = []
  const signals: ServerMessage[] = []
  const stampFields = stampOf(stamp)

  for (const id of candidates) {
    const item = items.get(id)
    const before = delivered.matches.get(id)
    const next = item
      ? deliveredMatch(item, stamp.seq)
      : { fingerprint: null, status: null, place: null, seq: stamp.seq }
    const isSame = next.fingerprint === (before?.fingerprint ?? null)
    if (isSame && !changedRepeatedly.all && !changedRepeatedly.matches.has(id)) continue
    delivered.matches.set(id, next)
    if (!item) removed.push(id)
    else updated.push(item)
    if (item && before?.status && before.status !== item.status)
      signals.push({
        type: 'match_status_change',
        ...stampFields,
        athleteId: delivered.athleteId,
        matchId: id,
        status: item.status,
      })
  }

  const messages: ServerMessage[] = []
  if (updated.length > 0 || removed.length > 0) {
    messages.push(matchUpdate(stampFields, delivered.athleteId, athlete, updated, removed), ...signals)
    if (!hadMatches && updated.length > 0) messages.push(dataLoaded(stamp, delivered.athleteId))
  }
  if (athlete && (dirty.card || messages.length > 0)) {
    const card = cardOf(held, athlete, stamp.now)
    const fingerprint = cardFingerprint(card)
    if (fingerprint !== delivered.card.fingerprint || changedRepeatedly.card) {
      delivered.card = { fingerprint, seq: stamp.seq }
      messages.push({ type: 'athlete_update', ...stampFields, athleteId: athlete.id, athlete: card })
    }
  }
  if (dirty.podium) messages.push(profileChanged(stamp, delivered.athleteId))
  return messages
}

/** What a client missed of an athlete: ids of updated and of removed matches, and whether the card changed. */
export type Missed = { athleteId: number; matches: number[]; removed: number[]; card: boolean }

/** What was delivered after change `since`; null when this record does not reach back that far. */
export function missedSince(delivered: Delivered, since: number): Missed | null {
  if (since < delivered.from) return null
  const { athleteId } = delivered
  const missed: Missed = { athleteId, matches: [], removed: [], card: delivered.card.seq > since }
  for (const [id, { fingerprint, seq }] of delivered.matches) {
    if (seq <= since) continue
    if (fingerprint === null) missed.removed.push(id)
    else missed.matches.push(id)
  }
  return missed
}

/** The messages that bring a client up to date. */
export function emitMissed(held: HeldTournament, missed: Missed, stamp: Stamp): ServerMessage[] {
  const athlete = held.state.athletes.get(missed.athleteId)
  const wanted = new Set(missed.matches)
  const items = athlete ? itemsOf(held, athlete, stamp.now).filter(({ id }) => wanted.has(id)) : []
  const stampFields = stampOf(stamp)
  const messages: ServerMessage[] = []
  if (items.length > 0 || missed.removed.length > 0)
    messages.push(matchUpdate(stampFields, missed.athleteId, athlete, items, missed.removed))
  if (athlete && missed.card) {
    const card = cardOf(held, athlete, stamp.now)
    messages.push({ type: 'athlete_update', ...stampFields, athleteId: athlete.id, athlete: card })
  }
  return messages
}

/** The matches of an athlete as they are now; empty when the source lists none. */
export const itemsOf = (held: HeldTournament, athlete: Athlete, now: number): WireMatchItem[] =>
  presentMatchesOf(held, athlete, now).map(({ item }) => item)

/** Announces the first matches of an athlete who had none. */
export const dataLoaded = (
  { tournamentId, now }: Pick<Stamp, 'tournamentId' | 'now'>,
  athleteId: number,
): ServerMessage => ({
  type: 'athlete_data_loaded',
  athleteId,
  tournamentId,
  serverTime: new Date(now).toISOString(),
})

/** Invalidates an athlete's order-of-fights view, which shows more than match updates bring: podiums and notes. */
export const profileChanged = (
  { now }: Pick<Stamp, 'now'>,
  athleteId: number,
): ServerMessageOf<'cache_invalidate'> => ({
  type: 'cache_invalidate',
  athleteId,
  endpoint: endpoints.orderOfFights.path.replace(':id', String(athleteId)),
  serverTime: new Date(now).toISOString(),
})

type StampFields = { tournamentId: number; seq: number; epoch: string; serverTime: string }

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

type Card = ServerMessageOf<'athlete_update'>['athlete']

function cardOf(held: HeldTournament, athlete: Athlete, now: number): Card {
  const { followedAt: _since, via: _via, ...card } = presentFollowed(held, athlete, { followedAt: '', via: null }, now)
  return card
}

/** Only the identity of the next match counts: match updates bring its changes. */
const cardFingerprint = (card: Card): string => fingerprintOf({ ...card, next: card.next?.id ?? null })

const deliveredMatch = (item: WireMatchItem, seq: number): DeliveredMatch => ({
  fingerprint: fingerprintOf(newsOf(item)),
  status: item.status,
  place: placeOnMat(item),
  seq,
})

const fingerprintOf = (value: object): string => hash('sha1', JSON.stringify(value), 'base64')
