// Presents claims: who covers which match. Pure.
import type { Claim, ClaimState } from '#contract/claims.ts'

/** The current claims of these matches, in the order of `states`. */
export const presentClaims = (states: readonly ClaimState[], matchIds: ReadonlySet<number>): Claim[] =>
  states.flatMap((state) => {
    const { name } = state
    return name !== null && matchIds.has(state.matchId) ? { ...state, name } : []
  })

/** Whether a link with the right to claim until this instant (ISO; null without the right) still has it at `now` (epoch ms). */
export const isClaimingAt = (claimableUntil: string | null, now: number): boolean =>
  claimableUntil !== null && Date.parse(claimableUntil) > now
