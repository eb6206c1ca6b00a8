// Calls about athletes: search, follow, order of fights, opponent, notes.
import { athleteTexts, searchMinimum, searchLimit, searchTooShort } from '#contract/athletes.ts'
import type { ResponseOf } from '#contract/endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { type OwnFollow, presentFollowed } from '#views/followed.ts'
import { athletesIn, presentOpponent } from '#views/opponent.ts'
import { presentProfile } from '#views/profile.ts'
import type { Athlete } from '#domain/athlete.ts'
import { beltOf } from '#domain/belt.ts'
import { nameKey } from '#domain/name.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held, Session, Store } from '#store'
import type { Handlers, Call } from './calls.ts'
import type { Limits } from './limits.ts'
import { heldTournament, heldTournaments } from './watched.ts'

type Names =
  | 'searchAthletes'
  | 'follow'
  | 'unfollow'
  | 'unfollowAlias'
  | 'orderOfFights'
  | 'opponent'
  | 'refreshOrderOfFights'
  | 'scrapeOrderOfFights'
  | 'athleteNotes'
type UserCall = Pick<Call<'unfollow'>, 'session' | 'id' | 'ip'>
type Followed = { held: Held; athlete: Athlete; own: OwnFollow }
type Needs = { store: Store; limits: Limits; clock: Clock }

/** How long a follow and a refresh wait for the athlete's pages, in ms. */
const followTimeout = 4_000
const refreshTimeout = 10_000
/** Pages that were read within this time are not read again for a new follower, in ms. */
const freshFor = 60_000

export function athleteHandlers({ store, limits, clock }: Needs): Handlers<Names> {
  const watchedBy = (session: Session) => store.follows.watchedBy(session.userId, session.followVersion)

  /** @throws CodedError 'not-found', also for an existing athlete whom the user does not follow. */
  const requireFollowed = async (session: Session, id: number): Promise<Followed> => {
    const follow = (await watchedBy(session)).follows.find(({ athleteId }) => athleteId === id)
    const held = follow && (await heldTournaments(store, [follow.tournamentId], [follow])).get(follow.tournamentId)
    const athlete = held?.state.athletes.get(id)
    if (!follow || !held || !athlete) throw new CodedError('not-found')
    return { held, athlete, own: { followedAt: follow.followedAt, via: follow.via } }
  }

  const unfollow = async ({ session, id, ip }: UserCall): Promise<ResponseOf<'unfollow'>> => {
    await limits.take('follow', { userId: session.userId, ip })
    const ended = await store.follows.unfollow(session.userId, id)
    if (!ended) throw new CodedError('not-found')
    return { success: true, ...ended }
  }

  const refresh = async ({ session, id, ip }: UserCall): Promise<ResponseOf<'refreshOrderOfFights'>> => {
    const { held } = await requireFollowed(session, id)
    await limits.take('refresh', { userId: session.userId, ip })
    // The source no longer serves an archived tournament.
    if (held.state.tournament.archivedAt !== null) return unread(athleteTexts.archived)
    const request = await store.readRequests.submit('athlete', String(id), session.userId)
    if (request.cooling) return readJustNow
    if (!(await store.readRequests.areAnswered(held.state.tournament.id))) return unread(athleteTexts.notRead)
    const outcome = await store.readRequests.outcome(request.id, refreshTimeout)
    if (!outcome) return { success: true, message: athleteTexts.beingRead, pending: true }
    if (!outcome.ok) return unread(athleteTexts.sourceUnread)
    return outcome.alreadyRead === undefined ? { success: true, message: athleteTexts.refreshed } : readJustNow
  }

  return {
    async searchAthletes({ session, id, query: { search }, ip }) {
      await limits.take('search', { userId: session.userId, ip })
      const { tournamentIds, follows } = await watchedBy(session)
      if (!tournamentIds.includes(id) || !(await heldTournament(store, id))) throw new CodedError('not-found')
      if (Array.from(nameKey(search)).length < searchMinimum)
        return { success: true, athletes: [], error: searchTooShort }
      const followed = new Set(follows.map(({ athleteId }) => athleteId))
      const athletes = store.projection.searchAthletes(id, search, searchLimit).map((athlete) => ({
        id: athlete.id,
        name: athlete.name,
        bjjCompSystemId: athlete.bjjCompSystemId,
        belt: beltOf(athlete),
        team: athlete.team,
        division: athlete.division,
        isFollowed: followed.has(athlete.id),
      }))
      return { success: true, athletes }
    },

    async follow({ session, id, ip }) {
      await limits.take('follow', { userId: session.userId, ip })
      const began = clock.monotonic()
      const follow = await store.follows.follow(session.userId, id)
      if (follow === 'unknown') throw new CodedError('not-found')
      if (follow === 'limit') throw new CodedError('limit', athleteTexts.followLimit)
      const { held, athlete, own } = await requireFollowed(session, id)
      const outcome = await refreshForFollow(store, held, athlete, session.userId, clock)
      return {
        success: true,
        athlete: presentFollowed(held, held.state.athletes.get(id) ?? athlete, own, clock.now()),
        priorityScraping: { ...outcome, processingTime: Math.round(clock.monotonic() - began) },
      }
    },

    unfollow,
    unfollowAlias: unfollow,

    async orderOfFights({ session, id }) {
      const notes = await store.follows.findNotes(session.userId, id)
      const { held, athlete, own } = await requireFollowed(session, id)
      if (!notes) throw new CodedError('not-found')
      return { success: true, data: presentProfile(held, athlete, { ...own, ...notes }, clock.now()) }
    },

    async opponent({ session, id, query }) {
      const { held, athlete } = await requireFollowed(session, id)
      const match = held.state.matches.get(Number(query.match))
      const sides = match && athletesIn(match, athlete)
      if (!match || !sides) throw new CodedError('not-found')
      const { bjjCompSystemId } = sides.other
      const opponent = bjjCompSystemId === null ? undefined : held.athleteBySourceId(bjjCompSystemId)
      const idsOf = (person: Athlete) => store.people.idsOf(session.userId, person.bjjCompSystemId)
      const [draw, ids, opponentIds] = await Promise.all([
        opponent && match.categoryId !== null ? store.draws.ofAthlete(match.categoryId, opponent.id) : null,
        idsOf(athlete),
        opponent ? idsOf(opponent) : [],
      ])
      const meetings = await store.meetings.between(ids, opponentIds, match.id)
      return {
        success: true,
        data: presentOpponent(held, sides, { ids, opponent, draw, meetings }, clock.now()),
      }
    },

    refreshOrderOfFights: refresh,
    scrapeOrderOfFights: refresh,

    async athleteNotes({ session, id, body, ip }) {
      await limits.take('notes', { userId: session.userId, ip })
      const { was: previous, ...written } = body
      const outcome = await store.follows.writeNotes(session.userId, id, written, previous)
      if (outcome === 'unknown') throw new CodedError('not-found')
      if (outcome === 'changed') throw new CodedError('changed')
      return { success: true, ...written }
    },
  }
}

const readJustNow = { success: true, message: athleteTexts.readJustNow, alreadyRead: true } as const

/** The answer when the source could not be read (decision D35). */
const unread = (sentence: string): ResponseOf<'refreshOrderOfFights'> => ({
  success: false,
  message: sentence,
  error: sentence,
})

/**
 * Requests a reading of the athlete's pages for a new follower and waits for it, unless nobody reads the source; no success after
 * a failure or the timeout. Pages that were read recently, and those of an archived tournament, are not read again.
 */
async function refreshForFollow(
  store: Store,
  held: Held,
  athlete: Athlete,
  userId: number,
  clock: Clock,
): Promise<{ success: boolean; notRead?: true }> {
  const { id, archivedAt } = held.state.tournament
  const readAt = held.athleteReadAt(athlete.id)
  if (archivedAt !== null || (readAt !== null && clock.now() - readAt < freshFor)) return { success: true }
  const request = await store.readRequests.requestAthletes(id, [athlete.id], userId)
  if (request.cooling) return { success: true }
  if (!(await store.readRequests.areAnswered(id))) return { success: false, notRead: true }
  return { success: (await store.readRequests.outcome(request.id, followTimeout))?.ok ?? false }
}
