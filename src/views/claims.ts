// Presents claims: who covers which match. Pure.
import type { Claim, ClaimState } from '#contract/claims.ts'

/** The current claims of these matches, in their order. */
export const presentClaims = (states: readonly ClaimState[], matchIds: ReadonlySet<number>): Claim[] =>
  states.flatMap((state) => {
    const { name } = state
    return name !== null && matchIds.has(state.matchId) ? { ...state, name } : []
  })

/** Whether a link that gives the right to claim until this instant (ISO; null for none) still does at `now` (epoch ms). */
export const isClaimingAt = (claimableUntil: string | null, now: number): boolean =>
  claimableUntil !== null && Date.parse(claimableUntil) > now
