// What the followers of one athlete were last told, so that of all that changes only what is news to them is sent.
import { hash } from 'node:crypto'
import { endpoints } from '#contract/endpoints.ts'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { newsOf, toldAhead } from '#views/item-news.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import { type HeldTournament, presentFollowed, presentMatchesOf } from '#views/followed.ts'
import type { Athlete } from '#domain/athlete.ts'

/** `print` stands for the item as told, null once it is gone; `near` is its told number ahead; `seq` the change told last. */
type ToldMatch = { print: string | null; status: string | null; near: number | null; seq: number }

export type Told = {
  readonly athleteId: number
  /** This record knows of every change after this one. */
  readonly from: number
  readonly matches: Map<number, ToldMatch>
  card: { print: string; seq: number }
}

/** What of an athlete may have changed. */
export type Touched = {
  matches: Set<number>
  /** All of the athlete's matches, whichever they are. */
  all: boolean
  card: boolean
  podium: boolean
  /**
   * What changed more than once at a time. Back at what was told it is news, too: whom another process or a list told can
   * have seen it in between.
   */
  again: { matches: Set<number>; all: boolean; card: boolean }
}

/** What messages say of themselves: the tournament, the change up to which they hold, the moment they are made (epoch ms). */
export type Place = { tournamentId: number; epoch: string; seq: number; now: number }

/** A record for somebody who loads the athlete now. */
export function startTelling(held: HeldTournament, athleteId: number, { seq, now }: Place): Told {
  const told: Told = { athleteId, from: seq, matches: new Map(), card: { print: '', seq: 0 } }
  const athlete = held.state.athletes.get(athleteId)
  if (!athlete) return told
  for (const item of itemsOf(held, athlete, now)) told.matches.set(item.id, toldMatch(item, 0))
  told.card.print = cardPrint(cardOf(held, athlete, now))
  return told
}

/** The messages for what is news in `touched`, in the order to send; the record then counts them as told. */
export function tellNews(held: HeldTournament, told: Told, touched: Touched, place: Place): ServerMessage[] {
  const athlete = held.state.athletes.get(told.athleteId)
  const items = new Map(athlete ? itemsOf(held, athlete, place.now).map((item) => [item.id, item]) : [])
  const hadMatches = [...told.matches.values()].some(({ print }) => print !== null)
  const { again, matches } = touched
  const candidates = touched.all ? new Set([...told.matches.keys(), ...items.keys(), ...matches]) : matches
  const news: WireMatchItem[] = []
  const removed: number[] = []
  const signals: ServerMessage[] = []
  const placed = placedAt(place)

  for (const id of candidates) {
    const item = items.get(id)
    const before = told.matches.get(id)
    const next = item ? toldMatch(item, place.seq) : { print: null, status: null, near: null, seq: place.seq }
    if (next.print === (before?.print ?? null) && !again.all && !again.matches.has(id)) continue
    told.matches.set(id, next)
    if (!item) removed.push(id)
    else news.push(item)
    if (item && before?.status && before.status !== item.status)
      signals.push({
        type: 'match_status_change',
        ...placed,
        athleteId: told.athleteId,
        matchId: id,
        status: item.status,
      })
  }

  const messages: ServerMessage[] = []
  if (news.length > 0 || removed.length > 0) {
    messages.push(matchUpdate(placed, told.athleteId, athlete, news, removed), ...signals)
    if (!hadMatches && news.length > 0) messages.push(dataLoaded(place, told.athleteId))
  }
  if (athlete && (touched.card || messages.length > 0)) {
    const card = cardOf(held, athlete, place.now)
    const print = cardPrint(card)
    if (print !== told.card.print || again.card) {
      told.card = { print, seq: place.seq }
      messages.push({ type: 'athlete_update', ...placed, athleteId: athlete.id, athlete: card })
    }
  }
  if (touched.podium) messages.push(profileChanged(place, told.athleteId))
  return messages
}

/** What a client missed of an athlete; empty where it missed nothing. */
export type Missed = { athleteId: number; matches: number[]; removed: number[]; card: boolean }

/** What was told after change `since`, or null when this record is too young to know. */
export function missedSince(told: Told, since: number): Missed | null {
  if (since < told.from) return null
  const missed: Missed = { athleteId: told.athleteId, matches: [], removed: [], card: told.card.seq > since }
  for (const [id, { print, seq }] of told.matches) {
    if (seq <= since) continue
    if (print === null) missed.removed.push(id)
    else missed.matches.push(id)
  }
  return missed
}

/** The messages that make a client whole again. */
export function tellMissed(held: HeldTournament, missed: Missed, place: Place): ServerMessage[] {
  const athlete = held.state.athletes.get(missed.athleteId)
  const wanted = new Set(missed.matches)
  const items = athlete ? itemsOf(held, athlete, place.now).filter(({ id }) => wanted.has(id)) : []
  const placed = placedAt(place)
  const messages: ServerMessage[] = []
  if (items.length > 0 || missed.removed.length > 0)
    messages.push(matchUpdate(placed, missed.athleteId, athlete, items, missed.removed))
  if (athlete && missed.card) {
    const card = cardOf(held, athlete, place.now)
    messages.push({ type: 'athlete_update', ...placed, athleteId: athlete.id, athlete: card })
  }
  return messages
}

/** The matches of an athlete as they are now; empty for one that the source never listed. */
export const itemsOf = (held: HeldTournament, athlete: Athlete, now: number): WireMatchItem[] =>
  presentMatchesOf(held, athlete, now).map(({ item }) => item)

/** Says that an athlete who had no matches has some. */
export const dataLoaded = (
  { tournamentId, now }: Pick<Place, 'tournamentId' | 'now'>,
  athleteId: number,
): ServerMessage => ({
  type: 'athlete_data_loaded',
  athleteId,
  tournamentId,
  serverTime: new Date(now).toISOString(),
})

/** What the order-of-fights view of an athlete shows beyond matches changed: the podium of a category, say. */
export const profileChanged = (
  { now }: Pick<Place, 'now'>,
  athleteId: number,
): ServerMessageOf<'cache_invalidate'> => ({
  type: 'cache_invalidate',
  athleteId,
  endpoint: endpoints.orderOfFights.path.replace(':id', String(athleteId)),
  serverTime: new Date(now).toISOString(),
})

type Placed = { tournamentId: number; seq: number; epoch: string; serverTime: string }

export const placedAt = ({ tournamentId, seq, epoch, now }: Place): Placed => ({
  tournamentId,
  seq,
  epoch,
  serverTime: new Date(now).toISOString(),
})

/** `status` is the status of a live match of the update if there is one, else of its first, else 'removed'. */
function matchUpdate(
  placed: Placed,
  athleteId: number,
  athlete: Athlete | undefined,
  matches: WireMatchItem[],
  removed: number[],
): ServerMessageOf<'match_update'> {
  const telling = matches.find(({ status }) => status === 'live') ?? matches[0]
  return {
    type: 'match_update',
    ...placed,
    athleteId,
    athlete: { id: athleteId, name: athlete?.name ?? '' },
    status: telling?.status ?? 'removed',
    matches,
    removed,
    timestamp: placed.serverTime,
  }
}

type Card = ServerMessageOf<'athlete_update'>['athlete']

function cardOf(held: HeldTournament, athlete: Athlete, now: number): Card {
  const { followedAt: _perUser, ...card } = presentFollowed(held, athlete, '', now)
  return card
}

/** The next match counts by its identity: its own changes are told by match updates. */
const cardPrint = (card: Card): string => printOf({ ...card, next: card.next?.id ?? null })

const toldMatch = (item: WireMatchItem, seq: number): ToldMatch => ({
  print: printOf(newsOf(item)),
  status: item.status,
  near: toldAhead(item),
  seq,
})

const printOf = (value: object): string => hash('sha1', JSON.stringify(value), 'base64')
