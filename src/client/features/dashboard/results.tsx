// The finished matches below the day list: the latest few until the user shows all.
import type { ReactNode } from 'react'
import type { MatchItem } from '#contract/match-item.ts'
import { cardKey } from '#client/live/highlights.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { CardGrid } from '#client/ui/card-grid.tsx'
import { useHistoryState } from '#client/ui/history.ts'
import { SectionHeading } from './day-heading.tsx'
import { cardHeight, renderBatches } from './list-batches.ts'

/** Number of results shown before the user shows all. */
const resultsShown = 6

export function Results({ items, render }: { items: MatchItem[]; render: (item: MatchItem) => ReactNode }) {
  const [showsAll, setShowsAll] = useHistoryState('results.isAll', false)
  if (items.length === 0) return null
  const hidden = showsAll ? 0 : Math.max(0, items.length - resultsShown)
  return (
    <section aria-labelledby="results" className="mt-2 flex flex-col gap-2.5">
      <SectionHeading id="results" text={t('day.done')} />
      <CardGrid
        label={t('matches.results')}
        items={showsAll ? items : items.slice(0, resultsShown)}
        keyOf={cardKey}
        render={render}
        batches={renderBatches.normal}
        isEntrance={false}
        height={cardHeight}
      />
      {hidden > 0 && (
        <Button look="outline" onClick={() => setShowsAll(true)}>
          {t('matches.allResults', { count: hidden })}
        </Button>
      )}
    </section>
  )
}
