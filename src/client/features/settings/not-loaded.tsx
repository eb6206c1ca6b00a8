// Shown in place of settings that are not loaded: a placeholder, or the failure with a retry button.
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'

export function NotLoaded({ isError, text, onRetry }: { isError: boolean; text: string; onRetry: () => void }) {
  if (!isError) return <div aria-hidden className="h-14 animate-shimmer rounded-md bg-raised" />
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Failure text={text} className="" />
      <Button look="outline" onClick={onRetry}>
        {t('connection.tryAgain')}
      </Button>
    </div>
  )
}
