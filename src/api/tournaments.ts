// Calls about a user's tournaments: list, add, remove, details, mat boards.
import { boardDate, boardDay, presentBoards } from '#views/boards.ts'
import { CodedError, invalidExternalId } from '#contract/errors.ts'
import { tournamentTexts, type AvailableResponse, type TournamentItem } from '#contract/tournaments.ts'
import { isExternalId } from '#domain/page.ts'
import type { Day } from '#domain/tournament.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held, Store } from '#store'
import type { Handlers } from './calls.ts'
import { ListCache } from './list-cache.ts'
import type { Limits } from './limits.ts'
import { heldTournament, positionsOf, loadWatching } from './watched.ts'

type Names =
  | 'tournaments'
  | 'availableTournaments'
  | 'addTournaments'
  | 'tournament'
  | 'tournamentBoards'
  | 'removeTournament'
type Needs = { store: Store; limits: Limits; clock: Clock }

/** If the list of events is older than this, opening the add dialog causes a new reading. In ms. */
const listMaxAge = 5 * 60_000
/** The dialog waits at most this long for a new list, and then gets the stored one. In ms. */
const listTimeout = 8_000
/** In ms. Which fights are upcoming also depends on the time. */
const boardsMaxAge = 30_000
/** The size of a process's cache of boards, in bytes before compression. */
const cacheBytes = 16 * 1024 * 1024

export function tournamentHandlers({ store, limits, clock }: Needs): Handlers<Names> {
  const boards = new ListCache(cacheBytes)
  const listAvailable = async (userId: number): Promise<Awaited<ReturnType<Store['tournaments']['listAvailable']>>> => {
    const list = await store.tournaments.listAvailable()
    const { fetchedAt } = list.source
    if (fetchedAt !== null && clock.now() - Date.parse(fetchedAt) < listMaxAge) return list
    const request = await store.readRequests.submit('available', '', userId)
    if (!(await store.readRequests.areAnswered(null))) return list
    await store.readRequests.outcome(request.id, listTimeout)
    return store.tournaments.listAvailable()
  }

  return {
    async tournaments({ session, request }) {
      const { tournaments } = await loadWatching(store, session, request.headers)
      return {
        success: true,
        positions: positionsOf(tournaments),
        tournaments: [...tournaments.values()].map(tournamentItem),
        serverTime: new Date(clock.now()).toISOString(),
      }
    },

    async availableTournaments({ session }): Promise<AvailableResponse> {
      const { tournaments, source } = await listAvailable(session.userId)
      const watched = await store.follows.watchedBy(session.userId, session.followVersion)
      const added = await Promise.all(watched.tournamentIds.map((id) => heldTournament(store, id)))
      const addedIds = new Set(added.map((held) => held?.state.tournament.bjjCompSystemId))
      return {
        success: true,
        tournaments: tournaments.map(({ bjjCompSystemId, name, logoUrl, startsOn, endsOn, dateRange, location }) => ({
          name,
          value: bjjCompSystemId,
          logoUrl,
          startsOn,
          endsOn,
          dateRange,
          location,
          added: addedIds.has(bjjCompSystemId),
        })),
        source,
      }
    },

    async addTournaments({ session, body, ip }) {
      await limits.take('add', { userId: session.userId, ip })
      const wanted = [...new Set(body.tournaments.map(({ value }) => value))]
      for (const value of wanted)
        if (!isExternalId(value)) throw new CodedError('invalid-input', invalidExternalId('tournament', value))
      const { ids, unknown } = await store.tournaments.add(wanted)
      if (unknown.length > 0) throw new CodedError('not-found', tournamentTexts.notListed)
      if ((await store.follows.addTournaments(session.userId, ids)) === 'limit')
        throw new CodedError('limit', tournamentTexts.limit)
      await Promise.all(ids.map((id) => store.readRequests.submit('import', String(id), session.userId)))
      const held = await Promise.all(ids.map((id) => heldTournament(store, id)))
      return { success: true, tournaments: held.flatMap((each) => (each ? tournamentItem(each) : [])) }
    },

    async tournament({ session, id }) {
      const watched = await store.follows.watchedBy(session.userId, session.followVersion)
      const held = watched.tournamentIds.includes(id) ? await heldTournament(store, id) : undefined
      if (!held) throw new CodedError('not-found')
      const today = boardDate(held.state.tournament, clock.now())
      const quality = await store.shownEstimates.quality(id, today)
      const estimates = quality && quality.matches >= minMatchesForQuality ? quality : null
      return { success: true, tournament: tournamentItem(held), estimates }
    },

    async tournamentBoards({ session, id, query, request }) {
      const watched = await store.follows.watchedBy(session.userId, session.followVersion)
      const held = watched.tournamentIds.includes(id) ? await heldTournament(store, id) : undefined
      if (!held) throw new CodedError('not-found')
      const now = clock.now()
      const { tournament } = held.state
      const requestedDay = query.day === undefined ? undefined : Number(query.day)
      const day = boardDay(tournament, now, requestedDay)
      if (requestedDay !== undefined && !day) throw new CodedError('not-found')
      const { epoch, seq } = held.position
      const version = [watched.version, epoch, seq, day?.dayNumber, Math.floor(now / boardsMaxAge)].join()
      const followed = watched.follows.filter(({ tournamentId }) => tournamentId === id)
      return boards.get(
        `${session.userId}/${id}/${query.day}`,
        version,
        request.headers['if-none-match'],
        now,
        (serverTime) => ({
          success: true,
          day: day?.dayNumber ?? null,
          mats: day?.date
            ? presentBoards(
                held,
                day.date,
                followed.map(({ athleteId }) => athleteId),
                now,
              )
            : [],
          serverTime,
        }),
      )
    },

    async removeTournament({ session, id }) {
      if (!(await store.follows.removeTournament(session.userId, id))) throw new CodedError('not-found')
      return { success: true }
    },
  }
}

/** With fewer ended matches, the quality of the estimates is not shown. */
const minMatchesForQuality = 20

function tournamentItem({ state: { tournament }, source }: Held): TournamentItem {
  const { archivedAt, ruleSet: _, days, ...facts } = tournament
  return {
    ...facts,
    value: tournament.bjjCompSystemId,
    days: days.map(dayItem),
    archived: archivedAt !== null,
    source,
  }
}

const dayItem = ({ bjjCompSystemUrl, date, ...day }: Day): TournamentItem['days'][number] => ({
  ...day,
  date: date && date.slice(5).replace('-', '/'),
  isoDate: date,
  url: bjjCompSystemUrl,
})
