// The place on a card for who has its match. The control itself is loaded when it is needed.
import { lazy, Suspense } from 'react'
import { isCompleted } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { useIsClaiming } from '#client/live/context.tsx'
import { loadTexts } from '#client/texts/t.ts'

const ClaimControl = lazy(async () => {
  const [{ ClaimControl: control }] = await Promise.all([import('./claim-control.tsx'), loadTexts('claims')])
  return { default: control }
})

/** Nothing for a match that is over, and for a user whose link gives no right to claim. */
export function CardClaim({ item }: { item: MatchItem }) {
  const isClaiming = useIsClaiming()
  if (!isClaiming || isCompleted(item)) return null
  return (
    <Suspense>
      <ClaimControl item={item} />
    </Suspense>
  )
}
