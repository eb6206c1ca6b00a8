// One tournament as open screens see it: who listens to which athlete, and what a batch of changes says to whom.
// Pure bookkeeping in memory; sockets are only passed through as listeners.
import { nearFront } from '#views/item-news.ts'
import type { ServerMessage } from '#contract/live.ts'
import type { HeldTournament } from '#views/followed.ts'
import { type Match, sideOf } from '#domain/match.ts'
import { type LoggedChange, type Position, sameValue, type ValueBefore } from '#domain/tournament-state.ts'
import type { Category, Tournament } from '#domain/tournament.ts'
import { possiblyMissed, summarise } from './missed-from-log.ts'
import {
  type Missed,
  missedSince,
  type Place,
  placedAt,
  startTelling,
  tellNews,
  type Told,
  type Touched,
} from './told.ts'

/** What the topic reads of a tournament. */
export type TopicTournament = HeldTournament & {
  readonly position: Position
  athleteBySourceId(id: string): { id: number } | undefined
}

/** Changes of one tournament that were applied together; `before` gives an entity's value before all of them. */
export type TopicBatch = { changes: readonly LoggedChange[]; before: ValueBefore }

/** Messages for all listeners of a set. */
export type Delivery<Listener> = { to: ReadonlySet<Listener>; messages: ServerMessage[] }

type Watched<Listener> = { told: Told; listeners: Set<Listener>; leftAt: number | null }
type TouchedBy<Listener> = Map<Watched<Listener>, Touched>

/** What was told to a follower who left is kept this long, in ms, to serve the return (reliability P3: 10 min). */
const rememberFor = 10 * 60_000

export class Topic<Listener> {
  readonly tournamentId: number
  /** Everybody who has the tournament in the list, followed athletes or not. */
  readonly listeners = new Set<Listener>()
  private readonly watched = new Map<number, Watched<Listener>>()
  /** Which records know a match, also one that an athlete no longer is in. */
  private readonly knowing = new Map<number, Set<Watched<Listener>>>()
  private tournament: Tournament
  /** The last change told by a tournament_update, and the change after which all of them are known here. */
  private tournamentTold: { seq: number; from: number }

  constructor(held: TopicTournament) {
    this.tournament = held.state.tournament
    this.tournamentId = held.state.tournament.id
    this.tournamentTold = { seq: 0, from: held.position.seq }
  }

  /** From now on the listener hears of the athlete. `now` in epoch ms, as everywhere here. */
  watch(held: TopicTournament, athleteId: number, listener: Listener, now: number): void {
    let watched = this.watched.get(athleteId)
    if (!watched) {
      watched = { told: startTelling(held, athleteId, placeOf(held, now)), listeners: new Set(), leftAt: null }
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

  /** Drops what nobody has listened to for ten minutes. True when nothing is left. */
  sweep(now: number): boolean {
    for (const [athleteId, watched] of this.watched) {
      if (watched.leftAt === null || now - watched.leftAt < rememberFor) continue
      this.watched.delete(athleteId)
      for (const id of watched.told.matches.keys()) {
        const knowing = this.knowing.get(id)
        knowing?.delete(watched)
        if (knowing?.size === 0) this.knowing.delete(id)
      }
    }
    return this.watched.size === 0 && this.listeners.size === 0
  }

  /** Starts over after the history was cut: every record begins at the tournament as it is now. */
  restart(held: TopicTournament, now: number): void {
    this.tournament = held.state.tournament
    this.tournamentTold = { seq: 0, from: held.position.seq }
    this.knowing.clear()
    for (const [athleteId, watched] of this.watched) {
      watched.told = startTelling(held, athleteId, placeOf(held, now))
      this.index(watched)
    }
  }

  /** What a batch, already applied to `held`, says to whom. */
  changed(held: TopicTournament, batch: TopicBatch, now: number): Delivery<Listener>[] {
    const place = placeOf(held, now)
    const deliveries: Delivery<Listener>[] = []
    const touched: TouchedBy<Listener> = new Map()
    /** One of each mat's matches, and the moments at which something on the mat was recorded. */
    const mats = new Map<string, { match: Match; moments: Set<string> }>()
    /** Changed categories, and whether their podium did. */
    const categories = new Map<number, boolean>()
    const changedAgain = againIn(batch.changes)
    for (const { at, change } of batch.changes) {
      const isAgain = changedAgain.has(keyOf(change.entity, change.id))
      switch (change.entity) {
        case 'match':
          for (const watched of this.concernedBy(held, change.id, change.value))
            touchMatch(touched, watched, change.id, isAgain)
          for (const match of [change.value, batch.before('match', change.id)])
            if (match && match.mat !== null) {
              const mat = `${match.date} ${match.mat}`
              mats.set(mat, { match, moments: new Set(mats.get(mat)?.moments).add(at) })
            }
          break
        case 'athlete': {
          const watched = this.watched.get(change.id)
          if (watched) touchAll(touched, watched, isAgain)
          break
        }
        case 'category':
          categories.set(change.id, isNewPodium(change.value, batch.before('category', change.id)))
          break
        case 'tournament':
          if (areItemsOutdated(this.tournament, change.value))
            for (const watched of this.watched.values()) touchAll(touched, watched, isAgain)
          if (isNewsOfTournament(this.tournament, change.value)) this.tournamentTold.seq = place.seq
          this.tournament = change.value
      }
    }
    for (const { match, moments } of mats.values()) this.touchFront(held, match, moments.size > 1, touched)
    if (categories.size > 0) this.touchCards(held, categories, changedAgain, touched)
    if (this.tournamentTold.seq === place.seq)
      deliveries.push({ to: this.listeners, messages: [this.tournamentUpdate(place)] })
    for (const [watched, what] of touched) {
      const messages = tellNews(held, watched.told, what, place)
      this.index(watched)
      if (messages.length > 0) deliveries.push({ to: watched.listeners, messages })
    }
    return deliveries
  }

  /**
   * What somebody who follows `athleteIds` and stands at change `since` missed. `changes` are the log's after `since`:
   * they serve where the records here are younger than that.
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
      const one = missedSince(watched.told, since) ?? possiblyMissed(held, athleteId, log)
      if (one.card || one.matches.length > 0 || one.removed.length > 0) missed.push(one)
    }
    return missed
  }

  /** True when a tournament_update is among what somebody at change `since` missed; `changes` as for `missed`. */
  missedTournament(since: number, changes: readonly LoggedChange[]): boolean {
    if (since >= this.tournamentTold.from) return this.tournamentTold.seq > since
    return changes.some(({ change }) => change.entity === 'tournament')
  }

  /** The tournament_update of now. */
  tournamentUpdate(place: Place): ServerMessage {
    const { status, logoUrl, import: progress } = this.tournament
    return { type: 'tournament_update', ...placedAt(place), status, logoUrl, import: progress }
  }

  /** Records that know the match, and those of athletes who now stand on a side of it. */
  private concernedBy(held: TopicTournament, matchId: number, match: Match | null): Set<Watched<Listener>> {
    const concerned = new Set(this.knowing.get(matchId))
    for (const side of match?.sides ?? []) {
      if (side.kind !== 'athlete') continue
      if (side.bjjCompSystemId === null) {
        for (const [athleteId, watched] of this.watched) {
          const athlete = held.state.athletes.get(athleteId)
          if (match && athlete && sideOf(match, athlete) !== null) concerned.add(watched)
        }
      } else {
        const athlete = held.athleteBySourceId(side.bjjCompSystemId)
        const watched = athlete && this.watched.get(athlete.id)
        if (watched) concerned.add(watched)
      }
    }
    return concerned
  }

  /** Touches what came to, left or moved within the front of the mat that a match is or was on. */
  private touchFront(
    held: TopicTournament,
    { date, mat }: Match,
    isAgain: boolean,
    touched: TouchedBy<Listener>,
  ): void {
    const listed = [...held.listedOnMat(date, mat ?? 0)].filter(({ boardRank }) => boardRank !== null)
    listed.sort((a, b) => (a.boardRank ?? 0) - (b.boardRank ?? 0))
    let ahead = 0
    for (const [index, match] of listed.entries()) {
      if (match.boardRank !== listed[index - 1]?.boardRank) ahead = index
      const near = ahead <= nearFront ? ahead : null
      for (const watched of this.knowing.get(match.id) ?? [])
        if (watched.told.matches.get(match.id)?.near !== near || (isAgain && near !== null))
          touchMatch(touched, watched, match.id, isAgain)
    }
  }

  /** Touches the cards of who is entered in a changed category: the podium stands on them. */
  private touchCards(
    held: TopicTournament,
    categories: ReadonlyMap<number, boolean>,
    changedAgain: ReadonlySet<string>,
    touched: TouchedBy<Listener>,
  ): void {
    for (const [athleteId, watched] of this.watched)
      for (const categoryId of held.state.athletes.get(athleteId)?.categoryIds ?? []) {
        const isPodiumNew = categories.get(categoryId)
        if (isPodiumNew === undefined) continue
        const what = touch(touched, watched)
        what.card = true
        what.podium ||= isPodiumNew
        what.again.card ||= changedAgain.has(keyOf('category', categoryId))
      }
  }

  private index(watched: Watched<Listener>): void {
    for (const id of watched.told.matches.keys()) {
      const knowing = this.knowing.get(id)
      if (knowing) knowing.add(watched)
      else this.knowing.set(id, new Set([watched]))
    }
  }
}

const placeOf = (held: TopicTournament, now: number): Place => ({
  tournamentId: held.state.tournament.id,
  ...held.position,
  now,
})

function touch<Listener>(touched: TouchedBy<Listener>, watched: Watched<Listener>): Touched {
  const known = touched.get(watched)
  if (known) return known
  const what: Touched = {
    matches: new Set(),
    all: false,
    card: false,
    podium: false,
    again: { matches: new Set(), all: false, card: false },
  }
  touched.set(watched, what)
  return what
}

function touchMatch<Listener>(
  touched: TouchedBy<Listener>,
  watched: Watched<Listener>,
  id: number,
  isAgain: boolean,
): void {
  const { matches, again } = touch(touched, watched)
  matches.add(id)
  if (!isAgain) return
  again.matches.add(id)
  again.card = true
}

function touchAll<Listener>(touched: TouchedBy<Listener>, watched: Watched<Listener>, isAgain: boolean): void {
  const what = touch(touched, watched)
  what.all = what.card = true
  if (isAgain) what.again.all = what.again.card = true
}

const keyOf = (entity: LoggedChange['change']['entity'], id: number): string => `${entity} ${id}`

/** What changed more than once in these changes. */
function againIn(changes: readonly LoggedChange[]): Set<string> {
  const once = new Set<string>()
  const again = new Set<string>()
  for (const { change } of changes) {
    const key = keyOf(change.entity, change.id)
    ;(once.has(key) ? again : once).add(key)
  }
  return again
}

const isNewPodium = (after: Category | null, before: Category | null | undefined): boolean =>
  !sameValue(after?.placements ?? [], before?.placements ?? [])

/** Facts of the tournament that stand on every match item and card of it. */
const areItemsOutdated = (before: Tournament, after: Tournament): boolean =>
  before.name !== after.name ||
  before.timezone !== after.timezone ||
  before.dateRange !== after.dateRange ||
  before.status !== after.status ||
  (before.import.state === 'done') !== (after.import.state === 'done')

const isNewsOfTournament = (before: Tournament, after: Tournament): boolean =>
  before.status !== after.status || before.logoUrl !== after.logoUrl || !sameValue(before.import, after.import)
