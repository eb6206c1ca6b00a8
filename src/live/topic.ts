// The publish-subscribe topic of one tournament: which listener follows which athlete, and which messages a batch of changes
// causes for whom. It works in memory only and uses no socket: listeners are opaque keys.
import { placeOnMat } from '#views/item-news.ts'
import type { ServerMessage } from '#contract/live.ts'
import type { HeldTournament } from '#views/followed.ts'
import { type Match, sideOf } from '#domain/match.ts'
import { type LoggedChange, type Position, sameValue, type ValueBefore } from '#domain/tournament-state.ts'
import type { Category, Tournament } from '#domain/tournament.ts'
import { possiblyMissed, summarise } from './missed-from-log.ts'
import type { Outgoing } from './compact.ts'
import {
  type Missed,
  missedSince,
  type Stamp,
  stampOf,
  startDelivered,
  emitUpdates,
  type Delivered,
  type Dirty,
} from './delivered.ts'

/** The part of a tournament that a topic reads. */
export type TopicTournament = HeldTournament & {
  readonly position: Position
  athleteBySourceId(id: string): { id: number } | undefined
}

/** Changes of one tournament that were applied together. `before` returns an entity's value before all of them. */
export type TopicBatch = { changes: readonly LoggedChange[]; before: ValueBefore }

/** Messages, and the listeners that receive them. */
export type Delivery<Listener> = Outgoing & { to: ReadonlySet<Listener> }

type WatchedAthlete<Listener> = { delivered: Delivered; listeners: Set<Listener>; leftAt: number | null }
type DirtyAthletes<Listener> = Map<WatchedAthlete<Listener>, Dirty>

/** Why a part is dirty: the times at which the changes were recorded, and whether one entity changed more than once. */
type Cause = { moments: Iterable<string>; isRepeated: boolean }
/** The changes of a category, and its value after them. Its podium counts as new also if it changed there and back. */
type CategoryChange = Cause & { value: Category | null; isPodiumNew: boolean }

/** How long the delivered state of an athlete is kept after the last listener left, in ms (reliability P3: 10 min). */
const keepFor = 10 * 60_000

export class Topic<Listener> {
  readonly tournamentId: number
  /** All listeners of the tournament, also those that watch no athlete in it. */
  readonly listeners = new Set<Listener>()
  private readonly watched = new Map<number, WatchedAthlete<Listener>>()
  /** By match id: the watched athletes for whom it was delivered, including those who are no longer in it. */
  private readonly athletesWith = new Map<number, Set<WatchedAthlete<Listener>>>()
  private tournament: Tournament
  /** `seq`: the change with the last tournament_update. `from`: the record covers all changes after this one. */
  private tournamentDelivered: { seq: number; from: number }

  constructor(held: TopicTournament) {
    this.tournament = held.state.tournament
    this.tournamentId = held.state.tournament.id
    this.tournamentDelivered = { seq: 0, from: held.position.seq }
  }

  /** Subscribes a listener to an athlete. `now` is in epoch ms, as everywhere in this file. */
  watch(held: TopicTournament, athleteId: number, listener: Listener, now: number): void {
    let watched = this.watched.get(athleteId)
    if (!watched) {
      watched = { delivered: startDelivered(held, athleteId, stampNow(held, now)), listeners: new Set(), leftAt: null }
      this.watched.set(athleteId, watched)
      this.index(watched)
    }
    watched.listeners.add(listener)
    watched.leftAt = null
  }

  unwatch(athleteId: number, listener: Listener, now: number): void {
    const watched = this.watched.get(athleteId)
    if (watched?.listeners.delete(listener) && watched.listeners.size === 0) watched.leftAt = now
  }

  /** Drops athletes who have had no listener for ten minutes. Returns true if the topic is empty. */
  sweep(now: number): boolean {
    for (const [athleteId, watched] of this.watched) {
      if (watched.leftAt === null || now - watched.leftAt < keepFor) continue
      this.watched.delete(athleteId)
      for (const id of watched.delivered.matches.keys()) {
        const athletes = this.athletesWith.get(id)
        athletes?.delete(watched)
        if (athletes?.size === 0) this.athletesWith.delete(id)
      }
    }
    return this.watched.size === 0 && this.listeners.size === 0
  }

  /** Restarts after the change log was reset: the current state counts as delivered. */
  restart(held: TopicTournament, now: number): void {
    this.tournament = held.state.tournament
    this.tournamentDelivered = { seq: 0, from: held.position.seq }
    this.athletesWith.clear()
    for (const [athleteId, watched] of this.watched) {
      watched.delivered = startDelivered(held, athleteId, stampNow(held, now))
      this.index(watched)
    }
  }

  /** The messages for a batch that has been applied to `held`, with their recipients. Records them as delivered. */
  deliveriesFor(held: TopicTournament, batch: TopicBatch, now: number): Delivery<Listener>[] {
    const stamp = stampNow(held, now)
    const deliveries: Delivery<Listener>[] = []
    const dirty: DirtyAthletes<Listener> = new Map()
    /**
     * By mat: one of its changed matches, the times at which its changes were recorded, and whether a match changed repeatedly,
     * so that it may have been on the mat in between.
     */
    const mats = new Map<string, { match: Match; moments: Set<string>; isRepeated: boolean }>()
    const categories = new Map<number, CategoryChange>()
    const repeated = changedRepeatedlyIn(batch.changes)
    for (const { at, change } of batch.changes) {
      const isRepeated = repeated.has(keyOf(change.entity, change.id))
      const cause = { moments: [at], isRepeated }
      switch (change.entity) {
        case 'match':
          for (const watched of this.affectedBy(held, change.id, change.value))
            markMatch(dirty, watched, change.id, cause)
          for (const match of [change.value, batch.before('match', change.id)])
            if (match && match.mat !== null) {
              const mat = `${match.date} ${match.mat}`
              const known = mats.get(mat)
              mats.set(mat, {
                match,
                moments: new Set(known?.moments).add(at),
                isRepeated: isRepeated || (known?.isRepeated ?? false),
              })
            }
          break
        case 'athlete': {
          const watched = this.watched.get(change.id)
          if (watched) markAll(dirty, watched, cause)
          break
        }
        case 'category': {
          const known = categories.get(change.id)
          const before = known ? known.value : batch.before('category', change.id)
          categories.set(change.id, {
            ...cause,
            value: change.value,
            isPodiumNew: known?.isPodiumNew === true || isNewPodium(change.value, before),
          })
          break
        }
        case 'tournament':
          if (areItemsOutdated(this.tournament, change.value))
            for (const watched of this.watched.values()) markAll(dirty, watched, cause)
          if (isTournamentUpdate(this.tournament, change.value)) this.tournamentDelivered.seq = stamp.seq
          this.tournament = change.value
      }
    }
    for (const { match, moments, isRepeated } of mats.values())
      this.markPlaces(held, match, { moments, isRepeated: isRepeated || moments.size > 1 }, dirty)
    if (categories.size > 0) this.markCards(held, categories, dirty)
    if (this.tournamentDelivered.seq === stamp.seq) {
      const messages = [this.tournamentUpdate(stamp)]
      deliveries.push({ to: this.listeners, messages, compact: messages })
    }
    for (const [watched, parts] of dirty) {
      const outgoing = emitUpdates(held, watched.delivered, parts, stamp)
      this.index(watched)
      if (outgoing.messages.length > 0) deliveries.push({ to: watched.listeners, ...outgoing })
    }
    return deliveries
  }

  /**
   * What a client that follows `athleteIds` missed after change `since`. `changes`, those of the log after `since`, are used for
   * athletes whose delivered state does not reach back that far.
   */
  missed(
    held: TopicTournament,
    athleteIds: Iterable<number>,
    since: number,
    changes: readonly LoggedChange[],
  ): Missed[] {
    if (changes.length === 0) return []
    const log = summarise(changes)
    const missed: Missed[] = []
    for (const athleteId of athleteIds) {
      const watched = this.watched.get(athleteId)
      if (!watched) continue
      const ofAthlete = missedSince(watched.delivered, since) ?? possiblyMissed(held, athleteId, log)
      if (ofAthlete.card || ofAthlete.matches.length > 0 || ofAthlete.removed.length > 0) missed.push(ofAthlete)
    }
    return missed
  }

  /** Whether a client missed a tournament_update after change `since`; `changes` as for `missed`. */
  missedTournament(since: number, changes: readonly LoggedChange[]): boolean {
    if (since >= this.tournamentDelivered.from) return this.tournamentDelivered.seq > since
    return changes.some(({ change }) => change.entity === 'tournament')
  }

  /** A tournament_update with the current state. */
  tournamentUpdate(stamp: Stamp): ServerMessage {
    const { status, logoUrl, import: progress } = this.tournament
    return { type: 'tournament_update', ...stampOf(stamp), status, logoUrl, import: progress }
  }

  /** The watched athletes who are or were on a side of the match. */
  private affectedBy(held: TopicTournament, matchId: number, match: Match | null): Set<WatchedAthlete<Listener>> {
    const affected = new Set(this.athletesWith.get(matchId))
    for (const side of match?.sides ?? []) {
      if (side.kind !== 'athlete') continue
      if (side.bjjCompSystemId === null) {
        for (const [athleteId, watched] of this.watched) {
          const athlete = held.state.athletes.get(athleteId)
          if (match && athlete && sideOf(match, athlete) !== null) affected.add(watched)
        }
      } else {
        const athlete = held.athleteBySourceId(side.bjjCompSystemId)
        const watched = athlete && this.watched.get(athlete.id)
        if (watched) affected.add(watched)
      }
    }
    return affected
  }

  /** Marks the matches whose place changed on the mat that `match` is or was on. */
  private markPlaces(held: TopicTournament, { date, mat }: Match, cause: Cause, dirty: DirtyAthletes<Listener>): void {
    const listed = [...held.listedOnMat(date, mat ?? 0)].filter(({ boardRank }) => boardRank !== null)
    listed.sort((a, b) => (a.boardRank ?? 0) - (b.boardRank ?? 0))
    let ahead = 0
    for (const [index, match] of listed.entries()) {
      if (match.boardRank !== listed[index - 1]?.boardRank) ahead = index
      const athletes = this.athletesWith.get(match.id)
      if (!athletes) continue
      const place = placeOnMat({ ahead, before: held.beforeOnMat(match) })
      for (const watched of athletes) {
        const delivered = watched.delivered.matches.get(match.id)?.item
        if (cause.isRepeated || !delivered || placeOnMat(delivered) !== place)
          markMatch(dirty, watched, match.id, cause)
      }
    }
  }

  /**
   * Marks the cards of athletes in changed categories, because a card shows the podium, and those of athletes in no category, whose
   * state depends on whether all brackets are published.
   */
  private markCards(
    held: TopicTournament,
    categories: ReadonlyMap<number, CategoryChange>,
    dirty: DirtyAthletes<Listener>,
  ): void {
    for (const [athleteId, watched] of this.watched) {
      const ownCategoryIds = held.state.athletes.get(athleteId)?.categoryIds ?? []
      for (const categoryId of ownCategoryIds.length > 0 ? ownCategoryIds : categories.keys()) {
        const change = categories.get(categoryId)
        if (!change) continue
        const parts = dirtyOf(dirty, watched, change)
        parts.card = true
        parts.podium ||= change.isPodiumNew && ownCategoryIds.length > 0
        parts.changedRepeatedly.card ||= change.isRepeated
      }
    }
  }

  /** Adds the athlete's delivered matches to `athletesWith`. */
  private index(watched: WatchedAthlete<Listener>): void {
    for (const id of watched.delivered.matches.keys()) {
      const athletes = this.athletesWith.get(id)
      if (athletes) athletes.add(watched)
      else this.athletesWith.set(id, new Set([watched]))
    }
  }
}

const stampNow = (held: TopicTournament, now: number): Stamp => ({
  tournamentId: held.state.tournament.id,
  ...held.position,
  now,
})

/** The dirty parts of an athlete, to which the cause is added. */
function dirtyOf<Listener>(dirty: DirtyAthletes<Listener>, watched: WatchedAthlete<Listener>, cause: Cause): Dirty {
  const parts = dirty.get(watched) ?? noParts()
  for (const moment of cause.moments) parts.moments.add(moment)
  dirty.set(watched, parts)
  return parts
}

const noParts = (): Dirty => ({
  matches: new Set(),
  all: false,
  card: false,
  podium: false,
  changedRepeatedly: { matches: new Set(), all: false, card: false },
  moments: new Set(),
})

function markMatch<Listener>(
  dirty: DirtyAthletes<Listener>,
  watched: WatchedAthlete<Listener>,
  id: number,
  cause: Cause,
): void {
  const { matches, changedRepeatedly } = dirtyOf(dirty, watched, cause)
  matches.add(id)
  if (!cause.isRepeated) return
  changedRepeatedly.matches.add(id)
  changedRepeatedly.card = true
}

function markAll<Listener>(dirty: DirtyAthletes<Listener>, watched: WatchedAthlete<Listener>, cause: Cause): void {
  const parts = dirtyOf(dirty, watched, cause)
  parts.all = parts.card = true
  if (cause.isRepeated) parts.changedRepeatedly.all = parts.changedRepeatedly.card = true
}

const keyOf = (entity: LoggedChange['change']['entity'], id: number): string => `${entity} ${id}`

/** The keys of the entities that changed more than once in these changes. */
function changedRepeatedlyIn(changes: readonly LoggedChange[]): Set<string> {
  const once = new Set<string>()
  const repeated = new Set<string>()
  for (const { change } of changes) {
    const key = keyOf(change.entity, change.id)
    ;(once.has(key) ? repeated : once).add(key)
  }
  return repeated
}

const isNewPodium = (after: Category | null, before: Category | null | undefined): boolean =>
  !sameValue(after?.placements ?? [], before?.placements ?? [])

/** Whether a fact changed that the match items or the cards of the tournament contain. */
const areItemsOutdated = (before: Tournament, after: Tournament): boolean =>
  before.name !== after.name ||
  before.timezone !== after.timezone ||
  before.dateRange !== after.dateRange ||
  before.status !== after.status ||
  (before.import.state === 'done') !== (after.import.state === 'done')

const isTournamentUpdate = (before: Tournament, after: Tournament): boolean =>
  before.status !== after.status || before.logoUrl !== after.logoUrl || !sameValue(before.import, after.import)
