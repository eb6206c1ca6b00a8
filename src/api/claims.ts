// Calls that claim a match of a RollCall, for its owner and for visitors whose link gives the right to claim
// (docs/decisions/037).
import type { ClaimBody, ClaimResponse } from '#contract/claims.ts'
import { claimTexts } from '#contract/claims.ts'
import { CodedError } from '#contract/errors.ts'
import { isCompleted } from '#contract/item-status.ts'
import { sideOf } from '#domain/match.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store, Watched } from '#store'
import { presentMatchesOf } from '#views/followed.ts'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import { tournamentsOf, type SharedRollCalls } from './shared-roll-calls.ts'
import { heldTournaments } from './watched.ts'

type Names = 'claimMatch' | 'claimSharedMatch'
type Needs = { store: Store; limits: Limits; shared: SharedRollCalls; clock: Clock }

export function claimHandlers({ store, limits, shared, clock }: Needs): Handlers<Names> {
  /** Stores a claim for `owner` if the match is claimable; with `linkId`, only if that link gives the right to claim. */
  const make = async (
    owner: { userId: number; followVersion: number },
    matchId: number,
    body: ClaimBody,
    linkId?: string,
  ): Promise<ClaimResponse> => {
    const watched = await store.follows.watchedBy(owner.userId, owner.followVersion)
    const canClaim = await isClaimable(store, watched, matchId, clock.now())
    const made = canClaim ? await store.claims.make(owner.userId, { matchId, ...body }, linkId) : 'unknown'
    if (made === 'unknown') throw new CodedError('not-found', claimTexts.noMatch)
    if (made === 'no-right') throw new CodedError('forbidden', claimTexts.noRight)
    return { success: true, ...made }
  }

  return {
    async claimMatch({ session, id, body, ip }) {
      await limits.take('claim', { userId: session.userId, ip })
      return make(session, id, body)
    },

    async claimSharedMatch({ linkId, id, body, ip }) {
      const link = await shared.find(linkId, ip)
      await limits.take('claim', { key: String(link.userId), ip })
      if (!link.mayClaim) throw new CodedError('forbidden', claimTexts.noRight)
      return make(link, id, body, linkId)
    },
  }
}

/** Whether the match is not over and has an athlete whom the owner follows. */
async function isClaimable(store: Store, watched: Watched, matchId: number, now: number): Promise<boolean> {
  for (const [tournamentId, held] of await heldTournaments(store, tournamentsOf(watched))) {
    const match = held.state.matches.get(matchId)
    if (!match) continue
    return watched.follows
      .filter((follow) => follow.tournamentId === tournamentId)
      .flatMap(({ athleteId }) => held.state.athletes.get(athleteId) ?? [])
      .filter((athlete) => sideOf(match, athlete) !== null)
      .some((athlete) =>
        presentMatchesOf(held, athlete, now).some(({ item }) => item.id === matchId && !isCompleted(item)),
      )
  }
  return false
}
