// The loading status of newly followed athletes: a banner with the number in progress, and a card for each of the latest three.
// Overlaid at the bottom of the page, so that the list does not move under the finger.
import { Check, CircleAlert, LoaderCircle } from 'lucide-react'
import type { FollowStatus } from '#client/follow/follow-statuses.ts'
import { useFollowStatuses } from '#client/live/context.tsx'
import { perLanguage, t } from '#client/texts/t.ts'

/** Maximum number of cards; more would cover the list. */
const shownAtOnce = 3

export function FollowStatuses() {
  const statuses = useFollowStatuses()
  const processing = statuses.filter(({ state }) => state === 'processing').length
  if (statuses.length === 0) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-120 flex-col gap-1.5 p-2 lg:right-4 lg:bottom-2 lg:left-auto lg:w-96">
      {processing > 0 && (
        <p role="status" className="self-center rounded-full bg-text px-3 py-1 text-sm font-bold text-ink">
          {t('athletes.processing', { count: processing })}
        </p>
      )}
      <ul className="flex list-none flex-col gap-1.5">
        {statuses.slice(-shownAtOnce).map((status) => (
          <li key={status.athleteId} className="card flex min-h-12 items-center gap-3 bg-raised px-3 py-1.5">
            {status.state === 'ready' ? (
              <Check aria-hidden className="size-5 shrink-0 text-ahead" strokeWidth={3} />
            ) : status.state === 'not-read' ? (
              <CircleAlert aria-hidden className="size-5 shrink-0 text-muted" />
            ) : (
              <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-muted" />
            )}
            <span className="min-w-0 flex-1">
              <span className="block truncate text-base font-semibold">{status.name}</span>
              <span className="block text-sm text-muted">{statusText(status)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const tenths = perLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

function statusText({ state, elapsed }: FollowStatus): string {
  const seconds = tenths().format(elapsed / 1000)
  if (state === 'processing') return t('athletes.processingOne', { seconds })
  if (state === 'ready') return t('athletes.readyOne', { seconds })
  return t(state === 'failed' ? 'athletes.failedOne' : 'athletes.notReadOne')
}
