// Merges claims of different ages, so that every phone shows the latest in the server's order. Pure, and without schemas, for the
// browser.
import type { Claim, ClaimState } from './claims.ts'

/** The claims as known at one moment: complete up to `claimOrder`, and possibly some later ones. */
export type Claims = { claims: readonly Claim[]; claimOrder: number }

/** Applies claims and releases. Those that `before` already includes change nothing. */
export function applyClaims(before: readonly Claim[], claimOrder: number, news: readonly ClaimState[]): Claim[] {
  const byMatch = new Map(before.map((claim) => [claim.matchId, claim]))
  for (const claim of news.toSorted((a, b) => a.order - b.order)) {
    if (claim.order <= Math.max(claimOrder, byMatch.get(claim.matchId)?.order ?? 0)) continue
    const { name } = claim
    if (name === null) byMatch.delete(claim.matchId)
    else byMatch.set(claim.matchId, { ...claim, name })
  }
  return [...byMatch.values()]
}

/** Merges two states of the same owner's claims: takes the one that includes more, and the later claims of the other. */
export function mergeClaims(a: Claims, b: Claims): { claims: Claim[]; claimOrder: number } {
  const [older, newer] = a.claimOrder > b.claimOrder ? [b, a] : [a, b]
  return { claims: applyClaims(newer.claims, newer.claimOrder, older.claims), claimOrder: newer.claimOrder }
}
