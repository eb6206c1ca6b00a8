// The control for the claim of a match on a dashboard card or row. Loaded when cards show claims: the user's link gives the right
// to claim, or a match is claimed.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { MatchItem } from '#contract/match-item.ts'
import { useLive } from '#client/live/context.tsx'
import { useLanguage } from '#client/texts/use-language.ts'
import { Claim, ClaimMark } from '#client/ui/claim.tsx'
import { startClaims } from './claims.ts'

export function ClaimControl({ item: { id, athleteName } }: { item: MatchItem }) {
  const client = useLive()
  const { data: user } = useQuery(client.queries.user)
  const shown = useShownClaims()
  if (!user || !shown) return null
  return (
    <Claim
      athlete={athleteName}
      claim={shown.get(id) ?? null}
      onClaim={() => startClaims(client)?.claim(id, athleteName, user.username)}
      onRelease={() => startClaims(client)?.release(id, athleteName)}
    />
  )
}

/** The initials of the claimer; renders nothing if the match is not claimed. */
export function RowClaim({ item: { id } }: { item: MatchItem }) {
  const claim = useShownClaims()?.get(id)
  return claim && <ClaimMark claim={claim} />
}

/** The shown claims by match id; null until the claims of this device are loaded. */
function useShownClaims() {
  useLanguage()
  const client = useLive()
  useEffect(() => void startClaims(client), [client])
  return useSyncExternalStore(client.shownClaims.subscribe, client.shownClaims.claims)
}
