// The empty state of a filter that no match passes.
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'

export function NoneFiltered({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <p role="status" className="text-base text-muted">
        {t('day.noneFiltered')}
      </p>
      <Button look="quiet" onClick={onShowAll}>
        {t('day.showAll')}
      </Button>
    </div>
  )
}
