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
import { heldTournament, heldTournaments } from './watched.ts'

type Names = 'personOffers' | 'answerOffer' | 'appearances' | 'setSamePerson'
type Needs = { store: Store; limits: Limits; clock: Clock }

export function peopleHandlers({ store, limits, clock }: Needs): Handlers<Names> {
  return {
    async personOffers({ session }) {
      const found = await store.people.offers(session.userId)
      const ids = found.flatMap(({ tournamentId, known }) => [tournamentId, known.tournamentId])
      const tournaments = await heldTournaments(store, [...new Set(ids)])
      const offers = found.flatMap(({ kind, athleteId, tournamentId, known }): PersonOffer[] => {
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
      const outcome = await store.people.answer(session.userId, id, body.answer)
      if (outcome === 'unknown') throw new CodedError('not-found')
      if (outcome === 'limit') throw new CodedError('limit', peopleTexts.limit)
      return { success: true }
    },

    async appearances({ session, id }) {
      const { follows } = await store.follows.watchedBy(session.userId, session.followVersion)
      const followed = new Set(follows.map(({ athleteId }) => athleteId))
      if (!followed.has(id)) throw new CodedError('not-found')
      const appearances: Appearance[] = []
      for (const { athleteId, tournamentId, isMerged } of await store.people.appearances(session.userId, id)) {
        const held = await heldTournament(store, tournamentId)
        const athlete = held?.state.athletes.get(athleteId)
        if (!held || !athlete) continue
        const own = { followedAt: '', via: null }
        const { division, team, wins, losses, placements } = presentFollowed(held, athlete, own, clock.now())
        const isFollowed = followed.has(athleteId)
        const tournament = tournamentOf(held)
        appearances.push({ athleteId, tournament, division, team, wins, losses, placements, isFollowed, isMerged })
      }
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
