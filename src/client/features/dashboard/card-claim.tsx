// The claim of a match on a card or row. The control is loaded on demand.
import { Suspense } from 'react'
import { isCompleted } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { useIsClaiming } from '#client/live/context.tsx'
import { withTexts } from '#client/texts/with-texts.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'

const load = withTexts('claims', () => import('./claim-control.tsx'))
const looks = {
  card: lazyPart(async () => (await load()).ClaimControl),
  row: lazyPart(async () => (await load()).RowClaim),
}

/** Renders nothing for a match that is over, or if the user's link gives no right to claim and no match is claimed. */
export function CardClaim({ item, look }: { item: MatchItem; look: keyof typeof looks }) {
  const isClaiming = useIsClaiming()
  if (!isClaiming || isCompleted(item)) return null
  const Claim = looks[look]
  return (
    <Suspense>
      <Claim item={item} />
    </Suspense>
  )
}
