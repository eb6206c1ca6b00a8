// Who has the match of a dashboard card. Loaded only for users whose link gives the right to claim.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { MatchItem } from '#contract/match-item.ts'
import { useLive } from '#client/live/context.tsx'
import { useLanguage } from '#client/texts/use-language.ts'
import { Claim } from '#client/ui/claim.tsx'
import { startClaims } from './claims.ts'

export function ClaimControl({ item: { id, athleteName } }: { item: MatchItem }) {
  useLanguage()
  const client = useLive()
  const { data: user } = useQuery(client.queries.user)
  const shown = useSyncExternalStore(client.shownClaims.subscribe, client.shownClaims.claims)
  useEffect(() => void startClaims(client), [client])
  if (!user || !shown) return null
  return (
    <Claim
      athlete={athleteName}
      claim={shown.get(id) ?? null}
      onClaim={() => startClaims(client)?.claim(id, user.username)}
      onRelease={() => startClaims(client)?.release(id)}
    />
  )
}
