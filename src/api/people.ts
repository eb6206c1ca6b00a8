// Calls about people who enter several tournaments: offers, appearances in other tournaments, and the user's decisions about who
// is the same person.
import { CodedError } from '#contract/errors.ts'
import { type Appearance, type PersonOffer, peopleTexts } from '#contract/people.ts'
import { presentFollowed } from '#views/followed.ts'
import { beltOf } from '#domain/belt.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held, Store } from '#store'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import { requestNewFollows } from './new-follows.ts'
import { heldTournaments } from './watched.ts'

type Names = 'personOffers' | 'answerOffer' | 'appearances' | 'setSamePerson'
type Needs = { store: Store; limits: Limits; clock: Clock }

export function peopleHandlers({ store, limits, clock }: Needs): Handlers<Names> {
  return {
    async personOffers({ session }) {
      const storedOffers = await store.people.offers(session.userId)
      const ids = storedOffers.flatMap(({ tournamentId, known }) => [tournamentId, known.tournamentId])
      const tournaments = await heldTournaments(store, [...new Set(ids)], storedOffers)
      const offers = storedOffers.flatMap(({ kind, athleteId, tournamentId, known }): PersonOffer[] => {
        const held = tournaments.get(tournamentId)
        const athlete = held?.state.athletes.get(athleteId)
        const tournament = tournaments.get(known.tournamentId)?.state.tournament.name
        if (!held || !athlete || tournament === undefined) return []
        const { id, name, team, division } = athlete
        return [
          {
            kind,
            athlete: { id, name, team, belt: beltOf(athlete), division },
            tournament: tournamentOf(held),
            known: { id: known.athleteId, name: known.name, tournament },
          },
        ]
      })
      return { success: true, offers }
    },

    async answerOffer({ session, id, body, ip }) {
      await limits.take('follow', { userId: session.userId, ip })
      const answer = () => store.people.answer(session.userId, id, body.answer)
      const outcome = await (body.answer === 'accepted' ? requestNewFollows(store, session.userId, answer) : answer())
      if (outcome === 'unknown') throw new CodedError('not-found', peopleTexts.gone)
      if (outcome === 'limit') throw new CodedError('limit', peopleTexts.limit)
      if (outcome !== 'done') throw new CodedError('two-people', peopleTexts[outcome])
      return { success: true }
    },

    async appearances({ session, id, ip }) {
      // Limited, because tournaments that are not in memory are loaded.
      await limits.take('appearances', { userId: session.userId, ip })
      const { follows } = await store.follows.watchedBy(session.userId, session.followVersion)
      const followed = new Set(follows.map(({ athleteId }) => athleteId))
      if (!followed.has(id)) throw new CodedError('not-found')
      const storedAppearances = await store.people.appearances(session.userId, id)
      const tournaments = await heldTournaments(
        store,
        storedAppearances.map(({ tournamentId }) => tournamentId),
        storedAppearances,
      )
      const appearances = storedAppearances.flatMap(({ athleteId, tournamentId, isMerged }): Appearance[] => {
        const held = tournaments.get(tournamentId)
        const athlete = held?.state.athletes.get(athleteId)
        if (!held || !athlete) return []
        // The card requires these two; an appearance contains neither.
        const own = { followedAt: '', via: null }
        const { division, team, wins, losses, placements } = presentFollowed(held, athlete, own, clock.now())
        const isFollowed = followed.has(athleteId)
        const tournament = tournamentOf(held)
        const canFollow = !isFollowed && athlete.listed && tournament.status !== 'past'
        return [{ athleteId, tournament, division, team, wins, losses, placements, isFollowed, canFollow, isMerged }]
      })
      return { success: true, appearances }
    },

    async setSamePerson({ session, id, body, ip }) {
      await limits.take('follow', { userId: session.userId, ip })
      const outcome = await store.people.setSame(session.userId, [id, body.athleteId], body.isSame)
      if (outcome === 'unknown') throw new CodedError('not-found')
      if (outcome !== 'done') throw new CodedError('invalid-input', peopleTexts[outcome])
      return { success: true }
    },
  }
}

const tournamentOf = ({ state: { tournament } }: Held): Appearance['tournament'] => {
  const { id, name, startsOn, endsOn, dateRange, status } = tournament
  return { id, name, startsOn, endsOn, dateRange, status }
}
